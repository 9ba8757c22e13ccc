import type { FastifyRequest } from "fastify";
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

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
/** Change nothing; they are POSTs because their question is long. */
const READS = new Set(["/v1/compute/cache/quotes_v2", "/v1/compute/charges"]);
/** A page asks for one of these while something is dragged, five times a second at most (rule STRAT-10). */
const COMPUTES = /^\/v1\/(?:compute\/:brokerId\/|calculate_margin_v3$)/;
const BEGINS = new Set([
  "/v1/kite_login",
  "/v1/upstox_login",
  "/v1/angel_broking_login",
  "/v1/icici_login_payload",
]);
const ENDS = new Set([
  "/v1/redirect_token",
  "/v1/upstox_login_redirect",
  "/v1/angel_broking_login_redirect",
  "/v1/icici_validate_login",
  "/v1/login_with_fedcm_google",
  "/v1/invalidate_old_sessions_and_login",
]);
/** Each begins an attempt too, but a panel that opens is no login. */
const NOTES = "/v1/login_config";
const SANDBOX = "/sandbox/";

type Cost = "begins" | "ends" | "notes" | "writes" | "accountWrites" | "computes";

function costsOf({ routeOptions, method, identity }: FastifyRequest): readonly Cost[] {
  // The route that was found, not the address as it was spelt: `%6b` is a k too.
  const route = routeOptions.url ?? "";
  if (BEGINS.has(route)) return ["begins"];
  if (route === NOTES) return ["notes"];
  if (ENDS.has(route)) return ["ends"];
  if (SAFE.has(method) || READS.has(route) || route.startsWith(SANDBOX)) return [];
  if (COMPUTES.test(route)) return ["computes"];
  return identity.accountId === null ? ["writes"] : ["writes", "accountWrites"];
}

/**
 * Counts logins and writes by address and by account. Whose address it is says the socket, or a trusted proxy. Comes after the
 * hook that identifies the caller.
 */
export function addRequestLimits(app: App, limits: Limits): Promise<void> {
  const { loginsPerMinute, writesPerMinute, computesPerMinute } = limits;
  const byAddress = (request: FastifyRequest): string => addressKey(request.ip);
  const byAccount = (request: FastifyRequest): string => request.identity.accountId ?? "";
  const counts = {
    begins: { perMinute: loginsPerMinute, keyOf: byAddress },
    ends: { perMinute: loginsPerMinute, keyOf: byAddress },
    notes: { perMinute: writesPerMinute, keyOf: byAddress },
    writes: { perMinute: writesPerMinute, keyOf: byAddress },
    accountWrites: { perMinute: writesPerMinute, keyOf: byAccount },
    computes: { perMinute: computesPerMinute, keyOf: whoAsks },
  };
  return addLimits<Cost>(app, counts, costsOf);
}
