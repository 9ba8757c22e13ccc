import type { AnswerOf, BodyOf, Endpoint, HeadersOf, HttpMethod, ParamsOf, QueryOf } from "./contract.ts";
import type { Shape } from "./shapes.ts";

/** A row as a page has it: without its schemas, but with a check of the answer that was written from them. */
export interface Call<E extends Endpoint> {
  readonly method: HttpMethod;
  /** the row's first address, parameters written `:name` */
  readonly path: string;
  /** of the answer that says the call succeeded */
  readonly answer: Shape;
  readonly isAboutSignIn?: true;
  /** the row's types; nothing is ever there */
  readonly row?: E;
}

type Part<Name extends string, T> = [T] extends [undefined]
  ? Readonly<Record<never, never>>
  : [undefined] extends [T]
    ? { readonly [K in Name]?: T }
    : Readonly<Record<never, never>> extends T
      ? { readonly [K in Name]?: T }
      : { readonly [K in Name]: T };

/** What a call must be given, by its row. */
export type CallInput<E extends Endpoint> = Part<"params", ParamsOf<E>> &
  Part<"query", QueryOf<E>> &
  Part<"headers", HeadersOf<E>> &
  Part<"body", BodyOf<E>>;

/** Whether a body is what the row says of a call that succeeded. */
export function isAnswer<E extends Endpoint>(call: Call<E>, body: unknown): body is AnswerOf<E> {
  return call.answer(body) === null;
}
