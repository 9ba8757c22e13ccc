import { describe, expect, test, vi } from "vitest";
// Loaded beforehand: the engine's own import of it then takes no time that the fake clock knows nothing of.
import "#workers/engine/chains/listed-contracts.ts";
import type { QuoteFull } from "#protocol/generated/records.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import { encodeFullQuote } from "#protocol/wire/codec.ts";
import { STREAM_WINDOW } from "#workers/engine/api.ts";
import { createEngineWorld, type EngineWorld, jsonResponse } from "../../../support/engine/engine-world.ts";
import { createStreamPort, openStream } from "../../../support/engine/stream-port.ts";
import { createChainStream, MARKET_TIME } from "../../../support/market/chain-stream.ts";
import { metacacheBody } from "../../../support/market/metacache-body.ts";

const ID = "q.d";
const QUOTES = "/v1/compute/cache/quotes_v2";
const said = ({ relay }: EngineWorld) => relay.socket.sent.filter(({ uniqueId }) => uniqueId === ID);

async function start() {
  const world = createEngineWorld();
  const stream = createChainStream();
  world.routes.set("/v1/compute/cache/instrument_metacache/1", () => jsonResponse(metacacheBody(), '"e1"'));
  const tab = await world.tab();
  world.relay.socket.open();
  await world.clock.run(50);
  const { token } = stream.rows[40]!.call;
  const { token: other } = stream.rows[40]!.put;
  const open = (of = token, maxRate = 10) => openStream(world, tab.id, { kind: "depth", token: of, maxRate });
  return { world, stream, tab, token, other, open };
}

const level = (price: number, quantity: number, orders: number) => ({ price, quantity, orders, padding: 0 });
const NOBODY = level(0, 0, 0);

function bookOf(token: number, changes: Partial<QuoteFull> = {}): Uint8Array {
  return encodeFullQuote({
    token,
    lastPrice: 10_150,
    lastQuantity: 130,
    averagePrice: 10_000,
    volume: 4_000_000_000,
    buyQuantity: 65_000,
    sellQuantity: 32_500,
    open: 9_000,
    high: 11_000,
    low: 8_500,
    close: 9_500,
    lastTradeTime: MARKET_TIME / 1_000,
    oi: 1_300,
    oiDayHigh: 1_400,
    oiDayLow: 1_200,
    exchangeTime: MARKET_TIME / 1_000,
    buy: [level(10_145, 650, 3), level(10_140, 65, 1), NOBODY, NOBODY, NOBODY],
    sell: [level(10_155, 195, 2), NOBODY, NOBODY, NOBODY, NOBODY],
    ...changes,
  });
}

