import type { ChainContext } from "#domain/chain/solution.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import { type MarketTable, ROW_WORDS } from "../market-table.ts";
import { type Family, frontChain } from "./chain-records.ts";

/** Prices of the market's table in rupees, of rows that may be none (-1). */
export interface ChainPrices {
  /** NaN when there is none. @param word of the quote */
  at(row: number, word: number): number;
  /** The underlying's own price or, of a commodity without one, its nearest running future's; NaN none. @param now market time */
  spot(family: Family, now: number): number;
  /** The quote of a future, good until the next call; null none. */
  future(row: number): ChainContext["future"];
}

export function createChainPrices({ words, universe }: MarketTable): ChainPrices {
  const divisors = Float64Array.from(universe.instruments, (instrument) => priceDivisor(instrument.token));
  const future = { bid: 0, ask: 0, ltp: 0, lastTradeTime: 0 };

  function at(row: number, word: number): number {
    const wire = row < 0 ? 0 : words[row * ROW_WORDS + word]!;
    return wire > 0 ? wire / divisors[row]! : Number.NaN;
  }

  return {
    at,
    spot(family, now) {
      const { underlying, index } = family.underlying;
      const spot = at(index, WORD.lastPrice);
      if (!Number.isNaN(spot) || underlying.kind !== "commodity") return spot;
      return at(frontChain(family, now)?.entry.futureIndex ?? -1, WORD.lastPrice);
    },
    future(row) {
      if (row < 0) return null;
      const base = row * ROW_WORDS;
      const divisor = divisors[row]!;
      future.bid = words[base + WORD.buy + 1]! / divisor;
      future.ask = words[base + WORD.sell + 1]! / divisor;
      future.ltp = words[base + WORD.lastPrice]! / divisor;
      future.lastTradeTime = (words[base + WORD.lastTradeTime]! >>> 0) * 1000;
      return future;
    },
  };
}
