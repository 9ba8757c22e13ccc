import { useMemo, useRef } from "react";
import type { ChartLine } from "../../../components/chart/types.ts";
import { useCode } from "../../../components/use-code.ts";
import { live } from "../../../live/live-state.ts";
import type { View } from "../../../shared/page/address-parts.ts";
import { useIsNarrow } from "../../../shared/page-controls/use-is-narrow.ts";
import { useRoom } from "../../../shared/page-controls/use-room.ts";
import { Foot } from "../../../shared/time-charts/Foot.tsx";
import { gapsOf, originText, recordedSinceOf } from "../../../shared/time-charts/origin.ts";
import type { ChartSearch } from "../address/address.ts";
import css from "../Chart.module.css";
import { ShownChart } from "../extras/ShownChart.tsx";
import { useHolder } from "../holder.ts";
import type { Bars } from "../series/bars-series.ts";
import { TEXTS } from "../texts.ts";
import type { SetChart } from "../use-chart-address.ts";
import { Bones, Nothing } from "./Notices.tsx";
import { heightOf, kindOf, levelsOf, linesOf, newestView, panesOf } from "./picture.ts";

/** Bars that are in view at first, on a wide screen and on a narrow one. */
const NEWEST = [160, 60] as const;
/** CSS pixels of what is not there yet, on a wide screen and on a narrow one. */
const HEIGHTS = [560, 460] as const;
/** CSS pixels of each pane that a height given from outside has to hold. */
const LEAST_PANE = 84;
const NO_PANES = [{ name: "", weight: 1, left: { format: () => [] }, right: null }];
const UNKNOWN_KIND = { symbol: "", hasVolume: false, hasOi: false };
const NO_LINES: readonly ChartLine[] = [];
const loadIndicators = () => import("./bar-indicators.ts");

interface Props {
  readonly search: ChartSearch;
  readonly set: SetChart;
  /** null until it is known */
  readonly told: Bars | null;
  /** the instrument's days, where those before are to be shown */
  readonly days: Bars | null;
  readonly isStale: boolean;
  readonly failure: string | null;
  readonly retry: () => void;
}

/** The chart, and under it where its figures come from. */
export function Picture({ search, set, told, days, isStale, failure, retry }: Props) {
  const isNarrow = useIsNarrow();
  const { layer, levels: ofHolder, height: given } = useHolder();
  const { symbol, interval, shape, isLog, indicators } = search;
  const { symbol: own, hasVolume, hasOi } = told === null ? UNKNOWN_KIND : kindOf(told, symbol);
  // Apart from the bars, which are others once a second: what is drawn the same is the same object.
  const panes = useMemo(
    () =>
      own === ""
        ? NO_PANES
        : panesOf({ symbol: own, hasVolume, hasOi }, { shape, isLog, indicators, interval }),
    [own, hasVolume, hasOi, shape, isLog, indicators, interval],
  );
  const code = useCode(loadIndicators, indicators.length > 0);
  const indicatorsOf = useMemo(() => code?.createBarIndicators() ?? null, [code]);
  const lines = useMemo(
    () =>
      told === null ? NO_LINES : linesOf(told, symbol, { shape, isLog, indicators, interval }, indicatorsOf),
    [told, symbol, shape, isLog, indicators, interval, indicatorsOf],
  );
  const newestOpen = told?.sessions.at(-1)?.open ?? null;
  const previous = useMemo(() => levelsOf(days, newestOpen), [days, newestOpen]);
  const levels = useMemo(
    () => (ofHolder === undefined || told === null ? previous : [...previous, ...ofHolder(told)]),
    [previous, ofHolder, told],
  );
  const times = told?.times ?? [];
  const newest = newestView(times, NEWEST[isNarrow ? 1 : 0]);
  const view = search.view === null ? newest : search.view === "all" ? null : search.view;
  const onView = (next: View | null): void => {
    const isNewest = next !== null && next.from === newest?.from && next.to === newest.to;
    set({ view: isNewest ? null : (next ?? (newest === null ? null : "all")) }, "replace");
  };
  const isNothing = told?.close.every((value) => value === null);
  const needed = told === null ? HEIGHTS[isNarrow ? 1 : 0] : heightOf(panes, isNarrow);
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box, { needs: needed, isNarrow, isWhole: told !== null });
  const height = given === undefined ? room : Math.max(given, panes.length * LEAST_PANE);
  const title = TEXTS.title(TEXTS.intervals[interval]);
  // A bar that is on is as of now, which is told with each of its moments.
  const isRunning = told !== null && told.running_at !== null;
  const asOf = (isRunning ? live.health?.marketTime : null) ?? times.at(-1) ?? Number.NaN;
  return (
    <>
      <div className={css.chart} ref={box}>
        <ShownChart
          {...{ search, set, told }}
          testId="chart"
          name={TEXTS.name(symbol, TEXTS.intervals[interval])}
          layer={layer}
          times={times}
          panes={panes}
          lines={lines}
          gaps={told === null ? [] : gapsOf(told.sessions)}
          levels={levels}
          note={(index) => (told?.carried[index] === true ? TEXTS.chart.untraded : null)}
          recordedSince={told === null ? null : recordedSinceOf(told.sessions)}
          runningAt={told?.running_at ?? null}
          isStale={isStale && told !== null}
          height={height}
          view={view}
          onView={onView}
          source={{
            symbol,
            title,
            origin: told === null ? "" : originText(told.sessions),
            asOf: Number.isNaN(asOf) ? null : asOf,
          }}
          notice={told === null ? <Bones /> : isNothing === true ? <Nothing /> : null}
        />
      </div>
      <Foot
        testId="chart"
        sessions={told?.sessions ?? []}
        isRunning={isRunning}
        asOf={asOf}
        failure={failure}
        retry={retry}
      />
    </>
  );
}
