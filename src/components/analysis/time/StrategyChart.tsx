import "uplot/dist/uPlot.min.css";
import { useMemo, useState } from "react";
import uPlot from "uplot";
import { formatCompact, formatPlain } from "#domain/format/number.ts";
import { shortTime } from "../figures.ts";
import { createHatch } from "../payoff/hatch.ts";
import { axisMoney, axisPlain } from "../plot/axis-text.ts";
import { labelFont, type PlotTheme } from "../plot/plot-theme.ts";
import { TEXTS } from "../texts.ts";
import type { StrategyBar, StrategyChartProps } from "../types.ts";
import { ViewNotice } from "../view/ViewNotice.tsx";
import css from "./TimeChart.module.css";
import { TimeFigures } from "./TimeFigures.tsx";
import type { TimeData, TimeSeries } from "./time-plot.ts";
import { stretches } from "./time-scale.ts";
import { useTimePlot } from "./use-time-plot.ts";

const HEIGHT = 320;
const AXES = { left: axisMoney, right: axisPlain };
const SERIES: readonly TimeSeries[] = [
  { side: "left", colour: "accent", width: 2 },
  { side: "right", colour: "ink-3", width: 1.25, dash: [4, 3] },
];
/** CSS pixels of the strip under bars that were made up. */
const STRIP = 6;

/** The zero line where it is in sight, and a hatched strip under made-up bars. */
function paint(u: uPlot, bars: readonly StrategyBar[], theme: PlotTheme): void {
  const { ctx, bbox } = u;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  const zero = Math.round(u.valToPos(0, "left", true)) + 0.5;
  ctx.strokeStyle = theme.colours["ink-3"];
  ctx.lineWidth = ratio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, zero);
  ctx.lineTo(bbox.left + bbox.width, zero);
  ctx.stroke();
  const invented = stretches(bars, ({ origin }) => origin === "simulated");
  const hatch = invented.length > 0 ? createHatch(ctx, theme.colours.warn, "rising", ratio) : null;
  const top = bbox.top + bbox.height - STRIP * ratio;
  ctx.font = labelFont(theme, ratio, 500);
  ctx.textBaseline = "bottom";
  for (const [from, to] of invented) {
    const left = u.valToPos(from - 0.5, "x", true);
    const width = u.valToPos(to + 0.5, "x", true) - left;
    ctx.fillStyle = hatch ?? theme.colours.warn;
    ctx.fillRect(left, top, width, STRIP * ratio);
    if (ctx.measureText(TEXTS.strategyChart.simulated).width > width) continue;
    ctx.fillStyle = theme.colours.warn;
    ctx.fillText(TEXTS.strategyChart.simulated, left + 2 * ratio, top - 2 * ratio);
  }
  ctx.restore();
}

function figuresOf(bar: StrategyBar | undefined) {
  const { strategyChart } = TEXTS;
  const running = bar?.is_running === true ? `, ${strategyChart.running}` : "";
  return [
    { key: "time", label: strategyChart.time, value: shortTime(bar?.time ?? Number.NaN) + running },
    { key: "premium", label: strategyChart.premium, value: formatCompact(bar?.value) },
    { key: "underlying", label: strategyChart.underlying, value: formatPlain(bar?.underlying_price) },
    {
      key: "origin",
      label: strategyChart.origin,
      value: bar === undefined ? "" : strategyChart.origins[bar.origin],
    },
  ];
}

const asSpeech = (figures: ReturnType<typeof figuresOf>): string =>
  figures.map(({ label, value }) => `${label} ${value}`).join(", ");

/** The strategy's combined premium, bar by bar; a net credit lies above zero. */
export function StrategyChart({ status, isStale, bars, height = HEIGHT }: StrategyChartProps) {
  const [cursor, setCursor] = useState({ index: -1, isByKey: false });
  const data = useMemo<TimeData>(
    () => ({
      times: bars.map(({ time }) => time),
      series: SERIES,
      columns: [bars.map(({ value }) => value), bars.map(({ underlying_price }) => underlying_price)],
    }),
    [bars],
  );
  const host = useTimePlot(data, {
    height,
    room: 0,
    axes: AXES,
    paint: (u, _, theme) => paint(u, bars, theme),
    onCursor: (index, isByKey) => setCursor({ index, isByKey }),
  });
  const figures = figuresOf(cursor.index < 0 ? bars.at(-1) : bars[cursor.index]);
  return (
    <div className={css.chart} data-testid="strategy-chart">
      <TimeFigures
        figures={figures}
        isStale={isStale}
        said={cursor.isByKey ? asSpeech(figures) : ""}
        testId="strategy-chart-readout"
      />
      <div className={css.body} data-stale={isStale || undefined} data-status={status.kind}>
        <div
          ref={host}
          className={css.plot}
          style={{ height }}
          role="group"
          aria-label={TEXTS.strategyChart.name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move its crosshair
          tabIndex={0}
        />
        <ViewNotice status={status} shape="plot" failed={TEXTS.strategyChart.failed} />
      </div>
      <p className={css.keys} aria-hidden="true">
        <i data-series="premium" />
        {TEXTS.strategyChart.premium}
        <i data-series="underlying" />
        {TEXTS.strategyChart.underlying}
        <span>{TEXTS.strategyChart.credit}</span>
      </p>
    </div>
  );
}
