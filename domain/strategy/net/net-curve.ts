/** P&L of a strategy at one date after the charges of entering it and of leaving it there (rules STRAT-28 to STRAT-30). */

import type { StrategyCurve } from "../curve.ts";
import type { ExitCharges } from "./exits.ts";

export interface NetCurve {
  readonly gross: StrategyCurve;
  /** out[i] is the P&L at price[i]; NaN where it is unknown. */
  values(price: Float64Array, out?: Float64Array): Float64Array;
  /** The same of values that the gross curve has been asked for already. */
  fromGross(price: Float64Array, gross: Float64Array): Float64Array;
  /** What the values at ascending prices come from and go to: those of a jump differ from the value itself, and from each other. */
  limits(
    price: Float64Array,
    values: Float64Array,
  ): { readonly left: Float64Array; readonly right: Float64Array };
  /** Ascending S' of jumps, and where charges bend. */
  readonly jumps: readonly number[];
  readonly turns: readonly number[];
}

/** @param entry rupees of entering it */
export function createNetCurve(gross: StrategyCurve, entry: number, exits: ExitCharges): NetCurve {
  return {
    gross,
    jumps: exits.jumps.map(({ at }) => at),
    turns: exits.turns,
    values(price, out = new Float64Array(price.length)) {
      exits.takeFrom(gross, price, gross.values(price, out), entry);
      return out;
    },
    fromGross(price, values) {
      const out = values.slice();
      exits.takeFrom(gross, price, out, entry);
      return out;
    },
    limits(price, values) {
      const byPrice = new Map(exits.jumps.map((jump) => [jump.at, jump]));
      const [left, right] = [values.slice(), values.slice()];
      for (let i = 0; byPrice.size > 0 && i < price.length; i++) {
        const jump = byPrice.get(price[i]!);
        if (jump === undefined) continue;
        left[i] = left[i]! - jump.below;
        right[i] = right[i]! - jump.above;
      }
      return { left, right };
    },
  };
}
