import { Suspense, useEffect } from "react";
import { useSnapshot } from "valtio";
import { prepareContracts } from "../../analyzer/browser-edges.ts";
import { AnalyzerProvider, useAnalyzer, useAnalyzerState } from "../../analyzer/use-analyzer.tsx";
import { lazily } from "../../components/lazily.tsx";
import type { BesideChain, OtherChain } from "../../shared/beside-chain.ts";
import { PartBoundary } from "../../strategy/PartBoundary.tsx";
import { useChartDeals } from "../../strategy/use-chart-deals.ts";
import { analyze, closeModal, markAgain } from "./analyze-state.ts";
import { FootNotice } from "./FootNotice.tsx";
import { useAddress } from "./legs/use-address.ts";
import { usePresses } from "./legs/use-presses.ts";
import { useTags } from "./legs/use-tags.ts";
import { loadModal } from "./modal/load-modal.ts";
import { useModalKeys } from "./modal/use-modal-keys.ts";
import { Strip } from "./strip/Strip.tsx";
import { TEXTS } from "./texts.ts";

const AnalyzeModal = lazily(() => loadModal().then((m) => m.AnalyzeModal));

const NONE: readonly OtherChain[] = [];

interface TagsProps extends Omit<OtherChain, "id" | "expiry"> {
  readonly isReady: boolean;
  readonly inUnits: boolean;
}

/** The trades in the rows of one chain. */
function Tags({ desk, underlying, isReady, inUnits }: TagsProps) {
  useTags(desk, underlying, isReady, inUnits);
  return null;
}

function Desk({ id = 0, desk, underlying, legs, marks, others = NONE, onLegs, onSymbol }: BesideChain) {
  const analyzer = useAnalyzer();
  const { phase, instance, underlying: known, mayAnalyse } = useAnalyzerState();
  const { presses, isModalOpen, isUnmarked } = useSnapshot(analyze);
  const { symbol } = underlying;
  // Each underlying has trades of its own, which are there when the trader comes back to it.
  useEffect(() => analyzer.open(symbol, symbol), [analyzer, symbol]);
  const isReady = phase === "ready" && known?.symbol === symbol && instance?.underlying === symbol;
  useAddress({ symbol, isReady, legs, onLegs });
  usePresses(underlying, isReady, others);
  useChartDeals(symbol, isReady);
  useModalKeys(isReady && instance.legs.length > 0 && mayAnalyse === true);
  // The strip's picture stays while the window looks at tables.
  const hasCurve = instance?.strategyAnalyzerConfig.enablePayoffChart;
  useEffect(() => {
    if (hasCurve === false) analyzer.dispatch({ type: "set-config", config: { enablePayoffChart: true } });
  }, [analyzer, hasCurve]);
  const isWaiting = presses.length > 0 || (!isReady && legs !== undefined);
  const isShown = isWaiting || (isReady && instance.legs.length > 0);
  const marked = [{ id, desk, underlying }, ...others].filter((each) => each.underlying.symbol === symbol);
  return (
    <>
      {marked.map((each) => (
        <Tags key={each.id} {...each} isReady={isReady} inUnits={marks?.inUnits === true} />
      ))}
      {isShown && isUnmarked ? <FootNotice text={TEXTS.missing.marks} onAgain={markAgain} /> : null}
      {isShown ? <Strip symbol={symbol} isReady={isReady} isNamed={others.length > 0} /> : null}
      {isModalOpen ? (
        <PartBoundary notice={(again) => <FootNotice text={TEXTS.missing.modal} onAgain={again} />}>
          <Suspense fallback={null}>
            <AnalyzeModal symbol={symbol} onSymbol={onSymbol} onClose={closeModal} />
          </Suspense>
        </PartBoundary>
      ) : null}
    </>
  );
}

/** A pointer is on a row: by the time that it presses, what is listed is known. */
export const prepare = prepareContracts;

/** The trades that are built on the chain, with their analysis, for as long as the page is there. */
export function AnalyzeDesk(props: BesideChain) {
  return (
    <AnalyzerProvider namespace="optionChain">
      <Desk {...props} />
    </AnalyzerProvider>
  );
}
