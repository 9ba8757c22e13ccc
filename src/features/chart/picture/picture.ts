/** What the chart draws of an answer: panes, lines and levels. Pure. */
import { formatFixed, formatFlexible } from "#domain/format/number.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import { axisCounts, axisPlain } from "../../../components/analysis/plot/axis-text.ts";
import type { ChartLevel, ChartLine, ChartPane } from "../../../components/chart/types.ts";
import { isInPane } from "../../../shared/indicators/chosen.ts";
import { nameOf } from "../../../shared/indicators/texts.ts";
import type { ChartSearch } from "../address/address.ts";
import { isOfDays } from "../address/intervals.ts";
import type { Bars } from "../series/bars-series.ts";
import { TEXTS } from "../texts.ts";
import type { BarIndicators } from "./bar-indicators.ts";

/** What of an instrument decides which panes there are. */
export interface Kind {
  readonly symbol: string;
  readonly hasVolume: boolean;
  readonly hasOi: boolean;
}

type Chosen = Pick<ChartSearch, "shape" | "isLog" | "indicators" | "interval">;

/** CSS pixels on a wide screen and on a narrow one, with what is over and under the panes. */
const PRICE = [380, 300] as const;
const PANE = [96, 76] as const;
const NOTE = [40, 40] as const;
const AROUND = 46;
const BETWEEN = 22;

/** What a currency's prices have, whose wire counts finer than paise; of all others two. */
const CURRENCY_DECIMALS = 4;
export const priceDecimals = ({ instrument_token: token }: Pick<Bars, "instrument_token">): number =>
  priceDivisor(token) > 100 ? CURRENCY_DECIMALS : 2;

const countText = (value: number): string => formatFlexible(value);

/** VWAP starts anew with each session, which of days is each bar. */
export const shownIndicators = ({ indicators, interval }: Chosen) =>
  isOfDays(interval) ? indicators.filter(({ id }) => id !== "vwap") : indicators;

/** @param symbol as the address has it: the exchange's own of an index is a longer one */
export const kindOf = ({ volume, oi }: Bars, symbol: string): Kind => ({
  symbol,
  hasVolume: volume !== null,
  hasOi: oi !== null,
});

/** The price, its volume, open interest where there can be some, then the indicators that have panes of their own. */
export function panesOf({ symbol, hasVolume, hasOi }: Kind, chosen: Chosen): readonly ChartPane[] {
  const { volume, oi, price, noVolume } = TEXTS.chart;
  return [
    { name: price, weight: PRICE[0], left: { format: axisPlain, isLog: chosen.isLog }, right: null },
    hasVolume
      ? { name: volume, weight: PANE[0], left: { format: axisCounts, holds: 0 }, right: null }
      : { name: volume, weight: NOTE[0], left: { format: axisCounts }, right: null, note: noVolume(symbol) },
    ...(hasOi ? [{ name: oi, weight: PANE[0], left: { format: axisCounts }, right: null }] : []),
    ...shownIndicators(chosen)
      .filter(isInPane)
      .map((each) => ({ name: nameOf(each), weight: PANE[0], left: { format: axisPlain }, right: null })),
  ];
}

/** CSS pixels of a chart with these panes. */
export const heightOf = (panes: readonly ChartPane[], isNarrow: boolean): number => {
  const at = isNarrow ? 1 : 0;
  return panes
    .slice(1)
    .reduce((sum, { note }) => sum + (note === undefined ? PANE : NOTE)[at] + BETWEEN, AROUND + PRICE[at]);
};

/** @param indicatorsOf null until its code is there: indicators are left out meanwhile */
export function linesOf(
  bars: Bars,
  symbol: string,
  chosen: Chosen,
  indicatorsOf: BarIndicators | null,
): readonly ChartLine[] {
  const { open, high, low, close, volume, oi } = bars;
  const decimals = priceDecimals(bars);
  const format = (price: number): string => formatFixed(price, decimals);
  const { shape } = chosen;
  const lines: ChartLine[] = [
    {
      id: "price",
      name: symbol,
      pane: 0,
      axis: "left",
      colour: "ink",
      shape,
      values: close,
      ...(shape === "line" ? {} : { prices: { open, high, low } }),
      format,
    },
  ];
  if (volume !== null) {
    lines.push({
      id: "volume",
      name: TEXTS.chart.volume,
      pane: 1,
      axis: "left",
      colour: "ink-3",
      shape: "bars",
      values: volume,
      format: countText,
    });
  }
  if (oi !== null) {
    lines.push({
      id: "oi",
      name: TEXTS.chart.oi,
      pane: 2,
      axis: "left",
      colour: "oi-call-ink",
      values: oi,
      format: countText,
    });
  }
  const indicators = shownIndicators(chosen);
  if (indicatorsOf !== null && indicators.length > 0) {
    const firstPane = oi === null ? 2 : 3;
    lines.push(...indicatorsOf(bars, indicators, { firstPane, format }));
  }
  return lines;
}

/** High, low and close of the session before the newest, of its day's bars; none where that is not known. */
export function levelsOf(days: Bars | null, newestOpen: number | null): readonly ChartLevel[] {
  if (days === null || newestOpen === null) return [];
  const at = days.times.findLastIndex((time) => time < newestOpen);
  const decimals = priceDecimals(days);
  const level = (
    id: "previousHigh" | "previousLow" | "previousClose",
    column: readonly (number | null)[],
    dash: readonly number[],
  ): ChartLevel[] => {
    const value = column[at] ?? null;
    if (value === null) return [];
    const name = TEXTS.chart[id](formatFixed(value, decimals));
    return [{ id, name, pane: 0, axis: "left", value, colour: "ink-2", dash }];
  };
  return [
    ...level("previousHigh", days.high, [6, 3]),
    ...level("previousLow", days.low, [6, 3]),
    ...level("previousClose", days.close, [2, 3]),
  ];
}

/** The newest bars, as many as can be told apart; null where that is all there are. */
export function newestView(times: readonly number[], most: number) {
  return times.length > most ? { from: times[times.length - most]!, to: times.at(-1)! } : null;
}
