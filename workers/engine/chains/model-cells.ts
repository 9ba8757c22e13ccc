import type { ChainColumns, SideColumns } from "#domain/chain/chain-columns.ts";
import type { SharedField, SideField } from "#domain/chain/fields.ts";
import { FLAG_ODD_STRIKE, FLAG_POP_FROM_ATM, FLAG_STALE_LTP } from "#domain/chain/flags.ts";
import { netChange, oiChange } from "#domain/chain/measures.ts";
import type { ChainSolution } from "#domain/chain/solution.ts";
import type { DecayTerms } from "#domain/pricing/decay.ts";
import type { SettlementDistribution, SettlementFit } from "#domain/pricing/settlement-distribution.ts";
import { SETTLEMENT_ATM } from "#domain/pricing/settlement-source.ts";
import { CHAIN_FIELDS, type ChainField } from "#protocol/frames/chain-frame.ts";
import type { ChainFeed, SideFeed } from "./chain-table.ts";

/** A solved chain as the cells read it; prices in rupees, unknown is NaN. */
export interface SolvedChain {
  readonly columns: ChainColumns;
  readonly feed: ChainFeed;
  readonly solution: ChainSolution;
  readonly spot: number;
  /** Fitted only where a probability is shown. */
  readonly settlement: SettlementDistribution;
  readonly decay: DecayTerms;
}

/** The side of a solved chain that a side field reads; one object a side, refilled for every chain. */
export interface SideSource {
  readonly isCall: boolean;
  strikes: Float64Array;
  columns: SideColumns;
  feed: SideFeed;
  usable: Float64Array;
  flags: Uint32Array;
  delta: Float64Array;
  theta: Float64Array;
  settlement: SettlementDistribution;
  decay: DecayTerms;
  iv: Float64Array;
  forward: number;
  years: number;
  spot: number;
}

export type SideCell = (from: SideSource, i: number) => number;

export const positive = (value: number): number => (value > 0 ? value : Number.NaN);

/**
 * Flags of the merged prices, with what only the feed can know: the exchange's round strikes, and when the session opened,
 * without which yesterday's last trade looks stale at the open. A trade newer than the feed's packet ends staleness at once.
 */
function mergedFlags(own: number, feed: number): number {
  const stale = own & feed & FLAG_STALE_LTP;
  return ((own & ~FLAG_STALE_LTP) | stale | (feed & FLAG_ODD_STRIKE)) >>> 0;
}

const SIDE_CELLS = {
  ltp: (from, i) => positive(from.columns.ltp[i]!),
  change: (from, i) => positive(from.columns.ltp[i]!) - positive(from.columns.previousClose[i]!),
  changePct: (from, i) => netChange(from.columns.ltp[i]!, from.columns.previousClose[i]!) * 100,
  bid: (from, i) => positive(from.columns.bid[i]!),
  ask: (from, i) => positive(from.columns.ask[i]!),
  oi: (from, i) => from.columns.oi[i]!,
  oiChange: (from, i) => from.columns.oi[i]! - from.columns.previousOi[i]!,
  oiChangePct: (from, i) => oiChange(from.columns.oi[i]!, from.columns.previousOi[i]!) * 100,
  volume: (from, i) => from.columns.volume[i]!,
  delta: (from, i) => from.delta[i]!,
  theta: (from, i) => from.theta[i]!,
  flags: (from, i) =>
    mergedFlags(from.flags[i]!, from.feed.flags[i]!) |
    (from.settlement.source === SETTLEMENT_ATM ? FLAG_POP_FROM_ATM : 0),
  lastTradeTime: (from, i) => from.columns.lastTradeTime[i]!,
  token: (from, i) => from.columns.token[i]!,
} satisfies Partial<Record<SideField, SideCell>>;
/** Those that come with `late-cells.ts`. */
export type LateSideField = Exclude<SideField, keyof typeof SIDE_CELLS>;
const SIDE: Readonly<Partial<Record<SideField, SideCell>>> = SIDE_CELLS;

export type SharedCell = (from: SolvedChain, i: number) => number;

/** Price of the call and of the put together. */
export const usableStraddle: SharedCell = ({ solution }, i) =>
  solution.callUsable[i]! + solution.putUsable[i]!;

/** The strike's IV: ours from the merged prices, the feed's where ours has no answer. */
function strikeIv({ solution, feed }: SolvedChain, i: number): number {
  const own = solution.iv[i]!;
  if (!Number.isNaN(own)) return own;
  const fromCall = feed.call.iv[i]!;
  return Number.isNaN(fromCall) ? feed.put.iv[i]! : fromCall;
}

