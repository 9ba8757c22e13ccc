import { useMemo, useState } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatFlexible } from "#domain/format/number.ts";
import { TimeChart } from "../../chart/TimeChart.tsx";
import type { ChartLine, ChartPane, TimeChartProps } from "../../chart/types.ts";
import { axisCounts } from "../plot/axis-text.ts";
import { TEXTS } from "../texts.ts";
import type { MultiStrikeOiChartProps } from "../types.ts";
import { ViewNotice } from "../view/ViewNotice.tsx";
import { originsText } from "./origins-text.ts";

const HEIGHT = 320;
const { oiChart: WORDS } = TEXTS;
const PANES: readonly ChartPane[] = [
  { name: WORDS.title, weight: 1, left: { format: axisCounts }, right: null },
];
/** Of the legs of one type, each its own; hue says the type. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [8, 3, 2, 3], [12, 4], [4, 2, 1, 2]];
const NO_TIMES: readonly number[] = [];
const NO_GAPS: TimeChartProps["gaps"] = [];

type Chart = NonNullable<MultiStrikeOiChartProps["chart"]>;

const colourOf = (type: string): ChartLine["colour"] =>
  type === "CE" ? "oi-call-ink" : type === "PE" ? "oi-put-ink" : "ink";

/** "24 Nov 24,500 CE", or "24 Nov FUT". */
function nameOf({ instrument_type, strike, expiry }: Chart["series"][number]): string {
  const date = expiry === null ? "" : `${formatExpiry(expiry)} `;
  const at = instrument_type === "FUT" ? "" : `${formatFixed(strike, strike % 1 === 0 ? 0 : 2)} `;
  return date + at + instrument_type;
}

function linesOf(chart: Chart | null): ChartLine[] {
  const counts = new Map<string, number>();
  return (chart?.series ?? []).map((series) => {
    const { instrument_type: type, tradingsymbol, oi } = series;
    const nth = counts.get(type) ?? 0;
    counts.set(type, nth + 1);
    return {
      ...{ id: tradingsymbol, name: nameOf(series), pane: 0, axis: "left", colour: colourOf(type) },
      dash: DASHES[nth % DASHES.length]!,
      values: oi,
      format: formatFlexible,
    };
  });
}

/** Open interest of each leg over the market day. */
export function MultiStrikeOiChart({ status, isStale, chart, height = HEIGHT }: MultiStrikeOiChartProps) {
  const [view, setView] = useState<TimeChartProps["view"]>(null);
  const lines = useMemo(() => linesOf(chart), [chart]);
  const times = chart?.times ?? NO_TIMES;
  return (
    <TimeChart
      testId="oi-chart"
      name={WORDS.name}
      times={times}
      panes={PANES}
      lines={lines}
      gaps={NO_GAPS}
      recordedSince={null}
      runningAt={null}
      isStale={isStale}
      height={height}
      view={view}
      onView={setView}
      source={{
        symbol: chart?.underlying ?? "",
        title: WORDS.title,
        origin: originsText(chart?.origins ?? []),
        asOf: times.at(-1) ?? null,
      }}
      notice={status.kind === "ready" ? null : <ViewNotice status={status} shape="plot" />}
    />
  );
}
