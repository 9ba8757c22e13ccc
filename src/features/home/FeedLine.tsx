import { useSnapshot } from "valtio";
import { formatTime } from "#domain/format/date.ts";
import { UNKNOWN } from "#domain/format/number.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { live } from "../../live/live-state.ts";
import { DelayBadge } from "../../shared/delay/DelayBadge.tsx";
import { useDelay } from "../../shared/delay/use-delay.ts";
import css from "./MarketTable.module.css";

const TEXT: Readonly<Record<FeedState, string>> = {
  loading: "Loading",
  live: "Live",
  delayed: "Delayed",
  stale: "Stale",
  closed: "Closed",
  offline: "Offline",
  failed: "Failed",
  empty: "Empty",
  refused: "No market data",
};

/** What the figures above are: their feed, their age, and whether the market is a simulated one. */
export function FeedLine({ isStale }: { readonly isStale: boolean }) {
  const { health } = useSnapshot(live);
  const isLate = useDelay();
  const known = health?.feed ?? "loading";
  const feed: FeedState = isStale && known !== "refused" ? "stale" : known;
  const state: FeedState = feed === "live" && isLate ? "delayed" : feed;
  return (
    <p className={css.feed} data-testid="market-feed">
      {state === "delayed" ? (
        <DelayBadge />
      ) : (
        <span className={css.state} data-state={state}>
          {TEXT[state]}
        </span>
      )}
      <span>Market time {health?.marketTime ? formatTime(health.marketTime) : UNKNOWN} IST</span>
      {health?.simulated ? <span className={css.badge}>Simulated market</span> : null}
    </p>
  );
}
