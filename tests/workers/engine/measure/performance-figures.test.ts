import { describe, expect, test } from "vitest";
import type { PerformanceReport, Stage } from "#workers/engine/api.ts";
import { FRAME_WINDOW } from "#workers/engine/tabs/credit.ts";
import {
  createEngineWorld,
  createFakePort,
  type EngineWorld,
  type FakePort,
} from "../../../support/engine/engine-world.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { type ChainStream, createChainStream } from "../../../support/market/chain-stream.ts";
import { loadWasm } from "../../../support/wasm.ts";

interface Live {
  readonly world: EngineWorld;
  readonly stream: ChainStream;
  readonly tab: { readonly id: number; readonly die: () => void };
  readonly port: FakePort;
}

/** A tab with a live view, the server's clock known and no latency in it. */
async function liveTab(world = createEngineWorld(), pings = 4): Promise<Live> {
  const stream = createChainStream();
  const tab = await world.tab();
  world.relay.socket.open();
  const { port } = await world.open(tab.id);
  await world.clock.run(20);
  for (let i = 0; i < pings; i++) world.relay.socket.say(stream.ping());
  world.relay.socket.say(stream.snapshot());
  port.credit();
  await world.clock.run(200);
  stream.serverTime += 200;
  return { world, stream, tab, port };
}

async function watch({ world, tab }: Pick<Live, "world" | "tab">): Promise<FakePort> {
  const panel = createFakePort();
  await world.engine.watchPerformance(tab.id, panel);
  return panel;
}

const newest = (panel: FakePort): PerformanceReport => panel.posts.at(-1) as PerformanceReport;

/**
 * A delta that was `network` ms on its way, whose frame lay `post` ms before the painter took it and was painted in `paint`
 * ms.
 */
async function tick(
  { world, stream, port }: Live,
  network: number,
  post: number,
  paint: number,
): Promise<void> {
  await world.clock.run(network);
  stream.rows[40]!.call.lastPrice += 5;
  world.relay.socket.say(stream.delta([40]));
  const frames = port.frames.length;
  while (port.frames.length === frames) await world.clock.run(1);
  await world.clock.run(post);
  const takenAt = world.clock.now();
  await world.clock.run(paint);
  port.onmessage?.({ data: { frame: port.head("frame"), takenAt, paintedAt: world.clock.now() } });
  port.credit();
  await world.clock.run(200);
  stream.serverTime += 200 + network + post + paint;
}

function near(report: PerformanceReport, stage: Stage, ms: number): void {
  const { p50Ms } = report.stages[stage];
  expect(p50Ms, stage).toBeGreaterThanOrEqual(ms * 0.97 - 0.02);
  expect(p50Ms, stage).toBeLessThanOrEqual(ms * 1.03 + 0.02);
}

