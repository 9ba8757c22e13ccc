import type { FeedState } from "#protocol/frames/chain-frame.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { useRestingMarket } from "../market-state/use-resting-market.ts";
import { FeedStanding } from "./FeedStanding.tsx";

interface Props {
  readonly underlying: UnderlyingSummary;
  readonly feed: FeedState;
}

/** A feed that is heard tells nothing new of a market that is closed. */
export function Standing({ underlying, feed }: Props) {
  const state = useRestingMarket(underlying);
  const isClosed = feed === "live" && (state === "closed" || state === "before_open");
  return <FeedStanding feed={isClosed ? "closed" : feed} />;
}
