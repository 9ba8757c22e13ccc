import { proxy } from "valtio";
import type { AnalyzerPerformance } from "./view.ts";

/** Counters of the analyzer that this tab opened last; null while none is open. For the performance panel, which loads no more than this. */
export const tabAnalyzer = proxy<{ performance: AnalyzerPerformance | null }>({ performance: null });
