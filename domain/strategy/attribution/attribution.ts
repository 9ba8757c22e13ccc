/** Why a strategy makes what it makes from now to the target (rules STRAT-52 to STRAT-55, quant.md §9). Pure. */

import type { StrategyKernel } from "../../pricing/strategy-kernel-port.ts";
import { legGreeks, legPrice } from "../leg-value.ts";
import type { Leg, StrategyMarket, StrategyOptions } from "../model.ts";
import { sceneCharges } from "../net/scene-charges.ts";
import { type Scene, sceneOf } from "../scene.ts";
import type { StandingLeg } from "../standing.ts";

/** Rupees of the whole position; NaN where anything of it is unknown. `delta` to `rest` add up to `total`. */
export interface PnlTerms {
  /** The price moves, and delta stays what it is now. */
  readonly delta: number;
  /** What delta's own change adds, had the price alone moved. */
  readonly gamma: number;
  /** Time alone passes; the basis runs off with it. */
  readonly theta: number;
  /** IV alone goes from the market's to the one that is assumed. */
  readonly vega: number;
  /** What these make together beyond what each makes alone. */
  readonly rest: number;
  readonly total: number;
}

export interface LegAttribution extends PnlTerms {
  readonly legId: string;
  /** From entry to now, at the market's IV. */
  readonly soFar: number;
}

export interface Attribution {
  readonly legs: readonly LegAttribution[];
  /** Of all legs, from now to the target. */
  readonly move: PnlTerms;
  /** Of all legs, from entry to now; how price, time and IV came from there is not known. */
  readonly soFar: number;
  /** Booked and manual P&L. */
  readonly booked: number;
  /**
   * Of entering the strategy and of leaving it at the target, rupees above 0; null where figures are before charges. No price, time
   * or IV makes them, so they are a part of their own.
   */
  readonly charges: { readonly entry: number; readonly exit: number } | null;
  /** `soFar`, `booked` and the move less charges: what the payoff says at the target. */
  readonly atTarget: number;
  readonly from: { readonly price: number; readonly time: number };
  readonly to: { readonly price: number; readonly time: number };
}

/** The leg as the market prices it now, whatever the trader assumes; without an IV of the market the assumed one. */
function asOfNow(each: StandingLeg): StandingLeg {
  return Number.isNaN(each.marketIv) ? each : { ...each, sigma: each.marketIv };
}

function legTerms(each: StandingLeg, { market, times, targetPrice }: Scene): LegAttribution {
  const { now, spot } = market;
  const { units } = each;
  const start = asOfNow(each);
  const begin = legPrice(start, market, now, spot);
  const alone = (leg: StandingLeg, time: number, price: number): number =>
    units * (legPrice(leg, market, time, price) - begin);
  const delta = units * legGreeks(start, market, now, spot).delta * (targetPrice - spot);
  const gamma = alone(start, now, targetPrice) - delta;
  const theta = alone(start, times.selected, spot);
  const vega = alone(each, now, spot);
  const total = alone(each, times.selected, targetPrice);
  return {
    legId: each.leg.id,
    soFar: units * (begin - each.entry),
    ...closed({ delta, gamma, theta, vega }, total),
  };
}

/** What is left of the total is the rest, so that the terms add up to it whatever they are. */
function closed(terms: Omit<PnlTerms, "rest" | "total">, total: number): PnlTerms {
  const { delta, gamma, theta, vega } = terms;
  return { ...terms, rest: total - (delta + gamma + theta + vega), total };
}

function chargesAt(
  scene: Scene,
  { charges }: StrategyOptions,
  kernel: StrategyKernel,
): Attribution["charges"] {
  if (charges?.wantsNet !== true) return null;
  const { entry, exits } = sceneCharges(scene, charges.broker, kernel);
  return { entry, exit: exits(scene.times.selected, [scene.targetPrice])[0]! };
}

/** @throws RangeError only when the calendar has no hours for a date */
export function attribution(
  held: readonly Leg[],
  given: StrategyMarket,
  options: StrategyOptions,
  kernel: StrategyKernel,
): Attribution {
  const scene = sceneOf(held, given, options);
  const { market, times, targetPrice, extra: booked } = scene;
  const legs = scene.selected.map((each) => legTerms(each, scene));
  const sum = (figure: (leg: LegAttribution) => number): number =>
    legs.reduce((total, leg) => total + figure(leg), 0);
  const move = closed(
    {
      delta: sum(({ delta }) => delta),
      gamma: sum(({ gamma }) => gamma),
      theta: sum(({ theta }) => theta),
      vega: sum(({ vega }) => vega),
    },
    sum(({ total }) => total),
  );
  const soFar = sum((leg) => leg.soFar);
  const charges = chargesAt(scene, options, kernel);
  const gross = soFar + move.total + booked;
  return {
    legs,
    move,
    soFar,
    booked,
    charges,
    atTarget: charges === null ? gross : gross - charges.entry - charges.exit,
    from: { price: market.spot, time: market.now },
    to: { price: targetPrice, time: times.selected },
  };
}
