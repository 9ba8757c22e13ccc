// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import type { Analyzer } from "#src/analyzer/analyzer.ts";
import { tabAnalyzer } from "#src/analyzer/tab-performance.ts";
import { createWorld } from "./world.ts";

// A page's own world needs an engine and a worker.
vi.mock("#src/analyzer/browser-edges.ts", () => ({ browserEdges: () => ({}) }));
const { AnalyzerProvider, useAnalyzer, useAnalyzerState } = await import("#src/analyzer/use-analyzer.tsx");

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

afterEach(() => {
  document.body.replaceChildren();
});

let drawn = 0;
let seen: Analyzer | null = null;

function Legs() {
  seen = useAnalyzer();
  const { instance } = useAnalyzerState();
  drawn++;
  return <output>{instance?.legs.map(({ strike }) => strike).join(" ")}</output>;
}

test("a page has one analyzer for as long as it is shown, and is drawn again when what it reads has changed", async () => {
  const world = await createWorld();
  const create = () => world.analyzer;
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <AnalyzerProvider namespace="builder" create={create}>
        <Legs />
      </AnalyzerProvider>,
    ),
  );
  expect(seen).toBe(world.analyzer);
  expect(host.textContent).toBe("");
  await act(async () => world.buy(24_000));
  expect(host.textContent).toBe("24000");
  await act(async () => world.clock.run(1_000));
  const before = drawn;
  // Heads of the market change nothing that is read here, but prices of the legs once a second.
  await act(async () => {
    for (let i = 0; i < 5; i++) {
      await world.worker.head({ frame: i });
      await world.clock.run(100);
    }
  });
  expect(drawn - before).toBeLessThanOrEqual(1);
  expect(tabAnalyzer.performance).toMatchObject({ serverQuestions: 1 });
  await act(async () => root.unmount());
  expect(world.worker.isDisposed).toBe(true);
  expect(tabAnalyzer.performance).toBeNull();
});

test("outside of a page's analyzer there is none to be had", () => {
  const host = document.createElement("div");
  const root = createRoot(host, { onUncaughtError: () => {} });
  expect(() => act(() => root.render(<Legs />))).toThrow(/AnalyzerProvider/);
});
