/**
 * P&L of a strategy at one date as a function of the underlying: legs without time value exactly, live options by the kernel.
 */

import { LEG_CALL, LEG_PUT } from "../pricing/leg-kinds.ts";
import type { PayoffLegs, StrategyKernel } from "../pricing/strategy-kernel-port.ts";
import { yearsToExpiry } from "../pricing/time.ts";
import { basisAt, isOver } from "./leg-value.ts";
import type { StrategyMarket } from "./model.ts";
import {
  addCall,
  addConstant,
  addPut,
  createParts,
  createPiecewiseLinear,
  type PiecewiseLinearParts,
} from "./piecewise.ts";
import type { StandingLeg } from "./standing.ts";

export interface StrategyCurve {
  /** epoch ms */
  readonly time: number;
  /** No option outlives the date: the curve has kinks and straight lines between them. */
  readonly isPiecewiseLinear: boolean;
  /** Strikes of the options that are over by then, on the axis of S'; ascending. */
  readonly kinks: Float64Array;
  /** Rupees for every rupee of S' far above all strikes, legs alive or not; 0 where they cancel. */
  readonly tailSlope: number;
  /** out[i] is the P&L at price[i]; NaN where it is unknown. */
  values(price: Float64Array, out?: Float64Array): Float64Array;
  /** Rupees of a value that are not what living options are worth: all else, less what was paid. */
  besideOptions(price: number): number;
  /** Values below this, in size, are zero and rounding. */
  rounding(price: number): number;
}

/**
 * @param legs those that count
 * @param constant rupees: booked and manual P&L
 */
export function createCurve(
  legs: readonly StandingLeg[],
  market: StrategyMarket,
  time: number,
  constant: number,
  kernel: StrategyKernel,
): StrategyCurve {
  const parts = createParts();
  const live: StandingLeg[] = [];
  let entries = constant;
  parts.constantSize = Math.abs(constant);
  for (const each of legs) {
    const paid = each.units * each.entry;
    entries -= paid;
    parts.constantSize += Math.abs(paid);
    if (each.isExpired) addConstant(parts, each.units * each.price);
    else if (!each.isOption) addLinear(parts, each, market, time);
    else if (isOver(each, time)) addIntrinsic(parts, each, time);
    else live.push(each);
  }
  parts.constant += entries;
  const linear = createPiecewiseLinear(parts);
  const options = live.length === 0 ? null : kernelLegs(live, time);
  const liveSlope = live.reduce((sum, { leg, units }) => sum + (leg.type === "CE" ? units : 0), 0);
  const liveUnits = live.reduce((sum, { units }) => sum + Math.abs(units), 0);
  const slope = linear.tailSlope + liveSlope;

  return {
    time,
    isPiecewiseLinear: options === null,
    kinks: linear.kinks,
    tailSlope: Math.abs(slope) <= 1e-12 * liveUnits ? 0 : slope,
    values(price, out = new Float64Array(price.length)) {
      if (options === null) out.fill(0, 0, price.length);
      else kernel.payoffGrid(options, price.length, price, 1, market.tickSize, out);
      for (let i = 0; i < price.length; i++) out[i] = out[i]! + linear.value(price[i]!);
      return out;
    },
    besideOptions: linear.value,
    rounding: (price) => linear.rounding(price) + 1e-14 * liveUnits * price,
  };
}

/** Worth F = S' + b, at least one tick while it lives: linear, but for a kink where a negative basis meets that floor. */
function addLinear(
  parts: PiecewiseLinearParts,
  each: StandingLeg,
  market: StrategyMarket,
  time: number,
): void {
  const basis = each.leg.type === "EQ" ? 0 : basisAt(each, time);
  const floor = each.leg.type === "EQ" || isOver(each, time) ? 0 : market.tickSize;
  if (basis < floor) {
    addConstant(parts, each.units * floor);
    addCall(parts, each.units, floor - basis);
  } else {
    parts.slope += each.units;
    addConstant(parts, each.units * basis);
  }
}

/** Worth max(±(S' + b - K), 0), with S' + b at least 0; b is 0 but for MCX. */
function addIntrinsic(parts: PiecewiseLinearParts, each: StandingLeg, time: number): void {
  const basis = basisAt(each, time);
  const kink = each.leg.strike - basis;
  if (Number.isNaN(kink)) parts.constant = Number.NaN;
  else if (each.leg.type === "CE") addCall(parts, each.units, kink);
  else {
    addPut(parts, each.units, kink);
    if (basis < 0) addPut(parts, -each.units, -basis);
  }
}

/** As the kernel takes them: at one date. */
export function kernelLegs(live: readonly StandingLeg[], time: number): PayoffLegs {
  return {
    count: live.length,
    kind: Uint8Array.from(live, ({ leg }) => (leg.type === "CE" ? LEG_CALL : LEG_PUT)),
    strike: Float64Array.from(live, ({ leg }) => leg.strike),
    quantity: Float64Array.from(live, ({ units }) => units),
    years: Float64Array.from(live, ({ leg }) => yearsToExpiry(time, leg.expiryInstant)),
    sigma: Float64Array.from(live, ({ sigma }) => sigma),
    rate: Float64Array.from(live, ({ rate }) => rate),
    basis: Float64Array.from(live, (each) => basisAt(each, time)),
  };
}
