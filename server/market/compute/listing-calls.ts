import { chargesAnswer } from "#analysis/charges-answer.ts";
import { AppError } from "#domain/errors.ts";
import { ChargesRequest } from "#protocol/http/charges.ts";
import { AddonRequest } from "#protocol/http/instruments.ts";
import { type QuoteDetails, SymbolsRequest } from "#protocol/http/quotes.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import {
  type ComputeCall,
  decodeChargesQuestion,
  decodeMiniQuestion,
  decodeQuotesQuestion,
} from "../bus/compute-questions.ts";
import { fetchQuotes } from "../bus/quote-details.ts";
import type { InstrumentDirectory } from "../instruments/directory.ts";
import { noUnderlying } from "../instruments/not-listed.ts";
import { createBodyReader } from "./body.ts";
import type { ComputeAnswer } from "./compute-answer.ts";
import { toJson } from "./json.ts";
import type { ComputeMarket } from "./snapshot/compute-market.ts";

/** Calls that look up much and compute little: too much to read and write on the thread that the relay runs on. */
type ListingCall = Extract<ComputeCall, "quotes" | "instruments" | "addon" | "mini" | "charges">;

interface ListingOptions {
  readonly bus: Bus;
  readonly market: Pick<ComputeMarket, "directory">;
}

const readSymbols = createBodyReader(SymbolsRequest);
const readAddon = createBodyReader(AddonRequest);
const readCharges = createBodyReader(ChargesRequest);

function underlyerOf(directory: InstrumentDirectory, key: string | number): number {
  const u = directory.underlyer(key);
  if (u < 0) throw noUnderlying(key);
  return u;
}

/** By the symbol as it was asked for; what is not listed, or has no quote, is missing. @throws AppError quotes.failed */
async function quotesBySymbol(
  { bus, market }: ListingOptions,
  symbols: readonly string[],
): Promise<Record<string, QuoteDetails>> {
  const directory = await Promise.resolve(market.directory()).catch((cause: unknown) => {
    throw new AppError("quotes.failed", "Quotes fetch failed.", {}, { cause });
  });
  const tokens = new Map<string, number>();
  for (const symbol of symbols) {
    const token = directory.bySymbol(symbol)?.instrument_token;
    if (token !== undefined) tokens.set(symbol, token);
  }
  const found = await fetchQuotes(bus, [...new Set(tokens.values())]);
  const data: Record<string, QuoteDetails> = {};
  for (const [symbol, token] of tokens) {
    const quote = found.get(token);
    if (quote !== undefined) data[symbol] = quote;
  }
  return data;
}

/** The calls over one market; each answers the JSON to send. */
export function createListingCalls(options: ListingOptions): Record<ListingCall, ComputeAnswer> {
  const { market } = options;
  return {
    quotes: async (body) =>
      toJson({ data: await quotesBySymbol(options, decodeQuotesQuestion(body).symbols) }),
    async instruments(body) {
      const { trading_symbols: symbols } = readSymbols(body);
      const directory = await market.directory();
      const listed = symbols.map((symbol) => [symbol, directory.bySymbol(symbol)] as const);
      return toJson({ payload: Object.fromEntries(listed.filter(([, details]) => details !== null)) });
    },
    async addon(body) {
      const { underlyer_list: keys } = readAddon(body);
      const directory = await market.directory();
      return toJson(directory.subset(new Set(keys.map((key) => underlyerOf(directory, key)))));
    },
    async mini(body) {
      const { symbol } = decodeMiniQuestion(body);
      const directory = await market.directory();
      const u = underlyerOf(directory, symbol);
      const payload = {
        underlying: directory.spot(u),
        expiries: directory.expiries(u),
        options: directory.options(u),
        futures: directory.futures(u),
      };
      return toJson({ payload, etag: directory.etag });
    },
    async charges(body) {
      const { caller, body: asked } = decodeChargesQuestion(body);
      return toJson(chargesAnswer(readCharges(asked), caller));
    },
  };
}
