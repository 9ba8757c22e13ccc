/** Lines of the chosen indicators, over the price or in panes of their own. Pure. */
import { INDICATORS } from "#domain/indicators/catalogue.ts";
import { type BarColumns, indicatorColumns } from "#domain/indicators/columns.ts";
import type { ChartLine } from "../../../components/chart/types.ts";
import { type ChosenIndicator, isInPane, keyOf, paramsOf } from "./chosen.ts";
import { TEXTS } from "./texts.ts";

type Look = Pick<ChartLine, "colour" | "dash">;

/** One after the other, each with a dash of its own: none is told by its colour alone. */
const LOOKS: readonly Look[] = [
  { colour: "accent" },
  { colour: "warn", dash: [6, 3] },
  { colour: "buy", dash: [2, 3] },
  { colour: "sell", dash: [8, 3, 2, 3] },
  { colour: "ink-2", dash: [4, 2] },
];

/** "EMA 20" */
export const nameOf = ({ id, params }: ChosenIndicator): string => [TEXTS.names[id], ...params].join(" ");

/** Which way a supertrend points is not drawn: its line lies under the price, or over it. */
const NOT_DRAWN = "direction";

const knownOnly = (column: Float64Array): (number | null)[] =>
  Array.from(column, (value) => (Number.isNaN(value) ? null : value));

/** @param firstPane of those that have panes of their own; @param format of prices */
export function indicatorLines(
  chosen: readonly ChosenIndicator[],
  bars: BarColumns,
  firstPane: number,
  format: (value: number) => string,
): ChartLine[] {
  let pane = firstPane - 1;
  return chosen.flatMap((each, place) => {
    const { outputs } = INDICATORS[each.id];
    const columns = indicatorColumns(each.id, paramsOf(each), bars);
    if (isInPane(each)) pane++;
    const own = isInPane(each) ? pane : 0;
    return outputs.flatMap((output, i): ChartLine[] => {
      if (output === NOT_DRAWN) return [];
      const word = TEXTS.outputs[output];
      const look = LOOKS[(place + (isInPane(each) ? i : 0)) % LOOKS.length]!;
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
