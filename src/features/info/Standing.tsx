import { useSnapshot } from "valtio";
import { formatTime } from "#domain/format/date.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { live } from "../../live/live-state.ts";
import { DelayBadge } from "../../shared/delay/DelayBadge.tsx";
import { useDelay } from "../../shared/delay/use-delay.ts";
import css from "./InfoPanel.module.css";
import { useInfo } from "./info-view.ts";
import { TEXTS } from "./texts.ts";

/** What the figures above are: their feed, their age, and whether the market is made up. */
export function Standing() {
  const { health } = useSnapshot(live);
  const { now, isStale } = useInfo();
  const isLate = useDelay();
  const feed: FeedState = isStale ? "stale" : (health?.feed ?? "loading");
  const state: FeedState = feed === "live" && isLate ? "delayed" : feed;
  return (
    <p className={css.standing} data-testid="info-standing">
      {state === "delayed" ? <DelayBadge /> : <span data-state={state}>{TEXTS.states[state]}</span>}
      <span>{TEXTS.marketTime(formatTime(now))}</span>
      {health?.simulated ? <span className={css.badge}>{TEXTS.simulated}</span> : null}
    </p>
  );
}
