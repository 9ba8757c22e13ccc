import { BROKERS, type BrokerConfig, DELAY_MS, isBrokerId } from "#domain/access/brokers.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { formatDate } from "#domain/format/date.ts";
import { UNKNOWN } from "#domain/format/number.ts";
import type { Profile } from "#protocol/http/account.ts";
import { planName } from "../../../shared/plans/plan-names.ts";
import { TEXTS } from "./texts.ts";

/** ISO 8601 as a day in India, or `--`. */
export function dayText(iso: string | null): string {
  const at = iso === null ? Number.NaN : Date.parse(iso);
  return Number.isFinite(at) ? formatDate(istDate(at)) : UNKNOWN;
}

export function brokerOf({ broker_details }: Profile): BrokerConfig | null {
  return isBrokerId(broker_details.broker_id) ? BROKERS[broker_details.broker_id] : null;
}

export function priceText({ delay_ms }: Profile): string {
  if (delay_ms === 0) return TEXTS.realTime;
  return delay_ms === DELAY_MS ? TEXTS.minuteLate : TEXTS.secondsLate(Math.round(delay_ms / 1_000));
}

/** "Pro, 12 days left". */
export function planText({ subscription_plan }: Profile): string {
  const { billing_plan_type, days_left } = subscription_plan;
  const name = planName(billing_plan_type);
  return days_left === null ? name : TEXTS.planEnding(name, Math.max(0, Math.ceil(days_left)));
}

/** Accounts of the sandbox are kept apart from real ones by this. */
const SANDBOX = "sandbox:";

/** The client id at the broker, as its holder knows it. */
export function clientIdText({ external_user_id: id }: Profile): string {
  return id.startsWith(SANDBOX) ? TEXTS.sandboxClient(id.slice(SANDBOX.length)) : id;
}
