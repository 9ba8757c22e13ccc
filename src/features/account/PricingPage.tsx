import { useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { useSnapshot } from "valtio";
import {
  ANGEL,
  ANONYMOUS,
  BROKERS,
  type BrokerId,
  GOOGLE,
  ICICI,
  UPSTOX,
  ZERODHA,
} from "#domain/access/brokers.ts";
import { opensByTrial } from "#domain/access/trial.ts";
import { Button } from "../../components/button/Button.tsx";
import { openLogin } from "../../session/login-panel.ts";
import { type SessionState, session } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { useAddress } from "../../shared/page/use-address.ts";
import { trialDays } from "../../shared/plans/plan-names.ts";
import { TrialButton } from "../../shared/plans/TrialButton.tsx";
import { trialOffer } from "../../shared/plans/trial-offer.ts";
import css from "./account.module.css";
import { PlanShelf } from "./PlanShelf.tsx";
import { isAllFree } from "./plan-cards.ts";
import { pricingBroker } from "./pricing-broker.ts";
import { TEXTS } from "./texts.ts";

const CHOICES = [ZERODHA, ANGEL, UPSTOX, ICICI, GOOGLE] as const;

function FreeText({ broker }: { readonly broker: BrokerId }) {
  return (
    <p className={css.lead}>
      {isAllFree(broker) ? TEXTS.shelf.allFree(BROKERS[broker].displayName) : TEXTS.pricing.lead}
    </p>
  );
}

const brokerOf = (params: URLSearchParams): string | null => params.get("broker");

/** What Lite and Pro cost (rule PLAN-3), and what they open for whom (rule PLAN-4). */
export function PricingPage() {
  const named = useAddress(brokerOf);
  const state = useSnapshot(session) as SessionState;
  const own = subjectOf(state)?.broker ?? ANONYMOUS;
  const [chosen, setChosen] = useState(() => pricingBroker(named));
  const isVisitor = state.phase === "anonymous";
  const broker = own === ANONYMOUS ? chosen : own;
  const trial = trialOffer(state);
  return (
    <main className={css.page}>
      <header className={css.head}>
        <div className={css.who}>
          <h1>{TEXTS.pricing.title}</h1>
          <FreeText broker={broker} />
        </div>
        {isVisitor ? (
          <Button variant="primary" onClick={() => openLogin("/pricing")}>
            {opensByTrial(broker) ? TEXTS.pricing.tryPro(trialDays(broker)) : TEXTS.pricing.logIn}
          </Button>
        ) : null}
        {trial === null ? null : <TrialButton days={trial} />}
      </header>
      {isVisitor ? (
        <RadioGroup
          orientation="horizontal"
          className={css.card ?? ""}
          value={String(chosen)}
          onChange={(value) => setChosen(CHOICES.find((id) => String(id) === value) ?? chosen)}
        >
          <Label>
            <h2>{TEXTS.pricing.broker}</h2>
          </Label>
          <div className={css.choices}>
            {CHOICES.map((id) => (
              <Radio key={id} value={String(id)} className={css.choice ?? ""}>
                {BROKERS[id].displayName}
              </Radio>
            ))}
          </div>
        </RadioGroup>
      ) : null}
      <section className={css.section}>
        <PlanShelf broker={broker} />
      </section>
    </main>
  );
}
