import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { formatClock } from "#domain/format/date.ts";
import { decimalsOfTick, formatFixed } from "#domain/format/number.ts";
import type { ExpirySummary, UnderlyingSummary } from "#workers/engine/api.ts";
import css from "./OptionChain.module.css";
import { type ChainChoice, type ChainHead, useChainHead } from "./shown-chain.ts";
import { TEXTS as PAGE } from "./texts.ts";

const { settlement: TEXTS } = PAGE;

/** One line for the reader; null while the expiry's payoff is open. */
export function settledText(
  head: Pick<ChainHead, "marketState" | "forward" | "simulated">,
  { kind, spotTickSize }: Pick<UnderlyingSummary, "kind" | "spotTickSize">,
  { lastTrade }: Pick<ExpirySummary, "lastTrade">,
): string | null {
  const state = CHAIN_STATES[head.marketState];
  if (state !== "settled" && state !== "expired") return null;
  if (!(head.forward > 0)) return TEXTS.unknown;
  const price = formatFixed(head.forward, Math.max(2, decimalsOfTick(spotTickSize)));
  if (state === "settled") return TEXTS.settled(price, formatClock(lastTrade));
  const isClosingValue = kind === "index" || kind === "stock" || head.simulated === 1;
  return isClosingValue ? TEXTS.expired(price) : TEXTS.expiredAbout(price);
}

interface Props {
  readonly choice: ChainChoice | null;
  readonly underlying: UnderlyingSummary | null;
  readonly expiry: ExpirySummary | null;
}

/** Says above the grid that the expiry on screen is settled: its figures are not those of a market any more. */
export function Settled({ choice, underlying, expiry }: Props) {
  const head = useChainHead(choice);
  const text = head && underlying && expiry ? settledText(head, underlying, expiry) : null;
  return (
    <div className={css.noticeSlot} role="status">
      {text && (
        <p className={css.notice} data-testid="settled">
          {text}
        </p>
      )}
    </div>
  );
}
