import { describe, expect, test, vi } from "vitest";
import { ID_COMMON_EVENTS, ID_NSE_EVENTS } from "#protocol/generated/layout.ts";
import { encodeText, type TextId } from "#protocol/wire/codec.ts";
import { REFRESH_SPREAD_MS } from "#workers/engine/streams/market-events.ts";
import { createEngineWorld, jsonResponse } from "../../../support/engine/engine-world.ts";
import { openStream } from "../../../support/engine/stream-port.ts";
import { metacacheBody } from "../../../support/market/metacache-body.ts";

/** 2026-11-20 10:00 IST, the day of the metacache; and a day later. */
const SAME_DAY = Date.parse("2026-11-20T10:00:00+05:30");
const NEXT_DAY = Date.parse("2026-11-21T10:00:00+05:30");

const event = (id: TextId, json: unknown, epoch = 7): Uint8Array =>
  encodeText(id, json, { epoch, sequence: 1, serverTime: SAME_DAY });
const quotesUpdated = (at: unknown, epoch = 7): Uint8Array =>
  event(ID_NSE_EVENTS, { type: "QUOTES_UPDATED", at }, epoch);

async function start(random = 0.5) {
  const world = createEngineWorld({ random: () => random });
  world.routes.set("/v1/compute/cache/instrument_metacache/1", () => jsonResponse(metacacheBody()));
  const tab = await world.tab();
  world.relay.socket.open();
  // The decoder is there from here on.
  await world.clock.run(50);
  world.relay.socket.say(event(ID_NSE_EVENTS, { type: "QUOTES_UPDATED", at: SAME_DAY }));
  await vi.dynamicImportSettled();
  await world.clock.run(50);
  const asked = () => world.requests.filter(({ url }) => url.includes("instrument_metacache")).length;
  return { world, tab, asked };
}

describe("[LIVE-8] QUOTES_UPDATED", () => {
  test("is subscribed for as long as there is a tab, and again after a reconnect", async () => {
    const { world, tab } = await start();
    const said = () => world.relay.socket.sent.filter((m) => m.dataSource === "nse-events");
    expect(said()).toMatchObject([{ command: "subscribe", uniqueId: "e" }]);
    world.relay.socket.drop();
    await world.clock.run(3_500);
    world.relay.socket.open();
    await world.clock.run(50);
    expect(world.relay.sockets).toHaveLength(2);
    expect(said()).toMatchObject([{ command: "subscribe", uniqueId: "e" }]);
    tab.die();
    await world.clock.run(50);
    expect((await world.engine.health()).subscriptions).toBe(0);
  });

  test("of the instruments' own day asks for nothing, however often it comes", async () => {
    const { world, asked } = await start();
    for (let i = 0; i < 20; i++) {
      world.relay.socket.say(quotesUpdated(SAME_DAY + i * 30_000));
      await world.clock.run(30_000);
    }
    expect(asked()).toBe(1);
  });

  test("of another day asks for the instruments once, at a moment of this engine's own", async () => {
    const { world, asked } = await start(0.5);
    world.relay.socket.say(quotesUpdated(NEXT_DAY));
    await world.clock.run(REFRESH_SPREAD_MS / 2 - 1);
    expect(asked()).toBe(1);
    await world.clock.run(2);
    expect(asked()).toBe(2);
    // A market that is closed all day has no instruments of it: the answer is the old day's.
    for (let i = 1; i < 5; i++) {
      world.relay.socket.say(quotesUpdated(NEXT_DAY + i * 30_000));
      await world.clock.run(30_000);
    }
    expect(asked()).toBe(2);
  });

  test("engines that hear of a new day together ask over the whole spread", async () => {
    const moments = await Promise.all(
      [0, 0.25, 0.999].map(async (random) => {
        const { world, asked } = await start(random);
        const from = world.clock.monotonic();
        world.relay.socket.say(quotesUpdated(NEXT_DAY));
        while (asked() < 2) await world.clock.run(100);
        return world.clock.monotonic() - from;
      }),
    );
    expect(moments[0]).toBeLessThanOrEqual(100);
    expect(moments[1]).toBeCloseTo(REFRESH_SPREAD_MS / 4, -3);
    expect(moments[2]).toBeGreaterThan(REFRESH_SPREAD_MS * 0.98);
  });

  test("of a new epoch asks for the instruments", async () => {
    const { world, asked } = await start();
    world.relay.socket.say(quotesUpdated(SAME_DAY));
    world.relay.socket.say(quotesUpdated(SAME_DAY + 1, 8));
    await world.clock.run(REFRESH_SPREAD_MS);
    expect(asked()).toBe(2);
  });

  test("nonsense is logged and harms nothing", async () => {
    const { world, asked } = await start();
    for (const json of [null, 5, [], {}, { type: "OTHER" }, { type: "QUOTES_UPDATED", at: "now" }]) {
      world.relay.socket.say(event(ID_NSE_EVENTS, json));
    }
    world.relay.socket.say(event(ID_COMMON_EVENTS, { type: "BANNER_UPDATED", etag: 5 }));
    await world.clock.run(REFRESH_SPREAD_MS);
    expect(asked()).toBe(1);
    expect(world.logs.filter((line) => line.includes("unknown kind"))).toHaveLength(6);
    expect((await world.engine.health()).bannerEtag).toBeNull();
  });
});

describe("[LIVE-8] BANNER_UPDATED", () => {
  test("its etag is told to every tab that watches, once, and survives a reconnect", async () => {
    const { world, tab } = await start();
    const { port } = await openStream(world, tab.id, { kind: "health" });
    const told = () => port.messages.map((message) => "data" in message && message.data.bannerEtag);
    expect(told()).toEqual([null]);
    world.relay.socket.say(event(ID_COMMON_EVENTS, { type: "BANNER_UPDATED", etag: "none" }));
    await world.clock.run(2_000);
    expect(told().at(-1)).toBe("none");
    world.relay.socket.say(event(ID_COMMON_EVENTS, { type: "BANNER_UPDATED", etag: "b2" }));
    await world.clock.run(2_000);
    expect(told().at(-1)).toBe("b2");
    world.relay.socket.drop();
    await world.clock.run(3_500);
    expect((await world.engine.health()).bannerEtag).toBe("b2");
  });
});