describe("[CHAIN-65] the book of an option", () => {
  test("is told in rupees and units, best first, and levels without orders are left out", async () => {
    const { world, stream, token, open } = await start();
    const { port } = await open();
    world.relay.socket.say(stream.ping());
    world.relay.socket.say(stream.quotes([bookOf(token)]));
    await world.clock.run(100);
    expect(port.data).toEqual({
      token,
      lastPrice: 101.5,
      lastQuantity: 130,
      averagePrice: 100,
      volume: 4_000_000_000,
      buyQuantity: 65_000,
      sellQuantity: 32_500,
      open: 90,
      high: 110,
      low: 85,
      previousClose: 95,
      lastTradeTime: MARKET_TIME,
      oi: 1_300,
      oiDayHigh: 1_400,
      oiDayLow: 1_200,
      bid: 101.45,
      ask: 101.55,
      buy: [
        { price: 101.45, quantity: 650, orders: 3 },
        { price: 101.4, quantity: 65, orders: 1 },
      ],
      sell: [{ price: 101.55, quantity: 195, orders: 2 }],
      stale: false,
    });
    const empty = { buy: Array(5).fill(NOBODY), sell: Array(5).fill(NOBODY) };
    world.relay.socket.say(stream.quotes([bookOf(token, empty)]));
    await world.clock.run(100);
    expect(port.data).toMatchObject({ buy: [], sell: [] });
  });

  test("comes ten times a second at most, and not to a page that does not read", async () => {
    const { world, stream, tab, token, open } = await start();
    const { port } = await open();
    world.relay.socket.say(stream.ping());
    const tick = async (price: number) => {
      world.relay.socket.say(stream.quotes([bookOf(token, { lastPrice: price })]));
      await world.clock.run(20);
    };
    for (let at = 0; at < 100; at++) await tick(10_000 + at);
    // Two seconds of fifty ticks each.
    expect(port.messages.length).toBeGreaterThanOrEqual(19);
    expect(port.messages.length).toBeLessThanOrEqual(21);
    await world.clock.run(100);
    expect(port.data).toMatchObject({ lastPrice: 100.99 });
    const deaf = await openStream(
      world,
      tab.id,
      { kind: "depth", token, maxRate: 10 },
      createStreamPort(false),
    );
    for (let at = 0; at < 50; at++) await tick(10_000 + at);
    expect(deaf.port.messages).toHaveLength(STREAM_WINDOW);
    deaf.port.credit(1);
    await world.clock.run(100);
    expect(deaf.port.messages).toHaveLength(STREAM_WINDOW + 1);
    expect(deaf.port.data).toMatchObject({ lastPrice: 100.49 });
  });

  test("is asked for in full while it is open and its tab on screen, and its chain goes on without", async () => {
    const { world, stream, tab, token, other, open } = await start();
    const chain = await world.open(tab.id);
    world.relay.socket.say(stream.ping());
    world.relay.socket.say(stream.snapshot());
    chain.port.credit();
    await world.clock.run(50);
    const first = await open();
    const second = await open(other);
    await world.clock.run(50);
    expect(said(world).at(-1)).toMatchObject({
      command: "subscribe",
      quoteBatch: [{ mode: "full", tokens: [token, other].sort((a, b) => a - b) }],
    });
    await world.engine.closeStream(second.id);
    await world.clock.run(50);
    expect(said(world).at(-1)?.quoteBatch).toEqual([{ mode: "full", tokens: [token] }]);
    await world.engine.setVisible(tab.id, false);
    await world.clock.run(50);
    expect(said(world).at(-1)).toMatchObject({ command: "unsubscribe" });
    await world.engine.setVisible(tab.id, true);
    await world.clock.run(50);
    expect(said(world).at(-1)).toMatchObject({ command: "subscribe" });
    await world.engine.closeStream(first.id);
    await world.clock.run(50);
    expect(said(world).at(-1)).toMatchObject({ command: "unsubscribe" });
    const rows = world.relay.socket.sent.filter(({ uniqueId }) => uniqueId === "q.256265.20261124");
    expect(rows.flatMap(({ quoteBatch }) => quoteBatch?.map(({ mode }) => mode))).toContain("mini");
    expect(rows.at(-1)?.command).toBe("subscribe");
  });

  test("has no levels where a shorter quote says nothing of them: those of before are older than its price", async () => {
    const { world, stream, token, open } = await start();
    const { port } = await open();
    world.relay.socket.say(stream.ping());
    world.relay.socket.say(stream.quotes([bookOf(token)]));
    await world.clock.run(100);
    world.relay.socket.say(stream.quotes([bookOf(token, { lastPrice: 10_300 }).subarray(0, 64)]));
    await world.clock.run(100);
    expect(port.data).toMatchObject({ lastPrice: 103, buy: null, sell: null, bid: Number.NaN });
  });

  test("is stale from a lost connection until it is said again", async () => {
    const { world, stream, token, open } = await start();
    const { port } = await open();
    world.relay.socket.say(stream.ping());
    world.relay.socket.say(stream.quotes([bookOf(token)]));
    await world.clock.run(100);
    world.relay.socket.drop();
    await world.clock.run(1_000);
    expect(port.data).toMatchObject({ lastPrice: 101.5, stale: true });
    await world.clock.run(2_000);
    world.relay.socket.open();
    world.relay.socket.say(stream.ping());
    world.relay.socket.say(stream.quotes([bookOf(token)]));
    await world.clock.run(1_000);
    expect(port.data).toMatchObject({ lastPrice: 101.5, stale: false });
  });

  test("is asked for over HTTP every 30 s: its levels stand in while the relay tells nothing", async () => {
    const { world, token, open } = await start();
    const quote: QuoteDetails = {
      instrument_token: token,
      timestamp: MARKET_TIME,
      last_trade_time: MARKET_TIME,
      last_price: 101.5,
      last_quantity: 65,
      average_price: 100,
      volume: 650,
      buy_quantity: 130,
      sell_quantity: 195,
      ohlc: { open: 90, high: 110, low: 85, close: 95 },
      net_change: 6.5,
      oi: 1_300,
      oi_day_high: 1_400,
      oi_day_low: 1_200,
      depth: {
        buy: [{ price: 101.45, quantity: 130, orders: 2 }],
        sell: [
          { price: 101.55, quantity: 195, orders: 3 },
          { price: 0, quantity: 0, orders: 0 },
        ],
      },
    };
    world.routes.set(QUOTES, () => jsonResponse({ data: { a: quote } }));
    const { port, id } = await open();
    await world.clock.run(31_000);
    expect(port.data).toMatchObject({
      lastPrice: 101.5,
      buyQuantity: 130,
      oiDayLow: 1_200,
      buy: [{ price: 101.45, quantity: 130, orders: 2 }],
      sell: [{ price: 101.55, quantity: 195, orders: 3 }],
      stale: true,
    });
    const asked = () => world.requests.filter(({ url }) => new URL(url).pathname === QUOTES).length;
    expect(asked()).toBe(1);
    await world.engine.closeStream(id);
    await world.clock.run(60_000);
    expect(asked()).toBe(1);
  });

  test("that the relay refuses says why, and what is no instrument is refused at once", async () => {
    const { world, stream, token, open } = await start();
    const { port } = await open();
    world.relay.socket.say(stream.ping());
    const error = { code: "relay.limit_tokens", message: "Too many quotes", details: {} };
    world.relay.socket.say(JSON.stringify({ error, uniqueId: ID }));
    await vi.dynamicImportSettled();
    expect(port.messages).toMatchObject([
      { refused: { code: "relay.limit_tokens", message: "Too many quotes" } },
    ]);
    world.relay.socket.say(stream.quotes([bookOf(token)]));
    await world.clock.run(100);
    expect(port.data).toMatchObject({ lastPrice: 101.5 });
    await expect(open(0)).rejects.toThrow("request.invalid");
  });
});
