import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { encodeQuotes } from "#protocol/wire/codec.ts";
import { feedState } from "#workers/engine/chains/feed-state.ts";
import { createEngineWorld, type EngineWorld, type FakePort } from "../../../support/engine/engine-world.ts";
import { type ChainStream, createChainStream } from "../../../support/market/chain-stream.ts";

const CHAIN = "c.256265.2026-11-24";

interface Live {
  readonly world: EngineWorld;
  readonly stream: ChainStream;
  readonly tabId: number;
  readonly port: FakePort;
}

async function liveView(): Promise<Live> {
  const world = createEngineWorld();
  const stream = createChainStream();
  const tab = await world.tab();
  world.relay.socket.open();
  const { port } = await world.open(tab.id);
  await world.clock.run(20);
  world.relay.socket.say(stream.ping());
  world.relay.socket.say(stream.snapshot());
  port.credit();
  await world.clock.run(25);
  return { world, stream, tabId: tab.id, port };
}

async function shown({ world, port }: Live, ms = 110): Promise<FakePort> {
  port.credit();
  await world.clock.run(ms);
  return port;
}

const asked = (world: EngineWorld, id: string): number =>
  world.relay.socket.sent.filter((m) => m.command === "subscribe" && m.uniqueId === id).length;

describe("a chain's stream", () => {
  test("a lost delta is noticed and healed by subscribing again; what is shown stays until the snapshot", async () => {
    const live = await liveView();
    const { world, stream, port } = live;
    const before = stream.rows[40]!.call.oi;
    stream.rows[40]!.call.oi = 1;
    stream.delta([40]);
    stream.rows[41]!.call.oi = 2;
    world.relay.socket.say(stream.delta([41]));
    await shown(live);
    expect(port.cell(24_000, "call.oi")).toBe(before);
    expect(port.cell(24_050, "call.oi")).not.toBe(2);
    expect(asked(world, CHAIN)).toBe(2);
    expect((await world.engine.health()).gaps).toBe(1);
    world.relay.socket.say(stream.snapshot());
    await shown(live);
    expect(port.cell(24_000, "call.oi")).toBe(1);
    expect(port.cell(24_050, "call.oi")).toBe(2);
    expect(port.state).toBe("live");
  });

  test("deltas during a gap ask again only every 2 s", async () => {
    const { world, stream } = await liveView();
    stream.delta([40]);
    for (let i = 0; i < 30; i++) {
      world.relay.socket.say(stream.delta([40]));
      await world.clock.run(100);
    }
    expect(asked(world, CHAIN)).toBe(3);
    expect((await world.engine.health()).gaps).toBe(1);
  });

  test("a delta that repeats what is known is no gap and changes nothing", async () => {
    const live = await liveView();
    const { world, stream, port } = live;
    stream.rows[40]!.call.oi = 7;
    const delta = stream.delta([40]);
    world.relay.socket.say(delta);
    stream.rows[40]!.call.oi = 8;
    world.relay.socket.say(stream.delta([40]));
    world.relay.socket.say(delta);
    await shown(live);
    expect(port.cell(24_000, "call.oi")).toBe(8);
    expect(asked(world, CHAIN)).toBe(1);
  });

  test("an older snapshot of the same epoch never steps back, and the stream goes on from it", async () => {
    const live = await liveView();
    const { world, stream, port } = live;
    const old = stream.snapshot(false);
    stream.rows[40]!.call.oi = 9;
    world.relay.socket.say(stream.delta([40]));
    world.relay.socket.say(old);
    stream.rows[41]!.call.oi = 10;
    world.relay.socket.say(stream.delta([41]));
    await shown(live);
    expect(port.cell(24_000, "call.oi")).toBe(9);
    expect(port.cell(24_050, "call.oi")).toBe(10);
  });

  test("a new epoch replaces everything, and asks for the instruments again", async () => {
    const live = await liveView();
    const { world, stream, port } = live;
    const before = world.requests.filter(({ url }) => url.includes("metacache")).length;
    stream.epoch = 8;
    stream.sequence = 0;
    stream.serverTime -= 3_600_000;
    stream.rows[40]!.call.oi = 11;
    world.relay.socket.say(stream.snapshot());
    await shown(live);
    expect(port.cell(24_000, "call.oi")).toBe(11);
    expect(port.head("epoch")).toBe(8);
    expect(port.head("serverTime")).toBe(stream.serverTime);
    await vi.dynamicImportSettled();
    await world.clock.run(0);
    expect(world.requests.filter(({ url }) => url.includes("metacache")).length).toBe(before + 1);
  });

  test("a snapshot with other strikes replaces the window whole", async () => {
    const live = await liveView();
    const { world, stream } = live;
    const wider = createChainStream({ from: 21_000, strikes: 121 });
    wider.sequence = stream.sequence;
    world.relay.socket.say(wider.snapshot());
    const port = await shown(live);
    expect(port.head("totalRows")).toBe(121);
    expect(port.head("firstRow")).toBe(51);
    expect(port.cell(24_050, "call.ltp")).toBe(wider.rows[61]!.call.lastPrice / 100);
  });

  test("whatever is lost on the way, once the stream is quiet the view shows the feed's figures", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.integer({ min: 32, max: 50 }), fc.integer({ min: 1, max: 9_999 }), fc.boolean()),
          {
            minLength: 1,
            maxLength: 25,
          },
        ),
        async (steps) => {
          const live = await liveView();
          const { world, stream, port } = live;
          let answered = asked(world, CHAIN);
          const relay = (): void => {
            if (asked(world, CHAIN) === answered) return;
            answered = asked(world, CHAIN);
            world.relay.socket.say(stream.snapshot(false));
          };
          for (const [row, oi, isLost] of steps) {
            stream.rows[row]!.call.oi = oi;
            const delta = stream.delta([row]);
            if (!isLost) world.relay.socket.say(delta);
            await shown(live, 50);
            relay();
          }
          // Market data never ends: two more deltas bring any gap to light, and its healing.
          for (let i = 0; i < 2; i++) {
            world.relay.socket.say(stream.delta([]));
            await shown(live, 2_500);
            relay();
          }
          await shown(live);
          for (const strike of port.strikes) {
            expect(port.cell(strike, "call.oi")).toBe(
              stream.rows.find((r) => r.strike === strike * 100)!.call.oi,
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("quotes over a chain", () => {
  test("the rows in view are asked for without depth, in one batch with a stable uniqueId", async () => {
    const { world, stream } = await liveView();
    const batch = world.relay.socket.sent.find((m) => m.uniqueId === "q.256265.20261124");
    expect(batch?.quoteBatch?.map((part) => part.mode)).toEqual(["mini"]);
    const tokens = batch?.quoteBatch?.[0]?.tokens ?? [];
    for (let i = 31; i <= 51; i++) {
      expect(tokens).toContain(stream.rows[i]!.call.token);
      expect(tokens).toContain(stream.rows[i]!.put.token);
    }
    expect(tokens.length).toBeLessThanOrEqual(2 * (21 + 8));
  });

  test("[LIVE-23] a newer quote shows its own prices, IV and greeks between packets", async () => {
    const live = await liveView();
    const { world, stream, port } = live;
    const iv = port.cell(24_500, "iv");
    const { lastPrice, bid, ask } = stream.rows[50]!.call;
    stream.serverTime += 50;
    const dearer = { lastPrice: lastPrice + 2_000, bid: bid + 2_000, ask: ask + 2_000, oi: 12_345 };
    world.relay.socket.say(stream.quotes([stream.quote(50, "call", dearer)]));
    await shown(live);
    expect(port.cell(24_500, "call.ltp")).toBe((lastPrice + 2_000) / 100);
    expect(port.cell(24_500, "call.oi")).toBe(12_345);
    expect(port.cell(24_500, "iv")).toBeGreaterThan(iv + 1);
    expect(port.head("serverTime")).toBe(stream.serverTime);
    expect(port.head("asOf")).toBe(stream.root.marketTime + 50);
  });

  test("of packet and quote the newer message wins, in either order of arrival", async () => {
    const live = await liveView();
    const { world, stream, port } = live;
    stream.serverTime += 100;
    const newer = stream.quotes([stream.quote(40, "put", { lastPrice: 5_555 })]);
    stream.serverTime -= 50;
    stream.rows[40]!.put.lastPrice = 4_444;
    const older = stream.delta([40]);
    world.relay.socket.say(newer);
    world.relay.socket.say(older);
    await shown(live);
    expect(port.cell(24_000, "put.ltp")).toBe(55.55);
    stream.serverTime += 100;
    stream.rows[40]!.put.lastPrice = 6_666;
    world.relay.socket.say(stream.delta([40]));
    await shown(live);
    expect(port.cell(24_000, "put.ltp")).toBe(66.66);
  });

  test("a lost quote message asks for the batch again, once", async () => {
    const { world, stream } = await liveView();
    const id = "q.256265.20261124";
    world.relay.socket.say(stream.quotes([stream.quote(40, "put")]));
    stream.quotes([]);
    world.relay.socket.say(stream.quotes([stream.quote(40, "put")]));
    world.relay.socket.say(stream.quotes([stream.quote(40, "put")]));
    await world.clock.run(100);
    expect(asked(world, id)).toBe(2);
  });

  test("quotes of tokens that no view watches are dropped without a row", async () => {
    const live = await liveView();
    const { world, stream, port } = live;
    const frames = port.frames.length;
    const packet = stream.quote(40, "put");
    new DataView(packet.buffer).setUint32(0, 99_999_746);
    world.relay.socket.say(encodeQuotes([packet], 7, 1, stream.serverTime));
    await shown(live);
    expect(port.frames).toHaveLength(frames);
    expect((await world.engine.health()).refused).toBe(0);
  });

  test("the watched rows follow the window: an ATM that wanders far takes its quotes along", async () => {
    const live = await liveView();
    const { world, stream, port } = live;
    stream.root.forward = 25_010;
    world.relay.socket.say(stream.delta([]));
    await shown(live, 150);
    expect(port.strikes[0]).toBe(24_500);
    stream.serverTime += 50;
    world.relay.socket.say(stream.quotes([stream.quote(65, "call", { lastPrice: 777_700 })]));
    await shown(live);
    expect(port.cell(25_250, "call.ltp")).toBe(7_777);
  });
});

describe("a reconnect", () => {
  test("[LIVE-5] asks for everything once, shows stale meanwhile and lives again with the snapshot", async () => {
    const live = await liveView();
    const { world, stream, port } = live;
    port.credit();
    world.relay.socket.drop();
    await world.clock.run(110);
    expect(port.state).toBe("stale");
    await world.clock.run(2_000);
    expect(world.relay.sockets).toHaveLength(2);
    world.relay.socket.open();
    await world.clock.run(100);
    expect(world.relay.socket.sent.map((m) => m.uniqueId).sort()).toEqual([CHAIN, "e", "q.256265.20261124"]);
    stream.serverTime += 2_000;
    world.relay.socket.say(stream.snapshot());
    await shown(live);
    expect(port.state).toBe("live");
    await world.clock.run(1_000);
    expect(world.relay.socket.sent).toHaveLength(3);
  });

  test("[LIVE-14] nonsense is counted and logged, and the stream goes on", async () => {
    const live = await liveView();
    const { world, stream, port } = live;
    world.relay.socket.say(Uint8Array.of());
    world.relay.socket.say(Uint8Array.of(77, 1, 2, 3));
    world.relay.socket.say(stream.delta([40]).slice(0, 90));
    world.relay.socket.say("not json");
    world.relay.socket.say(encodeQuotes([new Uint8Array(13)], 7, 1, stream.serverTime));
    expect((await world.engine.health()).refused).toBe(4);
    expect(world.logs.length).toBeGreaterThanOrEqual(5);
    stream.rows[40]!.call.oi = 3;
    stream.sequence--;
    world.relay.socket.say(stream.delta([40]));
    await shown(live);
    expect(port.cell(24_000, "call.oi")).toBe(3);
  });

  test("a stream that the relay refuses is failed, is asked for again later, and can live", async () => {
    const live = await liveView();
    const { world, stream, port } = live;
    const frame = {
      error: { code: "relay.unknown_expiry", message: "no such expiry", details: {} },
      uniqueId: CHAIN,
    };
    world.relay.socket.say(JSON.stringify(frame));
    await vi.dynamicImportSettled();
    await shown(live);
    expect(port.state).toBe("failed");
    for (let i = 0; i < 4; i++) {
      world.relay.socket.say(stream.ping());
      await world.clock.run(2_000);
    }
    expect(asked(world, CHAIN)).toBeGreaterThan(1);
    world.relay.socket.say(stream.snapshot());
    await shown(live);
    expect(port.state).toBe("live");
  });
});

describe("[LIVE-15, LIVE-16, LIVE-17] the state of a figure", () => {
  const connection = { state: "live", error: false, problem: null, feedAge: 20 } as const;
  const stream = {
    status: "synced",
    hasData: true,
    rows: 81,
    inSession: true,
    delayed: false,
    silence: 100,
    gapAge: 0,
  } as const;
  test.each([
    ["live", {}, {}],
    ["delayed", {}, { delayed: true }],
    ["stale", {}, { silence: 5_001 }],
    ["stale", { feedAge: 5_001 }, {}],
    ["stale", {}, { status: "gap", gapAge: 4_000 }],
    ["live", {}, { status: "gap", gapAge: 1_000 }],
    ["stale", { state: "stale" }, {}],
    ["stale", { state: "backoff" }, {}],
    ["stale", {}, { status: "waiting" }],
    ["stale", { state: "backoff" }, { inSession: false }],
    ["closed", {}, { inSession: false, silence: 90_000 }],
    ["offline", { state: "offline" }, {}],
    ["offline", { state: "offline" }, { hasData: false, status: "waiting" }],
    ["loading", { state: "connecting" }, { hasData: false, status: "waiting" }],
    ["loading", {}, { hasData: false, status: "waiting" }],
    ["failed", { error: true, state: "backoff" }, { hasData: false, status: "waiting" }],
    [
      "failed",
      { problem: "relay.limit_connections", state: "backoff" },
      { hasData: false, status: "waiting" },
    ],
    ["failed", {}, { status: "refused", hasData: false }],
    ["empty", {}, { rows: 0 }],
  ] as const)("is %s with connection %j and stream %j", (state, c, s) => {
    expect(feedState({ ...connection, ...c }, { ...stream, ...s })).toBe(state);
  });

  test("a stream that falls silent while pings come is stale, at most 6 s later and without a message to wake it", async () => {
    const live = await liveView();
    const { world, stream, port } = live;
    port.credit();
    for (let i = 0; i < 3; i++) {
      world.relay.socket.say(stream.ping());
      await world.clock.run(2_000);
    }
    expect(port.state).toBe("stale");
    world.relay.socket.say(stream.delta([]));
    await shown(live);
    expect(port.state).toBe("live");
  });

  test("a cut network is stale within 5 s and offline when the tab says so", async () => {
    const live = await liveView();
    const { world, tabId, port } = live;
    port.credit();
    await world.clock.run(5_000);
    expect(port.state).toBe("stale");
    await world.engine.setOnline(tabId, false);
    world.relay.socket.drop();
    await shown(live);
    expect(port.state).toBe("offline");
    expect((await world.engine.health()).feed).toBe("offline");
  });

  test("a client clock a day wrong, or set right in between, changes no figure", async () => {
    const { createFakeClock } = await import("../../../support/fake-clock.ts");
    const frames: Float64Array[] = [];
    for (const days of [0, 1, -1]) {
      const clock = createFakeClock(Date.UTC(2026, 10, 20, 5, 0) + days * 86_400_000);
      const world = createEngineWorld({ clock });
      const stream = createChainStream();
      const tab = await world.tab();
      world.relay.socket.open();
      const { port } = await world.open(tab.id, {
        fields: ["iv", "call.delta", "call.theta", "call.flags", "put.pop"],
      });
      await clock.run(20);
      world.relay.socket.say(stream.ping());
      world.relay.socket.say(stream.snapshot());
      if (days < 0) clock.setWall(clock.now() + 86_400_000);
      port.credit();
      await clock.run(5);
      frames.push(port.last.values);
      expect(port.state).toBe("live");
      expect(port.head("asOf")).toBe(stream.root.marketTime);
      const health = await world.engine.health();
      expect(health.latencyMs).toBe(0);
      expect(Math.abs(health.marketTime! - stream.root.marketTime)).toBeLessThan(100);
      expect(health.clockOffsetMs + clock.now()).toBeCloseTo(stream.serverTime + 5, -1);
    }
    expect([...frames[1]!]).toEqual([...frames[0]!]);
    expect([...frames[2]!]).toEqual([...frames[0]!]);
  });
});
