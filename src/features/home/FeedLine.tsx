import { useSnapshot } from "valtio";
import { formatTime } from "#domain/format/date.ts";
import { formatFixed, UNKNOWN } from "#domain/format/number.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { live } from "../../live/live-state.ts";
import { session } from "../../session/session-state.ts";
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
};

/** What the figures above are: their feed, their age, and whether the market is a simulated one. */
export function FeedLine({ isStale }: { readonly isStale: boolean }) {
  const { health } = useSnapshot(live);
  const { profile } = useSnapshot(session);
  const delayMs = profile?.delay_ms ?? 0;
  const feed: FeedState = isStale ? "stale" : (health?.feed ?? "loading");
  const state: FeedState = feed === "live" && delayMs > 0 ? "delayed" : feed;
  return (
    <p className={css.feed} data-testid="market-feed">
      <span className={css.state} data-state={state}>
        {TEXT[state]}
        {state === "delayed" && delayMs > 0 ? ` ${formatFixed(delayMs / 1000, 0)} s` : ""}
      </span>
      <span>Market time {health?.marketTime ? formatTime(health.marketTime) : UNKNOWN} IST</span>
      {health?.simulated ? <span className={css.badge}>Simulated market</span> : null}
    </p>
  );
}
