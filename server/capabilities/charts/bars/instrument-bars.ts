import { AppError } from "#domain/errors.ts";
import { type BarsQuery, type BarsResponse, MOST_BARS } from "#protocol/http/chart-bars.ts";
import type { ChartSession, OiInterval } from "#protocol/http/chart-parts.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import { type Period, periodsOf } from "../../../market/history/daily/periods.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import { breathe } from "../../../platform/lib/breathe.ts";
import { type BarSpan, barsOf } from "../chart-bars.ts";
import { type ChartUnderlying, chartInstrument } from "../chart-instruments.ts";
import type { ChartMarket } from "../chart-market.ts";
import type { ChartPast } from "../chart-past.ts";
import { isOn, orNull } from "../minute-columns.ts";
import { endedBy, MINUTE_MS } from "../sessions.ts";
import { type BarRange, barRange, isOfMinutes, periodOf } from "./bar-range.ts";
import { type Candle, foldCandles } from "./candle.ts";
import { contractDays, underlyingDays } from "./day-candles.ts";
import { minuteCandles } from "./minute-candles.ts";

type Payload = BarsResponse["payload"];

interface Series {
  readonly times: number[];
  readonly candles: Candle[];
  readonly sessions: ChartSession[];
  /** start of the bar that has not ended, null where none is told */
  readonly runningAt: number | null;
}

interface Question {
  readonly past: ChartPast;
  readonly underlying: ChartUnderlying;
  readonly instrument: InstrumentDetails;
  readonly range: BarRange;
  /** where it has a minute that is on */
  readonly running: SessionTimes | null;
  /** the viewer's market time */
  readonly now: number;
  /** of the viewer's own market */
  readonly quotes: Awaited<ReturnType<ChartMarket["quotes"]>>;
}

/** Bars of a session that an answer has. */
function spansOf(session: SessionTimes, interval: OiInterval, { range, running, now }: Question): BarSpan[] {
  const minutes = endedBy(session, now) + (session === running ? 1 : 0);
  return barsOf(session.open, minutes, interval).filter(
    ({ start, last }) => session.open + (last + 1) * MINUTE_MS > range.from && start < range.to,
  );
}

async function barsOfMinutes(question: Question, interval: OiInterval): Promise<Series> {
  const { past, underlying, instrument, range, running, now, quotes } = question;
  const [times, candles, sessions]: [number[], Candle[], ChartSession[]] = [[], [], []];
  let runningAt: number | null = null;
  const count = range.sessions.reduce((sum, each) => sum + spansOf(each, interval, question).length, 0);
  if (count > MOST_BARS) {
    const text = `${count} bars are too many: an answer has ${MOST_BARS} at most; ask for a longer interval, or for less time`;
    throw new AppError("request.invalid", text, { bars: count });
  }
  for (const session of range.sessions) {
    await breathe();
    const own = session === running ? quotes : null;
    const { told, candles: minutes } = await minuteCandles(past, underlying, instrument, session, now, own);
    sessions.push(told);
    for (const { start, first, last } of spansOf(session, interval, question)) {
      times.push(start);
      candles.push(foldCandles(minutes.slice(first, last + 1)));
      if (own !== null && last === minutes.length - 1) runningAt = start;
    }
  }
  return { times, candles, sessions, runningAt };
}

/** @param period null for days themselves; @param isOpenEnded days before the first that is known are left out */
async function barsOfDays(question: Question, period: Period | null, isOpenEnded: boolean): Promise<Series> {
  const { past, underlying, instrument, range, running, now, quotes } = question;
  const present = { session: range.present, quote: quotes.get(instrument.instrument_token) };
  const all =
    instrument.expiry === null
      ? await underlyingDays(past, underlying, range.sessions, present, now)
      : await contractDays(past, underlying, instrument, range.sessions, present, now);
  const first = all.findIndex(({ candle }) => candle.isKnown);
  const days = isOpenEnded ? all.slice(first < 0 ? -1 : first) : all;
  const bars = period === null ? days.map((day) => [day]) : periodsOf(days, period);
  const times = bars.map((own) => own[0]!.open);
  return {
    times,
    runningAt: running === null ? null : times.at(-1)!,
    candles: bars.map((own) => foldCandles(own.map(({ candle }) => candle))),
    sessions: days.map(({ told }) => told),
  };
}

const columnOf = (candles: readonly Candle[], name: "open" | "high" | "low" | "close" | "volume" | "oi") =>
  candles.map((candle) => orNull(candle[name]));

/**
 * Bars of one instrument, as far as the viewer's market has come.
 * @throws AppError instrument.not_found, derivative.not_found, request.invalid, server.unavailable, quotes.failed, metacache.failed
 */
export async function instrumentBars(
  market: Pick<ChartMarket, "now" | "directory" | "quotes">,
  past: ChartPast,
  { tradingsymbol, interval, from, to }: BarsQuery,
): Promise<Payload> {
  const { instrument, underlying } = chartInstrument(await market.directory(), tradingsymbol);
  const now = market.now();
  const asked = {
    from: from === undefined ? null : Number(from),
    to: to === undefined ? null : Number(to),
  };
  const { instrument_token: token, instrument_type: type, expiry } = instrument;
  const range = barRange(past, underlying, interval, expiry !== null, asked, now);
  const { present } = range;
  const hasPresent = present !== null && range.sessions.includes(present);
  const running = hasPresent && isOn(present, now) ? present : null;
  const quotes = await market.quotes(hasPresent ? [token] : []);
  const question = { past, underlying, instrument, range, running, now, quotes };
  const { times, candles, sessions, runningAt } = isOfMinutes(interval)
    ? await barsOfMinutes(question, interval)
    : await barsOfDays(question, periodOf(interval), asked.from === null);
  return {
    tradingsymbol: instrument.tradingsymbol,
    instrument_token: token,
    instrument_type: type,
    interval,
    times,
    running_at: runningAt,
    open: columnOf(candles, "open"),
    high: columnOf(candles, "high"),
    low: columnOf(candles, "low"),
    close: columnOf(candles, "close"),
    volume: type === "INDEX" ? null : columnOf(candles, "volume"),
    oi: expiry === null ? null : columnOf(candles, "oi"),
    carried: candles.map(({ isKnown, isTraded }) => isKnown && !isTraded),
    sessions,
  };
}
