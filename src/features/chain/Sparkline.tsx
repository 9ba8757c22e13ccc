import "uplot/dist/uPlot.min.css";
import { useEffect, useMemo, useRef } from "react";
import { useSnapshot } from "valtio";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { createLiveChart } from "../../components/chart/live-chart.ts";
import { themeState } from "../../components/theme/theme-state.ts";
import { marketNow } from "../../live/market-now.ts";
import { pointSeries } from "../../live/series.ts";
import { useStream } from "../../live/streams.ts";
import { restAfter } from "../../shared/series/asked-edges.ts";
import { askDaySoFar } from "../../shared/series/day-so-far.ts";
import css from "./ChainHeader.module.css";

const WIDTH = 96;
const HEIGHT = 24;

interface Props {
  readonly underlying: UnderlyingSummary;
}

/** The stroke follows the trader's theme: a token's resolved colour. */
const ink = (): string => getComputedStyle(document.documentElement).getPropertyValue("--ink-2").trim();

/** The underlying through today, then from chart quotes; grows a point a second and rests while the tab is hidden. */
export function Sparkline({ underlying }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const { version } = useSnapshot(themeState);
  const chart = useRef<ReturnType<typeof createLiveChart>>(null);
  const series = useMemo(() => {
    const now = () => marketNow(underlying);
    return pointSeries(underlying.token, {
      now,
      askPast: (signal) => askDaySoFar(underlying.symbol, now, signal),
      restAfter,
    });
  }, [underlying]);
  const points = useStream(series, (state) => state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new theme draws the line anew
  useEffect(() => {
    if (host.current === null) return;
    const next = createLiveChart(host.current, {
      width: WIDTH,
      height: HEIGHT,
      ms: 1,
      padding: [2, 0, 2, 0],
      cursor: { show: false },
      legend: { show: false },
      axes: [{ show: false }, { show: false }],
      series: [{}, { stroke: ink(), width: 1.25, points: { show: false } }],
    });
    chart.current = next;
    return () => next.destroy();
  }, [version]);

  // By what was told: the columns grow in place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme's chart knows nothing yet
  useEffect(() => chart.current?.show(points.times, points.values), [version, points]);

  return (
    <div
      ref={host}
      className={css.spark}
      data-stale={points.isStale || undefined}
      data-points={points.times.length}
      aria-hidden="true"
      data-testid="sparkline"
    />
  );
}
