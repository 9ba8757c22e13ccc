import type { FastifyRequest } from "fastify";
import { type Budget, budgetOf } from "../../identity/http/budget.ts";
import { whoAsks } from "../../identity/http/caller.ts";
import { addressKey } from "../../platform/http/addresses.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { addLimits } from "../../platform/http/limits.ts";

/** How many requests a minute one address, and one account, may make. */
export interface Limits {
  /** ends of a sign-in, and beginnings of one, each */
  readonly loginsPerMinute: number;
  readonly writesPerMinute: number;
  /** strategies, margins and the like; counted by account, of strangers by address */
  readonly computesPerMinute: number;
}

type Count = Budget | "accountWrites";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

function countsOf({ routeOptions, method, identity, is404 }: FastifyRequest): readonly Count[] {
  const { endpoint } = routeOptions.config;
  // What changes something at no address is counted too; what stands in for providers has no row, and is not.
  if (endpoint === undefined) return is404 && !SAFE.has(method) ? ["writes"] : [];
  const budget = budgetOf(endpoint);
  if (budget === null) return [];
  const counts: readonly Count[] =
    budget === "writes" && identity.accountId !== null ? ["writes", "accountWrites"] : [budget];
  return Array.from({ length: endpoint.cost }, () => counts).flat();
}

/**
 * Counts calls by the budget of their row, writes by account too. Whose address it is says the socket, or a trusted proxy. Comes after the
 * hook that identifies the caller.
 */
export function addRequestLimits(app: App, limits: Limits): Promise<void> {
  const { loginsPerMinute, writesPerMinute, computesPerMinute } = limits;
  const byAddress = (request: FastifyRequest): string => addressKey(request.ip);
  const byAccount = (request: FastifyRequest): string => request.identity.accountId ?? "";
  const counts = {
    begins: { perMinute: loginsPerMinute, keyOf: byAddress },
    ends: { perMinute: loginsPerMinute, keyOf: byAddress },
    // Each begins an attempt with Google too, but a panel that opens is no login.
    panels: { perMinute: writesPerMinute, keyOf: byAddress },
    writes: { perMinute: writesPerMinute, keyOf: byAddress },
    accountWrites: { perMinute: writesPerMinute, keyOf: byAccount },
    computes: { perMinute: computesPerMinute, keyOf: whoAsks },
  };
  return addLimits<Count>(app, counts, countsOf);
}
