import { UNKNOWN } from "#domain/format/number.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import { TEXTS } from "../texts.ts";
import type { StrikeBarsProps } from "../types.ts";
import { type ChartFiles, plainNumber } from "./chart-files.ts";

export function strikeFiles(props: StrikeBarsProps, frame: () => PlotFrame | null): ChartFiles {
  const { strikes, now, before, measure, source, format, formatStrike } = props;
  const { columns } = TEXTS;
  const figures = (name: string, values: readonly (number | null)[]) => ({
    name,
    text: (row: number) => {
      const value = values[row] ?? null;
      return value === null ? UNKNOWN : format(value);
    },
    value: (row: number) => plainNumber(values[row]),
  });
  const isChange = measure === "change";
  return {
    source,
    rows: strikes.length,
    columns: [
      {
        name: columns.strike,
        text: (row) => formatStrike(strikes[row]!),
        value: (row) => plainNumber(strikes[row]),
      },
      figures(isChange ? columns.callChange : columns.call, now.call),
      figures(isChange ? columns.putChange : columns.put, now.put),
      ...(before === null
        ? []
        : [figures(columns.callBefore, before.call), figures(columns.putBefore, before.put)]),
    ],
    legend: [
      { name: isChange ? TEXTS.callChange : TEXTS.call, colour: "oi-call-ink", dash: [] },
      { name: isChange ? TEXTS.putChange : TEXTS.put, colour: "oi-put-ink", dash: [3, 2] },
      ...(before === null ? [] : [{ name: TEXTS.before, colour: "ink-3", dash: [1, 1] }]),
    ],
    frame,
  };
}
