import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { compactDate } from "#domain/calendar/ist.ts";
import type { ChainColumns } from "#domain/chain/chain-columns.ts";
import { FORWARD_FUTURE, FORWARD_SYNTHETIC } from "#domain/chain/flags.ts";
import type { UnderlyingState } from "#domain/chain/market-states.ts";
import { pcrChange } from "#domain/chain/measures.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import { roundStrikeStep } from "#domain/instruments/strikes.ts";
import { DISCOUNT_NONE } from "#domain/pricing/discount-origin.ts";
import { CHAIN_FLAG_SNAPSHOT, CHAIN_ROOT_SIZE, CHAIN_ROW_SIZE } from "#protocol/generated/layout.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import { encodeChain } from "#protocol/wire/codec.ts";
import { chainKey } from "../interest.ts";
import type { PreviousVolatility } from "../market-source.ts";
import type { ChainEntry, MarketTable, UnderlyingEntry } from "../market-table.ts";
import { chainDivisor, createColumns, type RowBytes } from "./chain-rows.ts";

/** One expiry as the feed holds it between solves. */
export interface ChainRecord {
  readonly key: string;
  readonly entry: ChainEntry;
  readonly family: Family;
  /** 0 is the nearest expiry of the family */
  readonly position: number;
  readonly divisor: number;
  readonly columns: ChainColumns;
  /** the rows as last told, and the same bytes for comparing */
  readonly rowBytes: Uint8Array;
  readonly rows: RowBytes;
  readonly root: Readonly<ChainRoot>;
  /** the root as last told, for comparing */
  readonly toldRoot: DataView;
  /** row of the nearest future not before the expiry, -1 none */
  readonly nextFutureIndex: number;
  sequence: number;
  dirty: boolean;
  /** wall clock of the last solve, -Infinity never */
  solvedAt: number;
  /** how its market stood at the last solve, null before the first */
  market: UnderlyingState | null;
  /** spot the last solve used, NaN missing */
  solvedSpot: number;
  forward: number;
  ownForward: boolean;
  years: number;
  /** market time of the last fit of its discount, -Infinity never; what it means a year, and its error */
  discountAt: number;
  rate: number;
  discountError: number;
  discountSource: number;
  discountLender: number;
  /** of all its options at the last solve, units */
  openInterest: number;
  /** last trade of its contracts, epoch ms: later than the instant that fixes the payoff, or the same */
  readonly lastTrade: number;
  /** what it settles at, rupees; NaN until that is known */
  settlement: number;
  /** usable price of the at-the-money call and put together, NaN unknown */
  straddle: number;
  /** ATM IV from this chain's own strikes, NaN when it was borrowed or is unknown */
  ownAtmIv: number;
}

/** The expiries of one underlying, near to far, and what they share. */
export interface Family {
  readonly underlying: UnderlyingEntry;
  readonly chains: ChainRecord[];
  /** expiry whose forward stands for the underlying, with its last distance from a moving spot */
  anchor: ChainRecord | null;
  basis: number;
  /** the basis is the distance from a spot that stood still: to be replaced as soon as anything better is known */
  basisGuessed: boolean;
}

/** The expiry whose future stands for a commodity without a price of its own: the first that trades on; once all are over, the last. */
export const frontChain = ({ chains }: Family, now: number): ChainRecord | undefined =>
  defaultExpiry(chains, now) ?? chains.at(-1);

function nextFuture(underlying: UnderlyingEntry, expiry: string): number {
  let best: { expiry: string; index: number } | null = null;
  for (const future of underlying.futures) {
    if (future.expiry >= expiry && (best === null || future.expiry < best.expiry)) best = future;
  }
  return best?.index ?? -1;
}

function createRecord(
  family: Family,
  entry: ChainEntry,
  position: number,
  table: MarketTable,
  previous: PreviousVolatility | null,
  flags: number,
): ChainRecord {
  const { underlying } = family.underlying;
  const count = entry.strikes.length;
  const expiry = compactDate(entry.expiry);
  const divisor = chainDivisor(entry, table);
  const rowBytes = new Uint8Array(count * CHAIN_ROW_SIZE);
  const future = entry.futureIndex;
  return {
    key: chainKey(underlying.token, expiry),
    entry,
    family,
    position,
    divisor,
    columns: createColumns(entry, table, previous?.iv ?? null),
    rowBytes,
    rows: { words: new Uint32Array(rowBytes.buffer), view: new DataView(rowBytes.buffer) },
    root: {
      underlying: underlying.token,
      expiry,
      priceDivisor: divisor,
      flags,
      state: 0,
      forwardSource: 0,
      rowCount: 0,
      totalRows: count,
      rowLength: CHAIN_ROW_SIZE,
      discountSource: 0,
      discountLender: 0,
      lotSize: entry.lotSize,
      futureToken: future < 0 ? 0 : table.universe.instruments[future]!.token,
      marketTime: 0,
      expiryInstant: entry.expiryInstant,
      spot: Number.NaN,
      spotPreviousClose: Number.NaN,
      spotHigh: Number.NaN,
      spotLow: Number.NaN,
      future: Number.NaN,
      forward: Number.NaN,
      synthetic: Number.NaN,
      atmStrike: Number.NaN,
      atmIv: Number.NaN,
      atmIvPrevious: previous?.atmIv ?? Number.NaN,
      atmIvPercentile: Number.NaN,
      pcr: Number.NaN,
      pcrChange: Number.NaN,
      maxPain: Number.NaN,
      vix: Number.NaN,
      tickSize: entry.tickSize,
      strikeStep: entry.strikeStep,
      discount: 1,
      discountError: Number.NaN,
      ivCloses: 0,
      ivCloseOrigins: 0,
      lastSpot: Number.NaN,
      iv30: Number.NaN,
      ivRank: Number.NaN,
    },
    toldRoot: new DataView(new ArrayBuffer(CHAIN_ROOT_SIZE)),
    nextFutureIndex: nextFuture(family.underlying, entry.expiry),
    sequence: 0,
    dirty: true,
    solvedAt: -Infinity,
    market: null,
    solvedSpot: Number.NaN,
    forward: Number.NaN,
    ownForward: false,
    years: 0,
    discountAt: -Infinity,
    rate: 0,
    discountError: Number.NaN,
    discountSource: DISCOUNT_NONE,
    discountLender: 0,
    openInterest: 0,
    lastTrade: lastTradeInstant(underlying.derivativeExchange, entry.expiry),
    settlement: Number.NaN,
    straddle: Number.NaN,
    ownAtmIv: Number.NaN,
  };
}

