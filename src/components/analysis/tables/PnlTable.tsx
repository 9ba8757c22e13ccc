import { formatFixed } from "#domain/format/number.ts";
import { moneyDecimals } from "../figures.ts";
import { TEXTS } from "../texts.ts";
import type { PnlTableProps } from "../types.ts";
import css from "./AnalysisTable.module.css";
import { AnalysisTable } from "./AnalysisTable.tsx";
import { MoneyCells, moneyColumns, NameCell } from "./cells.tsx";

/** What each leg and position is worth, and makes, at the target price and date. */
export function PnlTable({ rows, totals, status, isStale, percentOf, decimals }: PnlTableProps) {
  const { pnlTable, payoffTable } = TEXTS;
  const places = moneyDecimals([
    ...rows.flatMap(({ targetPnl, bookedPnl }) => [targetPnl, bookedPnl]),
    totals.targetPnl,
    totals.bookedPnl,
  ]);
  const unit = payoffTable.rupees;
  return (
    <AnalysisTable
      name={pnlTable.name}
      testId="pnl-table"
      status={status}
      isStale={isStale}
      hasRows={rows.length > 0}
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
          <MoneyCells rupees={totals.targetPnl} decimals={places} percentOf={percentOf} />
          <MoneyCells rupees={totals.bookedPnl} decimals={places} percentOf={percentOf} />
        </tr>
      }
    >
      {rows.map((row) => (
        <tr key={row.id} className={row.isSelected ? undefined : css.left}>
          <NameCell {...row} isPosition={row.kind === "position"} />
          <td>{formatFixed(row.targetPrice, decimals)}</td>
          <td>{formatFixed(row.entryPrice, decimals)}</td>
          <td>{formatFixed(row.lastPrice, decimals)}</td>
          <MoneyCells rupees={row.targetPnl} decimals={places} percentOf={percentOf} />
          <MoneyCells rupees={row.bookedPnl} decimals={places} percentOf={percentOf} />
        </tr>
      ))}
    </AnalysisTable>
  );
}
