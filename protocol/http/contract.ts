import type { Static, TSchema } from "typebox";
import type { Feature } from "#domain/access/features.ts";
import type { RouteClass } from "#domain/access/pages.ts";
import type { ErrorCode } from "#domain/errors.ts";

/**
 * What a call is to the machine that answers it, and with it whose budget it is counted in: `read` looks something up, `chart`
 * reads a long past, `compute` is answered by the compute role, `write` changes something, `login` belongs to a sign-in,
 * `webhook` is sent by another site on its own account.
 */
export type EndpointClass = "read" | "chart" | "compute" | "write" | "login" | "webhook";

/**
 * Where in a sign-in a call of class `login` stands. Beginnings and ends are counted each by itself; a panel that opens is no
 * sign-in yet.
 */
export type LoginStep = "panel" | "begin" | "end";

export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503;
type AnswerStatus = 200 | 302 | 303;

/** One endpoint: all that its server, its caller and its documentation must agree on. */
export interface Endpoint {
  readonly method: HttpMethod;
  /** the first is the one that pages call; the others are the same under another address. Parameters are written `:name` */
  readonly paths: readonly [string, ...string[]];
  /**
   * Who may call, in the words by which pages say it: `public` everybody, and who asks is not even looked at;
   * `app_initialized` everybody, and who asks is known; `authenticated` an account; `privileged` an admin.
   */
  readonly access: RouteClass;
  /** only those whom the matrix of features lets in */
  readonly feature?: Feature;
  readonly class: EndpointClass;
  readonly step?: LoginStep;
  /** what one call takes of a minute's count of its class; 0 is not counted */
  readonly cost: number;
  /**
   * Milliseconds that one call takes of the threads that all share: the one that answers it, which the relay runs on too, and the
   * feed's. A ceiling, on two cores of a server of 2026; charged to the account or address that asks (docs/configuration.md). 0 only
   * for what watches over the process.
   */
  readonly ms: number;
  /** the same for every kilobyte of the call's address and body, where more is asked with more */
  readonly msPerKilobyte?: number;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly headers?: TSchema;
  readonly body?: TSchema;
  readonly answers: Readonly<Partial<Record<AnswerStatus, TSchema>>>;
  /**
   * Codes of the errors that belong to this call, by status. Any call may besides be answered `request.invalid`,
   * `request.forbidden`, `request.rate_limited`, `request.timeout`, `request.too_large`, `storage.*`, `server.*`.
   */
  readonly errors: Readonly<Partial<Record<ErrorStatus, readonly ErrorCode[]>>>;
  /** what caches on the way may do with an answer; absent where the handler says it with the answer */
  readonly cache?: "no-store" | "no-cache";
  /** request headers that the answer depends on */
  readonly vary?: string;
  /** a 401 is news of this very sign-in or sign-out, and not of a session that has ended meanwhile */
  readonly isAboutSignIn?: true;
  /** changes something, and an embedded widget may call it all the same: its token reads besides, and no more */
  readonly opensToWidgets?: true;
  /** changes nothing, and may be posted to by a form of another site */
  readonly takesForeignForms?: true;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** the published documentation does not show it */
  readonly isHidden?: true;
}

/** Rows by name: the endpoints of one capability. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** The row as it is written, with the types of what it holds. */
export function endpoint<const E extends Endpoint>(row: E): E {
  return row;
}

type Part<E, K extends string> = E extends { readonly [k in K]: infer S extends TSchema }
  ? Static<S>
  : undefined;

export type ParamsOf<E extends Endpoint> = Part<E, "params">;
export type QueryOf<E extends Endpoint> = Part<E, "query">;
export type HeadersOf<E extends Endpoint> = Part<E, "headers">;
export type BodyOf<E extends Endpoint> = Part<E, "body">;

/** What a call that succeeded is answered with; null where that is no content of its own, such as a redirect. */
export type AnswerOf<E extends Endpoint> = E["answers"] extends { readonly 200: infer S extends TSchema }
  ? Static<S>
  : null;
