import type { Exchange } from "#domain/calendar/exchange.ts";
import { istDate } from "#domain/calendar/ist.ts";
import {
  isTradingDay,
  previousTradingDay,
  sessionClose,
  sessionOpen,
} from "#domain/calendar/market-sessions.ts";

/** End of the session that present quotes belong to: today's once it has opened, else the last day's. Epoch ms, as `now` is. */
export function closeOfQuotes(exchange: Exchange, now: number): number {
  const today = istDate(now);
  const isToday = isTradingDay(exchange, today) && now >= sessionOpen(exchange, today);
  return sessionClose(exchange, isToday ? today : previousTradingDay(exchange, today));
}
