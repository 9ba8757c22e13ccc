import { formatFixed, formatRupees } from "#domain/format/number.ts";
import type { AdjustCost, AdjustOrder } from "#domain/strategy/adjust/cost.ts";
import { contractName, quantityText } from "../../fields/leg-names.ts";
import { TEXTS as FIELD_TEXTS } from "../../fields/texts.ts";
import css from "./Adjust.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly cost: AdjustCost;
  readonly isOld: boolean;
  /** Of option prices. */
  readonly decimals: number;
}

function orderText({ contract, quantity, price }: AdjustOrder, decimals: number): string {
  const action = FIELD_TEXTS.actions[quantity > 0 ? "BUY" : "SELL"];
  const size = quantityText({ lotSize: contract.lotSize, quantity }, "lots");
  return TEXTS.cost.order(action, size, contractName(contract), formatFixed(price, decimals));
}

/** The orders that a change takes, and what they take. */
export function Cost({ cost, isOld, decimals }: Props) {
  const { cost: words } = TEXTS;
  const { premium, spread, charges, lost, cash } = cost;
  const money = (rupees: number): string => formatRupees(Math.abs(rupees), 0);
  const rows: readonly (readonly [string, string])[] = [
    [premium < 0 ? words.received : words.paid, money(premium)],
    [words.spread, money(spread)],
    [words.charges, money(charges)],
    [words.lost, money(lost)],
    [cash < 0 ? words.cashIn : words.cash, money(cash)],
  ];
  return (
    <section
      className={css.cost}
      aria-label={words.name}
      data-old={isOld ? "" : undefined}
      data-testid="adjust-cost"
    >
      <dl className={css.costs}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className={css.orders}>
        {cost.orders.map((order) => (
          <li key={order.contract.token}>
            {orderText(order, decimals)}
            {order.isQuoted ? null : <span className={css.warn}>{words.unquoted}</span>}
            {order.isThin ? <span className={css.warn}>{words.thin}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
