import { type Static, Type } from "typebox";
import { endpoint } from "./contract.ts";
import { NEEDS_ACCOUNT } from "./error-response.ts";
import { Nullable } from "./nullable.ts";

/** A plan that an account holds or held (rule PLAN-11); amounts in rupees, times ISO 8601. */
export const SubscriptionDetails = Type.Object({
  id: Type.String(),
  billing_plan_id: Type.String(),
  billing_plan_name: Type.String(),
  billing_plan_type: Type.String(),
  activation_date: Type.String(),
  valid_till: Nullable(Type.String()),
  auto_renew: Type.Boolean(),
  payment_source: Nullable(Type.String()),
  amount: Type.Number(),
  days_left: Nullable(Type.Number()),
  meta_data: Type.Object({ reminder_acknowledged: Type.Boolean() }),
});
export type SubscriptionDetails = Static<typeof SubscriptionDetails>;

export const SubscriptionsResponse = Type.Object({
  data: Type.Object({
    current_subscription: Nullable(SubscriptionDetails),
    upcoming_subscription: Nullable(SubscriptionDetails),
    subscription_history: Type.Array(SubscriptionDetails),
  }),
});
export type SubscriptionsResponse = Static<typeof SubscriptionsResponse>;

/** A plan chosen (rule PLAN-12). Only FREE needs no payment. */
export const SubscriptionAddBody = Type.Object(
  {
    selected_plan: Type.String({ minLength: 1, maxLength: 64, description: "FREE, or the id of a plan" }),
    auto_renew_enabled: Type.Optional(Type.Boolean()),
    payment_method: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()])),
    device: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()])),
    payment_info: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  },
  { additionalProperties: false },
);

export const SubscriptionAddResponse = Type.Object({
  data: Type.Object({
    subscription: SubscriptionDetails,
    message: Type.String(),
    redirect_path: Type.String(),
  }),
});
export type SubscriptionAddResponse = Static<typeof SubscriptionAddResponse>;

/** Auto-renew on or off with its source, or the renewal reminder put away. */
export const SubscriptionUpdateBody = Type.Union([
  Type.Object(
    { auto_renew_enabled: Type.Boolean(), source: Type.String({ maxLength: 64 }) },
    { additionalProperties: false },
  ),
  Type.Object({ reminder_acknowledged: Type.Literal(true) }, { additionalProperties: false }),
]);

export const TrialResponse = Type.Object({
  data: Type.Object({
    subscription: SubscriptionDetails,
    trial_days: Type.Integer(),
    message: Type.String(),
  }),
});
export type TrialResponse = Static<typeof TrialResponse>;

const ofAccount = {
  access: "authenticated",
  cost: 1,
  ms: 1,
  cache: "no-store",
  vary: "cookie",
  tags: ["subscriptions"],
} as const;

const ERRORS = {
  ...NEEDS_ACCOUNT,
  400: ["request.invalid"],
  409: ["auth.trial_taken", "payment.not_offered"],
  503: ["storage.unavailable", "storage.full"],
} as const;

/** Plans of an account: what it holds, the free one, the trial, auto-renew. Served with and without `/v1` (rule PLAN-14). */
export const SUBSCRIPTION_ROWS = {
  held: endpoint({
    ...ofAccount,
    method: "GET",
    paths: ["/v1/user_subscriptions", "/user_subscriptions"],
    class: "read",
    cost: 0,
    summary: "Plans that this account holds, will hold and held",
    answers: { 200: SubscriptionsResponse },
    errors: ERRORS,
  }),
  choose: endpoint({
    ...ofAccount,
    method: "POST",
    paths: ["/v1/user_subscriptions", "/user_subscriptions"],
    class: "write",
    summary: "Chooses a plan; FREE is the only one that needs no payment",
    body: SubscriptionAddBody,
    answers: { 200: SubscriptionAddResponse },
    errors: ERRORS,
  }),
  update: endpoint({
    ...ofAccount,
    method: "POST",
    paths: ["/v1/user_subscriptions/update", "/user_subscriptions/update"],
    class: "write",
    summary: "Turns auto-renew on or off, or puts the renewal reminder away",
    body: SubscriptionUpdateBody,
    answers: { 200: SubscriptionsResponse },
    errors: { ...ERRORS, 404: ["request.not_found"] },
  }),
  startTrial: endpoint({
    ...ofAccount,
    method: "POST",
    paths: ["/v1/payment/register_for_trial", "/payment/register_for_trial"],
    class: "write",
    summary: "Starts the one free trial of this account",
    // Nothing is read of it; both an empty object and no body at all are sent by pages.
    body: Type.Optional(Type.Union([Type.Object({}, { additionalProperties: false }), Type.Null()])),
    answers: { 200: TrialResponse },
    errors: { ...ERRORS, 409: ["auth.trial_taken", "auth.trial_opens_nothing"] },
  }),
};
