import { compactDate } from "#domain/calendar/ist.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import type { DailyBar } from "../../../market/history/daily/daily-bars.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import { breathe } from "../../../platform/lib/breathe.ts";
import type { ChartUnderlying } from "../chart-instruments.ts";
import type { ChartPast } from "../chart-past.ts";
import { closedSession } from "../sessions.ts";
import { type Candle, foldCandles, UNKNOWN_CANDLE } from "./candle.ts";
import { minuteCandles } from "./minute-candles.ts";
import { dayCandle } from "./running-candle.ts";

/** A session of an instrument as one candle. */
export interface DayCandle extends Pick<SessionTimes, "date" | "open"> {
  readonly told: ChartSession;
  readonly candle: Candle;
}

/** The present session is told by the quote of the viewer's own market. */
export interface PresentDay {
  /** null before it begins */
  readonly session: SessionTimes | null;
  readonly quote: QuoteDetails | undefined;
}

const orNaN = (value: number | null): number => value ?? Number.NaN;

/** An underlying has no open interest of its own, and an index no volume: those that its days have are of its futures. */
const candleOf = ({ open, high, low, close, volume }: DailyBar): Candle => ({
  open: orNaN(open),
  high: orNaN(high),
  low: orNaN(low),
  close,
  volume: orNaN(volume),
  oi: Number.NaN,
  isTraded: true,
  isKnown: true,
});

/** Days of an index or a share: kept, and the present one. */
export async function underlyingDays(
  past: Pick<ChartPast, "days" | "minutes" | "bars">,
  underlying: ChartUnderlying,
  sessions: readonly SessionTimes[],
  present: PresentDay,
  now: number,
): Promise<DayCandle[]> {
  const { spot } = underlying;
  const [first, last] = [sessions[0]!, sessions.at(-1)!];
  const kept = await past.days(spot.instrument_token, first.date, last.date);
  const byDate = new Map((kept ?? []).map((day) => [day.date, day]));
  const days: DayCandle[] = [];
  for (const session of sessions) {
    const { date, open } = session;
    const day = byDate.get(compactDate(date));
    if (day !== undefined) {
      days.push({ date, open, told: closedSession(session, [day.origin]), candle: candleOf(day) });
    } else if (session === present.session) {
      const { told } = await minuteCandles(past, underlying, spot, session, now, null);
      days.push({ date, open, told, candle: dayCandle(spot, present.quote) });
    } else days.push({ date, open, told: closedSession(session, []), candle: UNKNOWN_CANDLE });
  }
  return days;
}

/** Days of a future or an option: of minutes, and the present one. */
export async function contractDays(
  past: Pick<ChartPast, "minutes" | "bars">,
  underlying: ChartUnderlying,
  contract: InstrumentDetails,
  sessions: readonly SessionTimes[],
  present: PresentDay,
  now: number,
): Promise<DayCandle[]> {
  const days: DayCandle[] = [];
  for (const session of sessions) {
    await breathe();
    const { date, open } = session;
    const { told, candles } = await minuteCandles(past, underlying, contract, session, now, null);
    const candle = session === present.session ? dayCandle(contract, present.quote) : foldCandles(candles);
    days.push({ date, open, told, candle });
  }
  return days;
}
