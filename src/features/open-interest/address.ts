/** The address is the pages' state (rule OI-2): any site may have written it, so what is not understood is left out. */

import { STRIKE_COUNTS, type StrikeCount } from "#domain/chain/view-choices.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { MOST_CHART_LEGS } from "#protocol/http/chart-limits.ts";
import {
  BETWEEN,
  isDate,
  listOf,
  pick,
  queryText,
  SYMBOL,
  type View,
  viewOf,
  viewText,
} from "../../shared/page/address-parts.ts";

export const UNITS = ["units", "lots"] as const;
export type Unit = (typeof UNITS)[number];

export const MEASURES = ["oi", "change"] as const;
export type Measure = (typeof MEASURES)[number];

/** What the contracts of the multi-strike tab are chosen by while none is named. */
export const RANKS = ["oi", "change", "volume"] as const;
export type Rank = (typeof RANKS)[number];

/** Sessions a chart goes over; `closes`: a point a session, as far back as there are any. */
export const SPANS = ["1", "5", "10", "closes"] as const;
export type Span = (typeof SPANS)[number];

export const MINUTE_INTERVALS = ["1M", "3M", "5M", "15M", "30M", "60M"] as const;
export type MinuteInterval = (typeof MINUTE_INTERVALS)[number];

/** Expiries that are added up, as the calls have it. */
export const MOST_EXPIRIES = 8;

export interface OiSearch {
  /** of an underlying; null: the address names none */
  readonly symbol: string | null;
  /** that are added up, near to far; none: the nearest */
  readonly expiries: readonly IsoDate[];
  /** strikes to each side of the money */
  readonly strikes: StrikeCount;
  /** the session that is looked at; null the present one */
  readonly date: IsoDate | null;
  /** India's clock, "10:30": the end of that minute; null the close of the session before */
  readonly from: string | null;
  /** null: as far as the session has come */
  readonly to: string | null;
  readonly unit: Unit;
  /** of the multi-strike tab */
  readonly show: Measure;
  readonly rank: Rank;
  /** tradingsymbols; none: those that `rank` finds */
  readonly legs: readonly string[];
  readonly span: Span;
  /** null: as fine as suits the span */
  readonly interval: MinuteInterval | null;
  /** what of a chart is in view: epoch ms, or strikes; null all */
  readonly view: View | null;
}

export const NOTHING_ASKED: OiSearch = {
  symbol: null,
  expiries: [],
  strikes: 20,
  date: null,
  from: null,
  to: null,
  unit: "units",
  show: "oi",
  rank: "oi",
  legs: [],
  span: "1",
  interval: null,
  view: null,
};

/** Hours count on past midnight, by which a day that never closes ends at 33:00: the next one begins at nine. */
const CLOCK = /^(?:(?:[0-2]\d|3[0-2]):[0-5]\d|33:00)$/;

export const isClock = (text: string): boolean => CLOCK.test(text);

const clockOf = (text: string | null): string | null => (text !== null && isClock(text) ? text : null);

export function parseOiSearch(params: URLSearchParams): OiSearch {
  const symbol = (params.get("tradingsymbol") ?? "").toUpperCase();
  const strikes = STRIKE_COUNTS.find((count) => String(count) === params.get("strikes"));
  const date = params.get("date") ?? "";
  const to = clockOf(params.get("to"));
  const from = clockOf(params.get("from"));
  return {
    symbol: SYMBOL.test(symbol) ? symbol : null,
    expiries: listOf(params.get("expiry")).filter(isDate).sort().slice(0, MOST_EXPIRIES),
    strikes: strikes ?? NOTHING_ASKED.strikes,
    date: isDate(date) ? date : null,
    // A span that would end before it begins says when it ends at least.
    from: from !== null && to !== null && from >= to ? null : from,
    to,
    unit: pick(params.get("unit"), UNITS, NOTHING_ASKED.unit),
    show: pick(params.get("show"), MEASURES, NOTHING_ASKED.show),
    rank: pick(params.get("rank"), RANKS, NOTHING_ASKED.rank),
    legs: listOf(params.get("legs"))
      .map((leg) => leg.toUpperCase())
      .filter((leg) => SYMBOL.test(leg))
      .slice(0, MOST_CHART_LEGS),
    span: pick(params.get("span"), SPANS, NOTHING_ASKED.span),
    interval: MINUTE_INTERVALS.find((each) => each === params.get("interval")) ?? null,
    view: viewOf(params.get("view")),
  };
}

/** The query as short as it can be: what would be so without it is not said. */
export function writeOiSearch(search: OiSearch): string {
  const { symbol, expiries, strikes, date, from, to, unit, show, rank, legs, span, interval, view } = search;
  return queryText([
    ["tradingsymbol", symbol, null],
    ["expiry", expiries.join(BETWEEN), ""],
    ["strikes", String(strikes), String(NOTHING_ASKED.strikes)],
    ["date", date, null],
    ["from", from, null],
    ["to", to, null],
    ["unit", unit, NOTHING_ASKED.unit],
    ["show", show, NOTHING_ASKED.show],
    ["rank", rank, NOTHING_ASKED.rank],
    ["legs", legs.join(BETWEEN), ""],
    ["span", span, NOTHING_ASKED.span],
    ["interval", interval, null],
    ["view", viewText(view), null],
  ]);
}

/** What goes along to another tab: a range of one chart says nothing on another. */
export const onOtherTab = (search: OiSearch): OiSearch => ({ ...search, view: null });

/** How fine a span is drawn unless the address says more. */
export const intervalOf = ({ span, interval }: Pick<OiSearch, "span" | "interval">): MinuteInterval | "1D" =>
  span === "closes" ? "1D" : (interval ?? (span === "1" ? "1M" : "5M"));

/** Daily closes that are looked at: as many as are kept. */
const MOST_CLOSES = 100;

export const sessionsOf = ({ span }: Pick<OiSearch, "span">): number =>
  span === "closes" ? MOST_CLOSES : Number(span);
