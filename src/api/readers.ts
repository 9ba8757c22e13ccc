import type { IciciPayload, LoginResult } from "#protocol/http/sign-in.ts";
import type { SubscriptionDetails, SubscriptionsResponse } from "#protocol/http/subscriptions.ts";
import { dataOf, has, isFields, type Kind } from "./answer-shape.ts";
import { readProfile } from "./read-profile.ts";

/*
 * Answers of the account calls, checked by hand for what the app reads of them. Each returns null for any other shape;
 * the agreed shapes are `protocol/http/account.ts`.
 */

export function readLoginResult(answer: unknown): LoginResult | null {
  const isShape = has(answer, {
    access_token: "string",
    is_first_time_login: "boolean",
    redirect_path: "string",
  });
  return isShape && readProfile(answer) !== null ? (answer as unknown as LoginResult) : null;
}

export function readSuccess(answer: unknown): true | null {
  const data = dataOf(answer);
  const said = isFields(data) ? data.success : isFields(answer) ? answer.success : null;
  return said === true ? true : null;
}

export function readIciciPayload(answer: unknown): IciciPayload | null {
  const own = has(answer, { login_url: "string" }) ? answer : dataOf(answer);
  const kinds = { login_url: "string", AppKey: "string", time_stamp: "string", checksum: "string" } as const;
  return has(own, kinds) ? (own as unknown as IciciPayload) : null;
}

function isSubscription(value: unknown): value is SubscriptionDetails {
  const kinds = {
    id: "string",
    billing_plan_id: "string",
    billing_plan_name: "string",
    billing_plan_type: "string",
    activation_date: "string",
    valid_till: "string?",
    auto_renew: "boolean",
    payment_source: "string?",
    amount: "number",
    days_left: "number?",
  } as const;
  return has(value, kinds);
}

export type Subscriptions = SubscriptionsResponse["data"];

export function readSubscriptions(answer: unknown): Subscriptions | null {
  const data = dataOf(answer);
  if (!isFields(data)) return null;
  const { current_subscription: current, upcoming_subscription: upcoming, subscription_history } = data;
  if (current !== null && !isSubscription(current)) return null;
  if (upcoming !== null && !isSubscription(upcoming)) return null;
  if (!Array.isArray(subscription_history) || !subscription_history.every(isSubscription)) return null;
  return {
    current_subscription: current,
    upcoming_subscription: upcoming,
    subscription_history,
  };
}

export interface TrialStarted {
  readonly trial_days: number;
  readonly message: string;
}

export function readTrial(answer: unknown): TrialStarted | null {
  const data = dataOf(answer);
  return has(data, { trial_days: "number", message: "string" }) ? (data as unknown as TrialStarted) : null;
}

export interface PlanAdded {
  readonly message: string;
  readonly redirect_path: string;
}

export function readPlanAdded(answer: unknown): PlanAdded | null {
  const data = dataOf(answer);
  return has(data, { message: "string", redirect_path: "string" }) ? (data as unknown as PlanAdded) : null;
}

export interface Device {
  readonly id: string;
  readonly is_current: boolean;
  readonly user_agent: string;
  readonly created_at: string;
  readonly last_seen_at: string;
}

export function readDevices(answer: unknown): readonly Device[] | null {
  const data = dataOf(answer);
  const kinds: Record<keyof Device, Kind> = {
    id: "string",
    is_current: "boolean",
    user_agent: "string",
    created_at: "string",
    last_seen_at: "string",
  };
  if (!Array.isArray(data) || !data.every((item) => has(item, kinds))) return null;
  return data as unknown as readonly Device[];
}