const SHARED_CELLS = {
  iv: (from, i) => strikeIv(from, i) * 100,
  ivChange: (from, i) => (strikeIv(from, i) - from.columns.previousIv[i]!) * 100,
  gamma: ({ solution }, i) => solution.gamma[i]!,
  vega: ({ solution }, i) => solution.vega[i]!,
  straddle: usableStraddle,
} satisfies Partial<Record<SharedField, SharedCell>>;
export type LateSharedField = Exclude<SharedField, keyof typeof SHARED_CELLS>;
const SHARED: Readonly<Partial<Record<SharedField, SharedCell>>> = SHARED_CELLS;

/**
 * How far a figure may move before it is sent again, a tenth of what the grid shows or less. Market figures are exact;
 * those that drift with the clock and the forward would otherwise all change in every frame.
 */
const SLACK: Readonly<Partial<Record<SideField | SharedField, number>>> = {
  delta: 1e-4,
  theta: 1e-3,
  decay: 1e-3,
  timeValue: 1e-3,
  intrinsic: 1e-3,
  intrinsicSpot: 1e-3,
  breakeven: 1e-3,
  breakevenPct: 1e-3,
  pop: 1e-2,
  popSeller: 1e-2,
  iv: 1e-3,
  ivChange: 1e-3,
  gamma: 1e-7,
  vega: 1e-3,
  pcr: 1e-4,
  straddleChangePct: 1e-2,
  impliedMove: 1e-3,
  netDelta: 1e-4,
  netGamma: 1e-7,
  netTheta: 1e-3,
  netVega: 1e-3,
};

const nameOf = (field: ChainField): SideField | SharedField =>
  (field.includes(".") ? field.slice(field.indexOf(".") + 1) : field) as SideField | SharedField;

export const FIELD_COUNT = CHAIN_FIELDS.length;
/** Field numbers whose cells come with `late-cells.ts`. */
export const LATE_FIELDS: ReadonlySet<number> = new Set(
  CHAIN_FIELDS.flatMap((field, i) => (nameOf(field) in SIDE_CELLS || field in SHARED_CELLS ? [] : [i])),
);
/** By field number. */
export const FIELD_SLACK = Float64Array.from(CHAIN_FIELDS, (field) => SLACK[nameOf(field)] ?? 0);

/** Cells whose code comes when they are asked for. */
export interface LateCells {
  readonly side: Readonly<Record<LateSideField, SideCell>>;
  readonly shared: Readonly<Record<LateSharedField, SharedCell>>;
  /** Where the underlying settles: what a probability of profit is of. */
  readonly settlement: SettlementFit;
}

/** @param late null until they are there: their cells are unknown */
type CellWriter = (from: SolvedChain, fields: Uint8Array, out: Float64Array, late: LateCells | null) => void;

const unknown = (): number => Number.NaN;

/** A writer of whole columns: `out[row * FIELD_COUNT + field]` of every row, for the given field numbers. Allocates nothing per call. */
export function createCellWriter(): CellWriter {
  let call: SideSource | null = null;
  let put: SideSource | null = null;

  function source(isCall: boolean, from: SolvedChain, reuse: SideSource | null): SideSource {
    const { columns, feed, solution, spot } = from;
    const next = reuse ?? ({ isCall } as SideSource);
    next.strikes = columns.strikes;
    next.columns = isCall ? columns.call : columns.put;
    next.feed = isCall ? feed.call : feed.put;
    next.usable = isCall ? solution.callUsable : solution.putUsable;
    next.flags = isCall ? solution.callFlags : solution.putFlags;
    next.delta = isCall ? solution.callDelta : solution.putDelta;
    next.theta = isCall ? solution.callTheta : solution.putTheta;
    next.settlement = from.settlement;
    next.decay = from.decay;
    next.iv = solution.iv;
    next.forward = solution.forward;
    next.years = solution.years;
    next.spot = spot;
    return next;
  }

  return (from, fields, out, late) => {
    call = source(true, from, call);
    put = source(false, from, put);
    const { count } = from.columns;
    for (let k = 0; k < fields.length; k++) {
      const field = fields[k]!;
      const name = CHAIN_FIELDS[field]!;
      if (!name.includes(".")) {
        const shared = SHARED[name as SharedField] ?? late?.shared[name as LateSharedField] ?? unknown;
        for (let i = 0; i < count; i++) out[i * FIELD_COUNT + field] = shared(from, i);
        continue;
      }
      const side = name.startsWith("call.") ? call : put;
      const own = nameOf(name) as SideField;
      const cell = SIDE[own] ?? late?.side[own as LateSideField] ?? unknown;
      const { token } = side.columns;
      for (let i = 0; i < count; i++) {
        // A strike that has no contract on this side has no figures either.
        out[i * FIELD_COUNT + field] = token[i] === 0 ? Number.NaN : cell(side, i);
      }
    }
  };
}
