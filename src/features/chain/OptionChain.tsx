import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentType, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { whenDrawn } from "../../browser/when-idle.ts";
import { optional } from "../../components/optional.ts";
import { useUnderlying } from "../../live/use-underlyings.ts";
import type { BesideChain } from "../../shared/beside-chain.ts";
import { ChainGrid } from "./ChainGrid.tsx";
import { ChainHeader } from "./ChainHeader.tsx";
import { ExpiryStrip } from "./ExpiryStrip.tsx";
import { Notice } from "./Notice.tsx";
import css from "./OptionChain.module.css";
import { StatusLine } from "./StatusLine.tsx";
import { type ChainSearch, DEFAULT_SYMBOL, withoutDefaults } from "./search-params.ts";
import { loadSettings } from "./settings/load-settings.ts";
import type { Wish } from "./settings/wish.ts";
import { createChainState, ShownChain } from "./shown-chain.ts";
import { TEXTS } from "./texts.ts";
import { ChainToolbar, MORE } from "./toolbar/ChainToolbar.tsx";
import type { ViewChoice } from "./use-chain-view.ts";
import { useShownExpiry } from "./use-shown-expiry.ts";
import { useChosen, useShownView } from "./use-shown-view.ts";

/** What helps about on the chain: not a byte of it before the figures are on screen. */
const ChainTools = optional(() =>
  whenDrawn()
    .then(() => import("./tools/ChainTools.tsx"))
    .then((m) => m.ChainTools),
);

/** Where an underlying's options are traded, as traders say it. */
const exchangeOf = ({ derivativeExchange }: UnderlyingSummary): string =>
  derivativeExchange === "BFO" ? "BSE" : derivativeExchange === "MCX" ? "MCX" : "NSE";

const Settled = optional(() =>
  whenDrawn()
    .then(() => import("./settled/Settled.tsx"))
    .then((m) => m.Settled),
);

interface Props {
  /** The address it stands at: the page, or the widget inside another app. */
  readonly from: "/option-chain" | "/widget/option-chain";
  /** What stands at the chain's foot; it comes after the chain. */
  readonly Beside?: ComponentType<BesideChain>;
}

export function OptionChain({ from, Beside }: Props) {
  const [state] = useState(createChainState);
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const symbol = search.tradingsymbol ?? DEFAULT_SYMBOL;
  const outcome = useUnderlying(symbol);
  const underlying = outcome?.ok ? outcome.value : null;
  const expiries = underlying?.expiries ?? [];
  const expiry = useShownExpiry(underlying, search.expiry);
  const shown = useShownView(search);
  const { above, below, hundreds } = shown;
  const marks = useChosen()?.marks;

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

  const change = (next: Partial<ChainSearch>): void => {
    void navigate({ search: (old) => withoutDefaults({ ...old, ...next }, shown.usual), replace: true });
  };

  /** What is wished is kept, and the address no longer speaks against it; where it cannot be, the address holds it. */
  const prefer = (wish: Wish): void => {
    const said = Object.fromEntries(Object.keys(wish).map((name) => [name, undefined]));
    void loadSettings().then(
      ({ prefer }) => {
        prefer(wish);
        void navigate({ search: (old) => ({ ...old, ...said }), replace: true });
      },
      () => change(wish),
    );
  };

  const goTo = (tradingsymbol: string): void => {
    void navigate({ search: ({ expiry: _, legs: __, ...rest }) => ({ ...rest, tradingsymbol }) });
  };

  useEffect(() => {
    document.title = underlying
      ? TEXTS.documentTitleOf(exchangeOf(underlying), underlying.symbol)
      : TEXTS.documentTitle;
  }, [underlying]);

  // A link to an expiry that is gone, or was never this underlying's: the address says what is on screen.
  const isForeign = search.expiry !== undefined && expiry !== null && expiry.expiry !== search.expiry;
  useEffect(() => {
    if (!isForeign) return;
    void navigate({ search: ({ expiry: _, ...rest }) => rest, replace: true });
  }, [isForeign, navigate]);

  // While the next underlying is looked up, what stands beside the chain goes on with the one before, and its trades.
  const beside = useRef<Pick<BesideChain, "underlying" | "expiry" | "legs"> | null>(null);
  if (underlying && expiry) beside.current = { underlying, expiry: expiry.expiry, legs: search.legs };

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
        <ChainToolbar
          shown={shown}
          underlying={underlying}
          onView={(view) => change({ view })}
          onPrefer={prefer}
        />
        <Notice />
        <Suspense fallback={null}>
          <Settled
            choice={choice}
            underlying={underlying}
            expiry={expiry}
            onSelect={(date) => change({ expiry: date })}
          />
        </Suspense>
        <ChainGrid
          choice={choice}
          view={shown.builtIn}
          look={shown.look}
          size={shown.size}
          failed={failed}
          isCurrency={underlying?.kind === "currency"}
          listedStep={underlying?.strikeStep ?? 0}
        />
        {underlying && choice ? (
          <Suspense fallback={null}>
            <ChainTools
              symbol={underlying.symbol}
              headings={TEXTS.columns}
              more={MORE}
              choice={choice}
              view={shown.view}
              asked={search.view}
              onView={(view) => change({ view })}
              expiries={expiries}
              onExpiry={(date) => change({ expiry: date })}
            />
          </Suspense>
        ) : null}
        {Beside && beside.current ? (
          <Suspense fallback={null}>
            <Beside
              {...beside.current}
              {...(marks && { marks })}
              desk={state}
              onLegs={(legs) => change({ legs })}
              onSymbol={goTo}
            />
          </Suspense>
        ) : null}
        <StatusLine choice={choice} underlying={underlying} failed={failed !== null} />
      </main>
    </ShownChain>
  );
}
