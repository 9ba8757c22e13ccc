import { istDate } from "#domain/calendar/ist.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import { UNKNOWN } from "#domain/format/number.ts";
import { ChartShell, type ReadoutField } from "./ChartShell.tsx";
import { timeFiles } from "./files/time-files.ts";
import { LineSwatch } from "./Swatches.tsx";
import { TEXTS } from "./texts.ts";
import { gapText } from "./time/gap-text.ts";
import { createTimePlot } from "./time/time-plot.ts";
import type { ChartLine, TimeChartProps } from "./types.ts";
import { usePlot } from "./use-plot.ts";

const HALF_DAY = 43_200_000;

/** "24 Nov 11:47"; of bars that are whole days their date alone. */
function timeText(times: readonly number[], index: number): string {
  const time = times[index];
  if (time === undefined) return UNKNOWN;
  const date = formatExpiry(istDate(time));
  const beside = times[index - 1] ?? times[index + 1];
  return beside !== undefined && Math.abs(time - beside) >= HALF_DAY && index > 0
    ? date
    : `${date} ${formatClock(time)}`;
}

const valueText = ({ values, format }: ChartLine, index: number): string => {
  const value = values[index] ?? null;
  return value === null ? UNKNOWN : format(value);
};

/** Lines over bars of market time: panes under one another with one cursor. */
export function TimeChart(props: TimeChartProps) {
  const { name, times, panes, lines, gaps, runningAt, isStale, height, view, notice } = props;
  // The name alone is not drawn.
  const { host, cursor, frame } = usePlot(props, createTimePlot, [
    times,
    panes,
    lines,
    gaps,
    props.strips,
    props.recordedSince,
    runningAt,
    height,
    view,
  ]);

  const at = cursor.at < 0 || cursor.at >= times.length ? times.length - 1 : cursor.at;
  const time = times[at];
  const gap = time === undefined ? undefined : gaps.find(({ from, to }) => time >= from && time < to);
  const notes = [
    time !== undefined && time === runningAt ? TEXTS.running : null,
    gap === undefined ? null : gapText(gap),
    time === undefined ? null : (props.note?.(at) ?? null),
  ];
  const note = notes.filter((words) => words !== null).join(", ");
  const fields: ReadoutField[] = [
    {
      key: "time",
      label: TEXTS.time,
      isWide: true,
      value: (
        <>
          {timeText(times, at)}
          {note === "" ? null : <small> {note}</small>}
        </>
      ),
    },
    ...lines.map((line) => ({
      key: line.id,
      label: (
        <>
          <LineSwatch line={line} />
          {line.name}
        </>
      ),
      value: valueText(line, at),
    })),
  ];
  const spoken = [timeText(times, at), note, ...lines.map((line) => `${line.name} ${valueText(line, at)}`)];
  return (
    <ChartShell
      kind="time"
      testId={props.testId}
      name={`${name}. ${TEXTS.keys.time}`}
      host={host}
      height={height}
      fields={fields}
      said={cursor.isByKey ? spoken.filter(Boolean).join(", ") : ""}
      isStale={isStale}
      isZoomed={view !== null}
      onShowAll={() => props.onView(null)}
      notice={notice}
      files={() => timeFiles(props, frame)}
    />
  );
}
