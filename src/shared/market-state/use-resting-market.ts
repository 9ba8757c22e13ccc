import { useSnapshot } from "valtio";
import { createMarketStates, type UnderlyingState } from "#domain/chain/market-states.ts";
import { marketTimings } from "#protocol/generated/http/prices.ts";
import type { MarketTimingsResponse } from "#protocol/http/prices.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { live } from "../../live/live-state.ts";
import { useAnswer } from "../answers/use-answer.ts";

/** Whether these are the hours of a market that is open at any time of any day. */
const neverCloses = (hours: MarketTimingsResponse): boolean =>
  Object.values(hours).every(([open, close]) => open === "00:00" && close === "24:00");

/** How the market of an underlying rests, by the calendar, at the market's own time; null while it trades, or it is not known. */
export function useRestingMarket(underlying: UnderlyingSummary): Exclude<UnderlyingState, "live"> | null {
  const now = useSnapshot(live).health?.marketTime ?? null;
  const { data: isSleepless } = useAnswer(marketTimings, {}, { isForAll: true, select: neverCloses });
  if (now === null || isSleepless !== false) return null;
  // Anew each time: what one remembers does not hold where the market's clock is set back.
  const state = createMarketStates(true).of(underlying, now);
  return state === "live" ? null : state;
}
