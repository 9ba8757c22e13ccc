/** What of an address is left out, so that it can be said: the sound half of it opens all the same (rule OI-2). Pure. */

import { formatDate } from "#domain/format/date.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { MOST_CHART_LEGS } from "#protocol/http/chart-limits.ts";
import { isDate, listOf } from "../../shared/page/address-parts.ts";
import { isClock, type OiSearch } from "./address.ts";

/** Parameters as the address names them. */
type Parameter = keyof typeof READ;

/** `unknown`: no such choice; `crossed`: it does not lie before `to`; `ahead`: it has not come yet. */
type Why = "unknown" | "not_listed" | "no_session" | "crossed" | "ahead" | "too_many";

export interface LeftOut {
  readonly of: Parameter;
  readonly value: string;
  readonly why: Why;
}

/** What became of each parameter, as the address would say it; null where nothing did. */
const READ = {
  tradingsymbol: ({ symbol }: OiSearch) => symbol,
  strikes: ({ strikes }: OiSearch) => String(strikes),
  date: ({ date }: OiSearch) => date,
  from: ({ from }: OiSearch) => from,
  to: ({ to }: OiSearch) => to,
  unit: ({ unit }: OiSearch) => unit,
  show: ({ show }: OiSearch) => show,
  rank: ({ rank }: OiSearch) => rank,
  span: ({ span }: OiSearch) => span,
  interval: ({ interval }: OiSearch) => interval,
  view: ({ view }: OiSearch) => (view === null ? null : ""),
  expiry: ({ expiries }: OiSearch) => expiries.join("."),
  legs: ({ legs }: OiSearch) => legs.join("."),
};
const LISTS = ["expiry", "legs"] as const;
const PARAMETERS = Object.keys(READ) as Parameter[];

/** Any site may have written it. */
const MOST_LETTERS = 24;
const clipped = (text: string): string =>
  text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;

/** What its parser could not take. */
export function unread(params: URLSearchParams, search: OiSearch): LeftOut[] {
  const left: LeftOut[] = [];
  const leave = (of: Parameter, value: string, why: Why): void => {
    left.push({ of, value: clipped(value), why });
  };
  for (const of of PARAMETERS) {
    const asked = params.get(of) ?? "";
    if (asked === "" || LISTS.some((list) => list === of)) continue;
    const read = READ[of](search);
    const isRead =
      of === "view" ? read !== null : read === (of === "tradingsymbol" ? asked.toUpperCase() : asked);
    if (!isRead) leave(of, asked, of === "from" && isClock(asked) ? "crossed" : "unknown");
  }
  const expiries = listOf(params.get("expiry")).filter((text) => text !== "");
  for (const text of expiries) {
    if (!search.expiries.includes(text)) leave("expiry", text, isDate(text) ? "too_many" : "unknown");
  }
  const legs = listOf(params.get("legs")).filter((text) => text !== "");
  for (const text of legs) {
    if (search.legs.includes(text.toUpperCase())) continue;
    leave("legs", text, search.legs.length < MOST_CHART_LEGS ? "unknown" : "too_many");
  }
  return left;
}

/** What the market knows; each null while it is not known. */
export interface Known {
  readonly expiries: readonly IsoDate[] | null;
  /** that can be looked at */
  readonly sessions: readonly IsoDate[] | null;
  /** minutes of India's day that the present session has come to; null where it is over, or not known */
  readonly minute: number | null;
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** What nobody lists or has seen yet, and the rest of what was asked. */
export function sound(
  search: OiSearch,
  { expiries, sessions, minute }: Known,
): { readonly search: OiSearch; readonly left: readonly LeftOut[] } {
  const left: LeftOut[] = [];
  const isListed = (expiry: IsoDate): boolean => expiries === null || expiries.includes(expiry);
  for (const expiry of search.expiries) {
    if (!isListed(expiry)) left.push({ of: "expiry", value: formatDate(expiry), why: "not_listed" });
  }
  let { date, from, to } = search;
  if (date !== null && sessions !== null && !sessions.includes(date)) {
    left.push({ of: "date", value: formatDate(date), why: "no_session" });
    date = null;
  }
  const isAhead = (clock: string | null): clock is string =>
    clock !== null && date === null && minute !== null && minuteOf(clock) > minute;
  if (isAhead(from)) {
    left.push({ of: "from", value: from, why: "ahead" });
    from = null;
  }
  if (isAhead(to)) {
    left.push({ of: "to", value: to, why: "ahead" });
    to = null;
  }
  if (left.length === 0) return { search, left };
  return { search: { ...search, expiries: search.expiries.filter(isListed), date, from, to }, left };
}
