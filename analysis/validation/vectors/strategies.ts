import { FORWARD_FUTURE } from "#domain/chain/flags.ts";
import { createCurve } from "#domain/strategy/curve.ts";
import { horizonOf } from "#domain/strategy/horizon.ts";
import type { Leg, LegType, StrategyMarket, StrategyOptions } from "#domain/strategy/model.ts";
import { standingLegs } from "#domain/strategy/standing.ts";
import { summarise } from "#domain/strategy/summarise.ts";
import type { StrategyGreeks } from "#domain/strategy/summary-types.ts";
import { vectorCheck } from "../vector-check.ts";

interface ExpiryInput {
  readonly expiry: string;
  /** ISO time with its zone */
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
  /** price an expired leg was settled at */
  readonly settlement: number | null;
}

export interface StrategyInput {
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
      discountSource: 0,
      discountLender: 0,
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
      quote: {
        lastPrice: leg.entry,
        usablePrice: leg.entry,
        bid: Number.NaN,
        ask: Number.NaN,
        isLiquid: true,
        warnings: [],
      },
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

/** Profit's word is +Infinity, loss's -Infinity. */
const extreme = (value: number | "Unlimited", end: number) => (value === "Unlimited" ? end : value);

export const checkStrategy = vectorCheck<StrategyInput, StrategyOutput>(
  (figures, { input, output }, { strategy: kernel }, tolerance) => {
    const market = marketOf(input);
    const legs = legsOf(input);
    const got = summarise(legs, market, optionsOf(input), kernel);
    figures.word("expiry", got.expiry, output.expiry);
    figures.number("number of breakevens", got.breakevensAtExpiry.length, output.breakevens.length);
    output.breakevens.forEach((price, i) => {
      figures.number(`breakeven ${i + 1}`, got.breakevensAtExpiry[i] ?? Number.NaN, price);
    });
    figures.number("maxProfit", got.maxProfit, extreme(output.maxProfit, Infinity));
    figures.number("maxLoss", got.maxLoss, extreme(output.maxLoss, -Infinity));
    figures.number("riskReward", got.riskRewardRatio, output.riskReward);
    figures.number("pop", got.pop, output.pop);
    figures.number("standardDeviation", got.standardDeviation.sd, output.standardDeviation);
    figures.number("totalPremium", got.totalPremium, output.totalPremium);
    for (const name of ["delta", "gamma", "theta", "vega"] as const) {
      figures.number(name, got.greeks[name], output.greeks[name]);
    }

    const standing = standingLegs(legs, market, 0);
    input.legs.forEach(({ sigma, settlement }, i) => {
      // What prices a living leg is its own volatility.
      if (sigma !== null && settlement === null) figures.number(`sigma ${i + 1}`, standing[i]!.sigma, sigma);
    });
    const prices = Float64Array.from(input.prices);
    const size = input.legs.reduce((sum, { quantity }) => sum + Math.abs(quantity), 0);
    for (const [name, time] of [
      ["atExpiry", horizonOf(standing, market, 0).time] as const,
      ["atTarget", Date.parse(input.targetTime)] as const,
    ]) {
      const values = createCurve(standing, market, time, 0, kernel).values(prices);
      output[name].forEach((wanted, i) => {
        const price = input.prices[i]!;
        // Ten million units cannot be held to a tenth of a micro-rupee.
        const absolute = Math.max(1e-7, 1e-14 * size * price);
        figures.number(`${name} ${price}`, values[i]!, wanted, { ...tolerance, absolute });
      });
    }
  },
  true,
);
