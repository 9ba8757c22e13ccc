import { istDate } from "#domain/calendar/ist.ts";
import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import type { ExpirySummary, UnderlyingSummary } from "#workers/engine/api.ts";
import { useMarketMinute } from "../../../live/market-minute.ts";
import css from "../OptionChain.module.css";
import { type ChainChoice, useChainHead, useOfHead } from "../shown-chain.ts";
import { SettledText } from "./SettledText.tsx";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly choice: ChainChoice | null;
  readonly underlying: UnderlyingSummary | null;
  readonly expiry: ExpirySummary | null;
  /** @param expiry YYYY-MM-DD */
  readonly onSelect: (expiry: string) => void;
}

interface WayOnProps extends Pick<Props, "onSelect"> {
  readonly underlying: UnderlyingSummary;
  /** Market time, epoch ms. */
  readonly now: number;
}

/** From an expiry that is over to the one that trades, or when there will be one. */
function WayOn({ underlying, now, onSelect }: WayOnProps) {
  const next = defaultExpiry(underlying.expiries, now);
  if (next === undefined) return <span>{TEXTS.allOver(underlying.symbol)}</span>;
  return (
    <button
      type="button"
      className={css.noticeAction}
      aria-keyshortcuts="]"
      onClick={() => onSelect(next.expiry)}
    >
      {TEXTS.goTo(formatExpiry(next.expiry, istDate(now)))}
    </button>
  );
}

interface NoticeProps extends Props {
  readonly underlying: UnderlyingSummary;
  readonly expiry: ExpirySummary;
}

function Notice({ choice, underlying, expiry, onSelect }: NoticeProps) {
  const head = useChainHead(choice);
  const now = useMarketMinute() ?? head?.asOf ?? Number.NaN;
  if (head === null) return null;
  return (
    <div className={css.notice}>
      <span data-testid="settled">
        <SettledText head={head} underlying={underlying} expiry={expiry} />
      </span>
      {CHAIN_STATES[head.marketState] === "expired" ? (
        <WayOn underlying={underlying} now={now} onSelect={onSelect} />
      ) : null}
    </div>
  );
}

/** Says above the grid that the expiry on screen is settled: its figures are not those of a market any more. */
export function Settled({ choice, underlying, expiry, onSelect }: Props) {
  const state = useOfHead(choice, (head) => CHAIN_STATES[head?.marketState ?? -1]);
  const isFixed = state === "settled" || state === "expired";
  return (
    <div className={css.noticeSlot} role="status">
      {isFixed && underlying && expiry ? (
        <Notice choice={choice} underlying={underlying} expiry={expiry} onSelect={onSelect} />
      ) : null}
    </div>
  );
}
