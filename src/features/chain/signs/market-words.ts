import type { Exchange } from "#domain/calendar/exchange.ts";
import { holidayOn } from "#domain/calendar/holidays.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { nextOpenAt, sessionsOn, specialDayOn } from "#domain/calendar/market-sessions.ts";
import type { ChainState } from "#domain/chain/flags.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import { TEXTS } from "./texts.ts";

/** A day as the calendar names it, where it has a name. */
const nameOfDay = (exchange: Exchange, now: number): string | null => {
  const date = istDate(now);
  return specialDayOn(exchange, date)?.name ?? holidayOn(exchange, date)?.name ?? null;
};

function openingOf(exchange: Exchange, now: number): string {
  const at = nextOpenAt(exchange, now);
  const date = istDate(at);
  const time = formatClock(at);
  return date === istDate(now) ? TEXTS.opensToday(time) : TEXTS.opens(formatExpiry(date), time);
}

const isAt =
  (now: number) =>
  ({ open, close }: { readonly open: number; readonly close: number }): boolean =>
    open <= now && now < close;

/** What is said of a market. */
interface MarketSaid {
  readonly stands: string;
  /** When it opens, where it is not open. */
  readonly next: string | null;
}

/**
 * How the market of a chain stands, in words, where that is not simply open.
 * @param exchange that the options are traded on
 * @param state as the feed says it: a feed that ignores the calendar is always live
 * @param now market time, epoch ms; 0 or NaN of a chain that was chosen a moment ago, whose day is not known yet
 * @param isSleepless the market runs around the clock: said at exchange hours too, which do not end it
 */
export function marketSaid(
  exchange: Exchange,
  state: ChainState | undefined,
  now: number,
  isSleepless = false,
): MarketSaid | null {
  if (!(now > 0)) return null;
  const says = (stands: string): MarketSaid => ({ stands, next: null });
  switch (state) {
    case "before_open": {
      const isPreOpen = sessionsOn(exchange, istDate(now)).find(isAt(now))?.phase === "pre_open";
      return { stands: isPreOpen ? TEXTS.preOpen : TEXTS.beforeOpen, next: openingOf(exchange, now) };
    }
    case "spot_auction":
      return says(TEXTS.auction);
    case "spot_closed":
      return says(TEXTS.spotClosed);
    case "no_underlying":
      return says(TEXTS.noUnderlying);
    case "closed": {
      const name = nameOfDay(exchange, now);
      const isHoliday = name !== null && sessionsOn(exchange, istDate(now)).length === 0;
      return { stands: isHoliday ? TEXTS.closedFor(name) : TEXTS.closed, next: openingOf(exchange, now) };
    }
    case "live": {
      const session = sessionsOn(exchange, istDate(now)).find(isAt(now));
      if (isSleepless || session === undefined) return says(TEXTS.aroundTheClock);
      // A session of the calendar's own, such as Muhurat trading or MCX's evening of a holiday.
      return nameOfDay(exchange, now) !== null && session.label ? says(session.label) : null;
    }
    // Settled and expired chains say so above their rows.
    default:
      return null;
  }
}

export function inOneLine(said: MarketSaid): string {
  return said.next === null ? said.stands : TEXTS.both(said.stands, said.next);
}
