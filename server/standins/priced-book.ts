import type { Instrument } from "#domain/instruments/types.ts";
import { type Book, type BookMarket, bookOf } from "./book.ts";
import { BOOKS, type BookKind } from "./book-table.ts";

/** Rupees. What is not known is left out, and so is everything while the market does not answer. */
export interface BookPrices {
  /** Previous closes of underlyings by symbol: the strikes of a book are counted from them, and stay where they are all day. */
  closesOf(symbols: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Last prices by "EXCHANGE:SYMBOL". */
  lastPricesOf(symbols: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

const keyOf = ({ exchange, tradingsymbol }: Instrument): string => `${exchange}:${tradingsymbol}`;

/** What an account holds now, at the prices of its market where that has them. */
export async function pricedBook(kind: BookKind, market: BookMarket, prices?: BookPrices): Promise<Book> {
  if (prices === undefined) return bookOf(kind, market);
  const closes = await prices.closesOf([...new Set(BOOKS[kind].legs.map(({ symbol }) => symbol))]);
  const placed = { ...market, spotOf: (symbol: string) => closes.get(symbol) ?? market.spotOf(symbol) };
  const held = bookOf(kind, placed).positions.map(({ instrument }) => keyOf(instrument));
  const last = await prices.lastPricesOf(held);
  return bookOf(kind, { ...placed, priceOf: (instrument) => last.get(keyOf(instrument)) ?? null });
}
