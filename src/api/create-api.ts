import { ApiFailure } from "./api-failure.ts";
import { NO_RESPONSE, NOT_MADE, statusText } from "./error-text.ts";
import { type EndReason, endReason } from "./session-end.ts";

/** Calls slower than this are reported (rule SES-12). */
export const SLOW_MS = 1_000;
/** Longer than the server gives a broker to answer (10 s); who waits longer is better told. */
const TIMEOUT_MS = 20_000;

export interface SlowCall {
  readonly method: string;
  readonly path: string;
  readonly ms: number;
  /** null when no response came */
  readonly status: number | null;
}

export interface ApiEdges {
  readonly fetch: typeof globalThis.fetch;
  now(): number;
  headers(): Readonly<Record<string, string>>;
  /** told of each call that took longer than SLOW_MS */
  onSlow(call: SlowCall): void;
  /**
   * a 401 although an account is signed in: forced logout; calls that are themselves about signing in don't
   * ask for it
   */
  onSessionEnded(reason: EndReason): void;
}

interface CallOptions {
  readonly query?: Readonly<Record<string, string | null | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** a 401 here says that this login failed, not that a session ended */
  readonly isLogin?: boolean;
}

/** Turns an answer into what the caller wants; null says that it has another shape. */
type Read<T> = (answer: unknown) => T | null;

export interface Api {
  /**
   * One call to our own server, with both id headers and the cookie.
   * @throws ApiFailure with the text for people; DOMException AbortError when `signal` says so
   */
  call<T>(method: "GET" | "POST" | "DELETE", path: string, read: Read<T>, options?: CallOptions): Promise<T>;
}

function address(path: string, query: CallOptions["query"] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) params.set(name, value);
  return params.size === 0 ? path : `${path}?${params}`;
}

function seconds(header: string | null): number | null {
  const value = header === null ? Number.NaN : Number(header);
  return Number.isFinite(value) && value >= 0 ? value : null;
}

export function createApi(edges: ApiEdges): Api {
  async function send(method: string, path: string, options: CallOptions): Promise<Response> {
    const { body, signal } = options;
    let request: Request;
    try {
      request = new Request(new URL(address(path, options.query), location.origin), {
        method,
        credentials: "same-origin",
        cache: "no-store",
        headers: {
          accept: "application/json",
          ...edges.headers(),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
      });
    } catch {
      throw new ApiFailure({ status: null, statusText: "", body: null, message: NOT_MADE });
    }
    const start = edges.now();
    let status: number | null = null;
    try {
      const response = await edges.fetch(request);
      status = response.status;
      return response;
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiFailure({ status: null, statusText: "", body: null, message: NO_RESPONSE });
    } finally {
      const ms = edges.now() - start;
      if (ms > SLOW_MS) edges.onSlow({ method, path, ms, status });
    }
  }

  return {
    async call(method, path, read, options = {}) {
      const response = await send(method, path, options);
      const { status, ok } = response;
      const body: unknown = await response.json().catch(() => null);
      if (!ok) {
        if (status === 401 && options.isLogin !== true) edges.onSessionEnded(endReason(body));
        const failure = { status, statusText: response.statusText, body, message: statusText(status) };
        throw new ApiFailure(failure, seconds(response.headers.get("retry-after")));
      }
      const value = read(body);
      if (value === null) {
        throw new ApiFailure({ status, statusText: "", body: null, message: "Something went wrong" });
      }
      return value;
    },
  };
}
