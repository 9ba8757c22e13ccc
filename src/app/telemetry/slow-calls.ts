import { subscribe } from "valtio";
import { live } from "../../live/live-state.ts";

/** A call of the engine as analytics has those of pages (rule SES-12). */
interface SlowEngineCall {
  readonly method: "GET";
  readonly path: string;
  readonly ms: number;
}

/**
 * Reports the engine's calls that took longer than a second (rule LIVE-26). All tabs hear of them: the one on screen reports.
 * @returns ends it
 */
export function followSlowCalls(
  report: (call: SlowEngineCall & Record<string, string | number>) => void,
  isOnScreen: () => boolean = () => document.visibilityState === "visible",
): () => void {
  let told = live.health?.slowCalls?.count ?? 0;
  return subscribe(live, () => {
    const slow = live.health?.slowCalls ?? null;
    // Another engine begins to count anew.
    if (slow === null || slow.count < told) told = 0;
    if (slow === null || slow.count === told) return;
    told = slow.count;
    if (isOnScreen()) report({ method: "GET", path: new URL(slow.url).pathname, ms: Math.round(slow.ms) });
  });
}
