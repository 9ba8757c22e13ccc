/** The address is the page's state (rule LCHART-2): any site may have written it, so what is not understood is left out. */

import type { IsoDate } from "#domain/units/iso-date.ts";
import { MOST_STRIKES, MOST_STRIKES_AROUND } from "#protocol/http/chart-limits.ts";
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
import { DEFAULT_KINDS, KINDS, type Kind, MOST_KINDS } from "./kinds.ts";

/** Sessions the charts go over; `days`: a point a session, as far back as there are any. */
export const SPANS = ["today", "5", "10", "days"] as const;
export type Span = (typeof SPANS)[number];

export const MINUTE_INTERVALS = ["1M", "3M", "5M", "15M"] as const;
export type MinuteInterval = (typeof MINUTE_INTERVALS)[number];

export interface LiveSearch {
  /** of an underlying; null: the address names none */
  readonly symbol: string | null;
  /** from the top, at least one */
  readonly charts: readonly Kind[];
  /** named in the address, and not among the charts there are; or more than have room */
  readonly leftOut: readonly string[];
  /** the chart a small screen shows; null the first */
  readonly pane: Kind | null;
  readonly span: Span;
  /** null: as fine as suits the span */
  readonly interval: MinuteInterval | null;
  /** null: of each day the nearest */
  readonly expiry: IsoDate | null;
  /** strikes to each side of the money that PCR, OI and volume are of; null all, or those that are chosen */
  readonly around: number | null;
  /** the strikes that they are of, rupees, ascending; empty: none are chosen */
  readonly strikes: readonly number[];
  /** the session before lies under today's */
  readonly hasGhost: boolean;
  /** epoch ms; null all */
  readonly view: View | null;
}

/** A strike may have a point: between strikes stands another sign. */
const BETWEEN_STRIKES = "_";

function strikesOf(text: string | null): readonly number[] {
  const found = (text ?? "")
    .split(BETWEEN_STRIKES)
    .flatMap((each) => (/^\d{1,7}(\.\d{1,4})?$/.test(each) && Number(each) > 0 ? [Number(each)] : []));
  return [...new Set(found)].sort((a, b) => a - b).slice(0, MOST_STRIKES);
}

function aroundOf(text: string | null): number | null {
  const count = /^\d{1,2}$/.test(text ?? "") ? Number(text) : 0;
  return count >= 1 && count <= MOST_STRIKES_AROUND ? count : null;
}

const isKind = (name: string): name is Kind => KINDS.some((kind) => kind === name);

export function parseLiveSearch(params: URLSearchParams): LiveSearch {
  const symbol = (params.get("tradingsymbol") ?? "").toUpperCase();
  const named = listOf(params.get("charts")?.replaceAll(",", BETWEEN) ?? null).filter((name) => name !== "");
  const known = named.filter(isKind);
  const expiry = params.get("expiry") ?? "";
  const strikes = strikesOf(params.get("strikes"));
  return {
    symbol: SYMBOL.test(symbol) ? symbol : null,
    charts: known.length === 0 ? DEFAULT_KINDS : known.slice(0, MOST_KINDS),
    leftOut: [...named.filter((name) => !isKind(name)), ...known.slice(MOST_KINDS)],
    pane: KINDS.find((kind) => kind === params.get("pane")) ?? null,
    span: pick(params.get("span"), SPANS, "today"),
    interval: MINUTE_INTERVALS.find((each) => each === params.get("interval")) ?? null,
    expiry: isDate(expiry) ? expiry : null,
    around: strikes.length > 0 ? null : aroundOf(params.get("around")),
    strikes,
    hasGhost: params.get("before") !== "no",
    view: viewOf(params.get("view")),
  };
}

/** What was left out of an address is not written into the next. */
export const writeLiveSearch = (search: LiveSearch): string =>
  queryText([
    ["tradingsymbol", search.symbol, null],
    ["charts", search.charts.join(BETWEEN), DEFAULT_KINDS.join(BETWEEN)],
    ["pane", search.pane, null],
    ["span", search.span, "today"],
    ["interval", search.interval, null],
    ["expiry", search.expiry, null],
    ["around", search.around === null ? null : String(search.around), null],
    ["strikes", search.strikes.length === 0 ? null : search.strikes.join(BETWEEN_STRIKES), null],
    ["before", search.hasGhost ? null : "no", null],
    ["view", viewText(search.view), null],
  ]);

/** Whether PCR, OI and volume are of some strikes alone. */
export const isOfSome = ({ around, strikes }: Pick<LiveSearch, "around" | "strikes">): boolean =>
  around !== null || strikes.length > 0;

/** How fine a span is drawn unless the address says more. */
export const intervalOf = ({
  span,
  interval,
}: Pick<LiveSearch, "span" | "interval">): MinuteInterval | "1D" =>
  span === "days" ? "1D" : (interval ?? (span === "today" ? "1M" : span === "5" ? "5M" : "15M"));

/** As many as are kept. */
const MOST_DAYS = 100;

/** Sessions that are asked for: beside today's the one before it, which lies under it. */
export const sessionsOf = ({ span }: Pick<LiveSearch, "span">): number =>
  span === "today" ? 2 : span === "days" ? MOST_DAYS : Number(span);

/** Where a chart is moved to another place among them. */
export function moved(charts: readonly Kind[], kind: Kind, by: -1 | 1): readonly Kind[] {
  const at = charts.indexOf(kind);
  const to = at + by;
  if (at < 0 || to < 0 || to >= charts.length) return charts;
  const next = charts.filter((each) => each !== kind);
  return [...next.slice(0, to), kind, ...next.slice(to)];
}
