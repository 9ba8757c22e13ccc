import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { useUnderlying } from "../../live/use-underlyings.ts";
import { ChainGrid } from "./ChainGrid.tsx";
import { ChainHeader } from "./ChainHeader.tsx";
import { ChainToolbar } from "./ChainToolbar.tsx";
import { ExpiryStrip } from "./ExpiryStrip.tsx";
import { Notice } from "./Notice.tsx";
import css from "./OptionChain.module.css";
import { Settled } from "./Settled.tsx";
import { StatusLine } from "./StatusLine.tsx";
import { type ChainSearch, DEFAULT_SYMBOL, type RowSize, withoutDefaults } from "./search-params.ts";
import { createChainState, ShownChain } from "./shown-chain.ts";
import { TEXTS } from "./texts.ts";
import { useChainKeys } from "./use-chain-keys.ts";
import type { ViewChoice } from "./use-chain-view.ts";

/** Screens 768 px high or less use small rows (rule CHAIN-4). */
const defaultSize = (): RowSize => (window.innerHeight <= 768 ? "small" : "medium");

/** Where an underlying's options are traded, as traders say it. */
const exchangeOf = ({ derivativeExchange }: UnderlyingSummary): string =>
  derivativeExchange === "BFO" ? "BSE" : derivativeExchange === "MCX" ? "MCX" : "NSE";

interface Props {
  /** The address it stands at: the page, or the widget inside another app. */
  readonly from: "/option-chain" | "/widget/option-chain";
}

export function OptionChain({ from }: Props) {
  const [state] = useState(createChainState);
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const symbol = search.tradingsymbol ?? DEFAULT_SYMBOL;
  const outcome = useUnderlying(symbol);
  const underlying = outcome?.ok ? outcome.value : null;
  const expiries = underlying?.expiries ?? [];
  const expiry = expiries.find((e) => e.expiry === search.expiry) ?? expiries[0] ?? null;
  const size = search.size ?? defaultSize();

  const choice = useMemo<ViewChoice | null>(
    () =>
      underlying &&
      expiry && {
        underlying: underlying.token,
        expiry: expiry.expiry,
        view: search.view ?? "ltp",
        above: search.above ?? 30,
        below: search.below ?? 30,
        hundreds: search.hundreds === true && underlying.symbol === "NIFTY",
      },
    [underlying, expiry, search.view, search.above, search.below, search.hundreds],
  );

  const change = (next: Partial<ChainSearch>): void => {
    void navigate({ search: (old) => withoutDefaults({ ...old, ...next }), replace: true });
  };

  useEffect(() => {
    document.title = underlying
      ? TEXTS.documentTitleOf(exchangeOf(underlying), underlying.symbol)
      : TEXTS.documentTitle;
  }, [underlying]);

  useChainKeys(
    expiries.map((e) => e.expiry),
    expiry?.expiry ?? null,
    (date) => change({ expiry: date }),
  );

  // A link to an expiry that is gone, or was never this underlying's: the address says what is on screen.
  const isForeign = search.expiry !== undefined && expiry !== null && expiry.expiry !== search.expiry;
  useEffect(() => {
    if (!isForeign) return;
    void navigate({ search: ({ expiry: _, ...rest }) => rest, replace: true });
  }, [isForeign, navigate]);

  const failed = outcome && !outcome.ok ? outcome.message : null;
  return (
    <ShownChain value={state}>
      <main className={css.page} data-fill="">
        <ChainHeader symbol={symbol} underlying={underlying} choice={choice} />
        <ExpiryStrip
          underlying={underlying?.token}
          expiries={expiries}
          selected={expiry?.expiry ?? null}
          onSelect={(date) => change({ expiry: date })}
        />
        <ChainToolbar search={search} size={size} underlying={underlying} onChange={change} />
        <Notice />
        <Settled choice={choice} underlying={underlying} expiry={expiry} />
        <ChainGrid
          choice={choice}
          view={search.view ?? "ltp"}
          size={size}
          failed={failed}
          isCurrency={underlying?.kind === "currency"}
        />
        <StatusLine choice={choice} underlying={underlying} failed={failed !== null} />
      </main>
    </ShownChain>
  );
}
