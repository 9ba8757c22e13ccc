import { expect, test } from "vitest";
// Loaded beforehand: the engine's own import of it then takes no time that the fake clock knows nothing of.
import "#workers/engine/http-calls.ts";
import { createEngineWorld, jsonResponse } from "../../../support/engine/engine-world.ts";
import { openStream } from "../../../support/engine/stream-port.ts";
import { liveExpiry, liveOption, livePrices } from "../../../support/http/sample-answers.ts";

const NIFTY = 256265;
const PATH = `/v1/compute/cache/live_derivative_prices/${NIFTY}`;
const body = (spot: number, etag: string) => {
  const answer = livePrices(NIFTY, 1_795_000_000_000 + spot, {
    "2026-11-24": liveExpiry({
      atm_iv: 0.13,
      future_price: spot + 1,
      forward: spot + 2,
      pcr: 0.9,
      max_pain_strike: 24_000,
      options: {
        "24000": {
          CE: liveOption({ token: 11, last_price: 101.5, oi: 65, volume: 130, last_trade_time: null }),
        },
      },
    }),
  });
  return { etag, data: { ...answer.data, etag, underlying_price: spot } };
};
const WANTED = { kind: "live-prices", underlying: NIFTY } as const;

async function start() {
  const world = createEngineWorld();
  const tab = await world.tab();
  world.relay.socket.open();
  await world.clock.run(50);
  const asked = (): number => world.requests.filter(({ url }) => url.endsWith(PATH)).length;
  return { world, tab, asked };
}

test("[LIVE-22] live prices are asked for at once and every 30 s, once for all streams, and told when they are others", async () => {
  const { world, tab, asked } = await start();
  let answer = body(24_200, "a");
  world.routes.set(PATH, ({ headers }) =>
    headers?.["if-none-match"] === answer.etag
      ? jsonResponse(null, answer.etag, 304)
      : jsonResponse(answer, answer.etag),
  );
  const { id, port } = await openStream(world, tab.id, WANTED);
  const other = await openStream(world, tab.id, { ...WANTED, maxRate: 2 });
  await world.clock.run(100);
  expect(asked()).toBe(1);
  expect(port.data).toMatchObject({ spot: 24_200, stale: false, expiries: [{ expiry: 20261124, pcr: 0.9 }] });
  await world.clock.run(30_000);
  expect([asked(), port.messages.length]).toEqual([2, 1]);
  answer = body(24_300, "b");
  await world.clock.run(30_000);
  expect([asked(), port.data?.spot, other.port.data?.spot]).toEqual([3, 24_300, 24_300]);
  await world.engine.closeStream(id);
  await world.clock.run(30_000);
  expect(asked()).toBe(4);
  await world.engine.closeStream(other.id);
  await world.clock.run(60_000);
  expect(asked()).toBe(4);
});

test("a question that fails is told with its code, and makes old prices stale until the next answer", async () => {
  const { world, tab } = await start();
  const { port } = await openStream(world, tab.id, WANTED);
  await world.clock.run(100);
  expect(port.messages).toMatchObject([{ refused: { code: "prices.failed" } }]);
  world.routes.set(PATH, () => jsonResponse(body(24_200, "a"), "a"));
  await world.clock.run(30_000);
  expect(port.data).toMatchObject({ spot: 24_200, stale: false });
  world.routes.delete(PATH);
  await world.clock.run(30_000);
  expect(port.data).toMatchObject({ spot: 24_200, stale: true });
  world.routes.set(PATH, () => jsonResponse(body(24_200, "a"), "a"));
  await world.clock.run(30_000);
  expect(port.data).toMatchObject({ stale: false });
});

test("a chain of the same underlying is polled with it, and goes on when the stream ends", async () => {
  const { world, tab, asked } = await start();
  world.routes.set(PATH, () => jsonResponse(body(24_200, "a"), "a"));
  await world.open(tab.id);
  await world.clock.run(4_000);
  expect(asked()).toBe(1);
  const { id, port } = await openStream(world, tab.id, WANTED);
  await world.clock.run(100);
  expect([asked(), port.data?.spot]).toEqual([2, 24_200]);
  await world.engine.closeStream(id);
  await world.clock.run(30_000);
  expect(asked()).toBe(3);
});
