import { isIP } from "node:net";
import rateLimit from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";
import { AppError } from "#domain/errors.ts";
import { plainAddress } from "./addresses.ts";
import type { App } from "./typed-app.ts";

const MINUTE_MS = 60_000;
/** Addresses and accounts that are counted at once; beyond it the one seen longest ago starts anew. */
const MOST_COUNTED = 50_000;

/** How many requests a minute one address, and one account, may make. */
export interface Limits {
  /** ends of a sign-in, and beginnings of one, each */
  readonly loginsPerMinute: number;
  readonly writesPerMinute: number;
  /** strategies, margins and the like; counted by account, of strangers by address */
  readonly computesPerMinute: number;
}

export const DEFAULT_LIMITS: Limits = { loginsPerMinute: 10, writesPerMinute: 60, computesPerMinute: 600 };

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
/** Change nothing; they are POSTs because their question is long. */
const READS = new Set(["/v1/compute/cache/quotes_v2", "/v1/compute/charges"]);
/** A page asks for one of these while something is dragged, five times a second at most (spec 2 §9). */
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

/**
 * Whose requests are counted together: an IPv6 network of 64 bits is one household. What came by IPv4 to a socket of both
 * kinds is the IPv4 address it is, or all of them would be one network.
 */
export function addressKey(raw: string): string {
  const address = plainAddress(raw);
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.toLowerCase().split("%")[0]!.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: missing }, () => "0"), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** Whose computing is counted together: an account, or the address of a mobile app that nobody has signed in to. */
export const whoAsks = ({ identity, ip }: FastifyRequest): string => identity.accountId ?? addressKey(ip);

/**
 * Counts logins and writes by address and by account in windows of a minute; more is 429 with Retry-After. Whose address it
 * is says the socket, or a trusted proxy. Comes after the hook that identifies the caller.
 */
export async function addLimits(app: App, limits: Limits): Promise<void> {
  const { loginsPerMinute, writesPerMinute, computesPerMinute } = limits;
  await app.register(rateLimit, { global: false, cache: MOST_COUNTED });
  const byAddress = (request: FastifyRequest): string => addressKey(request.ip);
  const byAccount = (request: FastifyRequest): string => request.identity.accountId ?? "";
  const limiter = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator });

  const begins = limiter(loginsPerMinute, byAddress);
  const ends = limiter(loginsPerMinute, byAddress);
  const notes = limiter(writesPerMinute, byAddress);
  const writes = limiter(writesPerMinute, byAddress);
  const accountWrites = limiter(writesPerMinute, byAccount);
  const computes = limiter(computesPerMinute, whoAsks);

  async function check(limit: ReturnType<typeof limiter>, request: FastifyRequest): Promise<void> {
    const answer = await limit(request);
    if (answer.isAllowed || !answer.isExceeded) return;
    const seconds = Math.max(1, answer.ttlInSeconds);
    throw new AppError("request.rate_limited", `Too many requests; try again in ${seconds} s`, {
      retry_after: seconds,
    });
  }

  app.addHook("onRequest", async (request) => {
    // The route that was found, not the address as it was spelt: `%6b` is a k too.
    const route = request.routeOptions.url ?? "";
    if (BEGINS.has(route)) return check(begins, request);
    if (route === NOTES) return check(notes, request);
    if (ENDS.has(route)) return check(ends, request);
    if (SAFE.has(request.method) || READS.has(route) || route.startsWith(SANDBOX)) return;
    if (COMPUTES.test(route)) return check(computes, request);
    await check(writes, request);
    if (request.identity.accountId !== null) await check(accountWrites, request);
  });
}
