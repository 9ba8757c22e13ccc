import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import type { Bar } from "../../../market/bus/market-past.ts";
import { MINUTE, type MinuteColumns } from "../../../market/history/minute-days.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import { type ChartUnderlying, divisorOf, isOption, wantedOf } from "../chart-instruments.ts";
import type { ChartPast } from "../chart-past.ts";
import { endedBy, MINUTE_MS, sessionOf } from "../sessions.ts";
import { type Candle, stillCandle, UNKNOWN_CANDLE } from "./candle.ts";
import { runningCandle } from "./running-candle.ts";

/** One session of an instrument, a candle a minute: those that have ended, and the one that is on. */
export interface MinuteCandles {
  readonly told: ChartSession;
  readonly candles: readonly Candle[];
}

type QuoteOf = ReadonlyMap<number, QuoteDetails>;
/** Wire integers. */
type Prices = Pick<Bar, "open" | "high" | "low" | "close">;

/** @param traded null of a minute in which nothing was */
function candleOf(
  { close, volume, oi, known }: MinuteColumns,
  minute: number,
  traded: Prices | null,
  divisor: number,
): Candle {
  if (minute >= known.length || known[minute] === MINUTE.UNKNOWN) return UNKNOWN_CANDLE;
  const own = [volume[minute]!, oi[minute]!] as const;
  if (traded === null) return stillCandle(close[minute]! > 0 ? close[minute]! / divisor : Number.NaN, ...own);
  return {
    open: traded.open / divisor,
    high: traded.high / divisor,
    low: traded.low / divisor,
    close: traded.close / divisor,
    volume: own[0],
    oi: own[1],
    isTraded: true,
    isKnown: true,
  };
}

/** Of options minutes have their last price alone, and are read once. */
function pricesOfOption({ close, volume, known }: MinuteColumns, minute: number): Prices | null {
  const price = close[minute]!;
  if (known[minute] !== MINUTE.HEARD || volume[minute] === 0 || price <= 0) return null;
  return { open: price, high: price, low: price, close: price };
}

/**
 * @param now the viewer's market time: history tells nothing later, and of the minute that is on what it heard by then
 * @param quotes of the viewer's own market where the session has a minute that is on, else null
 */
export async function minuteCandles(
  past: Pick<ChartPast, "minutes" | "bars">,
  underlying: ChartUnderlying,
  instrument: InstrumentDetails,
  session: SessionTimes,
  now: number,
  quotes: QuoteOf | null,
): Promise<MinuteCandles> {
  const wanted = [wantedOf(instrument, underlying)];
  const { instrument_token: token } = instrument;
  const ended = endedBy(session, now);
  const until = Math.min(now, session.close);
  const dates = { date: session.date };
  const [days, bars] = await Promise.all([
    past.minutes(wanted, dates, until),
    isOption(instrument) ? null : past.bars(wanted, dates, until),
  ]);
  const day = days?.find(({ date }) => date === session.date) ?? null;
  const column = day?.columns[0];
  const own = bars?.get(token)?.find(({ date }) => date === session.date)?.bars ?? [];
  const byStart = new Map(own.map((bar) => [bar.start, bar]));
  const divisor = divisorOf(instrument);
  const at = (minute: number): Candle => {
    if (column === undefined) return UNKNOWN_CANDLE;
    const traded =
      bars === null
        ? pricesOfOption(column, minute)
        : (byStart.get(session.open + minute * MINUTE_MS) ?? null);
    return candleOf(column, minute, traded, divisor);
  };
  const candles = Array.from({ length: ended }, (_, minute) => at(minute));
  if (quotes !== null) {
    const isHeard = day !== null && day.length > ended;
    const known = candles.filter(({ isKnown }) => isKnown);
    // After a gap an option's volume has what was traded in it, unless it began with the session; that of anything else has not.
    const isWhole = (day?.gaps ?? []).every(({ from }) => isOption(instrument) && from > session.open);
    candles.push(
      runningCandle(instrument, quotes.get(token), {
        start: session.open + ended * MINUTE_MS,
        heard: isHeard ? at(ended) : null,
        volumeBefore: isWhole ? known.reduce((sum, { volume }) => sum + volume, 0) : Number.NaN,
      }),
    );
  }
  return { told: sessionOf(session, day), candles };
}
