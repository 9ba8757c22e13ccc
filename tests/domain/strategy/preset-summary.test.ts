import { describe, expect, test } from "vitest";
import { black76 } from "#domain/pricing/black76.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { smileIv } from "#domain/strategy/effective-iv.ts";
import { tradesOf } from "#domain/strategy/legs/list.ts";
import type { Leg, StrategyMarket } from "#domain/strategy/model.ts";
import { buildPreset } from "#domain/strategy/presets/build.ts";
import { PRESETS } from "#domain/strategy/presets/names.ts";
import { summarise } from "#domain/strategy/summarise.ts";
import { ids } from "./legs/legs-fixture.ts";
import { SHAPES } from "./preset-promises.ts";
import { simulatedWorld } from "./preset-worlds.ts";
import { options, market as roundMarket } from "./strategy-fixture.ts";

const world = simulatedWorld("NIFTY");
const market: StrategyMarket = { ...roundMarket(), ...world.market, spot: world.spot };
const expiry = world.contracts.expiries[1]!;

/** The leg at today's worth. */
function quoted(leg: Leg): Leg {
  const own = market.expiries.find((each) => each.expiry === leg.expiry)!;
  const years = yearsToExpiry(market.now, leg.expiryInstant);
  const price =
    leg.type === "CE" || leg.type === "PE"
      ? black76(leg.type, own.forward, leg.strike, years, smileIv(own, leg.strike), 0).price
      : own.forward;
  return { ...leg, entryPrice: price, quote: { ...leg.quote, lastPrice: price, usablePrice: price } };
}

describe("the analysis of every ready-made strategy", () => {
  test.each(PRESETS)("%s is limited where its shape is, and worth nothing at the start", (name) => {
    const outcome = buildPreset(name, world, expiry);
    const legs = tradesOf(outcome.ok ? outcome.legs : [], 1, ids()).map(quoted);
    const { maxProfit, maxLoss, pop, projectedPayoff } = summarise(
      legs,
      market,
      options(),
      referenceStrategyKernel,
    );
    const shape = SHAPES[name];
    const last = shape === "peak" ? 0 : shape.at(-1)!;
    // Below, the price ends at nothing, so only the side above is without end.
    expect(maxProfit === Infinity).toBe(last > 0);
    expect(maxLoss === -Infinity).toBe(last < 0);
    expect(maxProfit).toBeGreaterThan(0);
    expect(maxLoss).toBeLessThan(0);
    expect(pop).toBeGreaterThan(0.02);
    expect(pop).toBeLessThan(0.98);
    expect(Math.abs(projectedPayoff)).toBeLessThan(1e-6);
  });
});
