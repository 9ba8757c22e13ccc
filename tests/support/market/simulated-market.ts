import { priceDivisor } from "#domain/units/segments.ts";
import type { MarketSource } from "#server/market/feed/market-source.ts";
import type { ChainEntry, MarketTable, UnderlyingEntry } from "#server/market/feed/market-table.ts";
import { createMarketTable, ROW_WORDS } from "#server/market/feed/market-table.ts";
import {
  createSimulatedSource,
  type SimulationOptions,
} from "#server/market/feed/sources/sim/simulated-source.ts";

/** A simulated source with the table a feed would keep for it. */
export interface SimulatedMarket {
  readonly source: MarketSource;
  table(): MarketTable;
  /** Advances as the feed does; a new universe gets a new table. @returns whether it changed */
  advance(at: number): boolean;
  /** Rows marked since the last call. */
  takeDirty(): number[];
  row(symbol: string): number;
  underlying(symbol: string): UnderlyingEntry;
}

export function ist(text: string): number {
  return Date.parse(`${text}:00+05:30`);
}

export function simulatedMarket(
  options: Partial<SimulationOptions> & Pick<SimulationOptions, "startAt">,
): SimulatedMarket {
  const source = createSimulatedSource({ seed: 1, clock: "exchange", universe: null, ...options });
  let table = createMarketTable(source.universe());
  source.fill(table);
  const takeDirty = (): number[] => {
    const rows = [...table.dirtyRows.subarray(0, table.dirtyCount)];
    for (const row of rows) table.dirty[row] = 0;
    table.dirtyCount = 0;
    return rows;
  };
  takeDirty();
  return {
    source,
    table: () => table,
    takeDirty,
    advance(at) {
      const changed = source.advance(table, at);
      if (changed) {
        table = createMarketTable(source.universe());
        source.fill(table);
      }
      return changed;
    },
    row(symbol) {
      return source.universe().instruments.findIndex((each) => each.tradingsymbol === symbol);
    },
    underlying(symbol) {
      return source.universe().underlyings.find((each) => each.underlying.symbol === symbol)!;
    },
  };
}

/** A row's figures in rupees and units, read as the wire would carry them. */
export function quoteOf(table: MarketTable, row: number) {
  const words = table.words;
  const at = row * ROW_WORDS;
  const divisor = priceDivisor(table.universe.instruments[row]!.token);
  const price = (k: number): number => words[at + k]! / divisor;
  const count = (k: number): number => words[at + k]! >>> 0;
  const side = (from: number) =>
    [0, 1, 2, 3, 4].map((i) => ({
      quantity: count(from + 3 * i),
      price: price(from + 3 * i + 1),
      wire: words[at + from + 3 * i + 1]!,
      orders: count(from + 3 * i + 2),
    }));
  return {
    instrument: table.universe.instruments[row]!,
    wire: words[at + 1]!,
    last: price(1),
    lastQuantity: count(2),
    average: price(3),
    volume: count(4),
    buyQuantity: count(5),
    sellQuantity: count(6),
    open: price(7),
    high: price(8),
    low: price(9),
    close: price(10),
    tradedAt: count(11) * 1000,
    oi: count(12),
    oiHigh: count(13),
    oiLow: count(14),
    at: count(15) * 1000,
    previousOi: table.previousOi[row]!,
    bids: side(16),
    asks: side(31),
    bid: price(17),
    ask: price(32),
  };
}

/** Rows of one side of a chain that are listed. */
export function optionRows(chain: ChainEntry): number[] {
  return [...chain.callIndex, ...chain.putIndex].filter((row) => row >= 0);
}
