import { useEffect, useState } from "react";
import type { LookWants } from "#workers/compute/api.ts";
import { useAnalyzer } from "../use-analyzer.tsx";
import { type LookTold, NOTHING_TOLD } from "./looks.ts";

/** What the tab's worker tells of the strategy on screen, for as long as this is on screen; null: nothing is wanted. */
export function useLook(wants: LookWants | null): LookTold {
  const analyzer = useAnalyzer();
  const [told, setTold] = useState(NOTHING_TOLD);
  const key = JSON.stringify(wants);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same wants are asked for once
  useEffect(() => {
    if (wants === null) {
      setTold(NOTHING_TOLD);
      return;
    }
    return analyzer.looks.watch(wants, setTold);
  }, [analyzer, key]);
  return told;
}
