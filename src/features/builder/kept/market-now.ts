import type { Analyzer } from "../../../analyzer/analyzer.ts";
import { live } from "../../../live/live-state.ts";

/** Market time as the page knows it; the device's before anything was told. */
export function marketNow({ state }: Analyzer): number {
  const known = [state.market?.now, state.payload?.as_of, live.health?.marketTime];
  return known.find((time) => time !== undefined && Number.isFinite(time)) ?? Date.now();
}
