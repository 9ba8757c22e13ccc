import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentType, Suspense, useEffect, useState } from "react";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { whenDrawn } from "../../browser/when-idle.ts";
import { lazily } from "../../components/lazily.tsx";
import { optional } from "../../components/optional.ts";
import type { BesideChain } from "../../shared/beside-chain.ts";
import { ChainGrid } from "./ChainGrid.tsx";
import { ChainHeader } from "./ChainHeader.tsx";
import { ExpiryStrip } from "./ExpiryStrip.tsx";
import { Notice } from "./Notice.tsx";
import css from "./OptionChain.module.css";
import { StatusLine } from "./StatusLine.tsx";
import { type ChainSearch, withoutDefaults } from "./search-params.ts";
import { loadSettings } from "./settings/load-settings.ts";
import type { Wish } from "./settings/wish.ts";
import { createChainState, ShownChain } from "./shown-chain.ts";
import { TEXTS } from "./texts.ts";
import { ChainToolbar, MORE } from "./toolbar/ChainToolbar.tsx";
import { type TellBeside, useBeside } from "./use-beside.ts";
import { useChosenChain } from "./use-chosen-chain.ts";
import { useChosen } from "./use-shown-view.ts";

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

const ManyChains = lazily(() => import("./many/ManyChains.tsx").then((m) => m.ManyChains));

interface Props {
  /** The address it stands at: the page, or the widget inside another app. */
  readonly from: "/option-chain" | "/widget/option-chain";
  /** What stands at the chain's foot; it comes after the chain. */
  readonly Beside?: ComponentType<BesideChain> | undefined;
}

/** One chain, or several where the address names them: not inside another app, which gives it the room for one. */
export function OptionChain({ from, Beside }: Props) {
  const { beside: others } = useSearch({ from });
  const [beside, tell] = useState<BesideChain | null>(null);
  return (
    <main className={css.page} data-fill="">
      {others === undefined || from !== "/option-chain" ? (
        <OneChain from={from} onBeside={tell} />
      ) : (
        <Suspense fallback={null}>
          <ManyChains from={from} onBeside={tell} />
        </Suspense>
      )}
      {/* The same of one and of many: trades that are built outlive a chain that comes or goes. */}
      {Beside && beside ? (
        <Suspense fallback={null}>
          <Beside {...beside} />
        </Suspense>
      ) : null}
    </main>
  );
}

interface OneProps extends Pick<Props, "from"> {
  readonly onBeside: TellBeside;
}

function OneChain({ from, onBeside }: OneProps) {
  const [state] = useState(createChainState);
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const { symbol, underlying, expiry, choice, shown, failed } = useChosenChain(search);
  const expiries = underlying?.expiries ?? [];
  const marks = useChosen()?.marks;

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

  const title = underlying
    ? TEXTS.documentTitleOf(exchangeOf(underlying), underlying.symbol)
    : TEXTS.documentTitle;
  useEffect(() => {
    document.title = title;
  }, [title]);

  // A link to an expiry that is gone, or was never this underlying's: the address says what is on screen.
  const isForeign = search.expiry !== undefined && expiry !== null && expiry.expiry !== search.expiry;
  useEffect(() => {
    if (!isForeign) return;
    void navigate({ search: ({ expiry: _, ...rest }) => rest, replace: true });
  }, [isForeign, navigate]);

  const { legs } = search;
  useBeside(
    onBeside,
    underlying && expiry && { desk: state, underlying, expiry: expiry.expiry, legs, ...(marks && { marks }) },
    { onLegs: (next) => change({ legs: next }), onSymbol: goTo },
  );

  return (
    <ShownChain value={state}>
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
            title={title}
            more={MORE}
            choice={choice}
            view={shown.view}
            asked={search.view}
            onView={(view) => change({ view })}
            expiries={expiries}
            onExpiry={(date) => change({ expiry: date })}
            {...(from === "/option-chain" && {
              onBeside: (chain: string) => void navigate({ search: (old) => ({ ...old, beside: chain }) }),
            })}
          />
        </Suspense>
      ) : null}
      <StatusLine choice={choice} underlying={underlying} failed={failed !== null} />
    </ShownChain>
  );
}
