import { formatFixed, formatPct, formatSignedPct } from "#domain/format/number.ts";
import { expiryText, moneyDecimals, shortTime } from "../figures.ts";
import { TEXTS } from "../texts.ts";
import type { PayoffRow, PayoffTableProps } from "../types.ts";
import css from "./AnalysisTable.module.css";
import { AnalysisTable } from "./AnalysisTable.tsx";
import { MoneyCells, moneyColumns } from "./cells.tsx";

/** Rows are whole steps from the spot: only binary noise is nearer to it than this. */
const AT_SPOT = 1e-9;

const isAtSpot = ({ percent_diff_from_current_price }: PayoffRow): boolean =>
  Math.abs(percent_diff_from_current_price) < AT_SPOT;

function Steps({ interval }: { readonly interval: NonNullable<PayoffTableProps["interval"]> }) {
  return (
    <fieldset className={css.steps} aria-label={TEXTS.payoffTable.interval}>
      <span aria-hidden="true">{TEXTS.payoffTable.interval}</span>
      {interval.options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === interval.selected}
          onClick={() => interval.onSelect(option)}
        >
          {formatPct(option, 1)}
        </button>
      ))}
    </fieldset>
  );
}

/** P&L at equal steps from the spot, at both dates. */
export function PayoffTable(props: PayoffTableProps) {
  const { rows, status, isStale, percentOf, decimals, targetTime, expiry, interval } = props;
  const { payoffTable } = TEXTS;
  const places = moneyDecimals(rows.flatMap((row) => [row.payoff_at_target, row.payoff_at_expiry]));
  return (
    <>
      {interval === undefined ? null : <Steps interval={interval} />}
      <AnalysisTable
        name={payoffTable.name}
        testId="payoff-table"
        status={status}
        isStale={isStale}
        hasRows={rows.length > 0}
        columns={[
          { key: "price", head: payoffTable.price, unit: payoffTable.rupees },
          { key: "fromSpot", head: payoffTable.fromSpot },
          ...moneyColumns("target", payoffTable.onTarget(shortTime(targetTime)), percentOf),
          ...moneyColumns("expiry", payoffTable.onExpiry(expiryText(expiry)), percentOf),
        ]}
      >
        {rows.map((row) => (
          <tr key={row.at} className={isAtSpot(row) ? css.here : undefined}>
            <th scope="row">{formatFixed(row.at, decimals)}</th>
            <td>
              {isAtSpot(row) ? payoffTable.spot : formatSignedPct(row.percent_diff_from_current_price, 1)}
            </td>
            <MoneyCells rupees={row.payoff_at_target} decimals={places} percentOf={percentOf} />
            <MoneyCells rupees={row.payoff_at_expiry} decimals={places} percentOf={percentOf} />
          </tr>
        ))}
      </AnalysisTable>
    </>
  );
}
