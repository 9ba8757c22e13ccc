import { istDate } from "#domain/calendar/ist.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import { UNKNOWN } from "#domain/format/number.ts";
import { ChartShell, type ReadoutField } from "./ChartShell.tsx";
import { LineSwatch } from "./Swatches.tsx";
import { TEXTS } from "./texts.ts";
import type { Layered } from "./time/chart-layer.ts";
import { gapText } from "./time/gap-text.ts";
import { createTimePlot } from "./time/time-plot.ts";
import type { ChartLine, TimeChartProps } from "./types.ts";
import { usePlot } from "./use-plot.ts";

const HALF_DAY = 43_200_000;

/** A bar that is a night away from all that stand around it is a day, or more of them. */
function isDay(times: readonly number[], index: number): boolean {
  let isAlone = true;
  for (let i = Math.max(1, index - 1); i <= index + 1; i++) {
    const [before, time] = [times[i - 1], times[i]];
    if (before === undefined || time === undefined) continue;
    if (time - before < HALF_DAY) return false;
    isAlone = false;
  }
  return !isAlone;
}

/** "24 Nov 11:47"; of bars that are whole days their date alone. */
function timeText(times: readonly number[], index: number): string {
  const time = times[index];
  if (time === undefined) return UNKNOWN;
  const date = formatExpiry(istDate(time));
  return isDay(times, index) ? date : `${date} ${formatClock(time)}`;
}

const textOf = ({ format }: ChartLine, value: number | null | undefined): string =>
  value === null || value === undefined ? UNKNOWN : format(value);

/** Lines over bars of market time: panes under one another with one cursor. */
export function TimeChart(props: TimeChartProps & Layered) {
  const { name, times, panes, lines, gaps, runningAt, isStale, height, view, notice, layer } = props;
  // The name alone is not drawn.
  const { host, cursor, frame } = usePlot(props, createTimePlot, [
    times,
    panes,
    lines,
    gaps,
    props.strips,
    props.levels,
    props.overlays,
    props.recordedSince,
    props.places,
    runningAt,
    height,
    view,
  ]);

  const placeText = (index: number): string => props.places?.text(index) ?? timeText(times, index);
  // Beside what is still to come, the bar that is on is the newest.
  const running = runningAt === null ? -1 : times.lastIndexOf(runningAt);
  const newest = running < 0 ? times.length - 1 : running;
  const at = cursor.at < 0 || cursor.at >= times.length ? newest : cursor.at;
  const time = times[at];
  const gap = time === undefined ? undefined : gaps.find(({ from, to }) => time >= from && time < to);
  const notes = [
    time !== undefined && time === runningAt ? TEXTS.running : null,
    gap === undefined ? null : gapText(gap),
    time === undefined ? null : (props.note?.(at) ?? null),
    ...(props.words ?? []).map((words) => (time === undefined ? null : words.at(at))),
  ];
  const note = notes.filter((words) => words !== null).join(", ");
  const fields: ReadoutField[] = [
    {
      key: "time",
      label: props.timeName ?? TEXTS.time,
      isWide: true,
      value: (
        <>
          {placeText(at)}
          {note === "" ? null : <small> {note}</small>}
        </>
      ),
    },
    ...lines.flatMap((line) => [
      ...(layer?.beside(line) ?? []).map(({ name, column }) => ({
        key: `${line.id} ${name}`,
        label: name,
        value: textOf(line, column[at]),
      })),
      {
        key: line.id,
        label: (
          <>
            {layer?.swatch(line) ?? <LineSwatch line={line} />}
            {line.name}
          </>
        ),
        value: textOf(line, line.values[at]),
      },
    ]),
  ];
  const spoken = [
    placeText(at),
    note,
    ...lines.flatMap((line) => [
      ...(layer?.beside(line) ?? []).map(
        ({ name, column }) => `${line.name} ${name} ${textOf(line, column[at])}`,
      ),
      `${line.name} ${textOf(line, line.values[at])}`,
    ]),
  ];
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
      files={() => import("./files/time-files.ts").then(({ timeFiles }) => timeFiles(props, frame))}
    />
  );
}
