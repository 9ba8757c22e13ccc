/** The figures of a strategy after charges (rules STRAT-28 to STRAT-32). */

import type { BrokerId } from "../../access/brokers.ts";
import type { SettlementDistribution } from "../../pricing/settlement-distribution.ts";
import type { StrategyKernel } from "../../pricing/strategy-kernel-port.ts";
import type { StrategyCurve } from "../curve.ts";
import type { Horizon } from "../horizon.ts";
import type { StrategyMarket } from "../model.ts";
import type { PayoffRange } from "../payoff-grid.ts";
import { probabilityOfProfit } from "../probability.ts";
import type { StandingLeg } from "../standing.ts";
import { entryCharges, exitCharges } from "./exits.ts";
import { analyseNet } from "./net-analysis.ts";
import { createNetCurve, type NetCurve } from "./net-curve.ts";
import type { NetSummary } from "./net-types.ts";

export interface NetAnalysis {
  readonly atTarget: NetCurve;
  readonly atExpiry: NetCurve;
  readonly summary: NetSummary;
  /** S' that the curve is to be drawn at so that its jumps are seen: both sides of each, and its breakevens. */
  readonly marks: readonly number[];
}

interface NetInputs {
  /** Those that count. */
  readonly legs: readonly StandingLeg[];
  readonly market: StrategyMarket;
  readonly broker: BrokerId;
  readonly atTarget: StrategyCurve;
  readonly atExpiry: StrategyCurve;
  readonly targetPrice: number;
  readonly range: PayoffRange;
  readonly grid: () => Float64Array;
  readonly horizon: Horizon;
  readonly settlement: SettlementDistribution;
  /** Shares alone have no day on which they could be said to pay. */
  readonly hasPop: boolean;
  readonly kernel: StrategyKernel;
}

const at = (curve: { values(price: Float64Array): Float64Array }, price: number): number =>
  curve.values(Float64Array.of(price))[0]!;

export function netAnalysis(inputs: NetInputs): NetAnalysis {
  const { legs, market, broker, targetPrice, horizon, kernel } = inputs;
  const entry = entryCharges(legs, market, broker);
  const curveOf = (gross: StrategyCurve): NetCurve =>
    createNetCurve(gross, entry, exitCharges(legs, market, gross.time, broker, kernel));
  const atTarget = curveOf(inputs.atTarget);
  const atExpiry = curveOf(inputs.atExpiry);
  const { spot } = market;
  const found = analyseNet(atExpiry, spot, inputs.range, inputs.grid);
  const paysNow = at(atExpiry, spot) > inputs.atExpiry.rounding(spot);
  const hasPop = inputs.hasPop && !Number.isNaN(found.maxProfit);
  const exitOf = (curve: NetCurve) => at(curve.gross, targetPrice) - at(curve, targetPrice) - entry;
  const tick = market.spotTickSize > 0 ? market.spotTickSize : market.tickSize;
  return {
    atTarget,
    atExpiry,
    summary: {
      maxProfit: found.maxProfit,
      maxLoss: found.maxLoss,
      breakevens: found.breakevens,
      pop: hasPop ? probabilityOfProfit(found.profits, horizon, paysNow, inputs.settlement) : Number.NaN,
      projectedPayoff: at(atTarget, targetPrice),
      entryCharges: entry,
      exitChargesAtTarget: exitOf(atTarget),
      exitChargesAtExpiry: exitOf(atExpiry),
    },
    marks: [
      ...found.breakevens.map((each) => each.at),
      ...atExpiry.jumps.flatMap((jump) => [jump - tick, jump + tick]),
    ],
  };
}
