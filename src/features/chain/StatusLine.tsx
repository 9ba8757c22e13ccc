import { Suspense } from "react";
import { useSnapshot } from "valtio";
import { istDate } from "#domain/calendar/ist.ts";
import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { formatClock, formatExpiry, formatSpan, formatTime } from "#domain/format/date.ts";
import { formatFixed, formatFlexible, UNKNOWN } from "#domain/format/number.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { useDelay } from "../../components/delay/use-delay.ts";
import { optional } from "../../lib/optional.ts";
import { live } from "../../live/live-state.ts";
import { type ChainChoice, type ChainHead, useChainHead, useFeedState } from "./chain-state.ts";
import css from "./StatusLine.module.css";

// The line says "Delayed" by itself; why, and the ways out, may come a moment later.
const DelayBadge = optional(() => import("../../components/delay/DelayBadge.tsx").then((m) => m.DelayBadge));

const MARKET: Record<(typeof CHAIN_STATES)[number], string> = {
  live: "Market open",
  before_open: "Before open",
  spot_auction: "Closing auction: spot implied from the forward",
  closed: "Market closed",
  no_underlying: "No price for the underlying",
  expired: "Expired",
};

const FEED: Record<FeedState, string> = {
  loading: "Loading",
  live: "Live",
  delayed: "Delayed 1 min",
  stale: "Stale",
  closed: "Closed",
  offline: "Offline",
  failed: "Failed",
  empty: "Empty",
};

function Totals({ head }: { readonly head: ChainHead }) {
  return (
    <>
      <span className={css.totals}>
        Call OI <b>{formatFlexible(head.callOi)}</b>
      </span>
      <span className={css.totals}>
        Put OI <b>{formatFlexible(head.putOi)}</b>
      </span>
      <span className={css.wide}>
        Volume <b>{formatFlexible(head.callVolume)}</b> calls, <b>{formatFlexible(head.putVolume)}</b> puts
      </span>
    </>
  );
}

interface Props {
  readonly choice: ChainChoice | null;
  readonly underlying: UnderlyingSummary | null;
  readonly failed: boolean;
}

/** The bottom line: totals, age of the figures, the feed and the session. A simulated feed cannot be mistaken here. */
export function StatusLine({ choice, underlying, failed }: Props) {
  const head = useChainHead(choice);
  const { health } = useSnapshot(live);
  // A frame without figures says only how things stand.
  const shown = failed || head === null || !(head.rows > 0) ? null : head;
  const known = useFeedState(head);
  const state: FeedState = failed ? "failed" : known;
  const market = shown ? CHAIN_STATES[shown.marketState] : undefined;
  const age = shown && health?.marketTime ? health.marketTime - shown.asOf : Number.NaN;
  const old = state === "stale" || state === "offline";
  const isLate = useDelay();
  return (
    <footer className={css.line} data-state={state} data-testid="status-line">
      <Suspense fallback={null}>{isLate || state === "delayed" ? <DelayBadge /> : null}</Suspense>
      {shown ? (
        <Totals head={shown} />
      ) : (
        <span>{failed ? "" : underlying ? `Loading ${underlying.symbol}…` : "Loading…"}</span>
      )}
      <span className={css.spacer} />
      {state === "closed" && shown ? (
        <span>
          Figures of <b>{formatExpiry(istDate(shown.asOf))}</b>, {formatClock(shown.asOf)} IST
        </span>
      ) : (
        <span>
          Updated <b>{shown ? formatTime(shown.asOf) : UNKNOWN}</b> IST
          {old && age > 5000 ? ` (${formatSpan(age)} ago)` : ""}
        </span>
      )}
      {market && !(state === "closed" && market === "closed") ? (
        <span className={css.wide}>{MARKET[market]}</span>
      ) : null}
      {shown ? <span className={css.wide}>{formatFixed(shown.totalRows, 0)} strikes</span> : null}
      <span className={css.state} data-state={state} data-testid="feed-state">
        {FEED[state]}
      </span>
      {shown?.simulated === 1 ? <span className={css.badge}>Simulated market</span> : null}
    </footer>
  );
}
