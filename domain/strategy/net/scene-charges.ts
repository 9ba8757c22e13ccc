/** Charges of a strategy as it is looked at: of entering it, and of leaving it at any date and price (rules STRAT-28 to STRAT-30). */

import type { BrokerId } from "../../access/brokers.ts";
import type { StrategyKernel } from "../../pricing/strategy-kernel-port.ts";
import { createCurve } from "../curve.ts";
import type { Scene } from "../scene.ts";
import { entryCharges, exitCharges } from "./exits.ts";
import { createNetCurve } from "./net-curve.ts";

export interface SceneCharges {
  /** Rupees; NaN where a day's rates are not kept. */
  readonly entry: number;
  /** Rupees of leaving at that date (epoch ms), by price. */
  exits(time: number, prices: readonly number[]): Float64Array;
}

export function sceneCharges(
  { selected, market }: Pick<Scene, "selected" | "market">,
  broker: BrokerId,
  kernel: StrategyKernel,
): SceneCharges {
  return {
    entry: entryCharges(selected, market, broker),
    exits(time, prices) {
      const price = Float64Array.from(prices);
      const curve = createCurve(selected, market, time, 0, kernel);
      const before = curve.values(price);
      const net = createNetCurve(curve, 0, exitCharges(selected, market, time, broker, kernel));
      const after = net.fromGross(price, before);
      return before.map((value, i) => value - after[i]!);
    },
  };
}

/** What is taken off a P&L at a date, by price: entering and leaving. Null where figures are before charges. */
export type TakenOff = ((time: number, prices: readonly number[]) => Float64Array) | null;

export function takenOff(
  scene: Pick<Scene, "selected" | "market">,
  charges: { readonly broker: BrokerId; readonly wantsNet: boolean } | null | undefined,
  kernel: StrategyKernel,
): TakenOff {
  if (charges?.wantsNet !== true) return null;
  const { entry, exits } = sceneCharges(scene, charges.broker, kernel);
  return (time, prices) => exits(time, prices).map((exit) => entry + exit);
}
