import { istDate } from "#domain/calendar/ist.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import { UNKNOWN } from "#domain/format/number.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import { TEXTS } from "../texts.ts";
import type { Layered } from "../time/chart-layer.ts";
import type { TimeChartProps } from "../types.ts";
import { type ChartFiles, isoInIndia, plainNumber } from "./chart-files.ts";

/** Newest first on the screen would be the other way than in the file: both are as time goes. */
export function timeFiles(
  { times, timeName, lines, source, panes, layer, places, words = [] }: TimeChartProps & Layered,
  frame: () => PlotFrame | null,
): ChartFiles {
  return {
    source,
    rows: times.length,
    columns: [
      ...(places === undefined
        ? []
        : [
            {
              name: places.name,
              text: (row: number) => places.text(row),
              value: (row: number) => plainNumber(places.value(row)),
            },
          ]),
      {
        name: timeName ?? TEXTS.columns.time,
        text: (row) => `${formatExpiry(istDate(times[row]!))} ${formatClock(times[row]!)}`,
        value: (row) => isoInIndia(times[row]!),
      },
      ...lines.flatMap((line) => {
        const { name, pane, values, format } = line;
        const own = panes.length > 1 && panes[pane]!.name !== name ? `${panes[pane]!.name}, ${name}` : name;
        const before = layer?.beside(line) ?? [];
        return [
          ...before.map((each) => ({ name: `${own}, ${each.name}`, column: each.column })),
          { name: own, column: values },
        ].map((each) => ({
          name: each.name,
          text: (row: number) => {
            const value = each.column[row] ?? null;
            return value === null ? UNKNOWN : format(value);
          },
          value: (row: number) => plainNumber(each.column[row]),
        }));
      }),
      ...words.map(({ name, at }) => ({
        name,
        text: (row: number) => at(row) ?? "",
        value: (row: number) => at(row) ?? "",
      })),
    ],
    legend: lines.map(({ name, colour, dash }) => ({ name, colour, dash: dash ?? [] })),
    frame,
  };
}
