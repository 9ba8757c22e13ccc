import { formatFixed } from "#domain/format/number.ts";
import { moneyDecimals } from "../figures.ts";
import { TEXTS } from "../texts.ts";
import type { PnlRow, PnlTableProps } from "../types.ts";
import css from "./AnalysisTable.module.css";
import { AnalysisTable } from "./AnalysisTable.tsx";
import { MoneyCells, moneyColumns, NameCell } from "./cells.tsx";
import { type CountedFor, countedForText } from "./counted-for.ts";

type PnlFigures = Pick<PnlRow, "targetPnl" | "bookedPnl">;

/** Under a toggle the rupees of a row are of less than the position: what its shares are of stands beside them. */
interface Counted {
  readonly whole?: PnlFigures;
}

interface Props extends PnlTableProps {
  readonly rows: readonly (PnlRow & Counted)[];
  readonly totals: PnlFigures & Counted;
  readonly countedFor?: CountedFor;
}

/** What each leg and position is worth, and makes, at the target price and date. */
export function PnlTable(props: Props) {
  const { rows, totals, status, isStale, percentOf, decimals, countedFor = "whole" } = props;
  const { pnlTable, payoffTable } = TEXTS;
  const places = moneyDecimals([
    ...rows.flatMap(({ targetPnl, bookedPnl }) => [targetPnl, bookedPnl]),
    totals.targetPnl,
    totals.bookedPnl,
  ]);
  const unit = payoffTable.rupees;
  const money = ({ targetPnl, bookedPnl, whole }: PnlFigures & Counted) => (
    <>
      <MoneyCells rupees={targetPnl} decimals={places} percentOf={percentOf} whole={whole?.targetPnl} />
      <MoneyCells rupees={bookedPnl} decimals={places} percentOf={percentOf} whole={whole?.bookedPnl} />
    </>
  );
  return (
    <AnalysisTable
      name={pnlTable.name}
      testId="pnl-table"
      status={status}
      isStale={isStale}
      hasRows={rows.length > 0}
      note={countedForText(countedFor, percentOf !== null)}
      columns={[
        { key: "leg", head: pnlTable.leg },
        { key: "targetPrice", head: pnlTable.targetPrice, unit },
        { key: "entryPrice", head: pnlTable.entryPrice, unit },
        { key: "lastPrice", head: pnlTable.lastPrice, unit },
        ...moneyColumns("targetPnl", pnlTable.targetPnl, percentOf),
        ...moneyColumns("bookedPnl", pnlTable.bookedPnl, percentOf),
      ]}
      foot={
        <tr>
          <th scope="row">{pnlTable.total}</th>
          <td colSpan={3} />
          {money(totals)}
        </tr>
      }
    >
      {rows.map((row) => (
        <tr key={row.id} className={row.isSelected ? undefined : css.left}>
          <NameCell {...row} isPosition={row.kind === "position"} />
          <td>{formatFixed(row.targetPrice, decimals)}</td>
          <td>{formatFixed(row.entryPrice, decimals)}</td>
          <td>{formatFixed(row.lastPrice, decimals)}</td>
          {money(row)}
        </tr>
      ))}
    </AnalysisTable>
  );
}
