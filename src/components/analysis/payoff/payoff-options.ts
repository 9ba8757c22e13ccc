import type uPlot from "uplot";
import { formatFixed } from "#domain/format/number.ts";
import { axisMoney, axisPlain } from "../plot/axis-text.ts";
import { labelFont, readPlotTheme } from "../plot/plot-theme.ts";
import type { PayoffFigures } from "../types.ts";
import { moneyRange } from "./payoff-scales.ts";
import type { PlotState } from "./plot-state.ts";

/** CSS pixels of the axes. */
const PRICE_AXIS = 24;
const MONEY_AXIS = 58;
const GREEK_AXIS = 46;
/** Beside the last price, whose label is centred under it. */
const AXIS_END = 20;

/** Columns of the plot: prices, P&L at expiry, P&L at the target date, the greek. */
export const NO_DATA: uPlot.AlignedData = [[], [], [], []];

/** Least and most, among the prices shown, of what is compared with: it must not leave the plot meanwhile. */
function reachOf(state: PlotState): readonly [number, number] {
  const { ghost, overlays = [] } = state.view;
  return [ghost, ...overlays.map(({ figures }) => figures)].reduce<readonly [number, number]>(
    ([least, most], each) => {
      const [low, high] = reachOfOne(each, state);
      return [Math.min(least, low), Math.max(most, high)];
    },
    [0, 0],
  );
}

function reachOfOne(ghost: PayoffFigures | null, { window }: PlotState): readonly [number, number] {
  let least = 0;
  let most = 0;
  const prices = ghost?.payoff_prices ?? [];
  for (const column of [ghost?.payoffs_at_expiry, ghost?.payoffs_at_target]) {
    for (let i = 0; i < prices.length; i++) {
      const value = column?.[i];
      if (value === null || value === undefined || prices[i]! < window.min || prices[i]! > window.max)
        continue;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  return [least, most];
}

/** The greek's own range, with zero where it is near. */
function greekRange(least: number | null, most: number | null): uPlot.Range.MinMax {
  if (least === null || most === null) return [-1, 1];
  const room = Math.max((most - least) * 0.12, Math.abs(most) * 0.01, 1e-9);
  return [least - room, most + room];
}

const GREEK_DASH = [2, 3];

export function payoffOptions(
  state: PlotState,
  width: number,
  height: number,
  hooks: uPlot.Hooks.Arrays,
): uPlot.Options {
  const font = labelFont(readPlotTheme());
  const colour = (name: keyof PlotState["theme"]["colours"]) => () => state.theme.colours[name];
  const grid = { stroke: colour("line"), width: 1 };
  const axis = { font, stroke: colour("ink-3"), ticks: { show: false }, gap: 4 } as const;
  const points = { show: false };
  return {
    width,
    height,
    padding: [7, AXIS_END, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { time: false, range: () => [state.window.min, state.window.max] },
      y: {
        range: (_, least, most) => {
          const [low, high] = reachOf(state);
          return [...moneyRange(Math.min(least ?? 0, low), Math.max(most ?? 0, high))] as uPlot.Range.MinMax;
        },
      },
      greek: { range: (_, least, most) => greekRange(least, most) },
    },
    series: [
      {},
      { scale: "y", stroke: colour("ink"), width: 1.5, pxAlign: 0, points },
      { scale: "y", stroke: colour("accent"), width: 2, pxAlign: 0, points },
      { scale: "greek", stroke: colour("ink-2"), width: 1.5, dash: GREEK_DASH, pxAlign: 0, points },
    ],
    axes: [
      {
        ...axis,
        size: PRICE_AXIS,
        space: 72,
        grid,
        values: (_, ticks, __, ___, step) =>
          ticks.map((tick) => formatFixed(tick, step >= 1 ? 0 : state.options.decimals)),
      },
      {
        ...axis,
        scale: "y",
        size: MONEY_AXIS,
        space: 36,
        grid,
        values: (_, ticks, __, ___, step) => axisMoney(ticks, step),
      },
      {
        ...axis,
        scale: "greek",
        side: 1,
        size: () => (state.view.greekCurve === null ? 0 : GREEK_AXIS),
        grid: { show: false },
        values: (_, ticks, __, ___, step) => (state.view.greekCurve === null ? [] : axisPlain(ticks, step)),
      },
    ],
    hooks,
  };
}
