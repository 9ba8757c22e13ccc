import { describe, expect, test } from "vitest";
import { encodeScreener, encodeStats } from "#protocol/wire/codec.ts";
import type { StreamSpec } from "#workers/engine/api.ts";
import { createEngineWorld, type EngineWorld } from "../../../support/engine/engine-world.ts";
import { createStreamPort, openStream } from "../../../support/engine/stream-port.ts";
import { createRandom, SCREENER_ROW, STATS_ROOT, statsRow } from "../../../support/relay/wire-samples.ts";

const NIFTY = 256265;
const STAMP = { epoch: 7, sequence: 1, serverTime: 1_795_000_000_000 };
const stats = (spot: number): Uint8Array =>
  encodeStats({ ...STATS_ROOT, spot }, [statsRow(createRandom(1))], STAMP);

async function start(): Promise<{ readonly world: EngineWorld; readonly tabId: number }> {
  const world = createEngineWorld();
  const tab = await world.tab();
  world.relay.socket.open();
  await world.clock.run(50);
  return { world, tabId: tab.id };
}

describe("streams of one tab", () => {
  test("do not take each other's away: each is told its own, at its own rate", async () => {
    const { world, tabId } = await start();
    const slow = await openStream(world, tabId, { kind: "stats", tokens: [NIFTY] });
    const quick = await openStream(world, tabId, { kind: "stats", tokens: [NIFTY], maxRate: 10 });
    const screener = await openStream(world, tabId, { kind: "screener" });
    world.relay.socket.say(encodeScreener([SCREENER_ROW], STAMP));
    for (let i = 0; i < 20; i++) {
      world.relay.socket.say(stats(24_000 + i));
      await world.clock.run(100);
    }
    expect(slow.port.messages.length).toBeLessThanOrEqual(3);
    expect(quick.port.messages).toHaveLength(20);
    expect(screener.port.messages).toHaveLength(1);
    await world.clock.run(1_000);
    expect([slow, quick].map(({ port }) => port.data?.[0]?.spot)).toEqual([24_019, 24_019]);
  });

  test("a page that does not read finds two messages when it does, and then the newest state", async () => {
    const { world, tabId } = await start();
    const port = createStreamPort<"stats">(false);
    await openStream(world, tabId, { kind: "stats", tokens: [NIFTY] }, port);
    for (let i = 0; i < 60; i++) {
      world.relay.socket.say(stats(24_000 + i));
      await world.clock.run(1_000);
    }
    expect(port.messages).toHaveLength(2);
    port.credit(2);
    expect(port.messages).toHaveLength(3);
    expect(port.data?.[0]?.spot).toBe(24_059);
  });

  test("one that is reconfigured is told the new figures at once, and asks for no others", async () => {
    const { world, tabId } = await start();
    const { id, port } = await openStream(world, tabId, { kind: "stats", tokens: [1] });
    world.relay.socket.say(stats(24_000));
    await world.engine.configureStream(id, { kind: "stats", tokens: [NIFTY] });
    await world.clock.run(50);
    expect(world.relay.socket.sent.at(-1)).toMatchObject({ uniqueId: "u", tokens: [NIFTY] });
    world.relay.socket.say(stats(24_001));
    expect(port.data?.[0]?.spot).toBe(24_001);
  });

  // [CHAIN-64]
  test("a tab out of sight is told what is seen of it there, and nothing else", async () => {
    const { world, tabId } = await start();
    const titled = await openStream(world, tabId, { kind: "stats", tokens: [NIFTY], isHiddenToo: true });
    const usual = await openStream(world, tabId, { kind: "stats", tokens: [NIFTY], maxRate: 2 });
    world.relay.socket.say(stats(24_000));
    await world.clock.run(1_000);
    await world.engine.setVisible(tabId, false);
    const before = usual.port.messages.length;
    world.relay.socket.say(stats(24_001));
    await world.clock.run(2_000);
    expect(titled.port.data?.[0]).toMatchObject({ spot: 24_001, stale: false });
    expect(usual.port.messages).toHaveLength(before);
    expect(world.relay.socket.sent.filter(({ command }) => command === "unsubscribe")).toEqual([]);
  });

  test("nothing ticks once they are closed and the tab is gone", async () => {
    const world = createEngineWorld();
    const tab = await world.tab();
    world.relay.socket.open();
    await openStream(world, tab.id, { kind: "health" });
    const { id } = await openStream(world, tab.id, { kind: "stats", tokens: [NIFTY] });
    world.relay.socket.say(stats(24_000));
    await world.engine.closeStream(id);
    await world.engine.closeStream(id);
    tab.die();
    await world.clock.run(5_000);
    expect(world.clock.pending).toBe(0);
  });
});

describe("a stream that cannot be opened", () => {
  const opened = async (tabId: number, spec: StreamSpec) => {
    const { world } = await start();
    const port = createStreamPort();
    return { outcome: await world.engine.openStream(tabId, spec, port), port };
  };

  test.each([
    ["without tokens", { kind: "bars", tokens: [] }],
    ["with too many", { kind: "stats", tokens: Array.from({ length: 501 }, (_, i) => i + 1) }],
    ["with what is no token", { kind: "bars", tokens: [1.5] }],
    ["with a length that no bar has", { kind: "bars", tokens: [NIFTY], seconds: 420 as 300 }],
    ["in a mode that there is not", { kind: "quotes", tokens: [NIFTY], mode: "depth" }],
    ["of no underlying", { kind: "live-prices", underlying: 0 }],
    ["of a kind that there is not", { kind: "news" }],
  ])("%s is refused with a code, and its port closed", async (_, spec) => {
    const { outcome, port } = await opened(1, spec as StreamSpec);
    expect(outcome).toMatchObject({ ok: false, code: "request.invalid" });
    expect(port.isClosed).toBe(true);
  });

  test("because its tab is not known, says so", async () => {
    const { outcome, port } = await opened(99, { kind: "health" });
    expect(outcome).toMatchObject({ ok: false, code: "engine.unavailable" });
    expect(port.isClosed).toBe(true);
  });

  test("because there are too many already, says so, and one that is closed makes room", async () => {
    const { world, tabId } = await start();
    const { id } = await openStream(world, tabId, { kind: "health" });
    for (let i = 1; i < 512; i++) await openStream(world, tabId, { kind: "health" });
    const more = () => world.engine.openStream(tabId, { kind: "health" }, createStreamPort());
    expect(await more()).toMatchObject({ ok: false, code: "engine.capacity" });
    await world.engine.closeStream(id);
    expect((await more()).ok).toBe(true);
  });

  test("keeps its kind, and one that was never opened cannot be changed", async () => {
    const { world, tabId } = await start();
    const { id } = await openStream(world, tabId, { kind: "health" });
    expect(await world.engine.configureStream(id, { kind: "screener" })).toMatchObject({
      code: "request.invalid",
    });
    expect(await world.engine.configureStream(99, { kind: "health" })).toMatchObject({
      code: "engine.unavailable",
    });
  });
});
