import type { Instrument, UnderlyingSpec } from "#domain/instruments/types.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import { type ChainEntry, createMarketTable, type MarketTable, type Universe } from "../../market-table.ts";
import { BUCKETS, type Bucket, bucketOf } from "./day-plan.ts";
import { type Depth, depthOf } from "./liquidity.ts";
import { lastTradeOf } from "./universe.ts";

export const KIND = { INDEX: 0, SHARE: 1, FUTURE: 2, OPTION: 3, VIX: 4 } as const;
/** What a book offers: some contracts lack a side, or both. */
export const SHAPE = { BOTH: 0, NO_ASK: 1, NO_BID: 2, NONE: 3 } as const;

/** The private side of the market, by row of the universe, beside the published words. */
export interface MarketState {
  readonly universe: Universe;
  readonly table: MarketTable;
  readonly rows: number;
  readonly kind: Uint8Array;
  /** position in `universe.underlyings`, -1 for the volatility index */
  readonly owner: Int32Array;
  /** position in `chains`, -1 when not an option */
  readonly chain: Int32Array;
  /** position in BUCKETS */
  readonly bucket: Uint8Array;
  readonly isPut: Uint8Array;
  readonly strike: Float64Array;
  /** place of an option's strike in its chain */
  readonly place: Int32Array;
  readonly logStrike: Float64Array;
  /** rupees */
  readonly tick: Float64Array;
  /** wire units */
  readonly tickWire: Float64Array;
  readonly divisor: Float64Array;
  readonly lot: Float64Array;
  /** instants that fix the payoff, and of the last trade; Infinity without an expiry */
  readonly expiryInstant: Float64Array;
  readonly lastTrade: Float64Array;

  /** what the present book was made around: fair value, forward or spot, standard deviation of the chain */
  readonly fair: Float64Array;
  readonly quotedBase: Float64Array;
  readonly quotedDeviation: Float64Array;
  readonly quotedAt: Float64Array;
  readonly delta: Float64Array;
  readonly perDeviation: Float64Array;
  /** rupees */
  readonly halfSpread: Float64Array;
  readonly shape: Uint8Array;

  /** trades a second at rhythm 1, lots a tick, lots a session */
  readonly rate: Float64Array;
  readonly lotsATick: Float64Array;
  readonly dayLots: Float64Array;
  /** lots traded ahead of that pace, because the book had left the last price; later trades are smaller by them */
  readonly ahead: Float64Array;

  readonly volume: Float64Array;
  /** Σ wire price × units of the day */
  readonly notional: Float64Array;
  /** lots, with the fraction not yet a whole one */
  readonly oiLots: Float64Array;
  /** share of the traded lots that opens positions today, negative closes */
  readonly oiDrift: Float64Array;

  readonly chains: readonly ChainEntry[];
  /** position in `chains` of an underlying's first chain */
  readonly firstChain: readonly number[];
  readonly specs: readonly UnderlyingSpec[];
  readonly depths: readonly Depth[];
}

function kindOf(instrument: Instrument, universe: Universe, row: number): number {
  if (row === universe.vixIndex) return KIND.VIX;
  if (instrument.type === "INDEX") return KIND.INDEX;
  if (instrument.type === "EQ") return KIND.SHARE;
  return instrument.type === "FUT" ? KIND.FUTURE : KIND.OPTION;
}

/** Columns for a universe, instrument terms filled in, market figures zero. */
export function createMarketState(universe: Universe, specs: readonly UnderlyingSpec[]): MarketState {
  const rows = universe.instruments.length;
  const f64 = (): Float64Array => new Float64Array(rows);
  const chains: ChainEntry[] = [];
  const firstChain: number[] = [];
  for (const entry of universe.underlyings) {
    firstChain.push(chains.length);
    chains.push(...entry.chains);
  }
  const state: MarketState = {
    universe,
    table: createMarketTable(universe),
    rows,
    kind: new Uint8Array(rows),
    owner: new Int32Array(rows).fill(-1),
    chain: new Int32Array(rows).fill(-1),
    bucket: new Uint8Array(rows),
    isPut: new Uint8Array(rows),
    strike: f64(),
    place: new Int32Array(rows),
    logStrike: f64(),
    tick: f64(),
    tickWire: f64(),
    divisor: f64(),
    lot: f64(),
    expiryInstant: f64().fill(Number.POSITIVE_INFINITY),
    lastTrade: f64().fill(Number.POSITIVE_INFINITY),
    fair: f64(),
    quotedBase: f64(),
    quotedDeviation: f64(),
    quotedAt: f64(),
    delta: f64(),
    perDeviation: f64(),
    halfSpread: f64(),
    shape: new Uint8Array(rows),
    rate: f64(),
    lotsATick: f64(),
    dayLots: f64(),
    ahead: f64(),
    volume: f64(),
    notional: f64(),
    oiLots: f64(),
    oiDrift: f64(),
    chains,
    firstChain,
    specs,
    depths: specs.map((spec, u) => depthOf(spec, universe.underlyings[u]!.lotSize)),
  };
  universe.instruments.forEach((instrument, row) => {
    state.kind[row] = kindOf(instrument, universe, row);
    state.bucket[row] = BUCKETS.indexOf(bucketOf(instrument.exchange));
    state.isPut[row] = instrument.type === "PE" ? 1 : 0;
    state.strike[row] = instrument.strike;
    state.logStrike[row] = instrument.strike > 0 ? Math.log(instrument.strike) : 0;
    state.tick[row] = instrument.tickSize;
    state.divisor[row] = priceDivisor(instrument.token);
    state.tickWire[row] = Math.max(1, Math.round(instrument.tickSize * priceDivisor(instrument.token)));
    state.lot[row] = instrument.lotSize;
    state.lastTrade[row] = lastTradeOf(instrument);
  });
  universe.underlyings.forEach((entry, u) => {
    state.owner[entry.index] = u;
    for (const future of entry.futures) {
      state.owner[future.index] = u;
      state.expiryInstant[future.index] = future.expiryInstant;
    }
  });
  chains.forEach((chain, c) => {
    for (const side of [chain.callIndex, chain.putIndex]) {
      for (const [place, row] of side.entries()) {
        if (row < 0) continue;
        state.place[row] = place;
        state.owner[row] = chain.underlyingIndex;
        state.chain[row] = c;
        state.expiryInstant[row] = chain.expiryInstant;
      }
    }
  });
  return state;
}

/** Last instant of the future whose basis each chain shares: its own but for a commodity's, whose options end in a future. */
export function futureInstants({ chains, universe }: MarketState): number[] {
  return chains.map((chain) => {
    const { futures, underlying } = universe.underlyings[chain.underlyingIndex]!;
    const own = underlying.kind === "commodity" && futures.find((each) => each.index === chain.futureIndex);
    return own ? own.expiryInstant : chain.expiryInstant;
  });
}

export function bucketName(state: MarketState, row: number): Bucket {
  return BUCKETS[state.bucket[row]!]!;
}
