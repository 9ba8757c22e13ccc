import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { subscribe, useSnapshot } from "valtio";
import type { Namespace } from "#domain/strategy/analyzer/model.ts";
import { type Analyzer, type AnalyzerView, createAnalyzer } from "./analyzer.ts";
import { browserEdges } from "./browser-edges.ts";

const Context = createContext<Analyzer | null>(null);

interface Props {
  readonly namespace: Namespace;
  /** Another one than the page's own, for a test. */
  readonly create?: () => Analyzer;
  readonly children: ReactNode;
}

/** One analyzer for what is inside, for as long as it is on the page. */
export function AnalyzerProvider({ namespace, create, children }: Props) {
  const [analyzer, setAnalyzer] = useState<Analyzer | null>(null);
  useEffect(() => {
    const made = create?.() ?? createAnalyzer({ namespace, edges: browserEdges() });
    setAnalyzer(made);
    return () => {
      setAnalyzer(null);
      made.dispose();
    };
  }, [namespace, create]);
  return analyzer === null ? null : <Context value={analyzer}>{children}</Context>;
}

/** The analyzer of the page: to dispatch to, and to hear answers that are painted without React. */
export function useAnalyzer(): Analyzer {
  const analyzer = useContext(Context);
  if (analyzer === null) throw new Error("useAnalyzer is for what stands inside an AnalyzerProvider");
  return analyzer;
}

/** What the analyzer shows; a component is drawn again when what it reads of it changes. */
export function useAnalyzerState(): AnalyzerView {
  // Snapshots are read-only; the values in them are refs, which a snapshot leaves as they are.
  return useSnapshot(useAnalyzer().state) as AnalyzerView;
}

/**
 * One fact of what the analyzer shows: a component that needs no more of it is left alone while the rest changes, as it does ten times a
 * second under a drag.
 * @param select answers the same value (by Object.is) while the fact is the same
 */
export function useAnalyzerFact<T>(select: (view: AnalyzerView) => T): T {
  const { state } = useAnalyzer();
  const hear = useCallback((changed: () => void) => subscribe(state, changed), [state]);
  return useSyncExternalStore(hear, () => select(state));
}