describe("the engine's performance, watched", () => {
  test("each stage of a frame's way is measured apart, and the whole way too", async () => {
    const live = await liveTab();
    const panel = await watch(live);
    live.port.credit();
    for (let i = 0; i < 5; i++) await tickEvenly(live);
    await live.world.clock.run(1_000);
    const report = newest(panel);
    near(report, "network", 30);
    near(report, "post", 4);
    near(report, "paint", 9);
    expect(report.stages.total.count).toBe(5);
    const { network, wait, post, paint, total } = report.stages;
    const sum = network.meanMs! + wait.meanMs! + post.meanMs! + paint.meanMs!;
    expect(total.meanMs).toBeCloseTo(sum, 3);
    expect(report.frames).toBe(5);
    expect(report.tabs).toMatchObject([{ id: live.tab.id, visible: true, frames: 5, dropped: 0 }]);
    expect(report.tabs[0]!.total).toEqual(total);
    expect(report.tabs[0]!.views).toEqual([{ underlying: 256265, expiry: "2026-11-24" }]);
  });

  /** The server's clock in the stream runs with the engine's, so that the way is 30 ms each time. */
  async function tickEvenly(live: Live): Promise<void> {
    const { world, stream } = live;
    stream.serverTime = (await world.engine.health()).clockOffsetMs + world.clock.now();
    await tick(live, 30, 4, 9);
  }

  test("what a user asked for, and what brings no news, is no latency", async () => {
    const live = await liveTab();
    const panel = await watch(live);
    live.port.credit();
    await tickEvenly(live);
    // Minutes later the tab is hidden and shown: its frame shows an old figure at once.
    await live.world.engine.setVisible(live.tab.id, false);
    await live.world.clock.run(120);
    await live.world.engine.setVisible(live.tab.id, true);
    const frames = live.port.frames.length;
    live.port.credit();
    await live.world.clock.run(50);
    expect(live.port.frames.length).toBe(frames + 1);
    const now = live.world.clock.now();
    live.port.onmessage?.({ data: { frame: live.port.head("frame"), takenAt: now, paintedAt: now } });
    await live.world.clock.run(1_000);
    expect(newest(panel).stages.total.count).toBe(1);
    expect(newest(panel).frames).toBe(2);
  });

  test("what needs the server's clock waits until that is known by four pings", async () => {
    const live = await liveTab(createEngineWorld(), 3);
    const panel = await watch(live);
    live.port.credit();
    await tickEvenly(live);
    await live.world.clock.run(1_000);
    const { network, decode, paint, total } = newest(panel).stages;
    expect([network.count, total.count]).toEqual([0, 0]);
    expect([decode.count, paint.count]).toEqual([1, 1]);
    live.world.relay.socket.say(live.stream.ping());
    await tickEvenly(live);
    await live.world.clock.run(1_000);
    expect(newest(panel).stages.total.count).toBe(1);
  });

  test("a frame that was due while the painter was busy counts as dropped, one an interval", async () => {
    const live = await liveTab();
    const panel = await watch(live);
    live.port.credit();
    await tickEvenly(live);
    const { world, stream, port } = live;
    // The next frame goes out and is not painted for half a second, while news keeps coming.
    for (let i = 0; i < 50; i++) {
      stream.rows[41]!.put.lastPrice += 5;
      world.relay.socket.say(stream.delta([41]));
      await world.clock.run(10);
    }
    const before = newest(panel).dropped;
    expect(before).toBe(0);
    port.credit();
    await world.clock.run(1_000);
    expect(newest(panel).dropped).toBe(4);
    expect(newest(panel).tabs[0]!.dropped).toBe(4);
  });

  test("frames that a newer one replaced before they were painted count as dropped", async () => {
    const live = await liveTab();
    const panel = await watch(live);
    live.port.credit();
    await tickEvenly(live);
    const { world, stream, port } = live;
    port.onmessage?.({ data: FRAME_WINDOW });
    const frames = port.frames.length;
    while (port.frames.length < frames + 3) {
      stream.rows[41]!.put.lastPrice += 5;
      stream.serverTime += 50;
      world.relay.socket.say(stream.delta([41]));
      await world.clock.run(50);
    }
    const now = world.clock.now();
    port.onmessage?.({ data: { frame: port.head("frame"), takenAt: now, paintedAt: now } });
    await world.clock.run(1_000);
    expect(newest(panel)).toMatchObject({ frames: 4, dropped: 2 });
    expect(newest(panel).stages.total.count).toBe(2);
  });

  test("rates are of the last five seconds, bytes of the socket and of the frames", async () => {
    const live = await liveTab();
    const panel = await watch(live);
    const { world, stream, port } = live;
    const { frames } = port;
    const from = frames.length;
    let received = 0;
    for (let i = 0; i < 50; i++) {
      stream.rows[40]!.call.lastPrice += 5;
      const message = stream.delta([40]);
      received += message.length;
      world.relay.socket.say(message);
      port.credit();
      await world.clock.run(100);
    }
    const { rates, tabs, health } = newest(panel);
    expect(rates.messages).toBeCloseTo(10, 0);
    expect(rates.bytes / (received / 5)).toBeCloseTo(1, 1);
    expect(rates.frames / ((frames.length - from) / 5)).toBeCloseTo(1, 1);
    expect(tabs[0]!.bytesPerSecond).toBe(rates.frameBytes);
    expect(rates.frameBytes).toBeGreaterThan(0);
    expect(health).toMatchObject({ tabs: 1, views: 1, measuring: true });
    await world.clock.run(6_000);
    expect(newest(panel).rates).toMatchObject({ messages: 0, frames: 0, bytes: 0 });
  });

  test("tabs are told apart, tell their heap, and are forgotten with all they had", async () => {
    const live = await liveTab();
    const other = await live.world.tab({ visible: false });
    const panel = await watch(live);
    await live.world.engine.tellHeap(other.id, 5_000_000);
    await live.world.clock.run(1_000);
    expect(newest(panel).tabs).toMatchObject([
      { id: live.tab.id, visible: true, heapBytes: null },
      { id: other.id, visible: false, heapBytes: 5_000_000, views: [], framesPerSecond: 0 },
    ]);
    other.die();
    await live.world.clock.run(1_000);
    expect(newest(panel).tabs.map(({ id }) => id)).toEqual([live.tab.id]);
  });

  test("reset begins anew; the memory of the decoder is told", async () => {
    const module = await loadWasm();
    const live = await liveTab(createEngineWorld({ loadWasm: async () => module }));
    const panel = await watch(live);
    live.port.credit();
    await tickEvenly(live);
    panel.onmessage?.({ data: "reset" });
    expect(newest(panel)).toMatchObject({ measuredMs: 0, frames: 0 });
    await live.world.clock.run(1_000);
    const report = newest(panel);
    expect(report).toMatchObject({ measuredMs: 1_000, frames: 0, heapBytes: null });
    expect(report.stages.total).toMatchObject({ count: 0, p50Ms: null, maxMs: null });
    expect(report.wasmBytes).toBeGreaterThan(65_536 * 192);
  });

  test("figures travel as JSON and come back the same", async () => {
    const live = await liveTab();
    const panel = await watch(live);
    live.port.credit();
    await tickEvenly(live);
    await live.world.clock.run(1_000);
    expect(JSON.parse(JSON.stringify(newest(panel)))).toEqual(newest(panel));
  });
});

