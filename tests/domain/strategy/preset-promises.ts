/** What ready-made strategies are known for, written by hand: the shape of each, and what a market view promises. */
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { PlacedLeg, PresetMarket } from "#domain/strategy/presets/build.ts";
import type { MarketView, PresetName } from "#domain/strategy/presets/names.ts";
import type { PresetWorld } from "./preset-worlds.ts";

/** Slopes of the payoff at expiry from the lowest price to the highest, in lots; calendars have a curve. */
export const SHAPES: Readonly<Record<PresetName, readonly number[] | "peak">> = {
  BUY_CALL: [0, 1],
  SELL_PUT: [1, 0],
  BUY_CALL_SPREAD: [0, 1, 0],
  SELL_PUT_SPREAD: [0, 1, 0],
  CALL_RATIO_BACK_SPREAD: [0, -1, 1],
  LONG_CALENDAR_WITH_CALLS: "peak",
  BULL_CONDOR: [0, 1, 0, -1, 0],
  BULL_BUTTERFLY: [0, 1, -1, 0],
  RANGE_FORWARD: [1, 0, 1],
  BUY_FUTURE: [1],
  LONG_SYNTHETIC_FUTURE: [1],
  BUY_PUT: [-1, 0],
  SELL_CALL: [0, -1],
  BUY_PUT_SPREAD: [0, -1, 0],
  SELL_CALL_SPREAD: [0, -1, 0],
  PUT_RATIO_BACK_SPREAD: [-1, 1, 0],
  LONG_CALENDAR_WITH_PUTS: "peak",
  BEAR_CONDOR: [0, 1, 0, -1, 0],
  BEAR_BUTTERFLY: [0, 1, -1, 0],
  RISK_REVERSAL: [-1, 0, -1],
  SELL_FUTURE: [-1],
  SHORT_SYNTHETIC_FUTURE: [-1],
  SHORT_STRADDLE: [1, -1],
  SHORT_STRANGLE: [1, 0, -1],
  SHORT_IRON_BUTTERFLY: [0, 1, -1, 0],
  SHORT_IRON_CONDOR: [0, 1, 0, -1, 0],
  BATMAN: [1, -1, 0, 1, -1],
  DOUBLE_PLATEAU: [0, 1, 0, -1, 0, 1, 0, -1, 0],
  JADE_LIZARD: [1, 0, -1, 0],
  REVERSE_JADE_LIZARD: [0, 1, 0, -1],
  CALL_RATIO_SPREAD: [0, 1, -1],
  PUT_RATIO_SPREAD: [1, -1, 0],
  LONG_STRADDLE: [-1, 1],
  LONG_STRANGLE: [-1, 0, 1],
  LONG_IRON_BUTTERFLY: [0, -1, 1, 0],
  LONG_IRON_CONDOR: [0, -1, 0, 1, 0],
  STRIP: [-2, 1],
  STRAP: [-1, 2],
};

/** Slopes as the payoff itself has them, neighbours that are equal joined. */
export function slopes(pnl: (price: number) => number, legs: readonly PlacedLeg[]): number[] {
  const strikes = [...new Set(legs.map(({ contract }) => contract.strike))].filter((strike) => strike > 0);
  strikes.sort((a, b) => a - b);
  const points = strikes.length === 0 ? [1] : strikes;
  const edges = [0.5 * points[0]!, ...points, 1.5 * points.at(-1)!];
  const all = edges.slice(1).map((edge, i) => {
    const before = edges[i]!;
    return Math.round((1000 * (pnl(edge) - pnl(before))) / (edge - before)) / 1000;
  });
  return all.filter((slope, i) => i === 0 || slope !== all[i - 1]).map((slope) => slope + 0);
}

export function standardDeviation({ market }: PresetWorld, expiry: string): number {
  const { forward, atmIv, expiryInstant } = market.expiries.find((each) => each.expiry === expiry)!;
  return forward * atmIv * Math.sqrt(yearsToExpiry(market.now, expiryInstant));
}

/** What each view promises of the P&L at expiry, with prices as standard deviations from the forward. */
export const PROMISES: Readonly<Record<MarketView, (at: (sd: number) => number) => boolean>> = {
  ABOVE: (at) => best(at, 0.1, 3) > 0 && best(at, 0.1, 3) > at(0),
  BELOW: (at) => best(at, -3, -0.1) > 0 && best(at, -3, -0.1) > at(0),
  NOT_ABOVE: (at) => least(at, -0.45, 0) > 0 && average(at, -3, 0) > average(at, 0, 3) && at(3) < 0,
  NOT_BELOW: (at) => least(at, 0, 0.45) > 0 && average(at, 0, 3) > average(at, -3, 0) && at(-3) < 0,
  AROUND: (at) => isPeaked(at) && widthAt(at, 0.99) < 0.5,
  BETWEEN: (at) => isPeaked(at),
};

const steps = (from: number, to: number) =>
  Array.from({ length: 121 }, (_, i) => from + ((to - from) * i) / 120);
const best = (at: (sd: number) => number, from: number, to: number) => Math.max(...steps(from, to).map(at));
const least = (at: (sd: number) => number, from: number, to: number) => Math.min(...steps(from, to).map(at));
const average = (at: (sd: number) => number, from: number, to: number) =>
  steps(from, to).reduce((sum, sd) => sum + at(sd), 0) / 121;
/** The best is near, and little of it is left far away. */
const isPeaked = (at: (sd: number) => number) => {
  const top = best(at, -1.6, 1.6);
  return top > 0 && best(at, -4, -3) < 0.3 * top && best(at, 3, 4) < 0.3 * top;
};
/** Standard deviations over which the P&L is at least this share of its best. */
const widthAt = (at: (sd: number) => number, share: number) => {
  const top = best(at, -3, 3);
  return steps(-3, 3).filter((sd) => at(sd) >= share * top).length * (6 / 120);
};

/** With fewer strikes in a standard deviation, legs cannot stand where they should. */
export function isWide(strikes: Float64Array, forward: number, sd: number): boolean {
  return strikes.filter((strike) => Math.abs(strike - forward) < sd).length >= 5;
}

/** What is wrong with where the legs stand; empty when nothing is. */
export function unsound({ contracts }: PresetMarket, legs: readonly PlacedLeg[], expiry: string): string {
  if (new Set(legs.map(({ contract }) => contract.token)).size < legs.length) return "a contract twice";
  for (const { contract, lots } of legs) {
    const { type, strike } = contract;
    const listed =
      type === "CE" || type === "PE"
        ? contracts.option(type, contract.expiry!, strike)
        : contracts.future(contract.expiry!);
    if (listed !== contract) return "a contract that is not listed";
    if (!(lots >= 1)) return "no lots";
    if (type !== "FUT" && contract.expiry! < expiry) return "an earlier expiry";
  }
  return "";
}
