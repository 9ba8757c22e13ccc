import type { ReactNode } from "react";
import { TimeChart } from "../../../components/chart/TimeChart.tsx";
import type { ChartLine, ChartPane } from "../../../components/chart/types.ts";
import { Failed } from "../ChartNotice.tsx";
import { useIsNarrow } from "../controls/use-is-narrow.ts";
import { Foot } from "../Foot.tsx";
import type { OiPage } from "../oi-page.ts";
import css from "./TimePicture.module.css";
import { asOfOf, isRunningAt, type OverTimeTold, sourceOf } from "./time-chart.tsx";

interface Props {
  readonly page: OiPage;
  readonly name: string;
  readonly told: OverTimeTold | null;
  readonly panes: readonly ChartPane[];
  readonly lines: readonly ChartLine[];
  readonly isStale: boolean;
  /** CSS pixels on a wide screen and on a narrow one. */
  readonly heights: readonly [wide: number, narrow: number];
  /** In place of the chart. */
  readonly notice: ReactNode | null;
  /** why nothing newer is shown; null when nothing is amiss */
  readonly failure: string | null;
  readonly retry: () => void;
  /** Between the chart and what is said of its figures. */
  readonly children?: ReactNode;
}

/** What a tab over time shows under its controls. */
export function TimePicture(props: Props) {
  const { page, name, told, panes, lines, isStale, heights, notice, failure, retry, children } = props;
  const { search, set, underlying } = page;
  const isNarrow = useIsNarrow();
  return (
    <>
      <div className={css.chart}>
        <TimeChart
          name={name}
          times={told?.times ?? []}
          panes={panes}
          lines={lines}
          {...sourceOf(told, { symbol: underlying.symbol, title: name })}
          isStale={isStale}
          height={heights[isNarrow ? 1 : 0]}
          view={search.view}
          onView={(view) => set({ view }, "replace")}
          notice={
            notice ?? (told === null && failure !== null ? <Failed failure={failure} retry={retry} /> : null)
          }
        />
      </div>
      {children}
      <Foot
        sessions={told?.sessions ?? []}
        isRunning={isRunningAt(told)}
        asOf={asOfOf(told)}
        failure={failure}
        retry={retry}
      />
    </>
  );
}
