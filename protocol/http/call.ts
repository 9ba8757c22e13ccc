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

type Nothing = Readonly<Record<never, never>>;

/** A part that may be left out where nothing in it is needed. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? Nothing
  : Nothing extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T };

/** A body is sent by who has one to send: an empty object is one. */
type Body<T> = [T] extends [undefined] ? Nothing : { readonly body: T };

/** What a call must be given, by its row. */
export type CallInput<E extends Endpoint> = Part<"params", ParamsOf<E>> &
  Part<"query", QueryOf<E>> &
  Part<"headers", HeadersOf<E>> &
  Body<BodyOf<E>>;

/** Whether a body is what the row says of a call that succeeded. */
export function isAnswer<E extends Endpoint>(call: Call<E>, body: unknown): body is AnswerOf<E> {
  return call.answer(body) === null;
}
