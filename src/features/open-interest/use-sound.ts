import { useMemo } from "react";
import { istDate, istInstant } from "#domain/calendar/ist.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { marketNow } from "../../live/market-now.ts";
import { useSleepless } from "../../shared/answers/use-sleepless.ts";
import type { OiSearch } from "./address.ts";
import { earlierSessions, presentSession } from "./by-strike/sessions.ts";
import { sound } from "./left-out.ts";

const MINUTE_MS = 60_000;
/** Minutes of India's day by which the present session of every market is the one of that day, also of one that never sleeps. */
const ALL_OPEN = 9 * 60 + 15;

/** What is asked, as far as the market knows of it; all of it while that is not known. */
export function useSound(search: OiSearch, underlying: UnderlyingSummary | null): ReturnType<typeof sound> {
  const isSleepless = useSleepless();
  return useMemo(() => {
    const expiries = underlying?.expiries.map(({ expiry }) => expiry) ?? null;
    const now = underlying === null ? Number.NaN : marketNow(underlying);
    if (underlying === null || isSleepless === null || !Number.isFinite(now))
      return sound(search, { expiries, sessions: null, minute: null });
    const exchange = underlying.derivativeExchange;
    const newest = presentSession(now, exchange, isSleepless);
    // A day that never closes goes on past midnight.
    const minute = Math.floor((now - istInstant(newest, "00:00")) / MINUTE_MS);
    const isToday = (isSleepless || newest === istDate(now)) && minute >= ALL_OPEN;
    return sound(search, {
      expiries,
      sessions: [newest, ...earlierSessions(newest, exchange, isSleepless)],
      // The minute that is on is told of as it goes.
      minute: isToday ? minute + 1 : null,
    });
  }, [search, underlying, isSleepless]);
}
