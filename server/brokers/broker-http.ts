import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { AppError } from "#domain/errors.ts";
import { type Clock, createBreaker } from "./breaker.ts";
import { fetchTransport, type Transport, type WireRequest } from "./transport.ts";

/** The promise of rule CALL-7: a broker that is down, slow or talks nonsense is an error within 10 s. */
export const DEADLINE_MS = 10_000;
/** The longest documented answer of a sign-in is 4 kB; a key set of Google's is 2 kB. */
const ANSWER_LIMIT_BYTES = 256 * 1024;

export interface BrokerRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** sent as application/x-www-form-urlencoded */
  readonly form?: Readonly<Record<string, string>>;
  /** sent as application/json, exactly so: checksums are taken over it */
  readonly json?: string;
}

export interface BrokerAnswer {
  readonly status: number;
  /** parsed JSON, of any shape */
  readonly body: unknown;
}

export interface BrokerHttp {
  /**
   * Sends a request and reads a JSON answer.
   * @throws AppError `broker.unavailable` for no connection, no answer in time, 429 or 5xx; `broker.nonsense` for what is
   *   not JSON, is too large, or redirects
   */
  send(request: BrokerRequest): Promise<BrokerAnswer>;
  /**
   * Runs the calls of one sign-in behind the provider's breaker, whose verdict is the whole of them: an answer that does not
   * match its documentation is an outage too.
   */
  guarded<T>(work: () => Promise<T>): Promise<T>;
}

export interface BrokerHttpEdges {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** ms for one exchange */
  readonly deadlineMs?: number;
  /** the longest answer that is read, bytes */
  readonly answerLimit?: number;
}

export function unavailable(name: string, cause?: unknown): AppError {
  return new AppError(
    "broker.unavailable",
    `${name} cannot be reached at the moment. Please try again in a minute`,
    { broker: name },
    cause === undefined ? undefined : { cause },
  );
}

export function nonsense(name: string, what: string, cause?: unknown): AppError {
  return new AppError(
    "broker.nonsense",
    `${name} answered something its interface does not know (${what}). Please try again later`,
    { broker: name, what },
    cause === undefined ? undefined : { cause },
  );
}

/** What a provider said, fit for an operator's audit log: one short line, in which nothing can be a token. */
function quoted(said: string): string {
  return said
    .replace(/[^\x20-\x7e]+/g, " ")
    .replace(/[A-Za-z0-9+/=_-]{16,}/g, "…")
    .slice(0, 120);
}

/**
 * @param why a short reason of our own words; the message holds no other
 * @param said what the provider said, for the operator: `details.said`, which the visitor is never shown
 */
export function rejected(name: string, why: string, said?: string): AppError {
  return new AppError(
    "broker.rejected",
    `${name} did not accept this sign-in (${why}). Please sign in again`,
    {
      broker: name,
      why,
      ...(said === undefined ? {} : { said: quoted(said) }),
    },
  );
}

/** Reads an answer as the documentation describes it; fields that were added since are let through. */
export function readAs<T extends TSchema>(
  schema: T,
  name: string,
  what: string,
): (value: unknown) => Static<T> {
  const validator = Compile(schema);
  return (value) => {
    if (!validator.Check(value)) throw nonsense(name, what);
    return value as Static<T>;
  };
}

function wire({ method, url, headers, form, json }: BrokerRequest): WireRequest {
  const accept = { accept: "application/json", ...headers };
  if (form !== undefined) {
    return {
      method,
      url,
      headers: { ...accept, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    };
  }
  if (json !== undefined) {
    return { method, url, headers: { ...accept, "content-type": "application/json" }, body: json };
  }
  return { method, url, headers: accept };
}

async function readLimited(body: AsyncIterable<Uint8Array>, name: string, limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > limit) throw nonsense(name, "an oversized answer");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw nonsense(name, "an answer that is not JSON", error);
  }
}

/**
 * One provider's HTTP: a deadline over the whole exchange, a limit on its size, and errors of our own vocabulary.
 * @param name the provider as people read it
 */
export function createBrokerHttp(
  name: string,
  { fetch, clock, deadlineMs = DEADLINE_MS, answerLimit = ANSWER_LIMIT_BYTES }: BrokerHttpEdges,
  transport: Transport = fetchTransport(fetch),
): BrokerHttp {
  const breaker = createBreaker(name, clock);

  async function exchange(request: BrokerRequest, signal: AbortSignal): Promise<BrokerAnswer> {
    const answer = await transport(wire(request), signal);
    if (answer.status >= 500 || answer.status === 429) throw unavailable(name);
    if (answer.status < 200 || (answer.status >= 300 && answer.status < 400)) {
      throw nonsense(name, `status ${answer.status}`);
    }
    const text = await readLimited(answer.body, name, answerLimit);
    return { status: answer.status, body: parseJson(text, name) };
  }

  return {
    guarded: (work) => breaker.run(work),
    async send(request) {
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), deadlineMs);
      try {
        return await exchange(request, abort.signal);
      } catch (error) {
        if (error instanceof AppError) throw error;
        // Whatever a transport throws (refused, reset, cut, late) means the same to the caller.
        throw unavailable(name, error);
      } finally {
        clearTimeout(timer);
        // An answer that was not read to its end holds its connection until it is dropped.
        abort.abort();
      }
    },
  };
}
