import { ChevronsDownUp, ChevronsUpDown, SquareArrowOutUpRight } from "lucide-react";
import { Suspense, useRef } from "react";
import { useSnapshot } from "valtio";
import type { AnalysisTab } from "#domain/strategy/analyzer/model.ts";
import { useOpenInBuilder } from "../../../analyzer/opening/use-open-in-builder.ts";
import { useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { FloatingWindow } from "../../../components/floating/FloatingWindow.tsx";
import { useIsSheet } from "../../../components/floating/use-is-sheet.ts";
import { HeaderButton } from "../../../components/floating/WindowHeader.tsx";
import { lazily } from "../../../components/lazily.tsx";
import { PartBoundary } from "../../../strategy/PartBoundary.tsx";
import { Standing } from "../../../strategy/Standing.tsx";
import { SummaryPanel } from "../../../strategy/summary/SummaryPanel.tsx";
import { ChartHeight } from "../../../strategy/tabs/chart-height.ts";
import { Warnings } from "../../../strategy/Warnings.tsx";
import { Gate } from "../strip/Gate.tsx";
import css from "./AnalyzeModal.module.css";
import { Instances } from "./Instances.tsx";
import { ModalLegs } from "./ModalLegs.tsx";
import { ModalNote } from "./ModalNote.tsx";
import { modal, SIZES, show } from "./modal-state.ts";
import { TEXTS } from "./texts.ts";
import { useChartHeight } from "./use-chart-height.ts";

const TABS: readonly AnalysisTab[] = ["payoffChart", "pnlTable", "greeksTable", "strategyChart"];
const AnalysisTabs = lazily(() =>
  import("../../../strategy/tabs/AnalysisTabs.tsx").then((m) => m.AnalysisTabs),
);

function Actions() {
  const { instance, mayAnalyse } = useAnalyzerState();
  const { isMinimized, form } = useSnapshot(modal);
  const open = useOpenInBuilder();
  const isExpanded = form === "expanded";
  return (
    <>
      {mayAnalyse === true && instance !== null && instance.legs.length > 0 ? (
        <HeaderButton
          label={TEXTS.builder}
          icon={SquareArrowOutUpRight}
          onPress={() => open(instance, { from: "option_chain_analyse_widget" })}
          testId="modal-builder"
        />
      ) : null}
      {isMinimized ? null : (
        <HeaderButton
          label={isExpanded ? TEXTS.shrink : TEXTS.expand}
          icon={isExpanded ? ChevronsDownUp : ChevronsUpDown}
          onPress={() => show(isExpanded ? "intermediate" : "expanded")}
          testId="modal-form"
        />
      )}
    </>
  );
}

function Charts() {
  const box = useRef<HTMLDivElement>(null);
  const height = useChartHeight(box);
  return (
    <div ref={box} className={css.main}>
      <ChartHeight value={height}>
        <PartBoundary>
          <Suspense fallback={null}>
            <AnalysisTabs only={TABS} />
          </Suspense>
        </PartBoundary>
      </ChartHeight>
    </div>
  );
}

/** Figures, charts and tables; without legs, or without the plan, what to do instead. */
function Analysis({ isExpanded }: { readonly isExpanded: boolean }) {
  const isSheet = useIsSheet();
  const { instance, mayAnalyse } = useAnalyzerState();
  if (mayAnalyse === false) {
    return (
      <div className={css.parts}>
        <div className={css.side}>
          <ModalLegs />
          <Gate />
        </div>
      </div>
    );
  }
  if (!instance?.legs.length) {
    return (
      <div className={css.empty} data-testid="modal-empty">
        <p className={css.emptyTitle}>{TEXTS.empty.title}</p>
        <p>{TEXTS.empty.next}</p>
      </div>
    );
  }
  return (
    <div className={css.parts} data-form={isExpanded ? "expanded" : "intermediate"}>
      {/* One under the other, the picture is what was asked for by the larger form. */}
      {isExpanded && isSheet ? <Charts /> : null}
      <div className={css.side}>
        <Standing />
        <Warnings are="grave" />
        <ModalLegs />
        <SummaryPanel />
        <Warnings are="minor" />
      </div>
      {isExpanded && !isSheet ? <Charts /> : null}
    </div>
  );
}

interface Props {
  /** The underlying whose chain is on screen. */
  readonly symbol: string;
  /** Shows another underlying's chain, with the strategy that is kept of it. */
  readonly onSymbol: (symbol: string) => void;
  readonly onClose: () => void;
}

/** The analysis of what is built on the chain, in a window over it (rules CHAIN-25 to CHAIN-32). */
export function AnalyzeModal({ symbol, onSymbol, onClose }: Props) {
  const { isMinimized, form } = useSnapshot(modal);
  const isExpanded = form === "expanded";
  return (
    <FloatingWindow
      id="analyze"
      title={TEXTS.title(symbol)}
      note={<ModalNote />}
      action={<Actions />}
      form={form}
      size={SIZES[form]}
      sheet={isExpanded ? "tall" : "half"}
      isMinimized={isMinimized}
      onMinimizedChange={(next) => show(next ? "minimized" : form)}
      onClose={onClose}
    >
      <div className={css.modal} data-testid="analyze-modal">
        <Instances symbol={symbol} onSymbol={onSymbol} />
        <Analysis isExpanded={isExpanded} />
      </div>
    </FloatingWindow>
  );
}
