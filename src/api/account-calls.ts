import {
  type Device,
  type PlanAdded,
  readDevices,
  readPlanAdded,
  readSubscriptions,
  readSuccess,
  readTrial,
  type Subscriptions,
  type TrialStarted,
} from "./readers.ts";
import { api } from "./site-api.ts";

/** Ends the session on the server. */
export async function endSession(): Promise<void> {
  await api.call("DELETE", "/v1/logout", readSuccess, { isLogin: true });
}

/** One preference of the account. @throws Error "Error updating user preference" */
export async function savePreference(key: string, value: unknown): Promise<void> {
  try {
    await api.call("POST", "/user/preferences", readSuccess, { body: { [key]: value } });
  } catch (cause) {
    throw new Error("Error updating user preference", { cause });
  }
}

/** @throws Error "User Subscription fetch failed" */
export async function fetchSubscriptions(signal?: AbortSignal): Promise<Subscriptions> {
  try {
    return await api.call("GET", "/v1/user_subscriptions", readSubscriptions, signal ? { signal } : {});
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Error("User Subscription fetch failed", { cause });
  }
}

/** Whether the app runs in hand or on a desk, as the payment calls name it (rule PLAN-12). */
function deviceKind(): "mobile-browser" | "desktop-browser" {
  return window.matchMedia("(pointer: coarse)").matches ? "mobile-browser" : "desktop-browser";
}

/** Asks for the free plan: the only one that needs no payment. */
export function postFreePlan(): Promise<PlanAdded> {
  const body = {
    selected_plan: "FREE",
    auto_renew_enabled: false,
    payment_method: null,
    device: deviceKind(),
    payment_info: null,
  };
  return api.call("POST", "/v1/user_subscriptions", readPlanAdded, { body });
}

/** @throws Error "Auto renew update failed" */
export async function setAutoRenew(isOn: boolean, source: string): Promise<void> {
  const body = { auto_renew_enabled: isOn, source };
  try {
    await api.call("POST", "/v1/user_subscriptions/update", (answer) => answer ?? null, { body });
  } catch (cause) {
    throw new Error("Auto renew update failed", { cause });
  }
}

export async function postReminderAcknowledged(): Promise<void> {
  const body = { reminder_acknowledged: true };
  await api.call("POST", "/v1/user_subscriptions/update", (answer) => answer ?? null, { body });
}

export function postTrial(): Promise<TrialStarted> {
  return api.call("POST", "/v1/payment/register_for_trial", readTrial, { body: {} });
}

export function fetchDevices(signal?: AbortSignal): Promise<readonly Device[]> {
  return api.call("GET", "/v1/sessions", readDevices, signal ? { signal } : {});
}

export async function revokeDevice(id: string): Promise<void> {
  await api.call("DELETE", `/v1/sessions/${encodeURIComponent(id)}`, readSuccess);
}

export async function revokeOtherDevices(): Promise<void> {
  await api.call("DELETE", "/v1/sessions", readSuccess);
}
