import { useSnapshot } from "valtio";
import { formatTime } from "#domain/format/date.ts";
import { UNKNOWN } from "#domain/format/number.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { live } from "../../live/live-state.ts";
import { DelayBadge } from "../../shared/delay/DelayBadge.tsx";
import { useDelay } from "../../shared/delay/use-delay.ts";
import css from "./MarketTable.module.css";
import { TEXTS } from "./texts.ts";

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
          {TEXTS.feed[state]}
        </span>
      )}
      <span>{TEXTS.marketTime(health?.marketTime ? formatTime(health.marketTime) : UNKNOWN)}</span>
      {health?.simulated ? <span className={css.badge}>{TEXTS.simulated}</span> : null}
    </p>
  );
}
