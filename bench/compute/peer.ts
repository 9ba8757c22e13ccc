/**
 * What one would write first: one Fastify process that parses, checks, computes and stringifies on its only thread.
 * `/summary` uses textbook Black-Scholes in plain JavaScript, point by point and leg by leg, and answers less: curves, greeks,
 * breakevens. `/analysis` is the whole analysis of the product, with its arithmetic in TypeScript.
 */
import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import { Type } from "typebox";
import { builderAnswer } from "#analysis/builder-answer.ts";
import { type BuilderMarket, builderMarketOf } from "#analysis/builder-market.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderMarketBody } from "#protocol/http/builder-market-body.ts";
import { answerCalls } from "../lib/child.ts";
import { greeks, value } from "../lib/textbook.ts";
import type { AskedLeg } from "./strategy.ts";

const POINTS = 401;

interface Asked {
  readonly spot: number;
  readonly forward: number;
  readonly years: number;
  readonly legs: readonly AskedLeg[];
}

function summary({ spot, forward, years, legs }: Asked) {
  const strikes = legs.map(({ strike }) => strike);
  const grid = Array.from({ length: POINTS }, (_, i) => spot * (0.95 + (0.1 * i) / (POINTS - 1)));
  const prices = [...new Set([...grid, ...strikes])].sort((a, b) => a - b);
  const at = (price: number, left: number, basis: number) =>
    legs.reduce((sum, leg) => sum + leg.quantity * (value(leg, price + basis, left) - leg.price), 0);
  const expiry = prices.map((price) => at(price, 0, 0));
  const target = prices.map((price) => at(price, years, forward - spot));
  const breakevens = prices.flatMap((price, i) => {
    const before = expiry[i - 1];
    if (before === undefined || before * expiry[i]! >= 0) return [];
    return [prices[i - 1]! + ((price - prices[i - 1]!) * before) / (before - expiry[i]!)];
  });
  return {
    payoff_prices: prices,
    payoffs_at_expiry: expiry,
    payoffs_at_target: target,
    breakevens_at_expiry: breakevens,
    max_profit: Math.max(...expiry),
    max_loss: Math.min(...expiry),
    greeks: legs.map((leg) => greeks(leg, forward, years)),
  };
}

const Leg = Type.Object(
  {
    type: Type.Union([Type.Literal("CE"), Type.Literal("PE")]),
    strike: Type.Number(),
    iv: Type.Number(),
    quantity: Type.Number(),
    price: Type.Number(),
  },
  { additionalProperties: false },
);
const Body = Type.Object(
  { spot: Type.Number(), forward: Type.Number(), years: Type.Number(), legs: Type.Array(Leg) },
  { additionalProperties: false },
);

// Of a field that may be null as well ajv cannot take the default, and says so in strict mode.
const app = fastify({ ajv: { customOptions: { strict: false } } });
app.post("/summary", { schema: { body: Body } }, async (request) => ({
  payload: summary(request.body as Asked),
}));
let market: BuilderMarket | null = null;
app.post("/analysis", { schema: { body: BuilderRequest } }, async (request) => {
  if (market === null) throw new Error("no market yet");
  const outcome = builderAnswer(request.body as BuilderRequest, market, referenceStrategyKernel);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return { payload: outcome.payload };
});
await app.listen({ host: "127.0.0.1", port: 0 });

const methods = {
  port: () => (app.server.address() as AddressInfo).port,
  /** the market of `/analysis` */
  setMarket(body: BuilderMarketBody): void {
    market = builderMarketOf(body);
  },
  /** seconds of CPU since the start */
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
};
export type PeerMethods = typeof methods;
answerCalls(methods);
