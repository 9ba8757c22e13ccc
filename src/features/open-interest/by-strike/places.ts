/** Where the two handles of a day stand, and where they may go. Pure. */

import { istClock, istDate, istInstant } from "#domain/calendar/ist.ts";
import { PREVIOUS_CLOSE } from "./oi-day.ts";

const MINUTE_MS = 60_000;

export interface Places {
  /** a minute of the session, or the close before it */
  readonly from: number;
  /** null: as far as the session has come, however far that is */
  readonly to: number | null;
}

export const WHOLE_DAY: Places = { from: PREVIOUS_CLOSE, to: null };

export type Handle = "from" | "to";

/** The part of a session that has places. */
export interface Span {
  /** start of its first minute, epoch ms */
  readonly open: number;
  /** its end */
  readonly close: number;
  /** minutes that are told of */
  readonly minutes: number;
}

/** Minutes that the session has from its open to its close. */
export const lengthOf = ({ open, close }: Pick<Span, "open" | "close">): number =>
  Math.max(1, Math.round((close - open) / MINUTE_MS));

/** The newest minute; the close before where there is none yet. */
export const lastOf = ({ minutes }: Pick<Span, "minutes">): number => minutes - 1;

/** Where `to` stands. */
export const endOf = ({ to }: Places, span: Pick<Span, "minutes">): number =>
  to === null ? lastOf(span) : Math.min(to, lastOf(span));

/** End of the minute, epoch ms; of the close before there is none. */
export const instantOf = (place: number, { open }: Pick<Span, "open">): number =>
  place === PREVIOUS_CLOSE ? Number.NaN : open + (place + 1) * MINUTE_MS;

/** As a clock shows it, midnight as the end of the day before; null of the close before. */
export function clockOf(place: number, span: Pick<Span, "open">): string | null {
  if (place === PREVIOUS_CLOSE) return null;
  const clock = istClock(instantOf(place, span));
  return clock === "00:00" ? "24:00" : clock;
}

/** Midnight before a session opens, from which its address counts hours. */
const midnightOf = ({ open }: Pick<Span, "open">): number => istInstant(istDate(open), "00:00");

/** As the address has it: hours count on past midnight, so that what is later reads later. */
function addressClock(place: number, span: Pick<Span, "open">): string | null {
  if (place === PREVIOUS_CLOSE) return null;
  const minutes = (instantOf(place, span) - midnightOf(span)) / MINUTE_MS;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The place whose minute ends then; what lies before the session is the close before it, what is not told of yet its length. */
function placeAt(clock: string, span: Span): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  const end = midnightOf(span) + (60 * hours + minutes) * MINUTE_MS;
  const place = Math.round((end - span.open) / MINUTE_MS) - 1;
  return Math.min(Math.max(place, PREVIOUS_CLOSE), span.minutes);
}

/** The handles of an address; where they would meet or cross, `from` is the close before. */
export function placesOf(
  address: { readonly from: string | null; readonly to: string | null },
  span: Span,
): Places {
  const asked = address.to === null ? PREVIOUS_CLOSE : placeAt(address.to, span);
  const to = asked === PREVIOUS_CLOSE || asked >= lastOf(span) ? null : asked;
  const from = address.from === null ? PREVIOUS_CLOSE : placeAt(address.from, span);
  return { from: from < (to ?? lastOf(span)) ? from : PREVIOUS_CLOSE, to };
}

/** The way back: what is as it would be without it is null. */
export const addressOf = ({ from, to }: Places, span: Span): { from: string | null; to: string | null } => ({
  from: addressClock(from, span),
  to: to === null ? null : addressClock(to, span),
});

/** A handle goes to a place as far as the other lets it; at the newest minute `to` stays with the market. */
export function withHandle(places: Places, handle: Handle, place: number, span: Span): Places {
  const last = lastOf(span);
  if (handle === "from") {
    const most = Math.max(PREVIOUS_CLOSE, endOf(places, span) - 1);
    return { ...places, from: Math.min(Math.max(place, PREVIOUS_CLOSE), most) };
  }
  const least = Math.min(last, places.from + 1);
  const to = Math.max(place, least);
  return { ...places, to: to >= last ? null : to };
}

/** The next place of a day that plays; null at its end. */
export function played(places: Places, by: number, span: Span): Places | null {
  const at = endOf(places, span);
  if (at >= lastOf(span)) return null;
  return withHandle(places, "to", at + by, span);
}

/** Where playing begins: at its end a day begins anew. */
export const rewound = (places: Places, span: Span): Places =>
  endOf(places, span) >= lastOf(span) ? withHandle(places, "to", places.from + 1, span) : places;

/** Whether nothing is known of the minute. */
export const isGap = (
  place: number,
  { open }: Pick<Span, "open">,
  gaps: readonly { readonly from: number; readonly to: number }[],
): boolean => {
  const start = open + place * MINUTE_MS;
  return place !== PREVIOUS_CLOSE && gaps.some(({ from, to }) => start >= from && start < to);
};
