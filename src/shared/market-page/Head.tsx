import { ChevronDown } from "lucide-react";
import { Suspense, useMemo } from "react";
import { decimalsOfTick, formatFixed, formatSigned, MINUS, UNKNOWN } from "#domain/format/number.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { optional } from "../../components/optional.ts";
import { streamOf, useStream } from "../../live/streams.ts";
import { DelayBadge } from "../delay/DelayBadge.tsx";
import { InfoButton } from "../info-button/InfoButton.tsx";
import { openPicker } from "../shell-state.ts";
import { FeedStanding, SimulatedBadge } from "./FeedStanding.tsx";
import css from "./Head.module.css";
import { TEXTS } from "./texts.ts";
import type { MarketStanding } from "./use-market.ts";

// By the calendar, which the first figures do not wait for.
const Standing = optional(() => import("./Standing.tsx").then((m) => m.Standing), FeedStanding);

/** By the text: what rounds to nothing has no direction. */
const SIGNS = { "+": { tone: "up", mark: "▲" }, [MINUS]: { tone: "down", mark: "▼" } } as const;

function Spot({
  underlying,
  isStale,
}: {
  readonly underlying: UnderlyingSummary;
  readonly isStale: boolean;
}) {
  const stream = useMemo(() => streamOf({ kind: "stats", tokens: [underlying.token] }), [underlying.token]);
  const { spot = Number.NaN, spotPreviousClose: before = Number.NaN } =
    useStream(stream, ({ data }) => data?.[0] ?? null) ?? {};
  const decimals = Math.max(2, decimalsOfTick(underlying.spotTickSize));
  const change = formatSigned(before > 0 ? (spot / before - 1) * 100 : Number.NaN, 2);
  const sign = SIGNS[change[0] as keyof typeof SIGNS] ?? null;
  return (
    <span className={css.spot} data-stale={isStale ? "" : undefined} data-testid="oi-spot">
      <span className="visually-hidden">{TEXTS.spot}</span>
      <b>{formatFixed(spot, decimals)}</b>
      <span className={css.change} data-tone={sign?.tone}>
        {sign === null ? null : <span aria-hidden="true">{sign.mark} </span>}
        {change === UNKNOWN ? change : `${change}%`}
      </span>
    </span>
  );
}

interface Props {
  /** of the page */
  readonly title: string;
  readonly symbol: string;
  readonly underlying: UnderlyingSummary | null;
  readonly market: MarketStanding;
}

/** The page, whose figures it shows, their price, and what market that is. */
export function Head({ title, symbol, underlying, market: { feed, isStale, isSimulated } }: Props) {
  return (
    <header className={css.head}>
      <h1 className={css.title}>{title}</h1>
      <div className={css.whose}>
        <button
          type="button"
          className={css.symbol}
          aria-haspopup="dialog"
          onClick={openPicker}
          data-testid="oi-underlying"
        >
          {symbol}
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
          <span className="visually-hidden">{TEXTS.choose}</span>
        </button>
        {underlying === null ? null : <InfoButton symbol={symbol} />}
        {underlying === null ? null : <Spot underlying={underlying} isStale={isStale} />}
      </div>
      <div className={css.standing} data-testid="oi-standing">
        {feed === "delayed" ? (
          <DelayBadge />
        ) : underlying === null ? (
          <FeedStanding feed={feed} />
        ) : (
          <Suspense fallback={<FeedStanding feed={feed} />}>
            <Standing underlying={underlying} feed={feed} />
          </Suspense>
        )}
        {isSimulated ? <SimulatedBadge /> : null}
      </div>
    </header>
  );
}
