/** The address is the page's state (rule IV-2): any site may have written it, so what is not understood is left out. */

import { HV_SESSIONS, type HvSessions } from "#domain/chain/historical-volatility.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import {
  BETWEEN,
  isDate,
  queryText,
  SYMBOL,
  type View,
  viewOf,
  viewText,
} from "../../shared/page/address-parts.ts";

export const TABS = ["day", "term"] as const;
export type TabName = (typeof TABS)[number];

/** `all`: as far as closes are kept. */
export const RANGES = ["1m", "3m", "6m", "1y", "all"] as const;
export type Range = (typeof RANGES)[number];
/** Calendar days that each goes back. */
export const RANGE_DAYS: Readonly<Record<Range, number>> = {
  "1m": 31,
  "3m": 92,
  "6m": 183,
  "1y": 366,
  all: Number.POSITIVE_INFINITY,
};

export interface IvSearch {
  /** of an underlying; null: the address names none */
  readonly symbol: string | null;
  readonly tab: TabName;
  readonly range: Range;
  /** whose ATM IV is shown; null the 30-day IV */
  readonly expiry: IsoDate | null;
  readonly hv: readonly HvSessions[];
  /** the close that the term structure is laid beside; null the last one */
  readonly date: IsoDate | null;
  /** the days in view, epoch ms; null all */
  readonly view: View | null;
}

export const NOTHING_ASKED: IvSearch = {
  symbol: null,
  tab: "day",
  range: "1y",
  expiry: null,
  hv: [20],
  date: null,
  view: null,
};

const dateOf = (text: string | null): IsoDate | null => (text !== null && isDate(text) ? text : null);

function hvOf(text: string | null): readonly HvSessions[] {
  if (text === null) return NOTHING_ASKED.hv;
  const said = text.split(BETWEEN);
  return HV_SESSIONS.filter((sessions) => said.includes(String(sessions)));
}

export function parseIvSearch(params: URLSearchParams): IvSearch {
  const symbol = (params.get("tradingsymbol") ?? "").toUpperCase();
  return {
    symbol: SYMBOL.test(symbol) ? symbol : null,
    tab: TABS.find((tab) => tab === params.get("tab")) ?? NOTHING_ASKED.tab,
    range: RANGES.find((range) => range === params.get("range")) ?? NOTHING_ASKED.range,
    expiry: dateOf(params.get("expiry")),
    hv: hvOf(params.get("hv")),
    date: dateOf(params.get("date")),
    view: viewOf(params.get("view")),
  };
}

export const writeIvSearch = ({ symbol, tab, range, expiry, hv, date, view }: IvSearch): string =>
  queryText([
    ["tradingsymbol", symbol, null],
    ["tab", tab, NOTHING_ASKED.tab],
    ["range", range, NOTHING_ASKED.range],
    ["expiry", expiry, null],
    ["hv", hv.length === 0 ? "none" : hv.join(BETWEEN), NOTHING_ASKED.hv.join(BETWEEN)],
    ["date", date, null],
    ["view", viewText(view && { from: Math.round(view.from), to: Math.round(view.to) }), null],
  ]);
