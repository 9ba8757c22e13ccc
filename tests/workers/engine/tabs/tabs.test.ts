import { MessageChannel } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { readChainFrame } from "#protocol/frames/chain-frame.ts";
import { portLike } from "#workers/engine/browser-edges.ts";
import { createEngineWorld, createFakePort, viewSpec } from "../../../support/engine/engine-world.ts";
import { openStream } from "../../../support/engine/stream-port.ts";
import { createChainStream, NIFTY } from "../../../support/market/chain-stream.ts";

describe("[LIVE-1] tabs of one engine", () => {
  test("fifty tabs make one connection and one subscription; the last one keeps being fed, then releases it", async () => {
    const world = createEngineWorld();
    const stream = createChainStream();
    const tabs = [];
    for (let i = 0; i < 50; i++) {
      const tab = await world.tab();
      tabs.push({ tab, view: await world.open(tab.id) });
    }
    world.relay.socket.open();
    await world.clock.run(20);
    expect(world.relay.sockets).toHaveLength(1);
    expect(world.relay.socket.sent.filter((m) => m.dataSource === "option-chain")).toHaveLength(1);
    world.relay.socket.say(stream.snapshot());
    for (const { tab } of tabs.slice(0, 49)) tab.die();
    await world.clock.run(100);
    expect(await world.engine.health()).toMatchObject({ tabs: 1, views: 1 });
    const { port } = tabs[49]!.view;
    port.credit();
    await world.clock.run(10);
    expect(port.state).toBe("live");
    expect(world.relay.socket.isClosed).toBe(false);
    tabs[49]!.tab.die();
    await world.clock.run(100);
    expect(world.relay.socket.isClosed).toBe(true);
    expect(await world.engine.health()).toMatchObject({ tabs: 0, views: 0, subscriptions: 0, state: "idle" });
    await world.clock.run(600_000);
    expect(world.relay.sockets).toHaveLength(1);
    expect(world.clock.pending).toBe(0);
  });

  test("a crashed tab's views, streams and subscriptions go with it at once", async () => {
    const world = createEngineWorld();
    const stay = await world.tab();
    const crash = await world.tab();
    world.relay.socket.open();
    await world.open(stay.id);
    const { port } = await world.open(crash.id, { expiry: "2026-12-01" });
    const bars = await openStream(world, crash.id, { kind: "bars", tokens: [NIFTY] });
    await world.clock.run(400);
    crash.die();
    await world.clock.run(30);
    const gone = world.relay.socket.sent.filter((m) => m.command === "unsubscribe").map((m) => m.uniqueId);
    expect(gone.sort()).toEqual(["b", "c.256265.2026-12-01"]);
    expect(port.isClosed).toBe(true);
    expect(bars.port.isClosed).toBe(true);
    expect(await world.engine.health()).toMatchObject({ tabs: 1, views: 1, subscriptions: 2 });
  });

  test("a new tab after the last one left connects again", async () => {
    const world = createEngineWorld();
    const first = await world.tab();
    first.die();
    await world.clock.run(10);
    await world.tab();
    expect(world.relay.sockets).toHaveLength(2);
  });

  test("the engine holds its lock before it answers, so that a tab that waits for it waits for its death", async () => {
    const world = createEngineWorld();
    const hello = await world.engine.hello({
      build: "b1",
      protocol: 1,
      lock: "tab:x",
      online: true,
      visible: true,
      ids: {},
    });
    expect(hello).toMatchObject({ ok: true, lock: "engine:b1:i1", shared: true });
    expect(world.locks.isHeld("engine:b1:i1")).toBe(true);
  });

  test("hello waits neither for WebAssembly nor for the network nor for storage", async () => {
    const world = createEngineWorld({ loadWasm: () => new Promise(() => {}) });
    world.store.fault = "hang";
    const tab = await world.tab();
    expect(tab.id).toBe(1);
    // WebAssembly that never comes is done without.
    const port = createFakePort();
    const opening = world.engine.openChain(tab.id, viewSpec(), port);
    await world.clock.run(5_000);
    expect((await opening).ok).toBe(true);
    expect((await world.engine.health()).decoder).toBe("typescript");
  });

  test("messages that come while WebAssembly compiles are not lost", async () => {
    let finish = (_: null): void => {};
    const world = createEngineWorld({ loadWasm: () => new Promise((resolve) => (finish = resolve)) });
    const stream = createChainStream();
    await world.tab();
    world.relay.socket.open();
    world.relay.socket.say(stream.ping());
    expect((await world.engine.health()).messages).toBe(0);
    finish(null);
    await world.clock.run(10);
    expect((await world.engine.health()).messages).toBe(1);
    expect((await world.engine.health()).marketTime).not.toBeNull();
  });

  test.each([
    ["another build", { build: "b0", protocol: 1 }],
    ["another protocol", { build: "b1", protocol: 0 }],
  ])("[LIVE-3] a tab of %s is told to reload and gets nothing", async (_, versions) => {
    const world = createEngineWorld();
    const answer = await world.engine.hello({
      ...versions,
      lock: "tab:old",
      online: true,
      visible: true,
      ids: {},
    });
    expect(answer).toEqual({ ok: false, code: "engine.build_mismatch", build: "b1" });
    expect(world.relay.sockets).toHaveLength(0);
    expect((await world.engine.health()).tabs).toBe(0);
  });

  test("a view of a tab that the engine does not know is refused and its port closed", async () => {
    const world = createEngineWorld();
    const port = createFakePort();
    expect(await world.engine.openChain(99, viewSpec(), port)).toMatchObject({
      ok: false,
      code: "engine.unavailable",
    });
    expect(port.isClosed).toBe(true);
  });
});

