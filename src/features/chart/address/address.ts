/** The address is the page's state (rule CHART-1): any site may have written it, so what is not understood is left out. */

import type { IsoDate } from "#domain/units/iso-date.ts";
import { type ChosenIndicator, readIndicators, writeIndicators } from "../../../shared/indicators/chosen.ts";
import {
  BETWEEN,
  isDate,
  listOf,
  pick,
  type View,
  viewOf,
  viewText,
} from "../../../shared/page/address-parts.ts";
import { besideText } from "./beside.ts";
import { DEFAULT_INTERVAL, type Interval, intervalOf } from "./intervals.ts";

export const DEFAULT_SYMBOL = "NIFTY";

export const SHAPES = ["candles", "ohlc", "line"] as const;
export type Shape = (typeof SHAPES)[number];

export interface ChartSearch {
  /** tradingsymbol of any instrument */
  readonly symbol: string;
  readonly interval: Interval;
  /** what the address has in place of an interval; null where it is one */
  readonly unknownInterval: string | null;
  readonly shape: Shape;
  readonly isLog: boolean;
  /** the previous day's high, low and close */
  readonly hasLevels: boolean;
  readonly indicators: readonly ChosenIndicator[];
  /** flags on bars that end a candle pattern */
  readonly hasPatterns: boolean;
  /** the tools of drawings */
  readonly isDrawing: boolean;
  /** expiries of open interest by strike at the price axis, [] the nearest; null none */
  readonly profile: readonly IsoDate[] | null;
  /** tradingsymbol that it is compared with; "" while one is chosen; null none */
  readonly vs: string | null;
  /** that bars go back to; null as far as they usually do */
  readonly date: IsoDate | null;
  /** bars in view, epoch ms; null the newest, "all" all there are */
  readonly view: View | "all" | null;
  /** charts beside it, as `beside.ts` reads them; null none */
  readonly beside: string | null;
}

/** Expiries that are added up, as the call has it. */
export const MOST_PROFILED = 8;

const SYMBOL = /^[A-Z0-9&_ -]{1,40}$/;

export function parseChartSearch(params: URLSearchParams): ChartSearch {
  const symbol = (params.get("tradingSymbol") ?? params.get("tradingsymbol") ?? "").trim().toUpperCase();
  const asked = params.get("interval");
  const [date, view] = [params.get("date") ?? "", params.get("view")];
  const interval = asked === null || asked === "" ? DEFAULT_INTERVAL : intervalOf(asked);
  return {
    // What is no symbol is nobody's, and is said by its name.
    symbol: symbol === "" ? DEFAULT_SYMBOL : symbol.slice(0, 40),
    interval: interval ?? DEFAULT_INTERVAL,
    unknownInterval: interval === null ? asked!.slice(0, 20) : null,
    shape: pick(params.get("shape"), SHAPES, "candles"),
    isLog: params.get("scale") === "log",
    hasLevels: params.get("levels") === "previous",
    indicators: readIndicators(params.get("ind") ?? ""),
    hasPatterns: params.get("patterns") === "on",
    isDrawing: params.get("draw") === "on",
    profile: params.has("profile")
      ? listOf(params.get("profile")).filter(isDate).slice(0, MOST_PROFILED)
      : null,
    vs: params.get("vs")?.trim().toUpperCase().slice(0, 40) ?? null,
    date: isDate(date) ? date : null,
    view: view === "all" ? "all" : viewOf(view),
    beside: besideText(params.get("beside")),
  };
}

export const isSymbol = (text: string): boolean => SYMBOL.test(text);

/** Symbol and interval are always said, what else would be so without it is not. */
export function writeChartSearch(search: ChartSearch): string {
  const { symbol, interval, unknownInterval, shape, isLog, hasLevels, indicators, date, view, beside } =
    search;
  const { hasPatterns, isDrawing, profile, vs } = search;
  const params = new URLSearchParams({ tradingSymbol: symbol, interval: unknownInterval ?? interval });
  if (shape !== "candles") params.set("shape", shape);
  if (isLog) params.set("scale", "log");
  if (hasLevels) params.set("levels", "previous");
  if (indicators.length > 0) params.set("ind", writeIndicators(indicators));
  if (hasPatterns) params.set("patterns", "on");
  if (isDrawing) params.set("draw", "on");
  if (profile !== null) params.set("profile", profile.length === 0 ? "on" : profile.join(BETWEEN));
  if (vs !== null) params.set("vs", vs);
  if (date !== null) params.set("date", date);
  const inView = view === "all" ? view : viewText(view);
  if (inView !== null) params.set("view", inView);
  if (beside !== null) params.set("beside", beside);
  return `?${params}`;
}
