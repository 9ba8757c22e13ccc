import type { Exchange } from "#domain/calendar/exchange.ts";
import { expiryInstant, listedExpiries } from "#domain/calendar/expiries.ts";
import { compactDate, DAY_MS } from "#domain/calendar/ist.ts";
import { nextTradingDay, sessionClose, sessionOpen } from "#domain/calendar/market-sessions.ts";
import { middleHalf } from "#domain/chain/premium.ts";
import { impliedMove } from "#domain/chain/straddle.ts";
import { expiryRuleOf } from "#domain/instruments/expiry-types.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import {
  MOST_COMPARED_EXPIRIES,
  type PremiumExpiriesRequest,
  type PremiumExpiriesResponse,
} from "#protocol/http/chart-premium.ts";
import type { MeasureDay } from "../../../market/history/measures/measure-days.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import { breathe } from "../../../platform/lib/breathe.ts";
import { type ChartUnderlying, chartUnderlying } from "../chart-instruments.ts";
import type { ChartMarket } from "../chart-market.ts";
import type { ChartPast } from "../chart-past.ts";
import { isOn, orNull } from "../minute-columns.ts";
import { keptReading } from "../session-totals.ts";
import { endedBy, MINUTE_MS, sessionOf, sessionsUntil } from "../sessions.ts";
import { premiumExpiry } from "./premium-strategies.ts";

/** Measures by the minute are kept for a hundred calendar days. */
const REACHED = 71;

type Payload = PremiumExpiriesResponse["payload"];

/** A past expiry, and its session that lies as many sessions before it. */
interface Compared {
  readonly expiry: IsoDate;
  readonly session: SessionTimes;
}

/** Sessions of an exchange after a date up to another, which is one of them. */
function sessionsBetween(exchange: Exchange, date: IsoDate, expiry: IsoDate): number {
  let count = 0;
  for (let day = nextTradingDay(exchange, date); day <= expiry; day = nextTradingDay(exchange, day)) count++;
  return count;
}

/** Minutes of trading from the end of a session's minute to an expiry. @param end the expiry's instant, epoch ms */
function tradingMinutes(
  exchange: Exchange,
  { date, open, close }: SessionTimes,
  end: number,
): (minute: number) => number {
  // A market that never sleeps has no nights to leave out.
  if (close - open >= DAY_MS) return (minute) => (end - open) / MINUTE_MS - minute - 1;
  let after = 0;
  for (let day = nextTradingDay(exchange, date); sessionOpen(exchange, day) < end; ) {
    after += (Math.min(sessionClose(exchange, day), end) - sessionOpen(exchange, day)) / MINUTE_MS;
    day = nextTradingDay(exchange, day);
  }
  const own = (Math.min(close, end) - open) / MINUTE_MS;
  return (minute) => after + own - minute - 1;
}

/** Expiries that there were by the exchange's rule, newest first. */
function expiriesBefore(
  symbol: string,
  exchange: Exchange,
  /** oldest first, the newest last */
  sessions: readonly SessionTimes[],
  left: number,
): Compared[] {
  const before = sessions.slice(0, -1);
  const compared = before.flatMap((session, i) => {
    const expiry = before[i + left]?.date;
    const rule = expiryRuleOf(symbol, exchange, session.date);
    const isListed = rule !== null && listedExpiries(rule, session.date).some(({ date }) => date === expiry);
    return expiry !== undefined && isListed ? [{ expiry, session }] : [];
  });
  return compared.reverse();
}

/** The straddle over the forward at the end of a minute, a fraction, NaN unknown. */
const premiumAt = (day: MeasureDay | null, minute: number): number => {
  const own = day?.expiries[0];
  return impliedMove(own?.straddle[minute] ?? Number.NaN, own?.forward[minute] ?? Number.NaN);
};

async function measuresOf(
  past: Pick<ChartPast, "measures">,
  { spot, exchange }: ChartUnderlying,
  expiry: IsoDate,
  { date }: SessionTimes,
  until: number,
): Promise<MeasureDay | null> {
  const days = await past.measures({
    underlying: spot.instrument_token,
    exchange,
    expiries: [compactDate(expiry)],
    span: { date },
    until,
  });
  return days?.find((day) => day.date === date) ?? null;
}

