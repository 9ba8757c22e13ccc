/** Lines of the chosen indicators, over the price or in panes of their own. Pure. */
import { type BarColumns, indicatorColumns } from "#domain/indicators/columns.ts";
import { INDICATOR_TERMS } from "#domain/indicators/terms.ts";
import type { ChartLine } from "../../components/chart/types.ts";
import { type ChosenIndicator, isInPane, keyOf, paramsOf } from "./chosen.ts";
import { nameOf, TEXTS } from "./texts.ts";

export type Look = Pick<ChartLine, "colour" | "dash">;

/** One after the other, each with a dash of its own: none is told by its colour alone. */
const LOOKS: readonly Look[] = [
  { colour: "accent" },
  { colour: "warn", dash: [6, 3] },
  { colour: "buy", dash: [2, 3] },
  { colour: "sell", dash: [8, 3, 2, 3] },
  { colour: "ink-2", dash: [4, 2] },
];

/** Which way a supertrend points is not drawn: its line lies under the price, or over it. */
const NOT_DRAWN = "direction";

// A loop: `from` takes many times as long, of ten thousand bars some milliseconds.
function knownOnly(column: Float64Array): (number | null)[] {
  const all: (number | null)[] = [];
  for (const value of column) all.push(Number.isNaN(value) ? null : value);
  return all;
}

export interface Drawing {
  /** of those that have panes of their own */
  readonly firstPane: number;
  /** of prices */
  readonly format: (value: number) => string;
  /** one after the other, where others than the usual ones tell them from what is drawn beside them */
  readonly looks?: readonly Look[];
}

/** A column for each of an indicator's outputs. */
export type IndicatorColumns = (chosen: ChosenIndicator) => readonly Float64Array[];

export const columnsOfBars =
  (bars: BarColumns): IndicatorColumns =>
  (chosen) =>
    indicatorColumns(chosen.id, paramsOf(chosen), bars);

export function indicatorLines(
  chosen: readonly ChosenIndicator[],
  columnsOf: IndicatorColumns,
  { firstPane, format, looks = LOOKS }: Drawing,
): ChartLine[] {
  let pane = firstPane - 1;
  return chosen.flatMap((each, place) => {
    const { outputs } = INDICATOR_TERMS[each.id];
    const columns = columnsOf(each);
    if (isInPane(each)) pane++;
    const own = isInPane(each) ? pane : 0;
    return outputs.flatMap((output, i): ChartLine[] => {
      if (output === NOT_DRAWN) return [];
      const word = TEXTS.outputs[output];
      const look = looks[(place + (isInPane(each) ? i : 0)) % looks.length]!;
      return [
        {
          id: `${keyOf(each)} ${output}`,
          name: word === undefined ? nameOf(each) : `${nameOf(each)} ${word}`,
          pane: own,
          axis: "left",
          ...look,
          ...(output === "histogram" ? { shape: "bars" as const, colour: "ink-3" as const } : { width: 1.5 }),
          values: knownOnly(columns[i]!),
          format,
        },
      ];
    });
  });
}
