import "uplot/dist/uPlot.min.css";
import { useMemo, useState } from "react";
import uPlot from "uplot";
import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatFlexible } from "#domain/format/number.ts";
import { shortTime } from "../figures.ts";
import { axisCounts } from "../plot/axis-text.ts";
import { labelFont, type PlotTheme } from "../plot/plot-theme.ts";
import { TEXTS } from "../texts.ts";
import type { MultiStrikeOiChartProps } from "../types.ts";
import { ViewNotice } from "../view/ViewNotice.tsx";
import css from "./TimeChart.module.css";
import { TimeFigures } from "./TimeFigures.tsx";
import type { TimeData, TimeSeries } from "./time-plot.ts";
import { spreadLabels } from "./time-scale.ts";
import { useTimePlot } from "./use-time-plot.ts";

const HEIGHT = 320;
const AXES = { left: axisCounts, right: null };
/** CSS pixels of the labels beside the plot, and of one of them. */
const ROOM = 104;
const LABEL = 14;
/** Of the legs of one type, each its own; hue says the type. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [8, 3, 2, 3], [12, 4], [4, 2, 1, 2]];
const NOTHING: TimeData = { times: [], series: [], columns: [] };

type Chart = NonNullable<MultiStrikeOiChartProps["chart"]>;

const colourOf = (type: string): TimeSeries["colour"] =>
  type === "CE" ? "down" : type === "PE" ? "up" : "ink";

function seriesOf({ series }: Chart): TimeSeries[] {
  const counts = new Map<string, number>();
  return series.map(({ instrument_type }) => {
    const nth = counts.get(instrument_type) ?? 0;
    counts.set(instrument_type, nth + 1);
    const dash = DASHES[nth % DASHES.length]!;
    return {
      side: "left",
      colour: colourOf(instrument_type),
      width: 1.75,
      ...(dash.length > 0 ? { dash } : {}),
    };
  });
}

/** "24 Nov 24,500 CE", or "24 Nov FUT". */
function nameOf({ instrument_type, strike, expiry }: Chart["series"][number]): string {
  const date = expiry === null ? "" : `${formatExpiry(expiry)} `;
  const at = instrument_type === "FUT" ? "" : `${formatFixed(strike, strike % 1 === 0 ? 0 : 2)} `;
  return date + at + instrument_type;
}

function lastKnown(values: readonly (number | null)[]): number {
  const last = values.findLast((value) => value !== null);
  return last ?? Number.NaN;
}

/** Each line's name beside its end. */
function paint(u: uPlot, names: readonly string[], data: TimeData, theme: PlotTheme): void {
  const { ctx, bbox } = u;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.font = labelFont(theme, ratio, 500);
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  const ends = data.columns.map((column) => u.valToPos(lastKnown(column), "left", true));
  const places = spreadLabels(ends, LABEL * ratio, bbox.top + 6 * ratio, bbox.top + bbox.height - 6 * ratio);
  const left = bbox.left + bbox.width + 6 * ratio;
  for (const [i, y] of places.entries()) {
    if (Number.isNaN(y)) continue;
    ctx.fillStyle = theme.colours[data.series[i]!.colour];
    ctx.fillText(names[i] ?? "", left, y);
  }
  ctx.restore();
}

/** The stroke of a line, beside its name. */
const Swatch = ({ series }: { readonly series: TimeSeries }) => (
  <svg className={css.swatch} viewBox="0 0 22 6" aria-hidden="true" data-colour={series.colour}>
    <line x1="0" y1="3" x2="22" y2="3" strokeDasharray={series.dash?.join(" ")} />
  </svg>
);

/** Open interest of each leg over the market day. */
export function MultiStrikeOiChart({ status, isStale, chart, height = HEIGHT }: MultiStrikeOiChartProps) {
  const [cursor, setCursor] = useState({ index: -1, isByKey: false });
  const data = useMemo<TimeData>(
    () =>
      chart === null
        ? NOTHING
        : { times: chart.times, series: seriesOf(chart), columns: chart.series.map(({ oi }) => oi) },
    [chart],
  );
  const names = useMemo(() => chart?.series.map(nameOf) ?? [], [chart]);
  const host = useTimePlot(data, {
    height,
    room: ROOM,
    axes: AXES,
    paint: (u, shown, theme) => paint(u, names, shown, theme),
    onCursor: (index, isByKey) => setCursor({ index, isByKey }),
  });
  const at = cursor.index < 0 ? data.times.length - 1 : cursor.index;
  const figures = [
    { key: "time", label: TEXTS.oiChart.time, value: shortTime(data.times[at] ?? Number.NaN) },
    ...names.map((name, i) => ({
      key: chart?.series[i]?.tradingsymbol ?? name,
      label: (
        <>
          <Swatch series={data.series[i]!} />
          {name}
        </>
      ),
      value: formatFlexible(data.columns[i]?.[at]),
    })),
  ];
  const speech = [figures[0]?.value, ...names.map((name, i) => `${name} ${figures[i + 1]?.value}`)].join(
    ", ",
  );
  return (
    <div className={css.chart} data-testid="oi-chart">
      <TimeFigures
        figures={figures}
        isStale={isStale}
        said={cursor.isByKey ? speech : ""}
        testId="oi-chart-readout"
      />
      <div className={css.body} data-stale={isStale || undefined} data-status={status.kind}>
        <div
          ref={host}
          className={css.plot}
          style={{ height }}
          role="group"
          aria-label={TEXTS.oiChart.name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move its crosshair
          tabIndex={0}
        />
        <ViewNotice status={status} shape="plot" />
      </div>
    </div>
  );
}
