/** The columns of the comparison as they are written: pure. */

import { formatFixed, formatRupees, formatSigned } from "#domain/format/number.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { SnapshotCosts } from "../../../analyzer/compare/snapshot.ts";
import { shortTime } from "../../../components/analysis/figures.ts";
import {
  breakevenTexts,
  type SummaryFigure,
  type WrittenFigure,
  writtenFigure,
} from "../../summary/figures.ts";
import { TEXTS as SUMMARY } from "../../summary/texts.ts";
import { TEXTS } from "./texts.ts";

/** Rows, in the order of the summary. */
const COMPARED = [
  "maxProfit",
  "maxLoss",
  "breakevens",
  "pop",
  "projected",
  "premium",
  "margin",
  "capital",
  "charges",
  "delta",
  "gamma",
  "theta",
  "vega",
] as const satisfies readonly SummaryFigure[];

/** What a column is made of. */
export interface ColumnInputs extends SnapshotCosts {
  readonly payload: BuilderPayload | null;
  readonly legs: number;
  readonly ivOffset: number;
  readonly decimals: number;
}

export interface Row {
  readonly key: string;
  readonly label: string;
  /** Each in lines, so that columns stay narrow. */
  readonly cells: readonly (Pick<WrittenFigure, "tone"> & { readonly lines: readonly string[] })[];
}

function summaryInputs({
  payload,
  decimals,
  margin: marginRequired,
  capital: capitalRequired,
}: ColumnInputs) {
  const spans = { marginRequired, capitalRequired };
  return {
    payload,
    decimals,
    settings: { riskRewardMode: "ratio" },
    margin: null,
    spans,
    charges: null,
  } as const;
}

function written(figure: SummaryFigure, inputs: ColumnInputs): WrittenFigure {
  const told = writtenFigure(figure, summaryInputs(inputs));
  return figure === "charges" ? { ...told, value: formatRupees(inputs.charges, 0) } : told;
}

function targetLines({ payload, decimals, ivOffset }: ColumnInputs): readonly string[] {
  const offset = formatSigned(ivOffset, Number.isInteger(ivOffset) ? 0 : 1);
  return [
    formatFixed(payload?.selected_target_price, decimals),
    shortTime(payload?.selected_target_datetime ?? Number.NaN),
    ...(ivOffset === 0 ? [] : [TEXTS.offset(offset)]),
  ];
}

/** Paid or received is a word of the summary's label; side by side it stands with the figure. */
function linesOf(figure: SummaryFigure, value: string, inputs: ColumnInputs): readonly string[] {
  const total = inputs.payload?.total_premium ?? 0;
  if (figure === "premium" && total !== 0) return [value, TEXTS.premium[total > 0 ? "paid" : "received"]];
  if (figure !== "breakevens" || inputs.payload === null) return [value];
  const all = breakevenTexts(summaryInputs(inputs)).map(([at, away]) => `${at} (${away})`);
  return all.length === 0 ? [value] : all;
}

function cellOf(figure: SummaryFigure, inputs: ColumnInputs): Row["cells"][number] {
  const { value, tone } = written(figure, inputs);
  return { lines: linesOf(figure, value, inputs), ...(tone === undefined ? {} : { tone }) };
}

export function rowsOf(columns: readonly ColumnInputs[]): Row[] {
  return [
    { key: "legs", label: TEXTS.legs, cells: columns.map(({ legs }) => ({ lines: [TEXTS.legsOf(legs)] })) },
    { key: "target", label: TEXTS.target, cells: columns.map((inputs) => ({ lines: targetLines(inputs) })) },
    ...COMPARED.map((figure) => ({
      key: figure,
      label: SUMMARY.labels[figure],
      cells: columns.map((inputs) => cellOf(figure, inputs)),
    })),
  ];
}
