/** The address is the page's state (rule IV-2): any site may have written it, so what is not understood is left out. */

import { HV_SESSIONS, type HvSessions } from "#domain/chain/historical-volatility.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

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

interface View {
  readonly from: number;
  readonly to: number;
}

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

const BETWEEN = ".";
const SYMBOL = /^[A-Z0-9&-]{1,40}$/;
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

const dateOf = (text: string | null): IsoDate | null =>
  text !== null && DATE.test(text) ? (text as IsoDate) : null;

function viewOf(text: string | null): View | null {
  const match = /^(\d{1,14})-(\d{1,14})$/.exec(text ?? "");
  if (match === null) return null;
  const [from, to] = [Number(match[1]), Number(match[2])];
  return from < to ? { from, to } : null;
}

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

/** The query as short as it can be: what would be so without it is not said. */
export function writeIvSearch({ symbol, tab, range, expiry, hv, date, view }: IvSearch): string {
  const params = new URLSearchParams();
  const say = (name: string, value: string | null, usual: string | null): void => {
    if (value !== null && value !== usual) params.set(name, value);
  };
  say("tradingsymbol", symbol, null);
  say("tab", tab, NOTHING_ASKED.tab);
  say("range", range, NOTHING_ASKED.range);
  say("expiry", expiry, null);
  say("hv", hv.length === 0 ? "none" : hv.join(BETWEEN), NOTHING_ASKED.hv.join(BETWEEN));
  say("date", date, null);
  say("view", view === null ? null : `${Math.round(view.from)}-${Math.round(view.to)}`, null);
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}
