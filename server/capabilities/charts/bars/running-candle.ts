import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import { priceOf } from "../chart-instruments.ts";
import { type Candle, stillCandle, UNKNOWN_CANDLE } from "./candle.ts";

/** The minute that is on. */
interface RunningMinute {
  /** epoch ms */
  readonly start: number;
  /** as history has heard it so far; null where the viewer's market is behind that */
  readonly heard: Candle | null;
  /** units of the day before it, NaN unknown */
  readonly volumeBefore: number;
}

/** The minute that is on: as far as it was heard, with the price and open interest of the viewer's own market. */
export function runningCandle(
  instrument: InstrumentDetails,
  quote: QuoteDetails | undefined,
  { start, heard, volumeBefore }: RunningMinute,
): Candle {
  if (quote === undefined) return heard ?? UNKNOWN_CANDLE;
  const price = priceOf(instrument, quote);
  const isIndex = instrument.instrument_type === "INDEX";
  const own = Math.max(0, quote.volume - volumeBefore);
  const traded = heard?.isTraded === true ? heard : null;
  const volume = traded?.volume ?? own;
  const isNew = isIndex ? (quote.timestamp ?? 0) >= start : own > 0 || (quote.last_trade_time ?? 0) >= start;
  if (Number.isNaN(price) || (traded === null && !isNew)) return stillCandle(price, volume, quote.oi);
  return {
    open: traded?.open ?? price,
    high: Math.max(traded?.high ?? price, price),
    low: Math.min(traded?.low ?? price, price),
    close: price,
    volume,
    oi: quote.oi,
    isTraded: true,
    isKnown: true,
  };
}

/** The present market day, as the exchange tells it in the quote. */
export function dayCandle(instrument: InstrumentDetails, quote: QuoteDetails | undefined): Candle {
  if (quote === undefined) return UNKNOWN_CANDLE;
  const price = priceOf(instrument, quote);
  if (Number.isNaN(price)) return stillCandle(price, quote.volume, quote.oi);
  const { open, high, low } = quote.ohlc;
  return { open, high, low, close: price, volume: quote.volume, oi: quote.oi, isTraded: true, isKnown: true };
}