/** A session that is over, by the minute. */
async function wholeSession(
  past: Pick<ChartPast, "measures">,
  underlying: ChartUnderlying,
  { expiry, session }: Compared,
): Promise<{ told: ChartSession; premium: Float64Array }> {
  const day = await measuresOf(past, underlying, expiry, session, session.close);
  const premium = Float64Array.from({ length: day?.length ?? 0 }, (_, minute) => premiumAt(day, minute));
  return { told: sessionOf(session, day), premium };
}

/**
 * The straddle at the money of one expiry through the newest session, over the forward, beside those of past expiries in the session
 * that lay as many sessions before them: each minute has then as much trading left as the other.
 * @throws AppError underlying.not_found, derivative.not_found, request.invalid, server.unavailable, metacache.failed
 */
export async function premiumExpiries(
  market: Pick<ChartMarket, "now" | "directory" | "measures">,
  past: ChartPast,
  {
    underlying_symbol: symbol,
    expiry: asked,
    count = MOST_COMPARED_EXPIRIES,
    each: isEach = false,
  }: PremiumExpiriesRequest,
): Promise<Payload> {
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const { spot, exchange } = underlying;
  const { instrument_token: token } = spot;
  const now = market.now();
  const expiry = premiumExpiry(directory, underlying, symbol, asked, now) as IsoDate;
  const { sessions, present } = sessionsUntil(past, exchange, REACHED, now);
  const newest = sessions.at(-1)!;
  const left = sessionsBetween(exchange, newest.date, expiry);
  const own = await measuresOf(past, underlying, expiry, newest, Math.min(now, newest.close));

  const compared: Compared[] = [];
  const others: Float64Array[] = [];
  for (const each of expiriesBefore(symbol, exchange, sessions, left)) {
    if (compared.length === count) break;
    await breathe();
    const { premium } = await keptReading(past, `${token} ${each.expiry} premium`, now, () =>
      wholeSession(past, underlying, each),
    );
    if (premium.every(Number.isNaN)) continue;
    compared.push(each);
    others.push(premium);
  }

  const isRunning = newest === present && isOn(newest, now);
  const sample = isRunning ? await market.measures(token) : null;
  const running = sample?.expiries.find((each) => each.expiry === compactDate(expiry));
  const ended = endedBy(newest, now);
  const length = (newest.close - newest.open) / MINUTE_MS;
  const minutes = Array.from({ length }, (_, minute) => minute);
  const told = minutes.slice(0, ended + (isRunning ? 1 : 0));
  const middles = minutes.map((minute) => middleHalf(others.map((each) => each[minute] ?? Number.NaN)));
  const end = expiryInstant(exchange, expiry);
  const traded = tradingMinutes(exchange, newest, end);
  return {
    underlying_symbol: symbol,
    underlying_token: token,
    expiry,
    sessions_before: left,
    times: minutes.map((minute) => newest.open + minute * MINUTE_MS),
    minutes_to_expiry: minutes.map((minute) => (end - newest.open) / MINUTE_MS - minute - 1),
    trading_minutes: minutes.map(traded),
    running_at: isRunning ? newest.open + ended * MINUTE_MS : null,
    premium: told.map((minute) =>
      orNull(
        minute < ended
          ? premiumAt(own, minute)
          : impliedMove(running?.straddle ?? Number.NaN, running?.forward ?? Number.NaN),
      ),
    ),
    low: middles.map(({ low }) => orNull(low)),
    median: middles.map(({ median }) => orNull(median)),
    high: middles.map(({ high }) => orNull(high)),
    known: middles.map((each) => each.count),
    compared: compared.map(({ expiry: over, session }, i) => ({
      expiry: over,
      date: session.date,
      ...(isEach ? { premium: minutes.map((minute) => orNull(others[i]![minute] ?? Number.NaN)) } : {}),
    })),
    sessions: [sessionOf(newest, own)],
  };
}
