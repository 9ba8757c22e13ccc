import { Suspense } from "react";
import { useSnapshot } from "valtio";
import { istDate } from "#domain/calendar/ist.ts";
import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { formatClock, formatExpiry, formatSpan, formatTime } from "#domain/format/date.ts";
import { formatFixed, formatFlexible, UNKNOWN } from "#domain/format/number.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { optional } from "../../components/optional.ts";
import { live } from "../../live/live-state.ts";
import { useDelay } from "../../shared/delay/use-delay.ts";
import css from "./StatusLine.module.css";
import { type ChainChoice, type ChainHead, useChainHead, useFeedState } from "./shown-chain.ts";

function Delayed() {
  return (
    <span className={css.state} data-state="delayed">
      Delayed 1 min
    </span>
  );
}

// That figures are late is said at once; why, and the ways out, may come a moment later.
const DelayBadge = optional(
  () => import("../../shared/delay/DelayBadge.tsx").then((m) => m.DelayBadge),
  Delayed,
);

const MARKET: Record<(typeof CHAIN_STATES)[number], string> = {
  live: "Market open",
  before_open: "Before open",
  spot_auction: "Closing auction: spot implied from the forward",
  closed: "Market closed",
  no_underlying: "No price for the underlying",
  expired: "Expired",
};

/** A market that is late says so by its badge alone. */
const FEED: Record<Exclude<FeedState, "delayed">, string> = {
  loading: "Loading",
  live: "Live",
  stale: "Stale",
  closed: "Closed",
  offline: "Offline",
  failed: "Failed",
  empty: "Empty",
  refused: "No market data",
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

/** The bottom line: the feed, totals, age of the figures and the session. A simulated feed cannot be mistaken here. */
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
      <Suspense fallback={<Delayed />}>{isLate || state === "delayed" ? <DelayBadge /> : null}</Suspense>
      {state === "delayed" ? null : (
        <span className={css.state} data-state={state} data-testid="feed-state">
          {FEED[state]}
        </span>
      )}
      {shown ? (
        <Totals head={shown} />
      ) : (
        <span>
          {failed || state === "refused" ? "" : underlying ? `Loading ${underlying.symbol}…` : "Loading…"}
        </span>
      )}
      <span className={css.spacer} />
      {state === "closed" && shown ? (
        <span>
          Figures of <b>{formatExpiry(istDate(shown.asOf))}</b>, {formatClock(shown.asOf)} IST
        </span>
      ) : (
        <span>
          <span className={css.word}>Updated </span>
          <b>{shown ? formatTime(shown.asOf) : UNKNOWN}</b> IST
          {old && age > 5000 ? ` (${formatSpan(age)} ago)` : ""}
        </span>
      )}
      {market && !(state === "closed" && market === "closed") ? (
        <span className={css.wide}>{MARKET[market]}</span>
      ) : null}
      {shown ? <span className={css.wide}>{formatFixed(shown.totalRows, 0)} strikes</span> : null}
      {shown?.simulated === 1 ? <span className={css.badge}>Simulated market</span> : null}
    </footer>
  );
}
