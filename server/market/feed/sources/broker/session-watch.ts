import type { Exchange } from "#domain/calendar/exchange.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { marketStatus, sessionsOn } from "#domain/calendar/market-sessions.ts";

interface Known {
  readonly until: number;
  readonly since: number | null;
}

/** When the continuous trading that is on began on an exchange (epoch ms), null while none is; remembered, being asked often. */
export function createSessionWatch(): (exchange: Exchange, now: number) => number | null {
  const memory = new Map<Exchange, Known>();
  return (exchange, now) => {
    const known = memory.get(exchange);
    if (known !== undefined && now < known.until) return known.since;
    const session = sessionsOn(exchange, istDate(now)).find(
      ({ phase, open, close }) => phase === "continuous" && open <= now && now < close,
    );
    const fresh = { until: marketStatus(exchange, now).nextChangeAt, since: session?.open ?? null };
    memory.set(exchange, fresh);
    return fresh.since;
  };
}
