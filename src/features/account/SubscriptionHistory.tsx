import { formatRupees, UNKNOWN } from "#domain/format/number.ts";
import type { SubscriptionDetails } from "#protocol/http/subscriptions.ts";
import { planName } from "../../shared/plans/plan-names.ts";
import css from "./account.module.css";
import { dayText } from "./facts/account-facts.ts";
import { TEXTS } from "./texts.ts";

/** Plans that are over, newest first as the server sends them. */
export function SubscriptionHistory({ history }: { readonly history: readonly SubscriptionDetails[] }) {
  return (
    <section className={css.section}>
      <h2>{TEXTS.history.title}</h2>
      {history.length === 0 ? (
        <p className={css.note}>{TEXTS.history.none}</p>
      ) : (
        <div className={css.tableWrap}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{TEXTS.history.plan}</th>
                <th scope="col">{TEXTS.history.from}</th>
                <th scope="col">{TEXTS.history.till}</th>
                <th scope="col">{TEXTS.history.paidWith}</th>
                <th scope="col" className={css.figure}>
                  {TEXTS.history.amount}
                </th>
              </tr>
            </thead>
            <tbody>
              {history.map((plan) => (
                <tr key={plan.id}>
                  <td>{plan.billing_plan_name || planName(plan.billing_plan_type)}</td>
                  <td>{dayText(plan.activation_date)}</td>
                  <td>{dayText(plan.valid_till)}</td>
                  <td>{plan.payment_source ?? UNKNOWN}</td>
                  <td className={css.figure}>{formatRupees(plan.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
