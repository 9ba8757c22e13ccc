import { useEffect } from "react";
import { useSnapshot } from "valtio";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { analyze } from "../analyze-state.ts";
import css from "./GridActions.module.css";
import { buttonsEnd } from "./places.ts";

const SHOWN_MS = 1_600;

/** What came of the last press, beside where it was: "2 lots (130)". */
export function Feedback({ grid: { layout, rowHeight } }: { readonly grid: GridPlace }) {
  const { feedback } = useSnapshot(analyze);
  useEffect(() => {
    if (feedback === null) return;
    const timer = setTimeout(() => {
      analyze.feedback = null;
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [feedback]);
  return (
    <div role="status">
      {feedback === null ? null : (
        <span
          className={css.feedback}
          style={{
            top: feedback.row * rowHeight,
            left: buttonsEnd(layout, feedback.option),
            height: rowHeight - 1,
          }}
          data-side={feedback.action}
          data-testid="trade-feedback"
        >
          {feedback.text}
        </span>
      )}
    </div>
  );
}
