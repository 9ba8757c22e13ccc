// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWorld, type World } from "#tests/src/analyzer/world.ts";

// A page's own world needs an engine and a worker.
vi.mock("#src/analyzer/browser-edges.ts", () => ({ browserEdges: () => ({}) }));
const { AnalyzerProvider } = await import("#src/analyzer/use-analyzer.tsx");
const { Standing } = await import("#src/strategy/Standing.tsx");

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.createElement("div");
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function shown(world: World): Promise<void> {
  const create = () => world.analyzer;
  await act(async () =>
    root.render(
      <AnalyzerProvider namespace="builder" create={create}>
        <Standing />
      </AnalyzerProvider>,
    ),
  );
}

test("a worker that broke is said, and started again by a press", async () => {
  const world = await createWorld();
  const { analyzer, worker, clock } = world;
  await shown(world);
  await act(async () => {
    world.buy(24_000);
    await clock.run(1_000);
  });
  expect(host.textContent).toBe("");
  await act(async () => {
    worker.isBroken = true;
    analyzer.dispatch({ type: "set-target-price", price: 24_500 });
    await clock.run(1_000);
  });
  expect(host.textContent).toContain("Your browser no longer computes the figures itself");
  await act(async () => {
    worker.isBroken = false;
    host.querySelector("button")!.click();
    await clock.run(1_000);
  });
  expect(host.textContent).toBe("");
  expect(world.startedWorkers()).toBe(2);
  await act(async () => {
    worker.isBroken = true;
    analyzer.dispatch({ type: "set-target-price", price: 24_600 });
    await clock.run(1_000);
    analyzer.dispatch({ type: "clear-legs" });
    await clock.run(1_000);
  });
  expect(host.textContent).toBe("");
});

test("a browser that has no workers is told nothing: the server answers", async () => {
  const world = await createWorld({ hasWorker: false });
  await shown(world);
  await act(async () => {
    world.buy(24_000);
    await world.clock.run(1_000);
  });
  expect(world.state.payloadSource).toBe("server");
  expect(host.textContent).toBe("");
});