/**
 * Families of a universe in its order.
 * @param previousVolatility as `MarketSource.previousVolatility`
 * @param flags CHAIN_FLAG_SIMULATED and CHAIN_FLAG_DELAYED, or 0
 */
export function createFamilies(
  table: MarketTable,
  previousVolatility: (underlyingIndex: number, chainIndex: number) => PreviousVolatility | null,
  flags: number,
): Family[] {
  return table.universe.underlyings.map((underlying, u) => {
    const family: Family = { underlying, chains: [], anchor: null, basis: Number.NaN, basisGuessed: false };
    const order = underlying.chains.map((entry, c) => ({ entry, c }));
    order.sort((a, b) => a.entry.expiryInstant - b.entry.expiryInstant);
    order.forEach(({ entry, c }, position) => {
      family.chains.push(createRecord(family, entry, position, table, previousVolatility(u, c), flags));
    });
    return family;
  });
}

/** True when the forward came out of this expiry's own prices and not from carry. */
export function isOwnForward(source: number): boolean {
  return source === FORWARD_FUTURE || source === FORWARD_SYNTHETIC;
}

/**
 * The expiry with a forward of its own that is nearest to this one, brought to the present spot, for carry. Nearest in
 * time to the expiry in question: from days to years a few points of basis would grow into thousands.
 */
export function nearForward(chain: ChainRecord, spot: number): { forward: number; years: number } | null {
  const instant = chain.entry.expiryInstant;
  let best: ChainRecord | null = null;
  let least = Infinity;
  for (const near of chain.family.chains) {
    if (near === chain || !near.ownForward || !(near.years > 0)) continue;
    const distance = Math.abs(near.entry.expiryInstant - instant);
    if (distance >= least) continue;
    least = distance;
    best = near;
  }
  if (best === null) return null;
  // Its forward may be a few seconds old; its ratio to spot is what carries.
  const moved = spot > 0 && best.solvedSpot > 0 ? spot / best.solvedSpot : 1;
  return { forward: best.forward * moved, years: best.years };
}

/** Steeper than this a year, two forwards are not carry but a bad price. */
const STEEPEST_CARRY = 0.25;

/**
 * Distance of a forward from spot by the carry between it and the next expiry with a forward of its own: for a market
 * first seen while its spot stands still. NaN when no other expiry has one.
 */
export function impliedBasis(chain: ChainRecord): number {
  const next = chain.family.chains.find(
    (each) => each.position > chain.position && each.ownForward && each.years > chain.years,
  );
  if (next === undefined) return Number.NaN;
  const rate = Math.log(next.forward / chain.forward) / (next.years - chain.years);
  const held = Math.max(-STEEPEST_CARRY, Math.min(STEEPEST_CARRY, rate));
  return chain.forward * -Math.expm1(-held * chain.years);
}

/** ATM IV of the expiry nearest to this one that has its own, the nearer-dated on a tie; NaN none. */
export function borrowedAtmIv(chain: ChainRecord): number {
  const { chains } = chain.family;
  for (let distance = 1; distance < chains.length; distance++) {
    const before = chains[chain.position - distance]?.ownAtmIv ?? Number.NaN;
    if (!Number.isNaN(before)) return before;
    const after = chains[chain.position + distance]?.ownAtmIv ?? Number.NaN;
    if (!Number.isNaN(after)) return after;
  }
  return Number.NaN;
}

/** Packet 3 of the chain's present state. */
export function encodeSnapshot(chain: ChainRecord, epoch: number, serverTime: number): Uint8Array {
  const { root, rowBytes, sequence } = chain;
  const whole = { ...root, flags: root.flags | CHAIN_FLAG_SNAPSHOT };
  return encodeChain(whole, rowBytes, { epoch, sequence, serverTime });
}

/** Change of the expiry's PCR since the previous close; NaN where it had none. */
export function pcrSinceClose({ columns }: ChainRecord, callOi: number, putOi: number): number {
  const { call, put, count } = columns;
  let callBefore = 0;
  let putBefore = 0;
  for (let i = 0; i < count; i++) {
    callBefore += call.previousOi[i]!;
    putBefore += put.previousOi[i]!;
  }
  return pcrChange(putOi, callOi, putBefore, callBefore);
}

/** See `roundStrikeStep`. */
export function roundStep(family: Family): number {
  const { kind, strikeStep } = family.underlying.underlying;
  return roundStrikeStep(kind, strikeStep);
}
