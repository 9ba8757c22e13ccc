import { Suspense, useEffect, useId, useRef, useState } from "react";
import type { ExpirySummary, UnderlyingSummary } from "#workers/engine/api.ts";
import { lazily } from "../../../components/lazily.tsx";
import { ChainGrid } from "../ChainGrid.tsx";
import { Notice } from "../Notice.tsx";
import { PAGES } from "../StatusLine.tsx";
import type { ChainSearch } from "../search-params.ts";
import { Settled } from "../settled/Settled.tsx";
import { type ChainState, ShownChain } from "../shown-chain.ts";
import { TEXTS as PAGE } from "../texts.ts";
import { MORE } from "../toolbar/ChainToolbar.tsx";
import { type ChosenChain, useChosenChain } from "../use-chosen-chain.ts";
import css from "./ManyChains.module.css";
import { PaneHead } from "./PaneHead.tsx";
import { TEXTS } from "./texts.ts";

const ChainTools = lazily(() => import("../tools/ChainTools.tsx").then((m) => m.ChainTools));

/** A chain that is on screen: what it is of is known. */
export interface PaneShown extends ChosenChain {
  readonly underlying: UnderlyingSummary;
  readonly expiry: ExpirySummary;
}

interface Props {
  readonly state: ChainState;
  readonly search: ChainSearch;
  /** Of how many it is which, from 1. */
  readonly at: number;
  readonly of: number;
  /** Of all of them the only one on screen. */
  readonly isAlone: boolean;
  /** Keys and toolbar are this chain's. */
  readonly isActive: boolean;
  /** Of the tab, where no price stands in it. */
  readonly title: string;
  readonly onActivate: () => void;
  readonly onChosen: (chain: ChosenChain) => void;
  readonly onChange: (next: Pick<ChainSearch, "expiry" | "view">) => void;
  readonly onClose?: (() => void) | undefined;
  readonly onPop: () => void;
  readonly onBeside?: ((chain: string) => void) | undefined;
}

/** One of several chains: its line, its grid, and what is told of its cells. */
export function ChainPane({ state, search, at, of, isAlone, isActive, title, onChosen, ...on }: Props) {
  const chain = useChosenChain(search);
  const { symbol, underlying, expiry, choice, shown, failed } = chain;
  const own = useId();
  const pages = isAlone ? PAGES : own;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object is another each time, what it says is not
  useEffect(() => onChosen(chain), [symbol, underlying, expiry, choice, failed, shown.view, shown.builtIn]);
  const [pane, setPane] = useState<HTMLElement | null>(null);
  const activate = useRef(on.onActivate);
  activate.current = on.onActivate;
  useEffect(() => {
    if (pane === null) return;
    const into = (): void => activate.current();
    // Of the document, not of React: what others put over the rows is in the chain for who presses it.
    pane.addEventListener("pointerdown", into, { capture: true });
    pane.addEventListener("focusin", into);
    return () => {
      pane.removeEventListener("pointerdown", into, { capture: true });
      pane.removeEventListener("focusin", into);
    };
  }, [pane]);
  const goTo = (date: string): void => on.onChange({ expiry: date });
  return (
    <ShownChain value={state}>
      <section
        className={css.pane}
        data-active={isActive && !isAlone}
        aria-label={TEXTS.paneOf(symbol, at, of)}
        ref={setPane}
        data-testid="chain-pane"
      >
        <PaneHead
          chain={chain}
          onExpiry={goTo}
          onClose={of > 1 ? on.onClose : undefined}
          onPop={on.onPop}
          pages={isAlone ? undefined : own}
        />
        <Notice />
        <Settled choice={choice} underlying={underlying} expiry={expiry} onSelect={goTo} />
        <div className={css.grid}>
          <ChainGrid
            choice={choice}
            view={shown.builtIn}
            look={shown.look}
            size={shown.size}
            failed={failed}
            isCurrency={underlying?.kind === "currency"}
            listedStep={underlying?.strikeStep ?? 0}
            pages={pages}
          />
        </div>
        {underlying && choice ? (
          <Suspense fallback={null}>
            <ChainTools
              symbol={underlying.symbol}
              headings={PAGE.columns}
              title={title}
              more={MORE}
              choice={choice}
              view={shown.view}
              asked={search.view}
              onView={(view) => on.onChange({ view })}
              expiries={underlying.expiries}
              onExpiry={goTo}
              isActive={isActive}
              onBeside={on.onBeside}
            />
          </Suspense>
        ) : null}
      </section>
    </ShownChain>
  );
}
