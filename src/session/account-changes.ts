/*
 * Calls after which the account may do something else than before. What they open, they open at once: the session asks the
 * server again who this is, and so do all tabs.
 */
import type { SubscriptionAddResponse, TrialResponse } from "#protocol/http/subscriptions.ts";
import { endSession, postFreePlan, postReminderAcknowledged, postTrial } from "../api/account-calls.ts";
import { ApiFailure } from "../api/api-failure.ts";
import { keepAccessToken } from "../api/frame-token.ts";
import { keeper } from "./keeper.ts";

async function thenRefreshed<T>(change: Promise<T>): Promise<T> {
  const answer = await change;
  await keeper.refresh();
  return answer;
}

/** Takes the free plan. */
export const chooseFree = (): Promise<SubscriptionAddResponse["data"]> => thenRefreshed(postFreePlan());

/** Starts the one free trial. */
export const startTrial = (): Promise<TrialResponse["data"]> => thenRefreshed(postTrial());

/** Puts the renewal reminder away for good. */
export const acknowledgeReminder = (): Promise<void> => thenRefreshed(postReminderAcknowledged());

/** Ends the session on the server, then here and in all tabs. A session that was over already is no failure. */
export async function logOut(): Promise<void> {
  try {
    await endSession();
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 401) throw error;
  }
  keepAccessToken(null);
  keeper.signedOut();
}
