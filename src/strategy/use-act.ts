import { useCallback } from "react";
import type { BuilderAction } from "../analyzer/analyzer.ts";
import { useAnalyzer } from "../analyzer/use-analyzer.tsx";
import { showToast } from "../components/toast/toast.ts";

/** Does what one press asks for; where nothing can come of it, the trader is told why. */
export function useAct(): (action: BuilderAction) => void {
  const analyzer = useAnalyzer();
  return useCallback(
    (action) => {
      const why = analyzer.refusalOf(action);
      if (why === null) analyzer.dispatch(action);
      else showToast(why, { tone: "warning", atFoot: true });
    },
    [analyzer],
  );
}
