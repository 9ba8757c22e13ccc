import { describe, expect, test, vi } from "vitest";
import { createInstruments } from "#workers/engine/chains/listed-underlyings.ts";
import { createEngineWorld, type EngineWorld, jsonResponse } from "../../../support/engine/engine-world.ts";
import { liveExpiry, liveOption, livePrices } from "../../../support/http/sample-answers.ts";
import { createChainStream, MARKET_TIME, NIFTY } from "../../../support/market/chain-stream.ts";
import { metacacheBody } from "../../../support/market/metacache-body.ts";

const METACACHE = "/v1/compute/cache/instrument_metacache/1";
const PRICES = `/v1/compute/cache/live_derivative_prices/${NIFTY}`;

function fetches(world: EngineWorld, path: string): number {
  return world.requests.filter(({ url }) => url.endsWith(path)).length;
}

describe("instruments", () => {
  const instruments = createInstruments(metacacheBody());

  test("underlyings with derivatives come in the market's order with their expiries", () => {
    expect(instruments.underlyings().map((u) => u.symbol)).toEqual(["NIFTY"]);
    expect(instruments.underlying("NIFTY")?.expiries.map((e) => [e.expiry, e.type, e.strikes])).toEqual([
      ["2026-11-24", "weekly", 81],
      ["2026-12-01", "weekly", 81],
    ]);
    expect(instruments.underlying("NOPE")).toBeNull();
  });
});

describe("[INST-3] the metacache", () => {
  test("polls every 900 s with its etag, and an unchanged one is a skip", async () => {
    const world = createEngineWorld();
    const etags: unknown[] = [];
    world.routes.set(METACACHE, (init) => {
      etags.push(init.headers?.["if-none-match"]);
      return etags.length === 1 ? jsonResponse(metacacheBody(), '"e1"') : jsonResponse(null, '"e1"', 304);
    });
    await world.tab();
    await world.clock.run(100);
    const first = (await world.engine.health()).metacache.savedAt;
    await world.clock.run(899_000);
    expect(etags).toEqual([undefined]);
    await world.clock.run(1_000);
    expect(etags).toEqual([undefined, '"e1"']);
    const { metacache } = await world.engine.health();
    expect(metacache).toMatchObject({ etag: "e1", error: null });
    expect(metacache.savedAt).toBeGreaterThan(first!);
    expect((await world.engine.underlyings()).ok).toBe(true);
  });

  test("a failure keeps the old data and its message, a success clears it", async () => {
    const world = createEngineWorld();
    let isUp = true;
    world.routes.set(METACACHE, () =>
      isUp ? jsonResponse(metacacheBody(), '"e1"') : jsonResponse({}, null, 500),
    );
    await world.tab();
    await world.clock.run(100);
    isUp = false;
    await world.clock.run(900_000);
    expect((await world.engine.health()).metacache.error).toBe("Instrument metacache failed");
    expect(await world.engine.underlying("NIFTY")).toMatchObject({ ok: true });
    expect(world.logs.some((text) => text.includes("There was an error fetching the latest cache"))).toBe(
      true,
    );
    isUp = true;
    await world.clock.run(900_000);
    expect((await world.engine.health()).metacache.error).toBeNull();
  });

  test("a body of another shape is a failure, not data", async () => {
    const world = createEngineWorld();
    world.routes.set(METACACHE, () => jsonResponse({ ...metacacheBody(), futures: 1 }, '"e1"'));
    await world.tab();
    await world.clock.run(100);
    expect(await world.engine.underlyings()).toEqual({
      ok: false,
      code: "metacache.failed",
      message: "Instrument metacache failed",
    });
  });

  test("loads wait for the fetch in flight, and share it", async () => {
    const world = createEngineWorld();
    let answer = (): void => {};
    world.routes.set(
      METACACHE,
      () => new Promise((resolve) => (answer = () => resolve(jsonResponse(metacacheBody(), '"e1"')))),
    );
    await world.tab();
    await world.clock.run(10);
    const waiting = Promise.all([world.engine.underlyings(), world.engine.underlying("NIFTY")]);
    await world.clock.run(1_000);
    answer();
    expect((await waiting).map((outcome) => outcome.ok)).toEqual([true, true]);
    expect(fetches(world, METACACHE)).toBe(1);
  });

  test("with nothing to show a failure is tried again soon, not in a quarter of an hour", async () => {
    const world = createEngineWorld();
    await world.tab();
    await world.clock.run(20_000);
    expect(fetches(world, METACACHE)).toBeGreaterThanOrEqual(4);
  });

  test("[INST-5] errors carry their texts", async () => {
    const world = createEngineWorld();
    world.routes.set(METACACHE, () => jsonResponse(metacacheBody(), '"e1"'));
    await world.tab();
    await world.clock.run(10);
    expect(await world.engine.underlying("XYZ")).toEqual({
      ok: false,
      code: "underlying.not_found",
      message: "Could not find underlying with symbol XYZ",
    });
    const down = createEngineWorld();
    await down.tab();
    await down.clock.run(10);
    expect(await down.engine.underlying("NIFTY")).toMatchObject({
      code: "metacache.failed",
      message: "Failed to get metacache for underlying with symbol NIFTY",
    });
  });
});

