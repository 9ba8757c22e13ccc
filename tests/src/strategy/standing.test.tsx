// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWorld, VISITOR, type World } from "#tests/src/analyzer/world.ts";

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

/** A strategy that the server does not answer, at another target than before. */
async function unanswered(world: World, price: number): Promise<void> {
  const { analyzer, clock, server } = world;
  server.instead = (path) => (path.endsWith("builder_v3") ? new Error("The line is cut.") : undefined);
  await act(async () => {
    analyzer.dispatch({ type: "set-target-price", price });
    await clock.run(1_000);
  });
}

const told = (): string => host.querySelector('[data-testid="standing"]')?.textContent ?? "";

test("a server that fails is said with whose figures are shown, and Retry asks it again", async () => {
  const world = await createWorld({ hasWorker: false });
  const { clock, server } = world;
  await shown(world);
  await act(async () => {
    world.buy(24_000);
    await clock.run(1_000);
  });
  expect(told()).toBe("");
  await unanswered(world, 24_500);
  // What was answered before is the server's own: nothing is said of the browser's.
  expect(told()).not.toBe("");
  expect(told()).not.toContain("computed in your browser");
  expect(host.querySelector('[role="status"]')).not.toBeNull();
  server.instead = null;
  await act(async () => {
    [...host.querySelectorAll("button")].find(({ textContent }) => textContent === "Retry")!.click();
    await clock.run(1_000);
  });
  expect(told()).toBe("");
});

test("before any figures it says that there are none", async () => {
  const world = await createWorld({ hasWorker: false });
  await shown(world);
  world.server.instead = (path) => (path.endsWith("builder_v3") ? new Error("The line is cut.") : undefined);
  await act(async () => {
    world.buy(24_000);
    await world.clock.run(1_000);
  });
  expect(world.state.payload).toBeNull();
  expect(told()).toContain("No figures yet.");
});

test("a market that is refused is said with its reason, and no button pretends to help", async () => {
  const world = await createWorld();
  await shown(world);
  await act(async () => {
    world.buy(24_000);
    await world.clock.run(1_000);
    world.worker.refuseMarket({ code: "access.denied", message: "Prices are not of your plan." });
    await world.clock.run(100);
  });
  expect(host.textContent).toBe("No live prices here: Prices are not of your plan.");
  expect(host.querySelector("button")).toBeNull();
});

test("who may not have strategies analysed is told to log in", async () => {
  const world = await createWorld({ caller: VISITOR });
  await shown(world);
  await act(async () => {
    await world.clock.run(1_000);
  });
  expect(world.state.mayAnalyse).toBe(false);
  expect(host.textContent).toBe("Log in to have strategies analysed.");
});
