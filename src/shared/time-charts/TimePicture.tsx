import { type ReactNode, useRef } from "react";
import { TimeChart } from "../../components/chart/TimeChart.tsx";
import type { ChartLine, ChartPane, ChartStrip, TimeChartProps } from "../../components/chart/types.ts";
import { useIsNarrow } from "../page-controls/use-is-narrow.ts";
import { useRoom } from "../page-controls/use-room.ts";
import { Failed } from "./ChartNotice.tsx";
import { Foot } from "./Foot.tsx";
import css from "./TimePicture.module.css";
import { asOfOf, isRunningAt, type OverTimeTold, sourceOf } from "./time-chart.tsx";

interface Props {
  /** NIFTY */
  readonly symbol: string;
  readonly view: TimeChartProps["view"];
  readonly onView: TimeChartProps["onView"];
  readonly name: string;
  readonly told: OverTimeTold | null;
  readonly panes: readonly ChartPane[];
  readonly lines: readonly ChartLine[];
  readonly strips?: readonly ChartStrip[];
  readonly note?: TimeChartProps["note"];
  readonly isStale: boolean;
  /** CSS pixels on a wide screen, where it takes what room there is above them, and on a narrow one. */
  readonly heights: readonly [wide: number, narrow: number];
  /** In place of the chart. */
  readonly notice: ReactNode | null;
  /** why nothing newer is shown; null when nothing is amiss */
  readonly failure: string | null;
  readonly retry: () => void;
  /** what else is to be said under it; "" nothing */
  readonly more?: string;
  /** Between the chart and what is said of its figures. */
  readonly children?: ReactNode;
}

/** What a page over time shows under its controls. */
export function TimePicture(props: Props) {
  const { symbol, name, told, panes, lines, strips, isStale, heights, notice, failure, retry, children } =
    props;
  const isNarrow = useIsNarrow();
  const box = useRef<HTMLDivElement>(null);
  const needs = heights[isNarrow ? 1 : 0];
  const height = useRoom(box, { needs, isNarrow, isWhole: told !== null });
  return (
    <>
      <div className={css.chart} ref={box}>
        <TimeChart
          name={name}
          times={told?.times ?? []}
          panes={panes}
          lines={lines}
          {...(strips === undefined ? {} : { strips })}
          {...(props.note === undefined ? {} : { note: props.note })}
          {...sourceOf(told, { symbol, title: name })}
          isStale={isStale}
          height={height}
          view={props.view}
          onView={props.onView}
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
        {...(props.more === undefined ? {} : { more: props.more })}
        failure={failure}
        retry={retry}
      />
    </>
  );
}
