import { useMemo } from "react";
import { useAnalyzer } from "../../analyzer/use-analyzer.tsx";
import type { DragEvents } from "../../components/analysis/types.ts";

/** What is moved by hand in the views, as actions of the analyzer. */
export function useDragEvents(): DragEvents {
  const { dispatch } = useAnalyzer();
  return useMemo(
    () => ({
      onDragStart: () => dispatch({ type: "begin-drag" }),
      onTargetPrice: (price) => dispatch({ type: "set-target-price", price }),
      onDragStrikes: (ids, by, mirror) => dispatch({ type: "drag-strikes", ids, by, mirror }),
      onDragEnd: () => dispatch({ type: "end-drag" }),
      onDragCancel: () => dispatch({ type: "cancel-drag" }),
      onTargetTime: (time) => dispatch({ type: "set-target-time", time }),
      onIvOffset: (points) => dispatch({ type: "set-iv-offset", points }),
    }),
    [dispatch],
  );
}
