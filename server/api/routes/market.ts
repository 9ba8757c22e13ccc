import { BROKERS } from "#domain/access/brokers.ts";
import { EXCHANGES } from "#domain/calendar/exchange.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { marketStatus, marketTimings } from "#domain/calendar/sessions.ts";
import { MarketAccessResponse, MarketStatusResponse } from "#protocol/http/account.ts";
import { ErrorResponse } from "#protocol/http/errors.ts";
import { MarketTimingsResponse } from "#protocol/http/market-timings.ts";
import type { Auth } from "../../auth/auth.ts";
import type { MarketRule } from "../../auth/market-access.ts";
import { marketRefusal } from "../../auth/market-access.ts";
import { type CachedBody, createCachedBody, sendCached } from "../cached-body.ts";
import type { ApiContext, App } from "../context.ts";

/** Slug of the broker whose account the market is, where people can log in with that broker here. */
function loginOf(rule: MarketRule, { logins }: Auth): string | null {
  if (rule.kind !== "owner" || rule.account === null) return null;
  const { slug } = BROKERS[rule.account.broker];
  return slug !== null && logins.isAvailable(slug) ? slug : null;
}

/** What is known of the market itself. */
export function addMarketRoutes(app: App, { watch, access, account }: ApiContext): void {
  app.get(
    "/v1/market_access",
    {
      schema: {
        tags: ["market"],
        summary: "Whether whoever asks may be given this server's market, and if not, why and what opens it",
        response: { 200: MarketAccessResponse, 503: ErrorResponse },
      },
    },
    async ({ identity, caller }, reply) => {
      reply.header("cache-control", "no-store").header("vary", "cookie, x-auth-token");
      if (access.mayServe(identity)) return { data: { allowed: true, message: null, login: null } };
      // Whose account it is could not be asked: that is no refusal.
      if (caller.failure !== null) throw caller.failure;
      const { message } = marketRefusal();
      return { data: { allowed: false, message, login: loginOf(access.rule, account.auth) } };
    },
  );

  let held: CachedBody | null = null;
  app.get(
    "/v1/compute/market_timings",
    {
      schema: {
        tags: ["market"],
        summary: "Opening and closing time of every exchange today, in India's time",
        response: { 200: MarketTimingsResponse },
      },
    },
    async (request, reply) => {
      const date = istDate(watch.marketTime());
      if (held?.etag !== `timings-${date}`)
        held = createCachedBody(`timings-${date}`, JSON.stringify(marketTimings(date)));
      return sendCached(request, reply, held);
    },
  );

  app.get(
    "/v1/compute/market_status",
    {
      schema: {
        tags: ["market"],
        summary: "Whether every exchange is open now, by the market's own clock",
        response: { 200: MarketStatusResponse },
      },
    },
    async (_request, reply) => {
      reply.header("cache-control", "no-cache");
      const now = watch.marketTime();
      // A simulated market that never sleeps is open, whatever the calendar says.
      const statusOf = (exchange: (typeof EXCHANGES)[number]) =>
        watch.keepsSessions() ? marketStatus(exchange, now).status : "open";
      return Object.fromEntries(EXCHANGES.map((exchange) => [exchange, statusOf(exchange)]));
    },
  );
}
