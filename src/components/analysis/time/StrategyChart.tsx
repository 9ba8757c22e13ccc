import { useMemo, useState } from "react";
import { formatCompact, formatPlain } from "#domain/format/number.ts";
import { TimeChart } from "../../chart/TimeChart.tsx";
import { stretches } from "../../chart/time/time-scale.ts";
import type { ChartLine, ChartPane, TimeChartProps } from "../../chart/types.ts";
import { axisMoney, axisPlain } from "../plot/axis-text.ts";
import { TEXTS } from "../texts.ts";
import type { StrategyBar, StrategyChartProps } from "../types.ts";
import { ViewNotice } from "../view/ViewNotice.tsx";
import { originsText } from "./origins-text.ts";
import css from "./StrategyChart.module.css";

const HEIGHT = 320;
const { strategyChart: WORDS } = TEXTS;
const PANES: readonly ChartPane[] = [
  { name: WORDS.premium, weight: 1, left: { format: axisMoney }, right: { format: axisPlain } },
];
type Line = Omit<ChartLine, "values">;
const PREMIUM: Line = {
  ...{ id: "premium", name: WORDS.premium, pane: 0, colour: "accent", width: 2 },
  axis: "left",
  format: formatCompact,
};
const UNDERLYING: Line = {
  ...{ id: "underlying", name: WORDS.underlying, pane: 0, colour: "ink-3", width: 1.25, dash: [4, 3] },
  axis: "right",
  format: formatPlain,
};

/** Bars that were made up. */
const stripsOf = (bars: readonly StrategyBar[]): NonNullable<TimeChartProps["strips"]> =>
  stretches(bars, ({ origin }) => origin === "simulated").map(([from, to]) => ({
    from: bars[from]!.time,
    to: bars[to]!.time,
    name: WORDS.simulated,
  }));

/** The strategy's combined premium, bar by bar; a net credit lies above zero. */
export function StrategyChart({ status, isStale, bars, symbol, height = HEIGHT }: StrategyChartProps) {
  const [view, setView] = useState<TimeChartProps["view"]>(null);
  const drawn = useMemo(
    () => ({
      times: bars.map(({ time }) => time),
      strips: stripsOf(bars),
      lines: [
        { ...PREMIUM, values: bars.map(({ value }) => value) },
        { ...UNDERLYING, values: bars.map(({ underlying_price }) => underlying_price) },
      ],
    }),
    [bars],
  );
  const last = bars.at(-1);
  return (
    <div className={css.chart}>
      <TimeChart
        {...drawn}
        testId="strategy-chart"
        name={WORDS.name}
        panes={PANES}
        gaps={NONE}
        recordedSince={null}
        runningAt={last?.is_running === true ? last.time : null}
        note={(index) => (bars[index] === undefined ? null : WORDS.origins[bars[index].origin])}
        isStale={isStale}
        height={height}
        view={view}
        onView={setView}
        source={{
          symbol,
          title: WORDS.title,
          origin: originsText(bars.map(({ origin }) => origin)),
          asOf: last?.time ?? null,
        }}
        notice={
          status.kind === "ready" ? null : <ViewNotice status={status} shape="plot" failed={WORDS.failed} />
        }
      />
      <p className={css.credit} aria-hidden="true">
        {WORDS.credit}
      </p>
    </div>
  );
}

const NONE: TimeChartProps["gaps"] = [];
