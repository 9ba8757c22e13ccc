import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { useHanded } from "../../analyzer/opening/use-handed.ts";
import { AnalyzerProvider, useAnalyzer, useAnalyzerFact } from "../../analyzer/use-analyzer.tsx";
import { whenSeen } from "../../browser/when-idle.ts";
import { Button } from "../../components/button/Button.tsx";
import { lazily } from "../../components/lazily.tsx";
import { optional } from "../../components/optional.ts";
import { useAddress } from "../../shared/page/use-address.ts";
import { PartBoundary } from "../../strategy/PartBoundary.tsx";
import { Standing } from "../../strategy/Standing.tsx";
import { SummaryPanel } from "../../strategy/summary/SummaryPanel.tsx";
import { AnalysisTabs } from "../../strategy/tabs/AnalysisTabs.tsx";
import { Warnings } from "../../strategy/Warnings.tsx";
import css from "./Builder.module.css";
import { BuilderHead } from "./BuilderHead.tsx";
import { KeptStrip } from "./kept/KeptStrip.tsx";
import { createKeeping, KeepingContext, useKeeping } from "./kept/keeping.ts";
import { Legs } from "./legs/Legs.tsx";
import { StrategyLoader } from "./loader/StrategyLoader.tsx";
import { type Opening, useOpening } from "./opening/use-opening.ts";
import { createPanel, Panel, usePanel } from "./panel-state.ts";
import { type BuilderSearch, parseBuilderSearch } from "./search-params.ts";
import { TEXTS } from "./texts.ts";
import { useBuilderKeys } from "./use-builder-keys.ts";

const NotOpened = lazily(() => import("./opening/NotOpened.tsx").then((m) => m.NotOpened));
/** What is asked after the payoff comes after it. */
const MoreTabs = optional(() =>
  whenSeen()
    .then(() => import("../../strategy/more/MoreTabs.tsx"))
    .then((m) => m.MoreTabs),
);
const LegPicker = lazily(() => import("./picker/LegPicker.tsx").then((m) => m.LegPicker));

function Workbench() {
  const panel = usePanel();
  const { isPickerOpen } = useSnapshot(panel);
  return (
    <div className={css.workbench}>
      <div className={css.build}>
        <Legs />
        {isPickerOpen ? (
          <PartBoundary>
            <Suspense fallback={<div className={css.pickerRoom} />}>
              <LegPicker />
            </Suspense>
          </PartBoundary>
        ) : null}
        <StrategyLoader />
      </div>
      <div className={css.analyse}>
        <div className={css.notices}>
          <Standing />
          <KeptStrip />
          <Warnings are="grave" />
        </div>
        <SummaryPanel />
        <AnalysisTabs />
        <Warnings are="minor" />
      </div>
      <Suspense fallback={null}>
        <div className={css.more}>
          <MoreTabs />
        </div>
      </Suspense>
    </div>
  );
}

function Failure({ symbol }: { readonly symbol: string }) {
  const analyzer = useAnalyzer();
  const failure = useAnalyzerFact((view) => view.failure);
  return (
    <div className={css.failure} role="alert">
      <h2>{TEXTS.failed.title(symbol)}</h2>
      <p>{failure}</p>
      <p>{TEXTS.failed.next}</p>
      <Button onClick={() => analyzer.retry()}>{TEXTS.failed.retry}</Button>
    </div>
  );
}

/** The strategy is put in place once, when what it is of is there. */
function useBegin(opening: Opening, isReady: boolean): boolean {
  const analyzer = useAnalyzer();
  const keeping = useKeeping();
  const [begun, setBegun] = useState<unknown>(null);
  const begin = opening.status === "there" ? opening.begin : null;
  useLayoutEffect(() => {
    if (begin === null || !isReady || begun === begin) return;
    begin(analyzer, keeping);
    setBegun(() => begin);
  }, [begin, isReady, begun, analyzer, keeping]);
  return opening.status === "there" && (begin === null || begun === begin);
}

function Content({ search }: { readonly search: BuilderSearch }) {
  const analyzer = useAnalyzer();
  const keeping = useKeeping();
  const opening = useOpening(search, keeping);
  const symbol = opening.status === "there" ? opening.symbol : null;
  useBuilderKeys();
  useEffect(() => {
    if (symbol !== null) analyzer.open(symbol);
  }, [analyzer, symbol]);
  useEffect(() => {
    document.title = TEXTS.documentTitle(symbol ?? search.symbol);
  }, [symbol, search.symbol]);
  // Facts alone: all of the page is drawn with what is read here.
  const phase = useAnalyzerFact((view) => view.phase);
  const isThere = useAnalyzerFact(
    ({ underlying, instance }) =>
      phase === "ready" && underlying?.symbol === symbol && instance?.underlying === symbol,
  );
  useHanded(symbol ?? "", isThere);
  const isReady = useBegin(opening, isThere) && isThere;
  if (opening.status === "failed") {
    return (
      <Suspense fallback={<main className={css.page} />}>
        <NotOpened failure={opening.failure} onRetry={opening.retry} />
      </Suspense>
    );
  }
  const isFailed = !isReady && phase === "failed" && symbol !== null;
  return (
    <main className={css.page}>
      <h1 className="visually-hidden">{TEXTS.title(symbol ?? search.symbol)}</h1>
      {symbol === null ? null : <BuilderHead symbol={symbol} isReady={isReady} />}
      {isReady ? <Workbench /> : null}
      {isFailed ? <Failure symbol={symbol} /> : null}
      {isReady || isFailed ? null : (
        <p className={css.loading} role="status">
          {symbol === null ? TEXTS.opening : TEXTS.loading(symbol)}
        </p>
      )}
    </main>
  );
}

interface Props {
  readonly search: BuilderSearch;
  /** Under the page, and of the same strategy. */
  readonly children?: ReactNode;
}

export function Builder({ search, children }: Props) {
  const [panel] = useState(createPanel);
  const [keeping] = useState(createKeeping);
  return (
    <AnalyzerProvider namespace="builder">
      <Panel value={panel}>
        <KeepingContext value={keeping}>
          <Content search={search} />
          {children}
        </KeepingContext>
      </Panel>
    </AnalyzerProvider>
  );
}

export function BuilderPage() {
  return <Builder search={useAddress(parseBuilderSearch)} />;
}
