/** The address is the page's state (rule STRADDLE-2): what of it is not understood is left out, and said. */

import type { IsoDate } from "#domain/units/iso-date.ts";
import {
  MOST_PREMIUM_STRATEGIES,
  PREMIUM_INTERVALS,
  type PremiumInterval,
} from "#protocol/http/chart-limits.ts";
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
} from "../../../shared/page/address-parts.ts";
import { type LeftOut, type Wish, wishOf, wishText } from "./wishes.ts";

export const SPANS = ["1", "5", "10"] as const;
export type Span = (typeof SPANS)[number];

/** Views of one strategy. */
export const DETAIL_TABS = ["premium", "expiries"] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** More lines of past expiries over one another tell nothing any more. */
export const MOST_PAST = 5;
/** Eight indicators need less. */
const MOST_IND = 300;

export interface StraddleSearch {
  /** of an underlying; null: the address names none */
  readonly symbol: string | null;
  /** null: those that a page opens with */
  readonly wishes: readonly Wish[] | null;
  /** places of strategies that are not drawn */
  readonly hidden: readonly number[];
  readonly span: Span;
  /** null: as fine as suits the span */
  readonly interval: PremiumInterval | null;
  readonly hasVwap: boolean;
  /** place of the strategy that is looked at alone; null none */
  readonly detail: number | null;
  /** of the strategy that is looked at */
  readonly tab: DetailTab;
  /** past expiries whose own lines are drawn */
  readonly past: readonly IsoDate[];
  /** indicators on the premium, as they were written: who draws them reads them */
  readonly ind: string;
  readonly view: View | null;
  /** of the address as it was given; not written */
  readonly left: readonly LeftOut[];
  /** by strategy, the place that it was given in, from 0; not written */
  readonly places: readonly number[];
}

export const NOTHING_ASKED: StraddleSearch = {
  symbol: null,
  wishes: null,
  hidden: [],
  span: "1",
  interval: null,
  hasVwap: true,
  detail: null,
  tab: "premium",
  past: [],
  ind: "",
  view: null,
  left: [],
  places: [],
};

/** All strategies were taken away. */
const NONE = "none";
/** Between strategies: in none of them, and as it is in a query. */
const BESIDE = "*";

export const intervalOf = ({ span, interval }: Pick<StraddleSearch, "span" | "interval">): PremiumInterval =>
  interval ?? (span === "1" ? "1M" : "5M");

/** Reads strategies, sound ones and why others are none. @returns by sound strategy its place as it was given */
export function readWishes(texts: readonly string[]): {
  readonly wishes: readonly Wish[];
  readonly places: readonly number[];
  readonly left: readonly LeftOut[];
} {
  const wishes: Wish[] = [];
  const places: number[] = [];
  const left: LeftOut[] = [];
  texts.forEach((text, i) => {
    const read = wishOf(text);
    if ("is" in read) left.push({ place: i + 1, amiss: read });
    else if (wishes.length === MOST_PREMIUM_STRATEGIES)
      left.push({ place: i + 1, amiss: { is: "strategies" } });
    else {
      wishes.push(read);
      places.push(i);
    }
  });
  return { wishes, places, left };
}

export function parseStraddles(params: URLSearchParams): StraddleSearch {
  const symbol = (params.get("tradingsymbol") ?? "").toUpperCase();
  const given = params.get("s")?.split(BESIDE) ?? [];
  const isNone = given.length === 1 && given[0] === NONE;
  const { wishes, places, left } = readWishes(isNone ? [] : given);
  // Places are of strategies as they were given.
  const placeOf = (text: string): number[] => {
    const at = /^\d{1,2}$/.test(text) ? Number(text) - 1 : -1;
    return given.length === 0 ? (at >= 0 ? [at] : []) : places.includes(at) ? [places.indexOf(at)] : [];
  };
  return {
    symbol: SYMBOL.test(symbol) ? symbol : null,
    wishes: given.length === 0 || (wishes.length === 0 && !isNone) ? null : wishes,
    hidden: listOf(params.get("hide")).flatMap(placeOf),
    span: pick(params.get("sessions"), SPANS, NOTHING_ASKED.span),
    interval: PREMIUM_INTERVALS.find((each) => each === params.get("interval")) ?? null,
    hasVwap: params.get("vwap") !== "off",
    detail: placeOf(params.get("detail") ?? "")[0] ?? null,
    tab: pick(params.get("tab"), DETAIL_TABS, NOTHING_ASKED.tab),
    past: listOf(params.get("past")).filter(isDate).slice(0, MOST_PAST),
    ind: (params.get("ind") ?? "").slice(0, MOST_IND),
    view: viewOf(params.get("view")),
    left,
    places,
  };
}

/** The query as short as it can be: what would be so without it is not said. */
export function writeStraddles(search: StraddleSearch): string {
  const { symbol, wishes, hidden, span, interval, hasVwap, detail, tab, past, ind, view } = search;
  const ofDetail = (text: string): string | null => (detail === null ? null : text);
  const strategies = wishes === null ? null : wishes.length === 0 ? NONE : wishes.map(wishText).join(BESIDE);
  return queryText([
    ["tradingsymbol", symbol, null],
    ["hide", hidden.map((place) => place + 1).join(BETWEEN), ""],
    ["sessions", span, NOTHING_ASKED.span],
    ["interval", interval, null],
    ["vwap", hasVwap ? null : "off", null],
    ["detail", detail === null ? null : String(detail + 1), null],
    ["tab", ofDetail(tab), NOTHING_ASKED.tab],
    ["past", ofDetail(past.join(BETWEEN)), ""],
    ["ind", ind, ""],
    ["view", viewText(view), null],
    ["s", strategies, null],
  ]);
}
