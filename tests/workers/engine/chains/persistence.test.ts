import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FRAME_FULL } from "#protocol/frames/chain-frame.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import { parseStoredChain } from "#workers/engine/chains/engine-store.ts";
import {
  createEngineWorld,
  createFakeStore,
  type EngineWorld,
  type FakePort,
  type FakeStore,
  IDS,
  jsonResponse,
} from "../../../support/engine/engine-world.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { createChainStream, MARKET_TIME } from "../../../support/market/chain-stream.ts";
import { metacacheBody } from "../../../support/market/metacache-body.ts";

const METACACHE_PATH = "/v1/compute/cache/instrument_metacache/1";

/** A session that saw a chain for a while and ended. */
async function stored(store: FakeStore = createFakeStore()): Promise<FakeStore> {
  const world = createEngineWorld({ store });
  world.routes.set(METACACHE_PATH, () => jsonResponse(metacacheBody(), '"e1"'));
  const stream = createChainStream();
  const tab = await world.tab();
  world.relay.socket.open();
  const { port } = await world.open(tab.id);
  await world.clock.run(20);
  world.relay.socket.say(stream.snapshot());
  port.credit();
  await world.clock.run(3_000);
  return store;
}

/** A new session, with no network. */
async function reload(store: FakeStore): Promise<{ world: EngineWorld; port: FakePort; tabId: number }> {
  const world = createEngineWorld({ store, clock: createFakeClock(MARKET_TIME + 3_600_000) });
  world.routes.set(METACACHE_PATH, () => new Promise(() => {}));
  const tab = await world.tab();
  const { port } = await world.open(tab.id);
  port.credit();
  await world.clock.run(5);
  return { world, port, tabId: tab.id };
}

describe("[LIVE-2] a reload", () => {
  test("reads the list that an older program kept, which says nothing of its futures' kinds", async () => {
    const store = await stored();
    const record = store.map.get("metacache") as { body: MetacacheBody };
    const { type: _, ...futures } = record.body.futures;
    store.map.set("metacache", { ...record, body: { ...record.body, futures } });
    const { world } = await reload(store);
    expect(await world.engine.underlying("NIFTY")).toMatchObject({ ok: true });
    expect(await world.engine.findContracts("nifty fut monthly")).toMatchObject({
      value: { found: [{ underlying: "NIFTY", expiry: "2026-11-24", kind: "FUT" }] },
    });
    expect((await world.engine.health()).metacache.etag).toBe("e1");
  });

  test("shows the last known chain at once, whole, marked stale and with its age, before the network answers", async () => {
    const { port, world } = await reload(await stored());
    const stream = createChainStream();
    expect(port.frames).toHaveLength(1);
    expect(port.head("kind")).toBe(FRAME_FULL);
    expect(port.state).toBe("stale");
    expect(port.head("asOf")).toBe(MARKET_TIME);
    expect(port.head("spot")).toBe(stream.root.spot);
    expect(port.cell(24_050, "call.ltp")).toBe(stream.rows[41]!.call.lastPrice / 100);
    expect(port.cell(24_050, "iv")).toBeGreaterThan(10);
    expect(port.head("discount")).toBe(stream.root.discount);
    expect(world.relay.socket.sent).toHaveLength(0);
  });

  test("the network then replaces it, whatever its clock and sequence", async () => {
    const { port, world } = await reload(await stored());
    const stream = createChainStream();
    stream.epoch = 3;
    stream.sequence = 1;
    stream.serverTime = 1_000;
    stream.rows[41]!.call.oi = 4_321;
    world.relay.socket.open();
    await world.clock.run(100);
    world.relay.socket.say(stream.snapshot());
    port.credit();
    await world.clock.run(100);
    expect(port.state).toBe("live");
    expect(port.cell(24_050, "call.oi")).toBe(4_321);
    expect(port.head("serverTime")).toBe(1_000);
  });

  test("instruments are there before the network, with their etag", async () => {
    const { world } = await reload(await stored());
    const found = await world.engine.underlyings();
    expect(found).toMatchObject({ ok: true, value: [{ symbol: "NIFTY" }] });
    expect((await world.engine.health()).metacache.etag).toBe("e1");
    const request = world.requests.find(({ url }) => url.endsWith(METACACHE_PATH));
    expect(request?.init.headers).toEqual({ ...IDS, "if-none-match": '"e1"' });
  });

  test("how far the market is ahead of the device is told and kept with the list, and nothing is made up where it is not known", async () => {
    const store = createFakeStore();
    const first = createEngineWorld({ store });
    const more = { "x-market-time": String(first.clock.now() - 86_400_000) };
    first.routes.set(METACACHE_PATH, () => jsonResponse(metacacheBody(), '"e1"', 200, more));
    await first.tab();
    await first.clock.run(100);
    const known = { ok: true, value: { marketAhead: -86_400_000 } };
    expect(await first.engine.underlying("NIFTY")).toMatchObject(known);
    const { world } = await reload(store);
    expect(await world.engine.underlying("NIFTY")).toMatchObject(known);
    const { world: untold } = await reload(await stored());
    expect(await untold.engine.underlying("NIFTY")).toMatchObject({ value: { marketAhead: Number.NaN } });
  });

  test("a list that still stands brings the market's time as well: the device's clock may have been set anew", async () => {
    const store = createFakeStore();
    let ahead = -86_400_000;
    const answer = (world: EngineWorld, status: number) => () =>
      jsonResponse(metacacheBody(), '"e1"', status, { "x-market-time": String(world.clock.now() + ahead) });
    const first = createEngineWorld({ store });
    first.routes.set(METACACHE_PATH, answer(first, 200));
    await first.tab();
    await first.clock.run(100);
    for (const said of [3_600_000, 7_200_000]) {
      ahead = said;
      const next = createEngineWorld({ store });
      next.routes.set(METACACHE_PATH, answer(next, said === 3_600_000 ? 304 : 200));
      await next.tab();
      await next.clock.run(100);
      expect(await next.engine.underlying("NIFTY")).toMatchObject({ value: { marketAhead: said } });
    }
    const { world: kept } = await reload(store);
    expect(await kept.engine.underlying("NIFTY")).toMatchObject({ value: { marketAhead: 7_200_000 } });
  });

  test("another expiry than the stored one starts empty", async () => {
    const { world, tabId } = await reload(await stored());
    const { port } = await world.open(tabId, { expiry: "2026-12-01" });
    port.credit();
    await world.clock.run(5);
    expect(port.head("rows")).toBe(0);
    expect(port.state).toBe("loading");
  });
});

