import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { formatClock } from "#domain/format/date.ts";
import { decimalsOfTick, formatFixed } from "#domain/format/number.ts";
import type { ExpirySummary, UnderlyingSummary } from "#workers/engine/api.ts";
import type { ChainHead } from "../shown-chain.ts";
import { TEXTS } from "./texts.ts";

/** One line for the reader; null while the expiry's payoff is open. */
export function settledText(
  head: Pick<ChainHead, "marketState" | "forward" | "simulated">,
  { kind, spotTickSize }: Pick<UnderlyingSummary, "kind" | "spotTickSize">,
  { lastTrade }: Pick<ExpirySummary, "lastTrade">,
): string | null {
  const state = CHAIN_STATES[head.marketState];
  if (state !== "settled" && state !== "expired") return null;
  const at = formatClock(lastTrade);
  if (!(head.forward > 0)) return TEXTS.unknown(at);
  const price = formatFixed(head.forward, Math.max(2, decimalsOfTick(spotTickSize)));
  if (state === "settled") return TEXTS.settled(price, at);
  const isClosingValue = kind === "index" || kind === "stock" || head.simulated === 1;
  return isClosingValue ? TEXTS.expired(at, price) : TEXTS.expiredAbout(at, price);
}

interface Props {
  readonly head: ChainHead;
  readonly underlying: UnderlyingSummary;
  readonly expiry: ExpirySummary;
}

export const SettledText = ({ head, underlying, expiry }: Props) => settledText(head, underlying, expiry);
