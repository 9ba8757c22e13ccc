import type { FastifyRequest } from "fastify";
import { type Budget, budgetOf, msOf } from "../../identity/http/budget.ts";
import { whoAsks } from "../../identity/http/caller.ts";
import { addressKey } from "../../platform/http/addresses.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { addLimits, type Charge } from "../../platform/http/limits.ts";

/** What one account, or one address of those who have none, may ask for (docs/configuration.md, decision 0023). */
export interface Limits {
  /** sign-ins begun, and ended, each */
  readonly loginsPerMinute: number;
  readonly writesPerMinute: number;
  readonly chartsPerMinute: number;
  /** strategies, margins, long lists of quotes and the like */
  readonly computesPerMinute: number;
  /** of the thread that answers all calls and runs the relay */
  readonly threadMsPerMinute: number;
}

type Count = Budget | "thread";

const MINUTE_MS = 60_000;
/** A minute's milliseconds in one go would be a second's silence for everybody else: they are given in parts. */
const THREAD_PARTS = 6;
/** A failed sign-in counts as much as this many that succeed: people sign in, guessers fail. */
const FAILED_LOGIN = 6;
/** A panel that opens is no sign-in, but it begins an attempt with Google. */
const PANELS_PER_LOGIN = 5;

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** What a body may have whose length is not said, bytes. */
const UNSAID_BYTES = 256 * 1_024;

function bytesOf({ url, headers, method }: FastifyRequest): number {
  if (SAFE.has(method)) return url.length;
  const said = Number(headers["content-length"] ?? (headers["transfer-encoding"] === undefined ? 0 : NaN));
  return url.length + (said >= 0 ? said : UNSAID_BYTES);
}

function chargesOf(request: FastifyRequest): readonly Charge<Count>[] {
  const { endpoint } = request.routeOptions.config;
  // What changes something at no address is counted too; what stands in for providers has no row, and is not.
  if (endpoint === undefined) {
    return request.is404 && !SAFE.has(request.method) ? [{ of: "writes", amount: 1 }] : [];
  }
  const charges: Charge<Count>[] = [];
  const budget = budgetOf(endpoint);
  const { cost } = endpoint;
  if (budget === "ends") {
    charges.push({ of: budget, amount: cost, deposit: cost * (FAILED_LOGIN - 1) });
  } else if (budget !== null) charges.push({ of: budget, amount: cost });
  if (endpoint.ms > 0) charges.push({ of: "thread", amount: msOf(endpoint, bytesOf(request)) });
  return charges;
}

/**
 * Counts calls by the budget of their row, and what all of them take of this thread. An account is counted wherever it is, a
 * stranger by address: whose address it is says the socket, or a trusted proxy. Who signs in is a stranger still, or signs in
 * anew. Comes after the hook that identifies the caller.
 */
export function addRequestLimits(app: App, limits: Limits): void {
  const { loginsPerMinute, writesPerMinute, chartsPerMinute, computesPerMinute, threadMsPerMinute } = limits;
  const byAddress = (request: FastifyRequest): string => addressKey(request.ip);
  const minute = (most: number, keyOf = whoAsks) => ({ most, windowMs: MINUTE_MS, keyOf });
  addLimits<Count>(
    app,
    {
      begins: minute(loginsPerMinute, byAddress),
      ends: minute(loginsPerMinute, byAddress),
      panels: minute(loginsPerMinute * PANELS_PER_LOGIN, byAddress),
      writes: minute(writesPerMinute),
      charts: minute(chartsPerMinute),
      computes: minute(computesPerMinute),
      thread: {
        most: threadMsPerMinute / THREAD_PARTS,
        windowMs: MINUTE_MS / THREAD_PARTS,
        keyOf: whoAsks,
      },
    },
    chargesOf,
  );
}
