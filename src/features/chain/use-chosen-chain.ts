import { useMemo } from "react";
import type { ExpirySummary, UnderlyingSummary } from "#workers/engine/api.ts";
import { useUnderlying } from "../../live/use-underlyings.ts";
import { type ChainSearch, DEFAULT_SYMBOL } from "./search-params.ts";
import type { ViewChoice } from "./use-chain-view.ts";
import { useShownExpiry } from "./use-shown-expiry.ts";
import { type ShownView, useShownView } from "./use-shown-view.ts";

/** What a chain's part of the address comes to: each null until it is known. */
export interface ChosenChain {
  readonly symbol: string;
  readonly underlying: UnderlyingSummary | null;
  readonly expiry: ExpirySummary | null;
  readonly choice: ViewChoice | null;
  readonly shown: ShownView;
  /** Why the underlying cannot be shown, in words. */
  readonly failed: string | null;
}

export function useChosenChain(search: ChainSearch): ChosenChain {
  const symbol = search.tradingsymbol ?? DEFAULT_SYMBOL;
  const outcome = useUnderlying(symbol);
  const underlying = outcome?.ok ? outcome.value : null;
  const expiry = useShownExpiry(underlying, search.expiry);
  const shown = useShownView(search);
  const { above, below, hundreds } = shown;
  const choice = useMemo<ViewChoice | null>(
    () =>
      underlying &&
      expiry && {
        underlying: underlying.token,
        expiry: expiry.expiry,
        above,
        below,
        hundreds: hundreds && underlying.symbol === "NIFTY",
      },
    [underlying, expiry, above, below, hundreds],
  );
  return {
    symbol,
    underlying,
    expiry,
    choice,
    shown,
    failed: outcome && !outcome.ok ? outcome.message : null,
  };
}
