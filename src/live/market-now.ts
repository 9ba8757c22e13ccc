import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { live } from "./live-state.ts";

/**
 * Market time, epoch ms. Until the market has said it, it is what it was when the list of instruments was fetched and what has passed
 * since, whatever the device's clock shows; NaN where neither is known.
 */
export const marketNow = ({ marketAhead }: Pick<UnderlyingSummary, "marketAhead">): number =>
  live.health?.marketTime ?? Date.now() + marketAhead;
