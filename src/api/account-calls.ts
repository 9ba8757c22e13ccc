import { keepAccessToken } from "../session/access-token.ts";
import { keeper } from "../session/keeper.ts";
import { ApiFailure } from "./api-failure.ts";
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

/** Ends the session on the server, then here and in all tabs. A session that was over already is no failure. */
export async function logOut(): Promise<void> {
  try {
    await api.call("DELETE", "/v1/logout", readSuccess, { isLogin: true });
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 401) throw error;
  }
  keepAccessToken(null);
  keeper.signedOut();
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

/** Whether the app runs in hand or on a desk, as the payment calls name it (spec 3 §3). */
function deviceKind(): "mobile-browser" | "desktop-browser" {
  return window.matchMedia("(pointer: coarse)").matches ? "mobile-browser" : "desktop-browser";
}

/** Takes the free plan: the only one that needs no payment. */
export async function chooseFree(): Promise<PlanAdded> {
  const body = {
    selected_plan: "FREE",
    auto_renew_enabled: false,
    payment_method: null,
    device: deviceKind(),
    payment_info: null,
  };
  const added = await api.call("POST", "/v1/user_subscriptions", readPlanAdded, { body });
  await keeper.refresh();
  return added;
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

/** Puts the renewal reminder away for good; other tabs learn. */
export async function acknowledgeReminder(): Promise<void> {
  const body = { reminder_acknowledged: true };
  await api.call("POST", "/v1/user_subscriptions/update", (answer) => answer ?? null, { body });
  await keeper.refresh();
}

/** Starts the one free trial; what it opens, it opens at once, in all tabs. */
export async function startTrial(): Promise<TrialStarted> {
  const started = await api.call("POST", "/v1/payment/register_for_trial", readTrial, { body: {} });
  await keeper.refresh();
  return started;
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
