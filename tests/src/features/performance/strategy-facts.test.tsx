import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { tabAnalyzer } from "#src/analyzer/tab-performance.ts";
import { type AnalyzerPerformance, NO_PERFORMANCE } from "#src/analyzer/view.ts";
import { StrategyFacts } from "#src/features/performance/StrategyFacts.tsx";

afterEach(() => {
  tabAnalyzer.performance = null;
});

function shown(performance: Partial<AnalyzerPerformance>): Record<string, string> {
  tabAnalyzer.performance = { ...NO_PERFORMANCE, ...performance };
  const html = renderToStaticMarkup(<StrategyFacts />);
  return Object.fromEntries(
    [...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)</g)].map(([, dt, dd]) => [dt, dd]),
  );
}

test("how many summaries were computed again, and of how many: what was left out is seen", () => {
  const facts = shown({ serverQuestions: 9, serverAnswers: 8, verified: 6, comparable: 5 });
  expect(facts).toMatchObject({ "Computed again": "6 of 8 (5)" });
});

test("where and how much the last difference was, beside their number", () => {
  expect(shown({})).toMatchObject({ Differences: "0", "Last difference": "--" });
  const facts = shown({ differences: 2, lastDifference: "greeks.gamma: 1.2e-7" });
  expect(facts).toMatchObject({ Differences: "2", "Last difference": "greeks.gamma: 1.2e-7" });
});

test("nothing where no strategy is worked on", () => {
  tabAnalyzer.performance = null;
  expect(renderToStaticMarkup(<StrategyFacts />)).toBe("");
});
