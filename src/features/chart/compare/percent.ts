/** Two symbols as % of their close at one bar (rule CHART-13). Pure. */
import { decimalsOfTick, formatSigned } from "#domain/format/number.ts";
import type { ChartLine, ChartPane } from "../../../components/chart/types.ts";
import type { View } from "../../../shared/page/address-parts.ts";
import type { Bars } from "../series/bars-series.ts";
import { TEXTS } from "./texts.ts";

type Column = readonly (number | null)[];

/** A column beside other bars: what it has at the same time; null where it has none. */
export function alignedTo(
  times: readonly number[],
  other: readonly number[],
  column: Column,
): (number | null)[] {
  let at = 0;
  return times.map((time) => {
    while (at < other.length && other[at]! < time) at++;
    return other[at] === time ? (column[at] ?? null) : null;
  });
}

const isPrice = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && value > 0;

/** The first bar in view at which both have a close; -1 none. @param view null all */
export function firstOfBoth(times: readonly number[], a: Column, b: Column, view: View | null): number {
  return times.findIndex(
    (time, i) => (view === null || (time >= view.from && time <= view.to)) && isPrice(a[i]) && isPrice(b[i]),
  );
}

/** Change since a bar's close in %, of each close. */
export const percentsOf = (column: Column, base: number): (number | null)[] =>
  column.map((value) => (value === null ? null : (value / base - 1) * 100));

interface Compared {
  readonly panes: readonly ChartPane[];
  readonly lines: readonly ChartLine[];
  /** the bar both begin at */
  readonly from: number;
}

interface Picture {
  readonly times: readonly number[];
  readonly panes: readonly ChartPane[];
  readonly lines: readonly ChartLine[];
  readonly view: View | null;
}

const axisPercents = (ticks: readonly number[], step: number): string[] => {
  const decimals = Math.min(4, decimalsOfTick(step));
  return ticks.map((tick) => TEXTS.percent(formatSigned(tick, decimals)));
};

/**
 * The chart with both in its first pane, in place of all that was there.
 * @param format of prices of the other one
 * @returns null where both have no bar in view at the same time
 */
export function compared(
  { times, panes, lines, view }: Picture,
  symbol: string,
  bars: Pick<Bars, "times" | "close">,
  format: (price: number) => string,
): Compared | null {
  const own = lines[0];
  if (own === undefined) return null;
  const other = alignedTo(times, bars.times, bars.close);
  const from = firstOfBoth(times, own.values, other, view);
  if (from < 0) return null;
  const line = (values: Column, write: (price: number) => string) => {
    const base = values[from]!;
    return {
      values: percentsOf(values, base),
      format: (percent: number) =>
        TEXTS.withPrice(formatSigned(percent, 2), write(base * (1 + percent / 100))),
    };
  };
  const { id, name } = own;
  return {
    from,
    panes: panes.map((pane, i) =>
      i === 0 ? { ...pane, name: TEXTS.change, left: { format: axisPercents } } : pane,
    ),
    lines: [
      { id, name, pane: 0, axis: "left", colour: "ink", ...line(own.values, own.format) },
      {
        ...{ id: "vs", name: symbol, pane: 0, axis: "left", colour: "accent", dash: [7, 3] },
        ...line(other, format),
      },
      ...lines.slice(1).filter(({ pane }) => pane > 0),
    ],
  };
}
