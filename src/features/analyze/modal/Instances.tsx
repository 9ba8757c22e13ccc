import { useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import css from "./AnalyzeModal.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly symbol: string;
  readonly onSymbol: (symbol: string) => void;
}

/** The strategies of the chains that were worked on, five at most (rule CHAIN-29); they keep their places while they are gone through. */
export function Instances({ symbol, onSymbol }: Props) {
  const { instances } = useAnalyzerState();
  const shown = instances
    .filter(({ underlying, legs }) => legs > 0 || underlying === symbol)
    .toSorted((a, b) => a.underlying.localeCompare(b.underlying));
  if (shown.length < 2) return null;
  return (
    <div className={css.instances} role="group" aria-label={TEXTS.instances}>
      {shown.map(({ instanceId, underlying, legs }) => (
        <button
          key={instanceId}
          type="button"
          className={css.instance}
          aria-current={underlying === symbol ? "true" : undefined}
          aria-label={TEXTS.instance(underlying, TEXTS.legs(legs))}
          onClick={() => onSymbol(underlying)}
          data-testid="modal-instance"
        >
          {underlying}
          <span className={css.count}>{legs}</span>
        </button>
      ))}
    </div>
  );
}
