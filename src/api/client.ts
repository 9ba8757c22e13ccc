import { type Call, type CallInput, isAnswer } from "#protocol/http/call.ts";
import type { AnswerOf, Endpoint } from "#protocol/http/contract.ts";
import { entriesOf, pathOf } from "#protocol/http/path.ts";
import { queryOf } from "./address.ts";
import { ApiFailure } from "./api-failure.ts";
import { NO_RESPONSE, NOT_MADE, statusText } from "./error-text.ts";
import { type EndReason, endReason } from "./session-end.ts";

/** Calls slower than this are reported (rule SES-12). */
const SLOW_MS = 1_000;
/** Longer than the server gives a broker to answer (10 s); who waits longer is better told. */
const TIMEOUT_MS = 20_000;
const UNREADABLE = "Something went wrong";

export interface SlowCall {
  readonly method: string;
  readonly path: string;
  readonly ms: number;
  /** null when no response came */
  readonly status: number | null;
}

interface ClientEdges {
  readonly fetch: typeof globalThis.fetch;
  now(): number;
  headers(): Readonly<Record<string, string>>;
  /** told of each call that took longer than SLOW_MS */
  onSlow(call: SlowCall): void;
  /** a 401 although an account is signed in: forced logout; calls that are themselves about signing in don't ask for it */
  onSessionEnded(reason: EndReason): void;
}

export interface ClientOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What may not be left out: nothing, or something. */
type Needed<E extends Endpoint> = Readonly<Record<never, never>> extends CallInput<E> ? [] : [input: never];

export interface Client {
  /**
   * One call to our own server by its row, with both id headers and the cookie; the answer is checked before it is returned.
   * @throws ApiFailure with the text for people; DOMException AbortError when `signal` says so
   */
  call<E extends Endpoint>(call: Call<E>, input: CallInput<E>, options?: ClientOptions): Promise<AnswerOf<E>>;
  /** One call whose row needs nothing. */
  call<E extends Endpoint>(call: Call<E>, ...needed: Needed<E>): Promise<AnswerOf<E>>;
}

/** What an input may hold, whatever its row. */
type AnyInput = Readonly<Partial<Record<"params" | "query" | "headers" | "body", unknown>>>;

function seconds(header: string | null): number | null {
  const value = header === null ? Number.NaN : Number(header);
  return Number.isFinite(value) && value >= 0 ? value : null;
}

const failed = (message: string, cause?: unknown): ApiFailure => {
  const failure = new ApiFailure({ status: null, statusText: "", body: null, message });
  if (cause !== undefined) failure.cause = cause;
  return failure;
};

export function createClient(edges: ClientEdges): Client {
  function requestOf(method: string, address: string, input: AnyInput, signal?: AbortSignal): Request {
    const { body, headers } = input;
    return new Request(new URL(address, location.origin), {
      method,
      credentials: "same-origin",
      cache: "no-store",
      headers: {
        accept: "application/json",
        ...edges.headers(),
        ...Object.fromEntries(entriesOf(headers).map(([name, value]) => [name, String(value)])),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
    });
  }

  /** @returns the answer, whatever its status */
  async function send(call: Call<Endpoint>, input: AnyInput, signal?: AbortSignal): Promise<Response> {
    const { method } = call;
    let path: string;
    let request: Request;
    try {
      path = pathOf(call.path, input.params);
      request = requestOf(method, path + queryOf(input.query), input, signal);
    } catch (cause) {
      throw failed(NOT_MADE, cause);
    }
    const start = edges.now();
    let status: number | null = null;
    try {
      const response = await edges.fetch(request);
      status = response.status;
      return response;
    } catch (error) {
      if (signal?.aborted) throw error;
      throw failed(NO_RESPONSE);
    } finally {
      const ms = edges.now() - start;
      if (ms > SLOW_MS) edges.onSlow({ method, path, ms, status });
    }
  }

  return {
    async call<E extends Endpoint>(
      call: Call<E>,
      input: AnyInput = {},
      { signal }: ClientOptions = {},
    ): Promise<AnswerOf<E>> {
      const response = await send(call, input, signal);
      const { status, ok } = response;
      const body: unknown = await response.json().catch(() => null);
      if (!ok) {
        if (status === 401 && call.isAboutSignIn !== true) edges.onSessionEnded(endReason(body));
        const failure = { status, statusText: response.statusText, body, message: statusText(status) };
        throw new ApiFailure(failure, seconds(response.headers.get("retry-after")));
      }
      if (isAnswer(call, body)) return body;
      const failure = new ApiFailure({ status, statusText: "", body: null, message: UNREADABLE });
      // For those who look into a fault: which member of the answer was not what the row says.
      failure.cause = `${call.method} ${call.path} answered something else at "${call.answer(body)}"`;
      throw failure;
    },
  };
}
