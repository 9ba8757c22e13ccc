import { istDate } from "#domain/calendar/ist.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import { UNKNOWN } from "#domain/format/number.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import { TEXTS } from "../texts.ts";
import type { TimeChartProps } from "../types.ts";
import { type ChartFiles, isoInIndia, plainNumber } from "./chart-files.ts";

/** Newest first on the screen would be the other way than in the file: both are as time goes. */
export function timeFiles(
  { times, lines, source, panes }: TimeChartProps,
  frame: () => PlotFrame | null,
): ChartFiles {
  return {
    source,
    rows: times.length,
    columns: [
      {
        name: TEXTS.columns.time,
        text: (row) => `${formatExpiry(istDate(times[row]!))} ${formatClock(times[row]!)}`,
        value: (row) => isoInIndia(times[row]!),
      },
      ...lines.map(({ name, pane, values, format }) => ({
        name: panes.length > 1 && panes[pane]!.name !== name ? `${panes[pane]!.name}, ${name}` : name,
        text: (row: number) => {
          const value = values[row] ?? null;
          return value === null ? UNKNOWN : format(value);
        },
        value: (row: number) => plainNumber(values[row]),
      })),
    ],
    legend: lines.map(({ name, colour, dash }) => ({ name, colour, dash: dash ?? [] })),
    frame,
  };
}
