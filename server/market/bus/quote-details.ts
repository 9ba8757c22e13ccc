import { AppError } from "#domain/errors.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import { decodeQuotePacket } from "#protocol/wire/codec.ts";
import { decodeQuotes } from "#protocol/wire/quote-packets.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { quotesRequest } from "./market-subjects.ts";

function details(packet: Uint8Array): QuoteDetails | null {
  const quote = decodeQuotePacket(packet);
  if (quote === null) return null;
  const { lastPrice, ohlc } = quote;
  return {
    instrument_token: quote.instrumentToken,
    timestamp: quote.timestamp,
    last_trade_time: quote.lastTradeTime,
    last_price: lastPrice,
    last_quantity: quote.lastTradeQuantity ?? 0,
    average_price: quote.averagePrice ?? 0,
    volume: quote.volume ?? 0,
    buy_quantity: quote.totalBuyQuantity ?? 0,
    sell_quantity: quote.totalSellQuantity ?? 0,
    ohlc: { open: ohlc.open ?? 0, high: ohlc.high ?? 0, low: ohlc.low ?? 0, close: ohlc.close ?? 0 },
    net_change: quote.change,
    oi: quote.openInterest ?? 0,
    oi_day_high: quote.oiDayHigh ?? 0,
    oi_day_low: quote.oiDayLow ?? 0,
    depth: { buy: [...(quote.depth?.buy ?? [])], sell: [...(quote.depth?.sell ?? [])] },
  };
}

/**
 * Newest quotes by instrument token; tokens the feed does not carry are missing.
 * @throws AppError `quotes.failed` when the feed does not answer
 */
export async function fetchQuotes(bus: Bus, tokens: readonly number[]): Promise<Map<number, QuoteDetails>> {
  if (tokens.length === 0) return new Map();
  try {
    const decoded = decodeQuotes(await bus.request(quotesRequest(), Buffer.from(JSON.stringify({ tokens }))));
    if ("error" in decoded) throw new Error(`The feed's quotes do not decode (${decoded.error})`);
    const quotes = decoded.packets.map(details).filter((quote) => quote !== null);
    return new Map(quotes.map((quote) => [quote.instrument_token, quote]));
  } catch (error) {
    throw new AppError("quotes.failed", "Quotes fetch failed.", {}, { cause: error });
  }
}
