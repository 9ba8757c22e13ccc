import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { loadActions } from "#domain/strategy/analyzer/opening.ts";
import { useAnalyzer } from "../use-analyzer.tsx";
import { handed, takeHanded } from "./handed.ts";

/** The builder shows what was handed to it, once the instruments of its underlying are there. */
export function useHanded(underlying: string, isReady: boolean): void {
  const analyzer = useAnalyzer();
  const { next } = useSnapshot(handed);
  useEffect(() => {
    const instance = analyzer.instance();
    if (next === null || !isReady || instance?.underlying !== underlying) return;
    const taken = takeHanded(underlying);
    if (taken === null) return;
    analyzer.adoptSettings({});
    for (const action of loadActions(taken.opening, instance, taken)) analyzer.dispatch(action);
  }, [analyzer, next, underlying, isReady]);
}
