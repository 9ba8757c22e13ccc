import type { Exchange } from "#domain/calendar/exchange.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { marketStatus, nextOpenAt, sessionsOn } from "#domain/calendar/market-sessions.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import { TEXTS } from "./texts.ts";

interface SessionLine {
  readonly name: string;
  readonly state: "open" | "before_open" | "after_close" | "closed";
  readonly label: string;
  /** When that ends: "until 15:40", "opens 09:15", "opens 23 Nov, 09:15". */
  readonly until: string;
}

const MARKETS = ["NSE", "NFO", "BFO", "CDS", "MCX"] as const satisfies readonly Exchange[];

function opens(exchange: Exchange, now: number): string {
  const at = nextOpenAt(exchange, now);
  const day = istDate(at);
  return day === istDate(now)
    ? TEXTS.hours.opens(formatClock(at))
    : TEXTS.hours.opensOn(formatExpiry(day), formatClock(at));
}

/** State of every market by the exchanges' own calendars. @param now market time, epoch ms */
export function sessionLines(now: number): readonly SessionLine[] {
  const { markets, states } = TEXTS.hours;
  return MARKETS.map((exchange) => {
    const name = markets[exchange];
    const { status, phase, nextChangeAt } = marketStatus(exchange, now);
    const session = sessionsOn(exchange, istDate(now)).find(({ open, close }) => now >= open && now < close);
    if (status === "open" || phase === "pre_open") {
      const label = phase === "continuous" ? states.open : (session?.label ?? states[status]);
      return { name, state: status, label, until: TEXTS.hours.until(formatClock(nextChangeAt)) };
    }
    return { name, state: status, label: states[status], until: opens(exchange, now) };
  });
}
