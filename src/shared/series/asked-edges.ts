import { ApiFailure } from "../../api/api-failure.ts";
import type { AskedEdges } from "../../live/asked.ts";
import { onIdentity } from "../../live/handle.ts";

const RETRY_MS = 15_000;

/** Ms for which the server does not want to be asked again, 0 where it said nothing; null: asked wrongly, or not for the caller. */
export function restAfter(error: unknown): number | null {
  if (!(error instanceof ApiFailure)) return 0;
  const { status, retryAfter } = error;
  const isLasting = status !== null && status >= 400 && status < 500 && status !== 429;
  return isLasting ? null : (retryAfter ?? 0) * 1_000;
}

/** What a page has of the browser and of the server for what it asks again. */
export const ASKED_EDGES: AskedEdges = {
  now: () => Date.now(),
  random: () => Math.random(),
  isVisible: () => document.visibilityState === "visible",
  onVisible(run) {
    const look = (): void => {
      if (document.visibilityState === "visible") run();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  },
  onIdentity,
  retryIn(error) {
    const rest = restAfter(error);
    return rest === null ? null : Math.max(RETRY_MS, rest);
  },
};
