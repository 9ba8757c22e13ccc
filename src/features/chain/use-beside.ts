import { useEffect, useRef } from "react";
import type { BesideChain } from "../../shared/beside-chain.ts";

type Acts = Pick<BesideChain, "onLegs" | "onSymbol">;

/** Told what is on screen, for what stands beside it. */
export type TellBeside = (beside: BesideChain) => void;

/** @param next null while it is looked up: what stands beside goes on with the chain before, and its trades */
export function useBeside(tell: TellBeside, next: Omit<BesideChain, keyof Acts> | null, acts: Acts): void {
  const latest = useRef(acts);
  latest.current = acts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object is another each time, what is in it is not
  useEffect(() => {
    if (next === null) return;
    tell({
      ...next,
      onLegs: (legs) => latest.current.onLegs(legs),
      onSymbol: (symbol) => latest.current.onSymbol(symbol),
    });
  }, [tell, next?.id, next?.desk, next?.underlying, next?.expiry, next?.legs, next?.marks, next?.others]);
}
