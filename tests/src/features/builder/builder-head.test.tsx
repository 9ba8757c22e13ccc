// @vitest-environment happy-dom
/** What the head of the builder says of its price and of the market: late, stale, at rest, implied. */

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import { live } from "#src/live/live-state.ts";
import { session } from "#src/session/session-state.ts";
import { queries } from "#src/shared/answers/query-client.ts";
import { createWorld, payloadOf, type World } from "#tests/src/analyzer/world.ts";
import type { EngineHealth } from "#workers/engine/api.ts";

const call = vi.fn();
vi.mock("#src/api/site-api.ts", () => ({ api: { call } }));
vi.mock("#src/analyzer/browser-edges.ts", () => ({ browserEdges: () => ({}) }));
vi.mock("#src/strategy/use-is-settled.ts", () => ({ useIsSettled: () => true }));
const nothing = () => null;
vi.mock("#src/features/builder/quick-entry/QuickEntry.tsx", () => ({ QuickEntry: nothing }));
vi.mock("#src/features/builder/kept/KeepTools.tsx", () => ({ KeepTools: nothing }));
/** What the stats of the underlying say: its last real price. */
const STATS = { data: [{ spot: 24_000, spotPreviousClose: 23_900, stale: false }], isOld: false };
vi.mock("#src/live/streams.ts", () => ({
  streamOf: () => null,
  useStream: (_: unknown, select: (state: typeof STATS) => unknown) => select(STATS),
}));
const { AnalyzerProvider } = await import("#src/analyzer/use-analyzer.tsx");
const { BuilderHead } = await import("#src/features/builder/BuilderHead.tsx");

const OPEN = istInstant("2026-11-20", "11:00");
const AUCTION = istInstant("2026-11-20", "15:20");
const EVENING = istInstant("2026-11-20", "20:00");
/** What the engine says at a market time. */
const health = (marketTime: number) => ({ marketTime, feed: "live", simulated: false }) as EngineHealth;

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.createElement("div");
  document.body.append(host);
  root = createRoot(host);
  session.phase = "signed_in";
  session.profile = { delay_ms: 0 } as typeof session.profile;
  live.health = health(OPEN);
  call.mockReset();
  call.mockResolvedValue({ NFO: ["09:15", "15:40"] });
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  queries.clear();
  session.phase = "loading";
  session.profile = null;
  live.health = null;
  vi.unstubAllGlobals();
});

async function shown(world: World): Promise<string> {
  const create = () => world.analyzer;
  await act(async () =>
    root.render(
      <AnalyzerProvider namespace="builder" create={create}>
        <BuilderHead symbol="NIFTY" isReady />
      </AnalyzerProvider>,
    ),
  );
  return read();
}

/** Once what comes later has come. */
async function read(): Promise<string> {
  await act(async () => {
    await vi.dynamicImportSettled();
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
  return host.textContent;
}

async function withLegs(head: Parameters<World["worker"]["head"]>[0]): Promise<World> {
  const world = await createWorld();
  await shown(world);
  await act(async () => {
    world.buy(24_000);
    await world.worker.head(head);
    await world.clock.run(2_000);
  });
  return world;
}

describe("the market of the legs", () => {
  test("nothing is said of one that is live", async () => {
    await withLegs({});
    const text = await read();
    for (const tag of ["Stale", "Market closed", "implied", "Delayed"]) expect(text).not.toContain(tag);
  });

  test("is stale, and at rest; at rest it is not stale", async () => {
    const world = await withLegs({ state: "stale", isStale: true });
    expect(await read()).toContain("Stale");
    await act(async () => {
      await world.worker.head({ state: "closed", isStale: true, isClosed: true });
      await world.clock.run(2_000);
    });
    expect(await read()).toContain("Market closed");
    expect(host.textContent).not.toContain("Stale");
  });

  test("an implied price is said to be, and the last real one stands beside it", async () => {
    const world = await createWorld();
    world.worker.market = { spot: 24_100, isSpotImplied: true };
    await shown(world);
    await act(async () => {
      world.buy(24_000);
      await world.worker.head({ spot: 24_100, isSpotImplied: true, lastSpot: 24_010 });
      await world.clock.run(2_000);
    });
    expect(await read()).toContain("implied");
    expect(host.querySelector("[data-testid=builder-spot]")!.textContent).toMatch(
      /24,100\.00.*last 24,010\.00/,
    );
  });

  test("without a worker the last real price is that of the stats", async () => {
    const world = await createWorld({ hasWorker: false });
    world.server.instead = (path, body) =>
      path.endsWith("builder_v3")
        ? { payload: payloadOf(body as BuilderRequest, { spot: 24_100, isSpotImplied: true }) }
        : undefined;
    await shown(world);
    await act(async () => {
      world.buy(24_000);
      await world.clock.run(2_000);
    });
    expect(await read()).toMatch(/24,100\.00.*implied.*last 24,000\.00/);
  });

  test("is late for who is given it a minute late", async () => {
    session.profile = { delay_ms: 60_000 } as typeof session.profile;
    await withLegs({});
    expect(await read()).toContain("Delayed 1 min");
  });
});

describe("a page without legs", () => {
  test("says that the market is closed, by the calendar at the market's time, and opens no market for it", async () => {
    live.health = health(EVENING);
    const world = await createWorld();
    await shown(world);
    await vi.waitFor(async () => expect(await read()).toContain("Market closed"));
    expect(world.worker.specs).toEqual([]);
  });

  test("says in the closing auction that the price stands still", async () => {
    live.health = health(AUCTION);
    await shown(await createWorld());
    await vi.waitFor(async () => expect(await read()).toContain("Closing auction"));
    expect(host.textContent).not.toContain("implied");
  });

  test("says nothing of an open market, nor of one that never closes", async () => {
    await shown(await createWorld());
    await vi.waitFor(() => expect(call).toHaveBeenCalled());
    expect(await read()).not.toContain("Market closed");
    call.mockResolvedValue({ NFO: ["00:00", "24:00"], NSE: ["00:00", "24:00"] });
    queries.clear();
    live.health = health(EVENING);
    act(() => root.unmount());
    root = createRoot(host);
    call.mockClear();
    await shown(await createWorld());
    await vi.waitFor(() => expect(call).toHaveBeenCalled());
    expect(await read()).not.toContain("Market closed");
  });
});
