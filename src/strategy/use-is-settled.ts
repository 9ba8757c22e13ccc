import { useEffect, useState } from "react";
import type { AnalyzerView } from "../analyzer/analyzer.ts";
import { useAnalyzer, useAnalyzerFact } from "../analyzer/use-analyzer.tsx";
import { whenSeen } from "../browser/when-idle.ts";

/** A strategy whose figures do not come keeps what is beside them away no longer than this. */
const AT_MOST_MS = 5_000;

/** Whether figures of a strategy are on their way that never were on screen. */
const isAwaited = ({ instance, payload, mayAnalyse }: AnalyzerView): boolean =>
  payload === null && mayAnalyse !== false && instance?.legs.some(({ isSelected }) => isSelected) === true;

/**
 * Whether the first payoff is on screen, or there is none to wait for: parts of the page that no first payoff needs are loaded then.
 * Once true it stays so.
 */
export function useIsSettled(): boolean {
  const { state } = useAnalyzer();
  const [isSettled, setSettled] = useState(() => state.payload === null && !isAwaited(state));
  const isWaiting = useAnalyzerFact(isAwaited);
  useEffect(() => {
    if (isSettled) return;
    let isOver = false;
    const settle = (): void => {
      if (!isOver) setSettled(true);
    };
    if (!isWaiting) void whenSeen().then(settle);
    const timer = isWaiting ? setTimeout(settle, AT_MOST_MS) : undefined;
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isSettled, isWaiting]);
  return isSettled;
}
