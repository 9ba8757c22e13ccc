import { useSnapshot } from "valtio";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { type SessionState, session } from "../../session/session-state.ts";
import css from "./account.module.css";
import { Facts } from "./Facts.tsx";
import { brokerOf, clientIdText, dayText, planText, priceText } from "./facts/account-facts.ts";
import { TEXTS } from "./texts.ts";

const yes = (is: boolean): string => (is ? TEXTS.overview.yes : TEXTS.overview.no);

/** The account's own details, what its broker's accounts can do, and what it holds. */
export function Overview() {
  const { profile } = useSnapshot(session) as SessionState;
  if (profile === null) return null;
  const { broker_details: can } = profile;
  return (
    <div className={css.columns}>
      <section className={css.card}>
        <h2>{TEXTS.overview.account}</h2>
        <Facts
          facts={[
            [TEXTS.overview.name, profile.name],
            [TEXTS.overview.email, profile.email ?? TEXTS.overview.noEmail],
            [TEXTS.overview.broker, brokerOf(profile)?.displayName ?? TEXTS.overview.unknownBroker],
            [TEXTS.overview.clientId, clientIdText(profile)],
            [TEXTS.overview.userId, String(profile.user_id)],
            [TEXTS.overview.memberSince, dayText(profile.created_at)],
          ]}
        />
      </section>
      <section className={css.card}>
        <h2>{TEXTS.overview.planAndPrices}</h2>
        <Facts
          facts={[
            [TEXTS.overview.plan, planText(profile)],
            [TEXTS.overview.prices, priceText(profile)],
            [
              TEXTS.overview.trial,
              profile.has_taken_trial ? TEXTS.overview.trialTaken : TEXTS.overview.trialLeft,
            ],
          ]}
        />
        {profile.delay_ms === 0 ? null : <p className={css.note}>{TEXTS.overview.noTrading}</p>}
        <div className={css.row}>
          <PageLink className={buttonClass()} to="/profile?tab=plans">
            {TEXTS.overview.myPlan}
          </PageLink>
        </div>
      </section>
      <section className={css.card}>
        <h2>{TEXTS.overview.withBroker}</h2>
        <Facts
          facts={[
            [TEXTS.overview.positions, yes(can.positions_supported)],
            [TEXTS.overview.orders, yes(can.orders_supported)],
            [TEXTS.overview.trading, yes(can.trade_supported)],
            [TEXTS.overview.portfolio, yes(can.portfolio_supported)],
          ]}
        />
        <p className={css.note}>{TEXTS.overview.cost}</p>
      </section>
    </div>
  );
}
