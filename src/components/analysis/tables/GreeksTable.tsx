import { formatIv, formatSigned } from "#domain/format/number.ts";
import { greekDecimals, moneyDecimals } from "../figures.ts";
import { TEXTS } from "../texts.ts";
import type { GreekFigures, GreeksTableProps } from "../types.ts";
import css from "./AnalysisTable.module.css";
import { AnalysisTable } from "./AnalysisTable.tsx";
import { NameCell } from "./cells.tsx";
import { type CountedFor, countedForText } from "./counted-for.ts";
import { TEXTS as TABLE_TEXTS } from "./texts.ts";

const NAMES = ["delta", "gamma", "theta", "decay", "vega"] as const;
type Name = (typeof NAMES)[number];

/** Of units and rupees alike a column has one precision, that of its largest figure. */
function decimalsOf(name: Name, all: readonly GreekFigures[]): number {
  const column = all.map((each) => each[name]);
  return name === "delta" || name === "gamma" ? greekDecimals(column) : moneyDecimals(column);
}

const head = (name: Name): { readonly head: string; readonly unit: string } =>
  name === "decay"
    ? { head: TEXTS.greeksTable.decay, unit: TEXTS.greeksTable.decayUnit }
    : { head: TEXTS.greeks[name], unit: TEXTS.greekUnits[name] };

interface Props extends GreeksTableProps {
  readonly countedFor?: CountedFor;
}

function noteOf(rows: GreeksTableProps["rows"], countedFor: CountedFor): string | undefined {
  const counted = countedForText(countedFor, false);
  if (!rows.some(({ isExpired }) => isExpired)) return counted;
  return counted === undefined ? TABLE_TEXTS.settledGreeks : `${counted} ${TABLE_TEXTS.settledGreeks}`;
}

/** Greeks of each leg and of them together, at the target price and date. */
export function GreeksTable({ rows, totals, status, isStale, countedFor = "whole" }: Props) {
  const { greeksTable } = TEXTS;
  const all = [...rows, totals];
  const decimals = Object.fromEntries(NAMES.map((name) => [name, decimalsOf(name, all)])) as Record<
    Name,
    number
  >;
  const cells = (figures: GreekFigures) =>
    NAMES.map((name) => <td key={name}>{formatSigned(figures[name], decimals[name])}</td>);
  return (
    <AnalysisTable
      name={greeksTable.name}
      testId="greeks-table"
      status={status}
      isStale={isStale}
      hasRows={rows.length > 0}
      note={noteOf(rows, countedFor)}
      columns={[
        { key: "leg", head: greeksTable.leg },
        { key: "iv", head: greeksTable.iv, unit: greeksTable.ivUnit },
        ...NAMES.map((name) => ({ key: name, ...head(name) })),
      ]}
      foot={
        <tr>
          <th scope="row">{greeksTable.total}</th>
          <td />
          {cells(totals)}
        </tr>
      }
    >
      {rows.map((row) => (
        <tr key={row.id} className={row.isSelected ? undefined : css.left}>
          <NameCell {...row} />
          <td>{formatIv(row.iv)}</td>
          {cells(row)}
        </tr>
      ))}
    </AnalysisTable>
  );
}
