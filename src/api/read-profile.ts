import type { Profile } from "#protocol/http/account.ts";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** What the app reads of a profile, by type; the rest travels along unread. `|null` may be absent. */
const OWN = {
  user_id: "number",
  id: "string",
  name: "string",
  external_user_id: "string",
  is_anon_user: "boolean",
  has_taken_trial: "boolean",
  is_first_time_login: "boolean",
  has_upcoming_subscription: "boolean",
} as const;

/**
 * A profile out of an answer, checked by hand: a schema library would cost the first page more than the whole session does.
 * @param answer body of `GET /v1/users/me`, or a login result
 * @returns null when it is not of the shape that was agreed (`protocol/http/account.ts`)
 */
export function readProfile(answer: unknown): Profile | null {
  const data = isFields(answer) ? answer.data : null;
  if (!isFields(data)) return null;
  for (const [name, type] of Object.entries(OWN)) if (typeof data[name] !== type) return null;
  const { broker_details: broker, subscription_plan: plan } = data;
  if (!isFields(broker) || typeof broker.broker_id !== "number") return null;
  if (!isFields(plan) || typeof plan.billing_plan_type !== "string") return null;
  if (plan.days_left !== null && typeof plan.days_left !== "number") return null;
  return data as unknown as Profile;
}
