import { fetchQuotes } from "../../market/bus/quote-details.ts";
import type { InstrumentDirectory } from "../../market/instruments/directory.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { BookPrices } from "../../standins/priced-book.ts";

/** The stand-ins' books at the prices of the product's own market. A market that does not answer leaves them to their model. */
export function createSandboxPrices(bus: Bus, directory: () => Promise<InstrumentDirectory>): BookPrices {
  /** Tokens of what is known of the names, by name. */
  async function quotesOf(
    tokens: ReadonlyMap<string, number>,
  ): Promise<[string, { last: number; close: number }][]> {
    const quotes = await fetchQuotes(bus, [...tokens.values()]);
    return [...tokens].flatMap(([name, token]) => {
      const quote = quotes.get(token);
      return quote === undefined ? [] : [[name, { last: quote.last_price, close: quote.ohlc.close }]];
    });
  }

  async function pricesOf(
    names: readonly string[],
    tokenOf: (lists: InstrumentDirectory, name: string) => number | undefined,
    priceOf: (quote: { last: number; close: number }) => number,
  ): Promise<ReadonlyMap<string, number>> {
    try {
      const lists = await directory();
      const tokens = new Map(
        names.flatMap((name) => {
          const token = tokenOf(lists, name);
          return token === undefined ? [] : [[name, token] as const];
        }),
      );
      const prices = (await quotesOf(tokens)).map(([name, quote]) => [name, priceOf(quote)] as const);
      return new Map(prices.filter(([, price]) => price > 0));
    } catch {
      return new Map();
    }
  }

  return {
    closesOf: (symbols) =>
      pricesOf(
        symbols,
        (lists, symbol) => {
          const u = lists.underlyer(symbol);
          return u < 0 ? undefined : lists.spot(u).instrument_token;
        },
        ({ close }) => close,
      ),
    lastPricesOf: (symbols) =>
      pricesOf(
        symbols,
        (lists, symbol) => lists.bySymbol(symbol)?.instrument_token,
        ({ last }) => last,
      ),
  };
}
