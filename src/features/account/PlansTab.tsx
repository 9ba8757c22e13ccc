import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Switch } from "react-aria-components";
import { useSnapshot } from "valtio";
import { safeRedirectPath } from "#domain/access/redirects.ts";
import { formatRupees, UNKNOWN } from "#domain/format/number.ts";
import { held } from "#protocol/generated/http/subscriptions.ts";
import type { SubscriptionDetails } from "#protocol/http/subscriptions.ts";
import { setAutoRenew } from "../../api/account-calls.ts";
import { textOf } from "../../api/api-failure.ts";
import { Button } from "../../components/button/Button.tsx";
import { showToast } from "../../components/toast/toast.ts";
import { chooseFree } from "../../session/account-changes.ts";
import { type SessionState, session } from "../../session/session-state.ts";
import { queries } from "../../shared/answers/query-client.ts";
import { askAgain, useAnswer } from "../../shared/answers/use-answer.ts";
import { PaymentFailure } from "../../shared/plans/PaymentFailure.tsx";
import { planName } from "../../shared/plans/plan-names.ts";
import { TrialButton } from "../../shared/plans/TrialButton.tsx";
import { trialOffer } from "../../shared/plans/trial-offer.ts";
import css from "./account.module.css";
import { type Fact, Facts } from "./Facts.tsx";
import { dayText } from "./facts/account-facts.ts";
import { Problem } from "./Problem.tsx";
import { SubscriptionHistory } from "./SubscriptionHistory.tsx";
import { TEXTS } from "./texts.ts";

function factsOf(plan: SubscriptionDetails): Fact[] {
  return [
    [TEXTS.plans.plan, plan.billing_plan_name || planName(plan.billing_plan_type)],
    [TEXTS.plans.since, dayText(plan.activation_date)],
    [TEXTS.plans.validTill, plan.valid_till === null ? TEXTS.plans.noEnd : dayText(plan.valid_till)],
    [
      TEXTS.plans.daysLeft,
      plan.days_left === null ? UNKNOWN : TEXTS.plans.days(Math.max(0, Math.ceil(plan.days_left))),
    ],
    [TEXTS.plans.amount, plan.amount === 0 ? TEXTS.plans.noAmount : formatRupees(plan.amount)],
    [TEXTS.plans.paidWith, plan.payment_source ?? UNKNOWN],
  ];
}

/** A plan that is paid for can renew itself; a trial and Free cannot. */
const isPaid = ({ billing_plan_type: type }: SubscriptionDetails): boolean =>
  type === "lite" || type === "pro";

function AutoRenew({ plan }: { readonly plan: SubscriptionDetails }) {
  const change = useMutation(
    {
      mutationFn: (isOn: boolean) => setAutoRenew(isOn, plan.payment_source ?? "web"),
      onError: (error) => showToast(textOf(error), { tone: "error" }),
      onSuccess: (_, isOn) =>
        showToast(isOn ? TEXTS.plans.renewOn : TEXTS.plans.renewOff, { tone: "success" }),
      onSettled: () => askAgain(held),
    },
    queries,
  );
  return (
    <Switch
      className={css.switch ?? ""}
      isSelected={change.isPending ? change.variables : plan.auto_renew}
      isDisabled={change.isPending}
      onChange={(isOn) => change.mutate(isOn)}
    >
      <span className={css.track} aria-hidden="true" />
      {TEXTS.plans.renew}
    </Switch>
  );
}

/** Nothing was chosen yet: Free is what one has all the same, and may be taken for good. */
function NoPlan() {
  const { history } = useRouter();
  const choose = useMutation(
    {
      mutationFn: chooseFree,
      onSuccess: ({ message, redirect_path }) => {
        void askAgain(held);
        showToast(TEXTS.plans.onFree, { tone: "success", detail: message });
        history.push(safeRedirectPath(redirect_path));
      },
    },
    queries,
  );
  return (
    <>
      <p className={css.note}>{TEXTS.plans.none}</p>
      <div className={css.row}>
        <Button disabled={choose.isPending} onClick={() => choose.mutate()}>
          {TEXTS.plans.chooseFree}
        </Button>
      </div>
      {choose.error ? <PaymentFailure reason={textOf(choose.error)} onClose={() => choose.reset()} /> : null}
    </>
  );
}

/** The plan that an account is on, the one that follows, and those that were (rule PLAN-15). */
export function PlansTab({ onUpgrade }: { onUpgrade(): void }) {
  const state = useSnapshot(session) as SessionState;
  const { data, error, refetch } = useAnswer(
    held,
    {},
    { failedText: TEXTS.plans.failed, select: ({ data }) => data },
  );
  const trial = trialOffer(state);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <div className={css.skeleton} aria-busy="true" />;
  const { current_subscription: current, upcoming_subscription: upcoming, subscription_history } = data;
  return (
    <>
      <div className={css.columns}>
        <section className={css.card}>
          <h2>{TEXTS.plans.current}</h2>
          {current ? <Facts facts={factsOf(current)} /> : <NoPlan />}
          {current && isPaid(current) ? <AutoRenew plan={current} /> : null}
          <div className={css.row}>
            {trial === null ? null : <TrialButton days={trial} onStarted={() => void askAgain(held)} />}
            <Button onClick={onUpgrade}>{TEXTS.plans.shelf}</Button>
          </div>
        </section>
        {upcoming ? (
          <section className={css.card}>
            <h2>{TEXTS.plans.upcoming}</h2>
            <Facts facts={factsOf(upcoming)} />
            <p className={css.note}>{TEXTS.plans.upcomingWhen}</p>
          </section>
        ) : null}
      </div>
      <SubscriptionHistory history={subscription_history} />
    </>
  );
}
