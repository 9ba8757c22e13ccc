import { useSnapshot } from "valtio";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { live } from "../../live/live-state.ts";
import { useDelay } from "../delay/use-delay.ts";

export interface MarketStanding {
  readonly feed: FeedState;
  /** what comes is older than it should be */
  readonly isStale: boolean;
  readonly isSimulated: boolean;
}

const OLD: readonly FeedState[] = ["stale", "offline", "failed"];

/** How the market stands that a page shows. */
export function useMarket(): MarketStanding {
  const { link, health } = useSnapshot(live);
  const isLate = useDelay();
  const told: FeedState = health?.feed ?? "loading";
  const feed: FeedState = told === "live" && isLate ? "delayed" : told;
  return {
    feed,
    isStale: OLD.includes(feed) || link.phase === "restarting",
    isSimulated: health?.simulated ?? false,
  };
}
