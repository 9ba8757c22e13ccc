import { expect, test } from "vitest";
import { type MetacacheBody, parseMetacache } from "#protocol/http/metacache.ts";
import { mergeMetacache } from "#workers/engine/chains/metacache-addon.ts";
import { createEngineWorld, jsonResponse } from "../../../support/engine/engine-world.ts";
import { NIFTY } from "../../../support/market/chain-stream.ts";
import { metacacheBody } from "../../../support/market/metacache-body.ts";

const ADDON = "/v1/compute/cache/instrument_metacache_addon";

/** RELIANCE, listed with options since the list was made, and NIFTY with its far expiry gone. */
function addonBody(): MetacacheBody {
  const { underlyers, chains, ...rest } = metacacheBody("e2");
  const one = <B extends object>(block: B, keep: readonly number[]): B =>
    Object.fromEntries(
      Object.entries(block).map(([name, column]) => [name, keep.map((i) => (column as unknown[])[i])]),
    ) as B;
  return {
    ...rest,
    // The other way round than in the list.
    underlyers: {
      ...one(underlyers, [1, 0, 0]),
      token: [738_561, NIFTY, 777_000],
      symbol: ["RELIANCE", "NIFTY", "NEWCO"],
      isNonFno: [false, false, false],
    },
    chains: { ...one(chains, [0, 0, 0]), underlyer: [0, 1, 2] },
    futures: {
      underlyer: [2],
      expiry: [20261124],
      type: ["monthly"],
      token: [15_000_130],
      lotSize: [25],
      tickSize: [0.1],
    },
    symbols: { "15000130": "NEWCOX" },
  };
}

test("[INST-8] an addon is merged: what is new is added, what both have is the addon's", () => {
  const merged = mergeMetacache(metacacheBody(), addonBody());
  expect(parseMetacache(structuredClone(merged))).not.toBeNull();
  expect(merged.etag).toBe("e1");
  expect(merged.underlyers.symbol).toEqual(["NIFTY", "RELIANCE", "NEWCO"]);
  const owners = merged.chains.underlyer.map((u) => merged.underlyers.symbol[u]);
  // NIFTY's two expiries are the addon's one now.
  expect(owners.toSorted()).toEqual(["NEWCO", "NIFTY", "RELIANCE"]);
  expect(merged.futures.token).toEqual([15_000_130]);
  expect(merged.symbols).toMatchObject({ "15000130": "NEWCOX" });
});

test("[INST-8] an addon goes into a list that an older program kept, without types of futures", () => {
  const { type: _, ...futures } = metacacheBody().futures;
  const symbols = { "14000130": "NIFTY26N24FUT" };
  const kept = parseMetacache(JSON.parse(JSON.stringify({ ...metacacheBody(), futures, symbols })));
  const [newco] = addonBody().futures.type;
  const merged = mergeMetacache(kept!, {
    ...addonBody(),
    underlyers: { ...addonBody().underlyers, token: [738_561, 111, 777_000] },
  });
  expect(merged.futures.type).toEqual(["monthly", newco]);
  expect(merged.symbols["14000130"]).toBe("NIFTY26N24FUT");
});

test("[INST-8] a name that the list does not have is asked for once, and stands in it from then on", async () => {
  const world = createEngineWorld();
  world.routes.set("/v1/compute/cache/instrument_metacache/1", () => jsonResponse(metacacheBody(), '"e1"'));
  const bodies: unknown[] = [];
  world.routes.set(ADDON, ({ method, body }) => {
    bodies.push([method, JSON.parse(body!)]);
    return jsonResponse(addonBody());
  });
  await world.tab();
  await world.clock.run(100);
  expect(await world.engine.underlying("NEWCO")).toMatchObject({ ok: true, value: { token: 777_000 } });
  expect(bodies).toEqual([["POST", { underlyer_list: ["NEWCO"] }]]);
  expect(await world.engine.underlyings()).toMatchObject({
    value: [{ symbol: "NIFTY" }, { symbol: "RELIANCE" }, { symbol: "NEWCO" }],
  });
  expect(await world.engine.underlying("NEWCO")).toMatchObject({ ok: true });
  expect(bodies).toHaveLength(1);
  expect((await world.engine.health()).metacache.etag).toBe("e1");
});

test("[INST-8] what the server does not have is not asked for again; what could not be asked is", async () => {
  const world = createEngineWorld();
  world.routes.set("/v1/compute/cache/instrument_metacache/1", () => jsonResponse(metacacheBody(), '"e1"'));
  let status = 503;
  let asked = 0;
  world.routes.set(ADDON, () => {
    asked++;
    return jsonResponse({}, null, status);
  });
  await world.tab();
  await world.clock.run(100);
  const nope = () => world.engine.underlying("NOPE");
  expect(await nope()).toMatchObject({ code: "underlying.not_found" });
  status = 404;
  await nope();
  await nope();
  expect(asked).toBe(2);
  expect(world.logs.join()).toContain("addon of the cache");
});
