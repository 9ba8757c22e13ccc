import { memo, Suspense } from "react";
import { istDate } from "#domain/calendar/ist.ts";
import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { formatClock, formatExpiry, formatSpan, formatTime } from "#domain/format/date.ts";
import { formatFixed, formatFlexible, UNKNOWN } from "#domain/format/number.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { whenDrawn } from "../../browser/when-idle.ts";
import { optional } from "../../components/optional.ts";
import { live } from "../../live/live-state.ts";
import { useTaken } from "../../live/use-taken.ts";
import { useDelay } from "../../shared/delay/use-delay.ts";
import { Rich } from "../../shared/texts/texts.tsx";
import css from "./StatusLine.module.css";
import { type ChainChoice, useChainHead, useFeedState } from "./shown-chain.ts";
import { TEXTS } from "./texts.ts";

/** Id of the place of what turns a phone's pages. */
export const PAGES = "chain-pages";

function Delayed() {
  return (
    <span className={css.state} data-state="delayed">
      {TEXTS.status.delayed}
    </span>
  );
}

// That figures are late is said at once; why, and the ways out, come after the figures.
const DelayBadge = optional(
  () =>
    whenDrawn()
      .then(() => import("../../shared/delay/DelayBadge.tsx"))
      .then((m) => m.DelayBadge),
  Delayed,
);

interface TotalsProps {
  readonly callOi: string;
  readonly putOi: string;
  readonly callVolume: string;
  readonly putVolume: string;
}

const Totals = memo(function Totals({ callOi, putOi, callVolume, putVolume }: TotalsProps) {
  return (
    <>
      <span className={css.totals}>
        <Rich of={TEXTS.status.callOi} parts={{ figure: <b>{callOi}</b> }} />
      </span>
      <span className={css.totals}>
        <Rich of={TEXTS.status.putOi} parts={{ figure: <b>{putOi}</b> }} />
      </span>
      <span className={css.wide}>
        <Rich of={TEXTS.status.volume} parts={{ calls: <b>{callVolume}</b>, puts: <b>{putVolume}</b> }} />
      </span>
    </>
  );
});

interface Props {
  readonly choice: ChainChoice | null;
  readonly underlying: UnderlyingSummary | null;
  readonly failed: boolean;
}

/** The bottom line: the feed, totals, age of the figures and the session. A simulated feed cannot be mistaken here. */
export function StatusLine({ choice, underlying, failed }: Props) {
  const head = useChainHead(choice);
  // A frame without figures says only how things stand.
  const shown = failed || head === null || !(head.rows > 0) ? null : head;
  const known = useFeedState(head);
  const state: FeedState = failed ? "failed" : known;
  const market = shown ? CHAIN_STATES[shown.marketState] : undefined;
  const old = state === "stale" || state === "offline";
  // Of figures that come no age is said.
  const now = useTaken(live, ({ health }) => (old ? (health?.marketTime ?? Number.NaN) : Number.NaN));
  const age = shown ? now - shown.asOf : Number.NaN;
  // No figures will come, so there is no time that they are of.
  const isBare = shown === null && (failed || state === "refused" || state === "empty");
  const isLate = useDelay();
  const seenAt = shown
    ? TEXTS.status.seenAt(formatExpiry(istDate(shown.asOf)), formatClock(shown.asOf))
    : undefined;
  return (
    <footer className={css.line} data-state={state} data-testid="status-line">
      <Suspense fallback={<Delayed />}>{isLate || state === "delayed" ? <DelayBadge /> : null}</Suspense>
      {state === "delayed" ? null : (
        <span
          className={css.state}
          data-state={state}
          data-in-picture={TEXTS.status.lastSeen}
          data-testid="feed-state"
        >
          {TEXTS.status.feed[state]}
        </span>
      )}
      {shown ? (
        <Totals
          callOi={formatFlexible(shown.callOi)}
          putOi={formatFlexible(shown.putOi)}
          callVolume={formatFlexible(shown.callVolume)}
          putVolume={formatFlexible(shown.putVolume)}
        />
      ) : (
        <span>
          {isBare ? "" : underlying ? TEXTS.status.loadingOf(underlying.symbol) : TEXTS.status.loading}
        </span>
      )}
      <span className={css.spacer} />
      {isBare ? null : state === "closed" && shown ? (
        <span data-in-picture={seenAt}>
          <Rich
            of={TEXTS.status.closedAt}
            parts={{
              figures: <span className={css.word}>{TEXTS.status.closedWord}</span>,
              date: <b>{formatExpiry(istDate(shown.asOf))}</b>,
              time: formatClock(shown.asOf),
            }}
          />
        </span>
      ) : (
        <span data-in-picture={seenAt}>
          <Rich
            of={old && age > 5000 ? TEXTS.status.updatedAgo : TEXTS.status.updated}
            parts={{
              updated: <span className={css.word}>{TEXTS.status.updatedWord}</span>,
              time: <b>{shown ? formatTime(shown.asOf) : UNKNOWN}</b>,
              ago: <span className={css.word}>{TEXTS.status.ago(formatSpan(age))}</span>,
            }}
          />
        </span>
      )}
      {market && !(state === "closed" && market === "closed") ? (
        <span className={css.wide} data-in-picture="">
          {TEXTS.status.market[market]}
        </span>
      ) : null}
      {shown ? (
        <span className={css.wide}>{TEXTS.status.strikes(formatFixed(shown.totalRows, 0))}</span>
      ) : null}
      {shown?.simulated === 1 ? (
        <span className={css.badge}>
          <Rich
            of={TEXTS.status.simulated}
            parts={{ market: <span className={css.word}>{TEXTS.status.simulatedWord}</span> }}
          />
        </span>
      ) : null}
      <span id={PAGES} style={{ display: "contents" }} />
    </footer>
  );
}
