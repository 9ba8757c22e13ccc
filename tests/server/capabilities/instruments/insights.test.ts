import { expect, test } from "vitest";
import { ANGEL, ANONYMOUS, type BrokerId, GOOGLE, ICICI, ZERODHA } from "#domain/access/brokers.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import { createInstrumentService } from "#server/capabilities/instruments/service.ts";
import { createInstrumentDirectory } from "#server/market/instruments/directory.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createCachedBody } from "#server/platform/http/cached-body.ts";
import { metacacheBody } from "#tests/support/market/metacache-body.ts";

/** NIFTY and RELIANCE of NSE, SENSEX of BSE, CRUDEOIL of MCX. */
function market(etag: string) {
  const body = metacacheBody(etag);
  const { underlyers } = body;
  const wide = Object.fromEntries(
    Object.entries(underlyers).map(([name, column]) => [name, [...column, column[0], column[0]]]),
  ) as unknown as MetacacheBody["underlyers"];
  const directory = createInstrumentDirectory({
    ...body,
    underlyers: {
      ...wide,
      token: [...underlyers.token, 265, 1_001],
      symbol: [...underlyers.symbol, "SENSEX", "CRUDEOIL"],
      derivativeExchange: [...underlyers.derivativeExchange, "BFO", "MCX"],
    },
  });
  const whole = createCachedBody(etag, JSON.stringify({ whole: true }), 1);
  return { bus: {} as Bus, metacache: { get: async () => ({ body: whole, directory }) } };
}

function world() {
  const asked: string[][] = [];
  const service = createInstrumentService({
    ask: async (_bus: Bus, call: string, question: Uint8Array) => {
      const { underlyer_list: tokens } = JSON.parse(Buffer.from(question).toString()) as {
        underlyer_list: number[];
      };
      asked.push([call, ...tokens.map(String)]);
      return Buffer.from("{}");
    },
  } as Parameters<typeof createInstrumentService>[0]);
  const ask = (broker: BrokerId, etag = "e1") => service.insights(market(etag), broker, "acc");
  return { ask, asked };
}

test("[INST-9] the list is of what accounts of a broker can trade", async () => {
  const { ask, asked } = world();
  await ask(ANGEL);
  expect(asked).toEqual([["addon", "256265", "738561", "265"]]);
  await ask(GOOGLE);
  expect(asked[1]).toEqual(["addon", "256265", "738561"]);
});

test("[INST-9] for a broker that trades all there is, and for none in particular, it is the whole list", async () => {
  const { ask, asked } = world();
  for (const broker of [ZERODHA, ANONYMOUS] as const) expect((await ask(broker)).etag).toBe("e1");
  expect(asked).toEqual([]);
});

test("[INST-9] it is made once for brokers that trade the same, and anew for another list", async () => {
  const { ask, asked } = world();
  const [angel, icici] = await Promise.all([ask(ANGEL), ask(ICICI)]);
  expect(icici).toBe(angel);
  expect(asked).toHaveLength(1);
  expect(angel.etag).not.toBe("e1");
  await ask(ANGEL, "e2");
  expect(asked).toHaveLength(2);
});
