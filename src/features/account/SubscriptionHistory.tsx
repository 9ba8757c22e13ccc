import { formatRupees, UNKNOWN } from "#domain/format/number.ts";
import type { SubscriptionDetails } from "#protocol/http/subscriptions.ts";
import { planName } from "../../shared/plans/plan-names.ts";
import css from "./account.module.css";
import { dayText } from "./account-facts.ts";

/** Plans that are over, newest first as the server sends them. */
export function SubscriptionHistory({ history }: { readonly history: readonly SubscriptionDetails[] }) {
  return (
    <section className={css.section}>
      <h2>History</h2>
      {history.length === 0 ? (
        <p className={css.note}>Plans that are over will be listed here.</p>
      ) : (
        <div className={css.tableWrap}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Plan</th>
                <th scope="col">From</th>
                <th scope="col">Till</th>
                <th scope="col">Paid with</th>
                <th scope="col" className={css.figure}>
                  Amount
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
