import { ChevronDown } from "lucide-react";
import { useMemo } from "react";
import { formatFixed, formatSigned, MINUS, UNKNOWN } from "#domain/format/number.ts";
import { streamOf, useStream } from "../../../live/streams.ts";
import { DelayBadge } from "../../../shared/delay/DelayBadge.tsx";
import { InfoButton } from "../../../shared/info-button/InfoButton.tsx";
import { FeedStanding, SimulatedBadge } from "../../../shared/market-page/FeedStanding.tsx";
import type { MarketStanding } from "../../../shared/market-page/use-market.ts";
import { useHolder } from "../holder.ts";
import { TEXTS } from "../texts.ts";
import { Countdown } from "./Countdown.tsx";
import css from "./Head.module.css";

/** By the text: what rounds to nothing has no direction. */
const SIGNS = { "+": { tone: "up", mark: "▲" }, [MINUS]: { tone: "down", mark: "▼" } } as const;

interface PriceProps {
  readonly token: number;
  readonly decimals: number;
  readonly isStale: boolean;
}

/** The last price, and how far it is from the close before. */
function Price({ token, decimals, isStale }: PriceProps) {
  const stream = useMemo(() => streamOf({ kind: "quotes", tokens: [token], mode: "full" }), [token]);
  const { data, isOld } = useStream(stream, (state) => state);
  const quote = data?.[0] ?? null;
  const last = quote?.lastPrice ?? Number.NaN;
  const before = quote?.previousClose ?? Number.NaN;
  const change = formatSigned(last - before, decimals);
  const percent = formatSigned(before > 0 ? (last / before - 1) * 100 : Number.NaN, 2);
  const sign = SIGNS[change[0] as keyof typeof SIGNS] ?? null;
  const isOlder = isStale || isOld || quote?.stale === true;
  return (
    <span className={css.price} data-stale={isOlder ? "" : undefined} data-testid="chart-price">
      <span className="visually-hidden">{TEXTS.head.last}</span>
      <b>{formatFixed(last, decimals)}</b>
      <span className={css.change} data-tone={sign?.tone}>
        {sign === null ? null : <span aria-hidden="true">{sign.mark} </span>}
        {change === UNKNOWN ? change : TEXTS.head.change(change, percent)}
      </span>
    </span>
  );
}

interface Props {
  readonly symbol: string;
  /** null until it is known */
  readonly token: number | null;
  /** of an index or a share, on which there is more to be read */
  readonly hasInfo: boolean;
  readonly decimals: number;
  readonly market: MarketStanding;
  /** nothing trades at this time */
  readonly isClosed: boolean;
  /** end of the bar that is on, epoch ms; null of none */
  readonly endsAt: number | null;
}

/** Whose chart it is, its price, and what market that is. */
export function Head({ symbol, token, hasInfo, decimals, market, isClosed, endsAt }: Props) {
  const { feed, isStale, isSimulated } = market;
  const { kind, pick, note, actions } = useHolder();
  const [Around, Title] = kind === "page" ? (["header", "h1"] as const) : (["div", "h3"] as const);
  return (
    <Around className={css.head}>
      <Title className="visually-hidden">{`${TEXTS.head.chart} ${symbol}`}</Title>
      <button
        type="button"
        className={css.symbol}
        aria-haspopup="dialog"
        onClick={() => pick("")}
        data-testid="chart-symbol"
      >
        {symbol}
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className="visually-hidden">{TEXTS.head.choose}</span>
      </button>
      {note === undefined ? null : <span className={css.countdown}>{note}</span>}
      {hasInfo ? <InfoButton symbol={symbol} /> : null}
      {token === null ? null : <Price token={token} decimals={decimals} isStale={isStale} />}
      {endsAt === null ? null : <Countdown endsAt={endsAt} />}
      <div className={css.standing} data-testid="chart-standing">
        {feed === "delayed" ? (
          <DelayBadge />
        ) : (
          <FeedStanding feed={isClosed && feed === "live" ? "closed" : feed} />
        )}
        {isSimulated ? <SimulatedBadge /> : null}
        {actions}
      </div>
    </Around>
  );
}
