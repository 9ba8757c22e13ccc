import { SquareArrowOutUpRight, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useOpenInBuilder } from "../../../analyzer/opening/use-open-in-builder.ts";
import { useAnalyzer, useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { Button } from "../../../components/button/Button.tsx";
import { openModal } from "../analyze-state.ts";
import { loadModal } from "../modal/load-modal.ts";
import { TEXTS } from "../texts.ts";
import { Chips } from "./Chips.tsx";
import { Figures } from "./Figures.tsx";
import { Gate } from "./Gate.tsx";
import css from "./Strip.module.css";
import { useFoot } from "./use-foot.ts";

function AnalyzeButton() {
  return (
    <Button
      className={css.analyze}
      size="small"
      variant="primary"
      onPointerEnter={() => void loadModal().catch(() => {})}
      onClick={openModal}
      data-testid="strip-analyze"
    >
      {TEXTS.strip.analyze}
    </Button>
  );
}

/** On a phone they are what their pictures say. */
function Tools() {
  const { dispatch } = useAnalyzer();
  const { instance, mayAnalyse } = useAnalyzerState();
  const open = useOpenInBuilder();
  return (
    <div className={css.tools}>
      {mayAnalyse === true ? (
        <Button
          size="small"
          aria-label={TEXTS.strip.openInBuilder}
          title={TEXTS.strip.openInBuilder}
          onClick={() => {
            if (instance !== null) open(instance);
          }}
          data-testid="strip-builder"
        >
          <SquareArrowOutUpRight size={16} strokeWidth={1.5} aria-hidden="true" />
          <span>{TEXTS.strip.openInBuilder}</span>
        </Button>
      ) : null}
      <Button
        size="small"
        variant="quiet"
        aria-label={TEXTS.strip.clear}
        title={TEXTS.strip.clear}
        onClick={() => dispatch({ type: "clear-legs" })}
        data-testid="strip-clear"
      >
        <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
        <span>{TEXTS.strip.clear}</span>
      </Button>
    </div>
  );
}

interface Props {
  readonly symbol: string;
  readonly isReady: boolean;
  /** There are several chains on the page: whose trades they are is not seen by itself. */
  readonly isNamed: boolean;
}

/** At the foot of the chain: what was built on it, and what that wins, loses and costs (rules CHAIN-20 to CHAIN-24). */
export function Strip({ symbol, isReady, isNamed }: Props) {
  const analyzer = useAnalyzer();
  const { phase, failure, mayAnalyse } = useAnalyzerState();
  const isFailed = !isReady && phase === "failed";
  const strip = useRef<HTMLElement>(null);
  useFoot(strip);
  return (
    <section ref={strip} className={css.strip} aria-label={TEXTS.strip.name} data-testid="chain-strip">
      {isReady ? (
        <>
          <Chips name={isNamed ? symbol : null} />
          {mayAnalyse === true ? <AnalyzeButton /> : null}
          <Tools />
          <div className={css.body}>{mayAnalyse === false ? <Gate /> : <Figures />}</div>
        </>
      ) : isFailed ? (
        <div className={css.gate} role="alert">
          <p>{[TEXTS.strip.failed(symbol), failure].join(" ")}</p>
          <Button size="small" onClick={() => analyzer.retry()}>
            {TEXTS.strip.retry}
          </Button>
        </div>
      ) : (
        <p className={css.loading} role="status">
          {TEXTS.strip.loading}
        </p>
      )}
    </section>
  );
}
