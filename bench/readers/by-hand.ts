/*
 * Readers as people write them, one an answer: the fields that a page reads, by their types, and the rest untouched. What they
 * pass may still lack what a schema asks for.
 */

type Fields = Readonly<Record<string, unknown>>;
type Kind = "string" | "number" | "boolean" | "string?" | "number?";

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the value has these fields; a kind with `?` may be null. */
function has(value: unknown, kinds: Readonly<Record<string, Kind>>): value is Fields {
  if (!isFields(value)) return false;
  return Object.entries(kinds).every(([name, kind]) => {
    const field = value[name];
    return kind.endsWith("?") && field === null ? true : typeof field === kind.replace("?", "");
  });
}

const dataOf = (answer: unknown): unknown => (isFields(answer) ? answer.data : null);

const PROFILE = {
  user_id: "number",
  id: "string",
  name: "string",
  external_user_id: "string",
  is_anon_user: "boolean",
  has_taken_trial: "boolean",
  is_first_time_login: "boolean",
  has_upcoming_subscription: "boolean",
} as const;

export function readProfile(answer: unknown): Fields | null {
  const data = dataOf(answer);
  if (!isFields(data)) return null;
  for (const [name, type] of Object.entries(PROFILE)) if (typeof data[name] !== type) return null;
  const { broker_details: broker, subscription_plan: plan } = data;
  if (!isFields(broker) || typeof broker.broker_id !== "number") return null;
  if (!isFields(plan) || typeof plan.billing_plan_type !== "string") return null;
  if (plan.days_left !== null && typeof plan.days_left !== "number") return null;
  return data;
}

export function readLoginResult(answer: unknown): Fields | null {
  const kinds = { access_token: "string", is_first_time_login: "boolean", redirect_path: "string" } as const;
  return has(answer, kinds) && readProfile(answer) !== null ? answer : null;
}

export function readSuccess(answer: unknown): true | null {
  const data = dataOf(answer);
  const said = isFields(data) ? data.success : isFields(answer) ? answer.success : null;
  return said === true ? true : null;
}

export function readIciciPayload(answer: unknown): Fields | null {
  const own = has(answer, { login_url: "string" }) ? answer : dataOf(answer);
  const kinds = { login_url: "string", AppKey: "string", time_stamp: "string", checksum: "string" } as const;
  return has(own, kinds) ? own : null;
}

export function readLoginConfig(answer: unknown): Fields | null {
  const kinds = {
    can_try_sandbox: "boolean",
    research_analyst_number: "string?",
    terms_url: "string?",
  } as const;
  if (!has(answer, kinds) || !isFields(answer.sandbox)) return null;
  const isGoogle = has(answer.google, { client_id: "string", nonce: "string", script_url: "string" });
  return isGoogle ? answer : null;
}

function isSubscription(value: unknown): value is Fields {
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

export function readSubscriptions(answer: unknown): Fields | null {
  const data = dataOf(answer);
  if (!isFields(data)) return null;
  const { current_subscription: current, upcoming_subscription: upcoming, subscription_history } = data;
  if (current !== null && !isSubscription(current)) return null;
  if (upcoming !== null && !isSubscription(upcoming)) return null;
  if (!Array.isArray(subscription_history) || !subscription_history.every(isSubscription)) return null;
  return data;
}

export function readTrial(answer: unknown): Fields | null {
  const data = dataOf(answer);
  return has(data, { trial_days: "number", message: "string" }) ? data : null;
}

export function readPlanAdded(answer: unknown): Fields | null {
  const data = dataOf(answer);
  return has(data, { message: "string", redirect_path: "string" }) ? data : null;
}

export function readDevices(answer: unknown): readonly Fields[] | null {
  const data = dataOf(answer);
  const kinds = {
    id: "string",
    is_current: "boolean",
    user_agent: "string",
    created_at: "string",
    last_seen_at: "string",
  } as const;
  return Array.isArray(data) && data.every((item) => has(item, kinds)) ? data : null;
}

export function readMarketAccess(answer: unknown): Fields | null {
  const data = dataOf(answer);
  return has(data, { allowed: "boolean", message: "string?", login: "string?" }) ? data : null;
}
