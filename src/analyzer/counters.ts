import { ref } from "valtio";
import type { Clock } from "./edges.ts";
import { createPace } from "./pace.ts";
import { tabAnalyzer } from "./tab-performance.ts";
import { type AnalyzerPerformance, type AnalyzerView, NO_PERFORMANCE } from "./view.ts";

/** React is told with the answers; where there are none, in its own time. */
const PUBLISH_MS = 1_500;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Counts what is asked and answered. */
export interface Counters {
  asked(): void;
  answered(ms: number): void;
  dropped(): void;
  refused(): void;
  serverAsked(): void;
  serverAnswered(): void;
  /** @param difference of a summary computed again, null when it is the same; @param wasHeld its market streamed here too */
  verified(difference: string | null, wasHeld: boolean): void;
  /** Shows the figures of now. */
  publish(): void;
  dispose(): void;
}

export function createCounters(view: AnalyzerView, clock: Clock): Counters {
  const figures: Writable<AnalyzerPerformance> = { ...NO_PERFORMANCE };
  const pace = createPace(clock, publish);

  function publish(): void {
    const now = ref({ ...figures });
    view.performance = now;
    tabAnalyzer.performance = now;
  }

  publish();

  function count(name: Exclude<keyof AnalyzerPerformance, "lastMs" | "lastDifference">): void {
    figures[name]++;
    pace.call(PUBLISH_MS);
  }

  return {
    asked: () => count("questions"),
    answered(ms) {
      figures.lastMs = ms;
      count("answers");
    },
    dropped: () => count("dropped"),
    refused: () => count("refused"),
    serverAsked: () => count("serverQuestions"),
    serverAnswered: () => count("serverAnswers"),
    verified(difference, wasHeld) {
      count("verified");
      if (wasHeld) count("comparable");
      if (difference === null) return;
      figures.lastDifference = difference;
      count("differences");
    },
    publish: () => pace.call(0),
    dispose() {
      pace.cancel();
      if (tabAnalyzer.performance === view.performance) tabAnalyzer.performance = null;
    },
  };
}
