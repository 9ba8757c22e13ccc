import { useCallback } from "react";
import { useAnalyzer } from "../../analyzer/use-analyzer.tsx";
import { isHeld, type LegFields } from "./leg-fields.ts";

/** Asked when something is typed, so that a row need not be told of every other. */
export function useIsTaken(): LegFields["isTaken"] {
  const analyzer = useAnalyzer();
  return useCallback(
    (id, token) => analyzer.instance()?.legs.some((each) => each.id !== id && isHeld(each, token)) === true,
    [analyzer],
  );
}