describe("the engine's performance, not watched", () => {
  /** How often a message and its frame ask the clock, and how many timers are left. */
  async function costOf(live: Live, reads: { count: number }): Promise<readonly [number, number]> {
    const { world, stream, port } = live;
    port.onmessage?.({ data: FRAME_WINDOW });
    await world.clock.run(1_000);
    const before = reads.count;
    stream.rows[40]!.call.lastPrice += 5;
    world.relay.socket.say(stream.delta([40]));
    await world.clock.run(3);
    return [reads.count - before, world.clock.pending];
  }

  test("costs nothing before and after: no timer, no look at the clock, no stamp asked of a painter", async () => {
    const clock = createFakeClock();
    const reads = { count: 0 };
    const counted = { ...clock };
    for (const name of ["now", "monotonic"] as const) {
      counted[name] = () => {
        reads.count++;
        return clock[name]();
      };
    }
    Object.defineProperty(counted, "pending", { get: () => clock.pending });
    const live = await liveTab(createEngineWorld({ clock: counted }));
    const never = await costOf(live, reads);
    expect(live.port.head("measured")).toBe(0);

    const panel = await watch(live);
    const watched = await costOf(live, reads);
    expect(live.port.head("measured")).toBe(1);
    expect(watched[0]).toBeGreaterThan(never[0]);
    expect(watched[1]).toBe(never[1] + 1);

    panel.onmessage?.({ data: "stop" });
    expect(panel.isClosed).toBe(true);
    const told = panel.posts.length;
    expect(await costOf(live, reads)).toEqual(never);
    expect(live.port.head("measured")).toBe(0);
    await live.world.clock.run(5_000);
    expect(panel.posts).toHaveLength(told);
    expect((await live.world.engine.health()).measuring).toBe(false);
  });

  test("ends with the tab that watched, and goes on while another one does", async () => {
    const live = await liveTab();
    const second = await live.world.tab();
    const [one, two] = [await watch(live), await watch({ world: live.world, tab: second })];
    one.onmessage?.({ data: "stop" });
    await live.world.clock.run(2_000);
    expect(newest(two).measuredMs).toBeGreaterThanOrEqual(2_000);
    second.die();
    await live.world.clock.run(10);
    expect(two.isClosed).toBe(true);
    expect((await live.world.engine.health()).measuring).toBe(false);
  });

  test("a tab that is gone before the watch begins gets a closed port", async () => {
    const live = await liveTab();
    live.tab.die();
    await live.world.clock.run(10);
    const { pending } = live.world.clock;
    const panel = await watch(live);
    expect(panel.isClosed).toBe(true);
    expect(live.world.clock.pending).toBe(pending);
  });
});
