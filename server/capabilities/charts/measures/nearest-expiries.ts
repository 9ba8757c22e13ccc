import { lastTradeInstant, listedExpiries } from "#domain/calendar/expiries.ts";
import { compactDate, fromCompactDate, istDate } from "#domain/calendar/ist.ts";
import { expiryRuleOf } from "#domain/instruments/expiry-types.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import type { ChartUnderlying } from "../chart-instruments.ts";
import type { ChartPast } from "../chart-past.ts";

/** One that ends so long before its session does gives way to the next one as it ends, ms. */
const LONG_MS = 30 * 60_000;

interface Given {
  readonly past: Pick<ChartPast, "expiryDays">;
  readonly underlying: ChartUnderlying;
  readonly symbol: string;
  /** near to far, at least one */
  readonly listed: readonly string[];
  /** the viewer's market time */
  readonly now: number;
}

/**
 * Of each session the nearest expiry that traded in it, that of its own day included: what was heard of the day says which, else what is
 * listed now and what the exchange's rule listed then. In a session that goes on long after one has ended it is the next.
 * @param sessions oldest first, at least one
 */
export async function nearestExpiries(
  { past, underlying, symbol, listed, now }: Given,
  sessions: readonly SessionTimes[],
): Promise<readonly string[]> {
  const { spot, exchange } = underlying;
  const [first, last] = [sessions[0]!.date, sessions.at(-1)!.date];
  const days = (await past.expiryDays(spot.instrument_token, first, last)) ?? [];
  const today = istDate(now);
  return sessions.map(({ date, close }) => {
    const compact = compactDate(date);
    const heard = days.flatMap((each) =>
      each.date === compact && each.origin === "recorded" ? [fromCompactDate(each.expiry)] : [],
    );
    const rule = expiryRuleOf(symbol, exchange, date);
    // What is not over is listed.
    const ruled = rule === null ? [] : listedExpiries(rule, date).map(({ date: expiry }) => expiry);
    const over = ruled.filter((expiry) => expiry < today);
    // What a source tells of a day may be of what is listed now alone.
    const isOn = (expiry: string): boolean => {
      const end = lastTradeInstant(exchange, expiry as IsoDate);
      return expiry >= date && !(end <= now && now < close && close - end > LONG_MS);
    };
    const trading = (heard.length > 0 ? heard : [...listed, ...over]).filter(isOn);
    return trading.sort()[0] ?? listed.at(-1)!;
  });
}