describe("[LIVE-22] live prices by HTTP", () => {
  const stream = createChainStream();
  const option = (ltp: number) =>
    liveOption({
      token: stream.rows[41]!.call.token,
      last_price: ltp,
      oi: 77,
      volume: 88,
      last_trade_time: MARKET_TIME + 9_000,
    });
  const body = (updatedAt: number, ltp = 333) =>
    livePrices(NIFTY, updatedAt, {
      "2026-11-24": liveExpiry({
        atm_strike: 24_050,
        atm_iv: 0.14,
        future_price: 24_080,
        options: { "24050": { CE: option(ltp) } },
      }),
    });

  /** Time goes by, and the code that asks comes with the first question. */
  async function wait(world: EngineWorld, ms: number) {
    await world.clock.run(ms);
    await vi.dynamicImportSettled();
    await world.clock.run(200);
  }

  async function seen(prices: () => ReturnType<typeof jsonResponse>) {
    const world = createEngineWorld();
    world.routes.set(PRICES, prices);
    const tab = await world.tab();
    world.relay.socket.open();
    const { port } = await world.open(tab.id);
    await world.clock.run(20);
    const live = createChainStream();
    world.relay.socket.say(live.snapshot());
    port.credit();
    await world.clock.run(10);
    port.credit();
    return { world, port, live, tab };
  }

  test("are asked for every 30 s while a visible tab shows the underlying", async () => {
    const { world, tab } = await seen(() => jsonResponse(body(MARKET_TIME - 1)));
    await wait(world, 31_000);
    await world.clock.run(63_800);
    expect(fetches(world, PRICES)).toBe(3);
    await world.engine.setVisible(tab.id, false);
    await world.clock.run(95_000);
    expect(fetches(world, PRICES)).toBe(3);
  });

  test("of stream and snapshot the newer market time wins", async () => {
    const older = await seen(() => jsonResponse(body(MARKET_TIME - 1)));
    await wait(older.world, 31_000);
    expect(older.port.cell(24_050, "call.ltp")).toBe(stream.rows[41]!.call.lastPrice / 100);

    const newer = await seen(() => jsonResponse(body(MARKET_TIME + 10_000)));
    await wait(newer.world, 31_000);
    newer.port.credit();
    await newer.world.clock.run(200);
    expect(newer.port.cell(24_050, "call.ltp")).toBe(333);
    expect(newer.port.cell(24_050, "call.oi")).toBe(77);
    expect(newer.port.head("spot")).toBe(24_040);
    expect(newer.port.head("asOf")).toBe(MARKET_TIME + 10_000);
    expect(newer.port.state).toBe("stale");
  });

  test("an unchanged etag is given up, a failure counted and told; the stream's figures stay", async () => {
    const etags: unknown[] = [];
    const { world, port } = await seen(() => jsonResponse(body(MARKET_TIME - 1)));
    world.routes.set(PRICES, (init) => {
      etags.push(init.headers?.["if-none-match"]);
      return etags.length < 3 ? jsonResponse(null, null, 304) : jsonResponse({}, null, 503);
    });
    await wait(world, 31_000);
    await world.clock.run(98_800);
    expect(etags.length).toBe(4);
    expect(
      world.logs.some((t) => t.includes(`Failed to fetch derivative prices for underlying ${NIFTY}`)),
    ).toBe(true);
    expect(port.cell(24_050, "call.ltp")).toBe(stream.rows[41]!.call.lastPrice / 100);
  });

  test.each([
    ["nothing", null],
    ["an empty object", {}],
    ["prices without expiries", { ...body(1), data: { ...body(1).data, per_expiry_data: undefined } }],
    [
      "a token that is text",
      JSON.parse(JSON.stringify(body(MARKET_TIME + 10_000)).replace(/"token":\d+/, '"token":"1"')),
    ],
  ])("%s is no answer: it is told, and the stream's figures stay", async (_, answer) => {
    const { world, port } = await seen(() => jsonResponse(answer));
    await wait(world, 31_000);
    port.credit();
    await world.clock.run(200);
    expect(world.logs.some((text) => text.includes("unexpected shape"))).toBe(true);
    expect(port.cell(24_050, "call.ltp")).toBe(stream.rows[41]!.call.lastPrice / 100);
  });
});
