import type { Exchange } from "#domain/calendar/exchange.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { marketStatus, nextOpenAt, sessionsOn } from "#domain/calendar/market-sessions.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";

interface SessionLine {
  readonly name: string;
  readonly state: "open" | "before_open" | "after_close" | "closed";
  readonly label: string;
  /** When that ends: "until 15:40", "opens 09:15", "opens 23 Nov, 09:15". */
  readonly until: string;
}

const MARKETS: readonly (readonly [Exchange, string])[] = [
  ["NSE", "NSE cash"],
  ["NFO", "NSE F&O"],
  ["BFO", "BSE F&O"],
  ["CDS", "Currency"],
  ["MCX", "Commodities"],
];

const LABELS: Readonly<Record<SessionLine["state"], string>> = {
  open: "Open",
  before_open: "Before open",
  after_close: "After close",
  closed: "Closed",
};

function opens(exchange: Exchange, now: number): string {
  const at = nextOpenAt(exchange, now);
  const day = istDate(at);
  return day === istDate(now) ? `opens ${formatClock(at)}` : `opens ${formatExpiry(day)}, ${formatClock(at)}`;
}

/** State of every market by the exchanges' own calendars. @param now market time, epoch ms */
export function sessionLines(now: number): readonly SessionLine[] {
  return MARKETS.map(([exchange, name]) => {
    const { status, phase, nextChangeAt } = marketStatus(exchange, now);
    const session = sessionsOn(exchange, istDate(now)).find(({ open, close }) => now >= open && now < close);
    if (status === "open" || phase === "pre_open") {
      const label = phase === "continuous" ? LABELS.open : (session?.label ?? LABELS[status]);
      return { name, state: status, label, until: `until ${formatClock(nextChangeAt)}` };
    }
    return { name, state: status, label: LABELS[status], until: opens(exchange, now) };
  });
}
