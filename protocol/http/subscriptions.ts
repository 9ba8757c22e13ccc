import { type Static, Type } from "typebox";
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