describe("storage that fails", () => {
  test.each(["reject", "full", "hang"] as const)(
    "%s: the chain lives from the network alone",
    async (fault) => {
      const store = createFakeStore();
      store.fault = fault;
      const world = createEngineWorld({ store });
      world.routes.set(METACACHE_PATH, () => jsonResponse(metacacheBody(), '"e1"'));
      const stream = createChainStream();
      const tab = await world.tab();
      world.relay.socket.open();
      const { port } = await world.open(tab.id);
      port.credit();
      await world.clock.run(20);
      world.relay.socket.say(stream.snapshot());
      for (let i = 0; i < 20; i++) {
        world.relay.socket.say(stream.ping());
        stream.rows[41]!.call.oi = 100 + i;
        world.relay.socket.say(stream.delta([41]));
        port.credit();
        await world.clock.run(1_000);
      }
      expect(port.state).toBe("live");
      expect(port.cell(24_050, "call.oi")).toBe(119);
      expect((await world.engine.underlyings()).ok).toBe(true);
      expect((await world.engine.health()).storage).toBe(fault === "hang" ? "ready" : "unavailable");
    },
  );

  test("storage that heals is used again", async () => {
    const store = createFakeStore();
    store.fault = "full";
    const world = createEngineWorld({ store });
    const stream = createChainStream();
    const tab = await world.tab();
    world.relay.socket.open();
    await world.open(tab.id);
    await world.clock.run(20);
    world.relay.socket.say(stream.snapshot());
    await world.clock.run(3_000);
    store.fault = "none";
    world.relay.socket.say(stream.delta([40]));
    await world.clock.run(16_000);
    expect([...store.map.keys()]).toContain("chain:256265.20261124");
    expect((await world.engine.health()).storage).toBe("ready");
  });

  test("anything in the record but the record is dropped, and nothing breaks", async () => {
    const good = (await stored()).map.get("chain:256265.20261124") as Record<string, unknown>;
    expect(parseStoredChain(good, "256265.20261124")).not.toBeNull();
    expect(parseStoredChain(good, "256265.20261201")).toBeNull();
    const rows = good.rows as Float64Array;
    const root = good.root as Float64Array;
    const broken: unknown[] = [
      null,
      7,
      "text",
      [],
      {},
      { ...good, version: 0 },
      { ...good, savedAt: "now" },
      { ...good, rows: [...rows] },
      { ...good, rows: rows.slice(0, rows.length - 1) },
      { ...good, rows: new Float64Array(0) },
      { ...good, rows: rows.slice().reverse() },
      { ...good, root: root.slice(1) },
      { ...good, root: root.slice().fill(Number.NaN) },
      { ...good, root: undefined },
    ];
    for (const record of broken) {
      expect(parseStoredChain(record, "256265.20261124")).toBeNull();
      const store = createFakeStore([
        ["chain:256265.20261124", record],
        ["metacache", record],
      ]);
      const { port } = await reload(store);
      expect(port.state).toBe("loading");
      expect(store.map.has("chain:256265.20261124")).toBe(false);
      expect(store.map.has("metacache")).toBe(false);
    }
  });

  test("random values never pass for a record", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseStoredChain(value, "256265.20261124")).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  test("the oldest chains go when there are many", async () => {
    const good = (await stored()).map.get("chain:256265.20261124") as { savedAt: number };
    const entries = Array.from({ length: 40 }, (_, i): [string, unknown] => [
      `chain:${i}.20261124`,
      { ...good, savedAt: good.savedAt - i },
    ]);
    const store = createFakeStore([["chain:256265.20261124", good], ...entries]);
    const world = createEngineWorld({ store });
    await world.tab();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const left = [...store.map.keys()].filter((key) => key.startsWith("chain:"));
    expect(left).toHaveLength(32);
    expect(left).toContain("chain:256265.20261124");
  });
});

describe("IndexedDB", () => {
  test("keeps a chain through idb-keyval, and its absence is survived", async () => {
    const scope = globalThis as { indexedDB?: IDBFactory };
    const { browserStore } = await import("#workers/engine/browser-edges.ts");
    const store = browserStore();
    await expect(store.get("a")).rejects.toThrow();
    scope.indexedDB = new IDBFactory();
    const record = { version: 1, rows: Float64Array.of(1, Number.NaN) };
    await store.set("a", record);
    expect(await store.get("a")).toEqual(record);
    expect(await store.keys()).toEqual(["a"]);
    await store.delete("a");
    expect(await store.get("a")).toBeUndefined();
    delete scope.indexedDB;
  });
});
