import { logOut } from "#protocol/generated/http/account.ts";
import { keep } from "#protocol/generated/http/preferences.ts";
import * as subscriptions from "#protocol/generated/http/subscriptions.ts";
import type { SubscriptionAddResponse, TrialResponse } from "#protocol/http/subscriptions.ts";
import { api } from "./site-api.ts";

/** Ends the session on the server. */
export async function endSession(): Promise<void> {
  await api.call(logOut);
}

/** One preference of the account. @throws Error "Error updating user preference" */
export async function savePreference(key: string, value: unknown): Promise<void> {
  try {
    await api.call(keep, { body: { [key]: value } });
  } catch (cause) {
    throw new Error("Error updating user preference", { cause });
  }
}

/** Whether the app runs in hand or on a desk, as the payment calls name it (rule PLAN-12). */
function deviceKind(): "mobile-browser" | "desktop-browser" {
  return window.matchMedia("(pointer: coarse)").matches ? "mobile-browser" : "desktop-browser";
}

/** Asks for the free plan: the only one that needs no payment. */
export async function postFreePlan(): Promise<SubscriptionAddResponse["data"]> {
  const body = {
    selected_plan: "FREE",
    auto_renew_enabled: false,
    payment_method: null,
    device: deviceKind(),
    payment_info: null,
  };
  return (await api.call(subscriptions.choose, { body })).data;
}

/** @throws Error "Auto renew update failed" */
export async function setAutoRenew(isOn: boolean, source: string): Promise<void> {
  try {
    await api.call(subscriptions.update, { body: { auto_renew_enabled: isOn, source } });
  } catch (cause) {
    throw new Error("Auto renew update failed", { cause });
  }
}

export async function postReminderAcknowledged(): Promise<void> {
  await api.call(subscriptions.update, { body: { reminder_acknowledged: true } });
}

export async function postTrial(): Promise<TrialResponse["data"]> {
  return (await api.call(subscriptions.startTrial, { body: {} })).data;
}
