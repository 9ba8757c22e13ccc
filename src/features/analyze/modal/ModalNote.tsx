import { UNKNOWN } from "#domain/format/number.ts";
import { useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { afterCharges } from "../../../strategy/net/after-charges.ts";
import { writtenFigure } from "../../../strategy/summary/figures.ts";
import css from "./AnalyzeModal.module.css";
import { TEXTS } from "./texts.ts";

/** Beside the title, and all that is left of a minimised window: how many legs, and what they make at the target. */
export function ModalNote() {
  const { instance, payload, charges, isStale } = useAnalyzerState();
  if (!instance?.legs.length) return null;
  const { value, tone } = writtenFigure("projected", {
    payload: payload === null ? null : afterCharges(payload),
    settings: instance.settings,
    margin: null,
    spans: instance.marginSpanData,
    charges,
    decimals: 2,
  });
  return (
    <>
      <span className={css.legs}>{TEXTS.legs(instance.legs.length)}</span>
      {value === UNKNOWN ? null : (
        <span
          className={css.pnl}
          data-tone={tone}
          data-old={isStale ? "" : undefined}
          data-testid="modal-pnl"
        >
          {TEXTS.atTarget(value)}
        </span>
      )}
    </>
  );
}
