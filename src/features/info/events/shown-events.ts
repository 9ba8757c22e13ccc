import type { IsoDate } from "#domain/units/iso-date.ts";
import type { StockEvent } from "#protocol/http/events.ts";
import { TEXTS } from "./texts.ts";

/** Events that the window shows at most. */
export const MOST_EVENTS = 3;

/**
 * The next events, and where fewer are to come the latest before them; by date.
 * @param events ascending by date
 * @param today the market's day: its own events are to come
 */
export function shownEvents<E extends { readonly date: string }>(events: readonly E[], today: IsoDate): E[] {
  const first = events.findIndex(({ date }) => date >= today);
  const coming = first < 0 ? events.length : first;
  const from = Math.max(0, Math.min(coming, events.length - MOST_EVENTS));
  return events.slice(from, from + MOST_EVENTS);
}

/** What a share's event is, results with how long they are of, which their description begins with. */
export function eventTitle({
  event_type: type,
  description,
}: Pick<StockEvent, "event_type" | "description">): string {
  const [length = ""] = description.trim().split(/\s+/, 1);
  return type === "stock_results" && length !== "" ? TEXTS.results(length) : TEXTS.types[type];
}
