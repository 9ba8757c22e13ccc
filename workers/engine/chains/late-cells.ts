/**
 * Cells of figures that no chain shows at first: a contract's price taken apart, its decay, which no view but those of greeks has and only on
 * the last day, its probability of profit, and what both of a strike are together.
 */
import { breakeven, breakevenFraction, pcr, pop } from "#domain/chain/measures.ts";
import {
  impliedMove,
  lowerBreakeven,
  premiumChange,
  premiumChangeFraction,
  upperBreakeven,
} from "#domain/chain/straddle.ts";
import { optionDecay } from "#domain/pricing/decay.ts";
import { createSettlementFit } from "#domain/pricing/settlement-distribution.ts";
import { type LateCells, positive, type SharedCell, type SideSource, usableStraddle } from "./model-cells.ts";

const typeOf = ({ isCall }: SideSource): "CE" | "PE" => (isCall ? "CE" : "PE");
const intrinsicAt = (from: SideSource, i: number, level: number): number =>
  Math.max(from.isCall ? level - from.strikes[i]! : from.strikes[i]! - level, 0);
const breakevenOf = (from: SideSource, i: number): number =>
  breakeven(typeOf(from), from.strikes[i]!, from.usable[i]!);
const buyersPop = (from: SideSource, i: number): number =>
  pop(typeOf(from), from.strikes[i]!, from.usable[i]!, from.forward, from.years, from.settlement);

/** The usable price; an option without one is worth no more than it is asked for. */
const mostWorth = ({ usable, columns }: SideSource, i: number): number =>
  positive(usable[i]!) || positive(columns.ask[i]!);

/** A figure of both contracts: a strike that lacks one of them has none. */
const ofBoth =
  (cell: SharedCell): SharedCell =>
  (from, i) =>
    from.columns.call.token[i] === 0 || from.columns.put.token[i] === 0 ? Number.NaN : cell(from, i);

type Change = (premium: number, callClose: number, putClose: number) => number;
const sinceClose =
  (change: Change): SharedCell =>
  (from, i) =>
    change(usableStraddle(from, i), from.columns.call.previousClose[i]!, from.columns.put.previousClose[i]!);
const changeFraction = sinceClose(premiumChangeFraction);

export const createLateCells = (): LateCells => ({
  side: {
    decay: (from, i) =>
      optionDecay(typeOf(from), from.strikes[i]!, from.iv[i]!, from.decay, mostWorth(from, i)),
    timeValue: (from, i) => from.usable[i]! - intrinsicAt(from, i, from.forward),
    intrinsic: (from, i) => intrinsicAt(from, i, from.forward),
    intrinsicSpot: (from, i) => intrinsicAt(from, i, from.spot),
    breakeven: breakevenOf,
    breakevenPct: (from, i) => breakevenFraction(breakevenOf(from, i), from.spot) * 100,
    pop: (from, i) => buyersPop(from, i) * 100,
    popSeller: (from, i) => (1 - buyersPop(from, i)) * 100,
  },
  shared: {
    pcr: ofBoth(({ columns }, i) => pcr(columns.put.oi[i]!, columns.call.oi[i]!)),
    straddleChange: sinceClose(premiumChange),
    straddleChangePct: (from, i) => changeFraction(from, i) * 100,
    impliedMove: (from, i) => impliedMove(usableStraddle(from, i), from.solution.forward) * 100,
    straddleLower: (from, i) => lowerBreakeven(from.columns.strikes[i]!, usableStraddle(from, i)),
    straddleUpper: (from, i) => upperBreakeven(from.columns.strikes[i]!, usableStraddle(from, i)),
    totalOi: ({ columns }, i) => columns.call.oi[i]! + columns.put.oi[i]!,
    netDelta: ofBoth(({ solution }, i) => solution.callDelta[i]! + solution.putDelta[i]!),
    netGamma: ofBoth(({ solution }, i) => 2 * solution.gamma[i]!),
    netTheta: ofBoth(({ solution }, i) => solution.callTheta[i]! + solution.putTheta[i]!),
    netVega: ofBoth(({ solution }, i) => 2 * solution.vega[i]!),
  },
  settlement: createSettlementFit(),
});
