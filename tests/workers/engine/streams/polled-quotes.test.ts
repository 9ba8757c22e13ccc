import { expect, test } from "vitest";
// Loaded beforehand: the engine's own import of it then takes no time that the fake clock knows nothing of.
import "#workers/engine/chains/listed-contracts.ts";
import { MOST_QUOTED, type QuoteDetails } from "#protocol/http/quotes.ts";
import { symbolsOf } from "#workers/engine/chains/listed-contracts.ts";
import { MOST_ASKED } from "#workers/engine/streams/polled-quotes.ts";
import { createEngineWorld, jsonResponse } from "../../../support/engine/engine-world.ts";
import { openStream } from "../../../support/engine/stream-port.ts";
import { createChainStream, MARKET_TIME, NIFTY } from "../../../support/market/chain-stream.ts";
import { metacacheBody } from "../../../support/market/metacache-body.ts";

const PATH = "/v1/compute/cache/quotes_v2";

function quote(token: number, price: number, tradedAt: number | null = MARKET_TIME): QuoteDetails {
  return {
    instrument_token: token,
    timestamp: MARKET_TIME,
    last_trade_time: tradedAt,
    last_price: price,
    last_quantity: 65,
    average_price: price,
    volume: 650,
    buy_quantity: 65,
    sell_quantity: 65,
    ohlc: { open: price, high: price, low: price, close: 90 },
    net_change: price - 90,
    oi: 1_300,
    oi_day_high: 1_300,
    oi_day_low: 1_300,
    depth: { buy: [{ price: price - 1, quantity: 65, orders: 1 }], sell: [] },
  };
}

async function start() {
  const world = createEngineWorld();
  const stream = createChainStream();
  world.routes.set("/v1/compute/cache/instrument_metacache/1", () => jsonResponse(metacacheBody(), '"e1"'));
  const tab = await world.tab();
  world.relay.socket.open();
  await world.clock.run(50);
  const [call, put] = [stream.rows[40]!.call, stream.rows[40]!.put];
  const { id, port } = await openStream(world, tab.id, {
    kind: "quotes",
    tokens: [call.token, put.token],
    mode: "full",
  });
  const asked = () => world.requests.filter(({ url }) => new URL(url).pathname === PATH);
  return { world, stream, tab, call, put, id, port, asked };
}

test("[LIVE-27] quotes that streams hold are asked for every 30 s, by name, until the last is closed", async () => {
  const { world, asked, id } = await start();
  world.routes.set(PATH, () => jsonResponse({ data: {} }));
  await world.clock.run(29_000);
  expect(asked()).toHaveLength(0);
  await world.clock.run(1_000);
  expect(asked()).toHaveLength(1);
  expect(new URL(asked()[0]!.url).searchParams.getAll("i")).toEqual([
    "NFO:NIFTY26N2424000CE",
    "NFO:NIFTY26N2424000PE",
  ]);
  await world.clock.run(60_000);
  expect(asked()).toHaveLength(3);
  await world.engine.closeStream(id);
  await world.clock.run(90_000);
  expect(asked()).toHaveLength(3);
});

test("[LIVE-27] they stand in while the relay tells nothing, as old figures, and give way when it does", async () => {
  const { world, stream, call, put, port } = await start();
  world.routes.set(PATH, () => jsonResponse({ data: { a: quote(call.token, 101.5) } }));
  await world.clock.run(31_000);
  expect(port.data).toMatchObject([
    {
      token: call.token,
      lastPrice: 101.5,
      previousClose: 90,
      bid: 100.5,
      ask: Number.NaN,
      oi: 1_300,
      stale: true,
    },
  ]);
  world.relay.socket.say(stream.ping());
  world.relay.socket.say(stream.quotes([stream.quote(40, "call"), stream.quote(40, "put")]));
  await world.clock.run(1_000);
  expect(port.data).toMatchObject([
    { token: call.token, lastPrice: call.lastPrice / 100, stale: false },
    { token: put.token, lastPrice: put.lastPrice / 100 },
  ]);
});

test("[LIVE-27] while the relay tells, only a newer trade is taken", async () => {
  const { world, stream, call, put, port } = await start();
  const told = () => {
    world.relay.socket.say(stream.ping());
    world.relay.socket.say(stream.quotes([stream.quote(40, "call"), stream.quote(40, "put")]));
  };
  told();
  await world.clock.run(1_000);
  const { lastTradeTime } = port.data![0]!;
  world.routes.set(PATH, () =>
    jsonResponse({
      data: { a: quote(call.token, 1, lastTradeTime), b: quote(put.token, 2, lastTradeTime + 5_000) },
    }),
  );
  await world.clock.run(29_500);
  expect(port.data).toMatchObject([{ lastPrice: call.lastPrice / 100 }, { lastPrice: 2, stale: true }]);
  told();
  await world.clock.run(1_000);
  expect(port.data).toMatchObject([{}, { lastPrice: put.lastPrice / 100 }]);
});

test("[LIVE-27] an answer of another shape, or none, is logged and asked for again", async () => {
  const { world, asked, port } = await start();
  world.routes.set(PATH, () => jsonResponse({ data: { a: { last_price: 1 } } }));
  await world.clock.run(31_000);
  world.routes.set(PATH, () => jsonResponse({}, null, 503));
  await world.clock.run(30_000);
  expect(asked()).toHaveLength(2);
  expect(world.logs.filter((line) => line.startsWith("Quotes fetch failed."))).toHaveLength(2);
  expect(port.messages).toEqual([]);
});

test("names are of every kind of instrument, and no call asks for more than the server takes", () => {
  const body = metacacheBody();
  expect(symbolsOf(body, new Set([NIFTY, 738_561, 14_000_130, 1]))).toEqual([
    "NSE:NIFTY",
    "NSE:RELIANCE",
    "NFO:NIFTY26NOVFUT",
  ]);
  expect(MOST_ASKED).toBe(MOST_QUOTED);
});
