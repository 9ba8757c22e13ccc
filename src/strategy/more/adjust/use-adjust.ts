import { useEffect, useState } from "react";
import type { AdjustOutcome } from "#workers/compute/api.ts";
import type { AdjustWanted } from "../../../analyzer/adjusting.ts";
import { useAnalyzer, useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";

interface Answered {
  readonly outcome: AdjustOutcome;
  readonly revision: number;
  readonly wanted: AdjustWanted;
}

export interface AdjustStanding {
  /** null before the first answer. */
  readonly outcome: AdjustOutcome | null;
  /** It is of what was asked before: shown dimmed, and nothing of it is applied. */
  readonly isOld: boolean;
}

/**
 * Asks with every change of the strategy or of what is wanted, and with every frame of the market; the newest answer counts.
 * @param wanted the same object for as long as the same is wanted
 * @param isSeen what is not looked at is not computed
 */
export function useAdjust(wanted: AdjustWanted, isSeen: boolean): AdjustStanding {
  const analyzer = useAnalyzer();
  const { instance, market, local } = useAnalyzerState();
  const [answered, take] = useState<Answered | null>(null);
  const revision = instance?.revision ?? 0;
  const frame = market?.frame;
  const isDragged = instance?.dragFrom != null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another frame, or another worker, has another answer
  useEffect(() => {
    if (isDragged || !isSeen) return;
    let isWanted = true;
    const failed = (error: unknown): AdjustOutcome => ({
      ok: false,
      refusal: { code: "prices.failed", message: String(error), details: {} },
    });
    void analyzer
      .adjust(wanted)
      .catch(failed)
      .then((outcome) => {
        if (isWanted && outcome !== null) take({ outcome, revision, wanted });
      });
    return () => {
      isWanted = false;
    };
  }, [analyzer, wanted, revision, frame, local, isDragged, isSeen]);

  return {
    outcome: answered?.outcome ?? null,
    isOld: answered !== null && (answered.revision !== revision || answered.wanted !== wanted || isDragged),
  };
}
