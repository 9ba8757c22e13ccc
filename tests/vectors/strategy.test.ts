import { describe, expect, test } from "vitest";
import { FORWARD_FUTURE } from "#domain/chain/flags.ts";
import { createCurve } from "#domain/strategy/curve.ts";
import { horizonOf } from "#domain/strategy/horizon.ts";
import type { Leg, LegType, StrategyMarket, StrategyOptions } from "#domain/strategy/model.ts";
import { standingLegs } from "#domain/strategy/standing.ts";
import { summarise } from "#domain/strategy/summarise.ts";
import type { StrategyGreeks } from "#domain/strategy/summary-types.ts";
import { strategyKernels } from "./strategy-kernels.ts";
import { expectFigure, numberOr, vectorFile } from "./vector-file.ts";

interface ExpiryInput {
  readonly expiry: string;
  /** ISO time with its zone. */
  readonly expiryInstant: string;
  readonly forward: number;
  readonly atmIv: number;
}

interface LegInput {
  readonly type: LegType;
  readonly strike: number;
  readonly expiry: string;
  readonly quantity: number;
  readonly entry: number;
  readonly sigma: number | null;
  /** Price an expired leg was settled at. */
  readonly settlement: number | null;
}

interface StrategyInput {
  readonly kind: "index" | "commodity";
  readonly now: string;
  readonly spot: number;
  readonly tickSize: number;
  readonly expiries: readonly ExpiryInput[];
  readonly legs: readonly LegInput[];
  readonly prices: readonly number[];
  readonly targetTime: string;
  readonly targetPrice: number;
}

interface StrategyOutput {
  readonly expiry: string;
  readonly atExpiry: readonly number[];
  readonly atTarget: readonly number[];
  readonly breakevens: readonly number[];
  readonly maxProfit: number | "Unlimited";
  readonly maxLoss: number | "Unlimited";
  readonly riskReward: number | null;
  readonly pop: number;
  readonly standardDeviation: number;
  readonly totalPremium: number;
  readonly greeks: StrategyGreeks;
}

function marketOf({ kind, now, spot, tickSize, expiries }: StrategyInput): StrategyMarket {
  return {
    symbol: "NIFTY",
    token: 256_265,
    kind,
    now: Date.parse(now),
    spot,
    isSpotImplied: false,
    strikeStep: 50,
    spotTickSize: 0.05,
    tickSize,
    derivativeExchange: kind === "commodity" ? "MCX" : "NFO",
    closestFutureExpiry: null,
    expiries: expiries.map(({ expiry, expiryInstant, forward, atmIv }) => ({
      expiry,
      expiryInstant: Date.parse(expiryInstant),
      forward,
      forwardSource: FORWARD_FUTURE,
      synthetic: forward,
      discount: 1,
      discountError: Number.NaN,
      atmIv,
      strikes: new Float64Array(0),
      iv: new Float64Array(0),
      solved: new Uint8Array(0),
    })),
  };
}

function legsOf({ legs, expiries }: StrategyInput): Leg[] {
  return legs.map((leg, i) => {
    const instant = expiries.find(({ expiry }) => expiry === leg.expiry)?.expiryInstant;
    return {
      id: String(i),
      token: i + 1,
      tradingsymbol: `${leg.strike} ${leg.type}`,
      type: leg.type,
      strike: leg.strike,
      expiry: leg.expiry,
      expiryInstant: Date.parse(instant ?? `${leg.expiry}T15:40:00+05:30`),
      quantity: leg.quantity,
      lotSize: 65,
      multiplier: 1,
      entryPrice: leg.entry,
      customIv: leg.sigma,
      isSelected: true,
      kind: "trade",
      bookedPnl: 0,
      quote: { lastPrice: leg.entry, usablePrice: leg.entry, isLiquid: true, warnings: [] },
      settlement: leg.settlement === null ? null : { price: leg.settlement, underlyingClose: null },
    };
  });
}

function optionsOf({ targetTime, targetPrice }: StrategyInput): StrategyOptions {
  return {
    targetPrice,
    targetTime: Date.parse(targetTime),
    targetInterval: null,
    ivOffset: 0,
    sdMode: "expiry",
    fixedSdDays: 7,
    factorInBookedPnl: false,
    manualPnl: { isChecked: false, pnl: 0 },
    wantsPayoffChart: false,
    wantsPayoffTable: false,
    wantsTradeDetails: false,
    multiplyByLotSize: true,
    multiplyByLots: true,
  };
}

const { cases, tolerance } = vectorFile<StrategyInput, StrategyOutput>("strategy.json");
/** Profit's word is +Infinity, loss's -Infinity. */
const extreme = (value: number | "Unlimited", end: number) => (value === "Unlimited" ? end : value);

describe.each(strategyKernels())("strategy.json by $name", (each) => {
  test.each(cases)("$id", ({ input, output }) => {
    const market = marketOf(input);
    const legs = legsOf(input);
    const got = summarise(legs, market, optionsOf(input), each.kernel);
    expect(got.expiry).toBe(output.expiry);
    expect(got.breakevensAtExpiry.length).toBe(output.breakevens.length);
    output.breakevens.forEach((price, i) => {
      expectFigure(got.breakevensAtExpiry[i]!, price, tolerance, "breakeven");
    });
    for (const [name, end] of [["maxProfit", Infinity] as const, ["maxLoss", -Infinity] as const]) {
      const wanted = extreme(output[name], end);
      if (Number.isFinite(wanted)) expectFigure(got[name], wanted, tolerance, name);
      else expect(got[name], name).toBe(wanted);
    }
    expectFigure(got.riskRewardRatio, output.riskReward, tolerance, "risk to reward");
    expectFigure(got.pop, output.pop, tolerance, "pop");
    expectFigure(got.standardDeviation.sd, output.standardDeviation, tolerance, "deviation");
    expectFigure(got.totalPremium, output.totalPremium, tolerance, "premium");
    for (const name of ["delta", "gamma", "theta", "vega"] as const) {
      expectFigure(got.greeks[name], output.greeks[name], tolerance, name);
    }

    const standing = standingLegs(legs, market, 0);
    const prices = Float64Array.from(input.prices);
    for (const [name, time] of [
      ["atExpiry", horizonOf(standing, market, 0).time] as const,
      ["atTarget", Date.parse(input.targetTime)] as const,
    ]) {
      const values = createCurve(standing, market, time, 0, each.kernel).values(prices);
      output[name].forEach((wanted, i) => {
        // Ten million units cannot be held to a tenth of a micro-rupee.
        const size = input.legs.reduce((sum, { quantity }) => sum + Math.abs(quantity), 0);
        const absolute = Math.max(1e-7, 1e-14 * size * input.prices[i]!);
        expectFigure(values[i]!, wanted, { ...tolerance, absolute }, `${name} ${input.prices[i]}`);
      });
    }
  });
});

test("every leg's own volatility is what prices it", () => {
  for (const { input } of cases) {
    const standing = standingLegs(legsOf(input), marketOf(input), 0);
    input.legs.forEach(({ sigma }, i) => {
      if (sigma !== null) expect(standing[i]!.sigma).toBe(numberOr(sigma));
    });
  }
});
