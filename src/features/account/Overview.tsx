import { useSnapshot } from "valtio";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { type SessionState, session } from "../../session/session-state.ts";
import css from "./account.module.css";
import { brokerOf, clientIdText, dayText, planText, priceText } from "./account-facts.ts";
import { Facts } from "./Facts.tsx";

const yes = (is: boolean): string => (is ? "Yes" : "No");

/** The account's own details, what its broker's accounts can do, and what it holds. */
export function Overview() {
  const { profile } = useSnapshot(session) as SessionState;
  if (profile === null) return null;
  const { broker_details: can } = profile;
  return (
    <div className={css.columns}>
      <section className={css.card}>
        <h2>Account</h2>
        <Facts
          facts={[
            ["Name", profile.name],
            ["Email", profile.email ?? "Not shared by your broker"],
            ["Broker", brokerOf(profile)?.displayName ?? "Broker not supported."],
            ["Client id", clientIdText(profile)],
            ["User id", String(profile.user_id)],
            ["Member since", dayText(profile.created_at)],
          ]}
        />
      </section>
      <section className={css.card}>
        <h2>Plan and prices</h2>
        <Facts
          facts={[
            ["Plan", planText(profile)],
            ["Prices", priceText(profile)],
            ["Free trial", profile.has_taken_trial ? "Taken" : "Not taken yet"],
          ]}
        />
        {profile.delay_ms === 0 ? null : (
          <p className={css.note}>
            Google accounts are not trading accounts. Log in with your broker for real-time prices and
            trading.
          </p>
        )}
        <div className={css.row}>
          <PageLink className={buttonClass()} to="/profile?tab=plans">
            My plan
          </PageLink>
        </div>
      </section>
      <section className={css.card}>
        <h2>With this broker</h2>
        <Facts
          facts={[
            ["Positions", yes(can.positions_supported)],
            ["Orders", yes(can.orders_supported)],
            ["Trading", yes(can.trade_supported)],
            ["Portfolio", yes(can.portfolio_supported)],
          ]}
        />
        <p className={css.note}>
          Trading from here costs what your broker charges, and nothing on top, on every plan.
        </p>
      </section>
    </div>
  );
}
