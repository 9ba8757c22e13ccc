import { Type } from "typebox";
import { BROKERS } from "#domain/access/brokers.ts";
import { planStateOf } from "#domain/access/plan-state.ts";
import { isPlanId } from "#domain/access/plans.ts";
import { AppError } from "#domain/errors.ts";
import {
  SubscriptionAddBody,
  SubscriptionAddResponse,
  SubscriptionsResponse,
  SubscriptionUpdateBody,
  TrialResponse,
} from "#protocol/http/account.ts";
import { ErrorResponse } from "#protocol/http/errors.ts";
import type { Auth } from "../../identity/auth.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { Account } from "../../identity/repositories/accounts.ts";
import type { App } from "../../platform/http/typed-app.ts";
import { subscriptionDetails } from "./details.ts";
import type { Subscription, SubscriptionRepository } from "./repository.ts";

const tags = ["subscriptions"];
const failures = { 400: ErrorResponse, 401: ErrorResponse, 409: ErrorResponse, 503: ErrorResponse };
const DAY_MS = 86_400_000;

/** The specification writes these paths without a version; both are served. */
const both = (path: string): readonly string[] => [path, `/v1${path}`];

export interface SubscriptionNeeds {
  readonly guards: Pick<Guards, "account">;
  readonly auth: Pick<Auth, "audit" | "clock" | "identities">;
  readonly store: { readonly subscriptions: SubscriptionRepository };
}

/** Plans of an account: what it holds, the free one, the trial, auto-renew (spec 3 §7). Paid ones come with payments. */
export function addSubscriptionRoutes(app: App, { guards, auth, store }: SubscriptionNeeds): void {
  const { identities, audit, clock } = auth;

  async function stateOf(accountId: string) {
    const at = clock();
    return { at, ...planStateOf(await store.subscriptions.list(accountId), at) };
  }

  async function changed(account: Account, action: string, address: string, planId: string): Promise<void> {
    identities.forgetAccount(account.id);
    await audit({ actor: account.id, action, subject: account.id, address, details: { plan: planId } });
  }

  function plain(account: Account, planId: "free" | "trial", at: number, validTill: number | null) {
    return {
      accountId: account.id,
      planId,
      activatedAt: at,
      validTill,
      autoRenew: false,
      paymentSource: null,
      amountPaise: 0,
      isReminderAcknowledged: false,
    } satisfies Omit<Subscription, "id">;
  }

  async function answer(accountId: string): Promise<SubscriptionsResponse> {
    const { at, current, upcoming, history } = await stateOf(accountId);
    return {
      data: {
        current_subscription: current === null ? null : subscriptionDetails(current, at),
        upcoming_subscription: upcoming === null ? null : subscriptionDetails(upcoming, at),
        subscription_history: history.map((each) => subscriptionDetails(each, at)),
      },
    };
  }

  for (const path of both("/user_subscriptions")) {
    app.get(
      path,
      {
        schema: {
          tags,
          summary: "Plans that this account holds, will hold and held",
          response: { 200: SubscriptionsResponse, ...failures },
        },
      },
      async (request, reply) => answer((await guards.account(request, reply)).account.id),
    );

    app.post(
      path,
      {
        schema: {
          tags,
          summary: "Chooses a plan; FREE is the only one that needs no payment",
          body: SubscriptionAddBody,
          response: { 200: SubscriptionAddResponse, ...failures },
        },
      },
      async (request, reply) => {
        const { account } = await guards.account(request, reply);
        const plan = request.body.selected_plan.toLowerCase();
        if (plan !== "free") {
          if (!isPlanId(plan)) throw new AppError("request.invalid", "There is no such plan", { plan });
          const text =
            "Paid plans can't be bought yet: payments come with a later version. Nothing was charged.";
          throw new AppError("payment.not_offered", text, { plan });
        }
        const { at, current } = await stateOf(account.id);
        if (current !== null && current.planId !== "free") {
          const text = "This account holds a higher plan; the free plan follows when that ends";
          throw new AppError("request.invalid", text, { plan: current.planId });
        }
        const subscription = current ?? (await store.subscriptions.add(plain(account, "free", at, null)));
        if (current === null) await changed(account, "plan_chosen", request.ip, "free");
        return {
          data: {
            subscription: subscriptionDetails(subscription, at),
            message: "You are on the Free plan",
            redirect_path: "/home",
          },
        };
      },
    );
  }

  for (const path of both("/user_subscriptions/update")) {
    app.post(
      path,
      {
        schema: {
          tags,
          summary: "Turns auto-renew on or off, or puts the renewal reminder away",
          body: SubscriptionUpdateBody,
          response: { 200: SubscriptionsResponse, ...failures, 404: ErrorResponse },
        },
      },
      async (request, reply) => {
        const { account } = await guards.account(request, reply);
        const { current } = await stateOf(account.id);
        if (current === null) throw new AppError("request.not_found", "This account holds no plan");
        const { body } = request;
        if ("auto_renew_enabled" in body) {
          if (current.amountPaise === 0 && body.auto_renew_enabled) {
            throw new AppError("request.invalid", "Only a paid plan renews itself", { plan: current.planId });
          }
          await store.subscriptions.update(current.id, { autoRenew: body.auto_renew_enabled });
          const action = body.auto_renew_enabled ? "auto_renew_on" : "auto_renew_off";
          await changed(account, action, request.ip, current.planId);
        } else {
          await store.subscriptions.update(current.id, { isReminderAcknowledged: true });
        }
        return answer(account.id);
      },
    );
  }

  for (const path of both("/payment/register_for_trial")) {
    app.post(
      path,
      {
        schema: {
          tags,
          summary: "Starts the one free trial of this account",
          // Nothing is read of it; both an empty object and no body at all are sent by pages.
          body: Type.Optional(Type.Union([Type.Object({}, { additionalProperties: false }), Type.Null()])),
          response: { 200: TrialResponse, ...failures },
        },
      },
      async (request, reply) => {
        const { account } = await guards.account(request, reply);
        const { at, plan } = await stateOf(account.id);
        if (plan === "lite" || plan === "pro") {
          throw new AppError(
            "request.invalid",
            "This account holds a plan already; a trial would add nothing",
            {
              plan,
            },
          );
        }
        const days = BROKERS[account.broker].trialDays;
        const started = await store.subscriptions.startTrial(plain(account, "trial", at, at + days * DAY_MS));
        if (started === "taken") {
          throw new AppError("auth.trial_taken", "This account has had its free trial");
        }
        await changed(account, "trial_started", request.ip, "trial");
        return {
          data: {
            subscription: subscriptionDetails(started, at),
            trial_days: days,
            message: `Your free trial of ${days} days has started`,
          },
        };
      },
    );
  }
}
