import type { AverageVolume } from "#domain/chain/average-volume.ts";
import { volumeSpike } from "#domain/chain/measures.ts";
import { expectedMove } from "#domain/chain/straddle.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import type { ScreenerRow, StatsRoot, StatsRow } from "#protocol/generated/records.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import { type ChainRecord, type Family, frontChain } from "../chains/chain-records.ts";
import { type MarketTable, ROW_WORDS } from "../market-table.ts";

/** Futures whose open interest stands for the underlying. */
const FUTURES_COUNTED = 3;

/** Figures of an underlying that packets 5 and 7 share. Unknown is NaN. */
type BaseStats = Omit<
  StatsRoot,
  "rowCount" | "rowLength" | "ivCloses" | "ivCloseOrigins" | "volume" | "averageVolume" | "volumeDays"
>;

/** Row whose prices are the underlying's: its own or, of a commodity without one, the nearest running future's. */
function spotRow(family: Family, words: Int32Array, now: number): number {
  const { underlying, index } = family.underlying;
  if (index >= 0 && words[index * ROW_WORDS + WORD.lastPrice]! > 0) return index;
  const nearest = frontChain(family, now)?.entry.futureIndex ?? -1;
  return underlying.kind === "commodity" && nearest >= 0 ? nearest : index;
}

/** A figure of the futures that stand for the underlying, all together; NaN where it has none. */
function ofFutures(family: Family, figure: (row: number) => number): number {
  const futures = [...family.underlying.futures]
    .sort((a, b) => a.expiryInstant - b.expiryInstant)
    .slice(0, FUTURES_COUNTED);
  return futures.length === 0 ? Number.NaN : futures.reduce((sum, { index }) => sum + figure(index), 0);
}

/** Units traded today: a share has its own volume, what else there is only that of its futures. */
function dayVolume(family: Family, { words }: MarketTable): number {
  const traded = (row: number): number => words[row * ROW_WORDS + WORD.volume]! >>> 0;
  const { underlying, index } = family.underlying;
  return underlying.kind === "stock" && index >= 0 ? traded(index) : ofFutures(family, traded);
}

function baseStats(family: Family, table: MarketTable, now: number, usual: AverageVolume): BaseStats {
  const { words, previousOi, universe } = table;
  const row = spotRow(family, words, now);
  const divisor = row < 0 ? 100 : priceDivisor(universe.instruments[row]!.token);
  const price = (word: number): number => {
    const wire = row < 0 ? 0 : words[row * ROW_WORDS + word]!;
    return wire > 0 ? wire / divisor : Number.NaN;
  };
  return {
    underlying: family.underlying.underlying.token,
    spot: price(WORD.lastPrice),
    spotPreviousClose: price(WORD.close),
    spotOpen: price(WORD.open),
    spotHigh: price(WORD.high),
    spotLow: price(WORD.low),
    volumeSpike: volumeSpike(dayVolume(family, table), usual.average),
    futureOi: ofFutures(family, (index) => words[index * ROW_WORDS + WORD.oi]! >>> 0),
    futureOiPrevious: ofFutures(family, (index) => previousOi[index]!),
  };
}

/**
 * Packet 5's figures of the whole underlying: its expiries share one percentile, and so its closes.
 * @param usual what is traded in a session of it
 */
export function statsRoot(
  family: Family,
  table: MarketTable,
  now: number,
  usual: AverageVolume,
): Omit<StatsRoot, "rowCount" | "rowLength"> {
  const { ivCloses = 0, ivCloseOrigins = 0 } = family.chains[0]?.root ?? {};
  return {
    ...baseStats(family, table, now, usual),
    ivCloses,
    ivCloseOrigins,
    volume: dayVolume(family, table),
    averageVolume: usual.average,
    volumeDays: usual.days,
  };
}

function total(values: Float64Array, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i]!;
  return sum;
}

/** One expiry as last solved. */
export function statsRow(chain: ChainRecord): StatsRow {
  const { root, columns } = chain;
  return {
    expiry: root.expiry,
    lotSize: root.lotSize,
    forwardSource: root.forwardSource,
    reserved: 0,
    futurePrice: root.future,
    forward: root.forward,
    strikeStep: root.strikeStep,
    atmStrike: root.atmStrike,
    atmIv: root.atmIv,
    atmIvPrevious: root.atmIvPrevious,
    atmIvPercentile: root.atmIvPercentile,
    pcr: root.pcr,
    maxPain: root.maxPain,
    callOi: total(columns.call.oi, columns.count),
    putOi: total(columns.put.oi, columns.count),
    expectedMove: expectedMove(root.forward, root.atmIv, chain.years),
    straddle: chain.straddle,
    callVolume: total(columns.call.volume, columns.count),
    putVolume: total(columns.put.volume, columns.count),
    callOiPrevious: total(columns.call.previousOi, columns.count),
    putOiPrevious: total(columns.put.previousOi, columns.count),
  };
}

/** An underlying with its nearest expiry that trades on; expiry 0 and NaN when it has none. */
export function screenerRow(
  family: Family,
  table: MarketTable,
  now: number,
  usual: AverageVolume,
): ScreenerRow {
  const nearest = defaultExpiry(family.chains, now);
  return {
    ...baseStats(family, table, now, usual),
    expiry: nearest?.root.expiry ?? 0,
    forward: nearest?.root.forward ?? Number.NaN,
    atmIv: nearest?.root.atmIv ?? Number.NaN,
    atmIvPrevious: nearest?.root.atmIvPrevious ?? Number.NaN,
    atmIvPercentile: nearest?.root.atmIvPercentile ?? Number.NaN,
    pcr: nearest?.root.pcr ?? Number.NaN,
    maxPain: nearest?.root.maxPain ?? Number.NaN,
    ivCloses: nearest?.root.ivCloses ?? 0,
  };
}
