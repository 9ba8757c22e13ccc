/** What a failed call means for the next one. */

import { ApiFailure, textOf } from "../api/api-failure.ts";

interface Trouble {
  readonly state: "away" | "limited" | "refused";
  readonly message: string;
  /** ms until it is asked again by itself; null: not before something is changed. */
  readonly retryMs: number | null;
}

/** Of a server that is not there or that answers with an error of its own, failure by failure. */
const AWAY_MS = [2_000, 5_000, 10_000, 30_000] as const;
/** Of a budget that is used up, where the server does not say when there is one again. */
const LIMITED_MS = 10_000;

/** @param failures in a row, this one included */
export function troubleOf(error: unknown, failures: number): Trouble {
  const message = textOf(error);
  const status = error instanceof ApiFailure ? error.status : null;
  if (status === 429) {
    const seconds = error instanceof ApiFailure ? error.retryAfter : null;
    return { state: "limited", message, retryMs: seconds === null ? LIMITED_MS : seconds * 1_000 };
  }
  if (status !== null && status >= 400 && status < 500) return { state: "refused", message, retryMs: null };
  const step = Math.min(Math.max(failures, 1), AWAY_MS.length) - 1;
  return { state: "away", message, retryMs: AWAY_MS[step] ?? null };
}