describe("ports of the platform", () => {
  test("frames cross a real MessagePort as transferred buffers, one a credit", async () => {
    const world = createEngineWorld();
    const stream = createChainStream();
    const tab = await world.tab();
    world.relay.socket.open();
    const { port1, port2 } = new MessageChannel();
    try {
      const outcome = await world.engine.openChain(
        tab.id,
        viewSpec(),
        portLike(port1 as unknown as MessagePort),
      );
      expect(outcome.ok).toBe(true);
      await world.clock.run(20);
      world.relay.socket.say(stream.snapshot());
      const received = new Promise<ArrayBuffer>((resolve) => port2.once("message", resolve));
      port2.postMessage(1);
      let buffer: ArrayBuffer | null = null;
      void received.then((value) => {
        buffer = value;
      });
      for (let i = 0; i < 100 && buffer === null; i++) {
        await new Promise((resolve) => setImmediate(resolve));
        await world.clock.run(10);
      }
      const frame = readChainFrame(await received);
      expect(frame.strikes).toHaveLength(21);
      expect(frame.values).toHaveLength(21 * 6);
    } finally {
      port1.close();
      port2.close();
    }
  });
});

describe("health", () => {
  test("is told at most as often as asked, to visible tabs only, and not at all when nothing changed", async () => {
    const world = createEngineWorld();
    const stream = createChainStream();
    const tab = await world.tab();
    world.relay.socket.open();
    const { port } = await openStream(world, tab.id, { kind: "health" });
    for (let i = 0; i < 10; i++) {
      world.relay.socket.say(stream.ping());
      stream.serverTime += 500;
      await world.clock.run(500);
    }
    expect(port.messages.length).toBeGreaterThanOrEqual(4);
    // One a second, and at once when the connection opened and the market's clock was known.
    expect(port.messages.length).toBeLessThanOrEqual(8);
    const health = port.data;
    expect(health).toMatchObject({ state: "live", feed: "live", error: false, tabs: 1, storage: "ready" });
    await world.engine.setVisible(tab.id, false);
    const { length } = port.messages;
    for (let i = 0; i < 10; i++) {
      world.relay.socket.say(stream.ping());
      await world.clock.run(500);
    }
    expect(port.messages).toHaveLength(length);
  });

  test("latency is what the newest ping has above the quickest, however wrong the clocks", async () => {
    const world = createEngineWorld();
    const stream = createChainStream();
    await world.tab();
    world.relay.socket.open();
    await world.clock.run(10);
    world.relay.socket.say(stream.ping());
    stream.serverTime += 2_000;
    await world.clock.run(2_000 + 40);
    world.relay.socket.say(stream.ping());
    expect((await world.engine.health()).latencyMs).toBe(40);
    stream.serverTime += 2_000;
    await world.clock.run(2_000 - 30);
    world.relay.socket.say(stream.ping());
    expect((await world.engine.health()).latencyMs).toBe(10);
  });
});
