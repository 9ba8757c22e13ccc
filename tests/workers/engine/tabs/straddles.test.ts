import { describe, expect, test } from "vitest";
import { upperBreakeven } from "#domain/chain/straddle.ts";
import { CHAIN_FIELDS, type ChainField, FRAME_FULL, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { ChainSide } from "#protocol/generated/records.ts";
import { LATE_FIELDS } from "#workers/engine/chains/model-cells.ts";
import { createEngineWorld, type FakePort, viewSpec } from "../../../support/engine/engine-world.ts";
import { createChainStream, type StreamOptions } from "../../../support/market/chain-stream.ts";

const OF_BOTH = [
  ...(["straddle", "straddleChange", "straddleChangePct", "impliedMove", "straddleLower"] as const),
  ...(["straddleUpper", "totalOi", "netDelta", "netGamma", "netTheta", "netVega", "pcr"] as const),
] satisfies ChainField[];
const BESIDE = [
  ...(["call.delta", "put.delta", "call.theta", "put.theta", "gamma", "vega"] as const),
  ...(["call.oi", "put.oi"] as const),
] satisfies ChainField[];

type Sides = { readonly call?: Partial<ChainSide>; readonly put?: Partial<ChainSide> };

/** The first frame of a chain whose strikes have these prices and contracts; wire prices are paise. */
async function firstFrame(
  changes: Readonly<Record<number, Sides>>,
  options: StreamOptions = {},
): Promise<FakePort> {
  const world = createEngineWorld();
  const stream = createChainStream(options);
  for (const row of stream.rows) {
    Object.assign(row.call, changes[row.strike / 100]?.call);
    Object.assign(row.put, changes[row.strike / 100]?.put);
  }
  const tab = await world.tab();
  world.relay.socket.open();
  const { port } = await world.open(tab.id, { fields: [...OF_BOTH, ...BESIDE] });
  await world.clock.run(20);
  world.relay.socket.say(stream.ping());
  world.relay.socket.say(stream.snapshot());
  port.credit();
  await world.clock.run(5);
  return port;
}

const NO_CONTRACT: Partial<ChainSide> = {
  ...{ token: 0, lastPrice: 0, close: 0, bid: 0, ask: 0, oi: 0, previousOi: 0, volume: 0, lastTradeTime: 0 },
};
const NO_PRICE: Partial<ChainSide> = { lastPrice: 0, bid: 0, ask: 0, lastTradeTime: 0 };

describe("what a strike's call and put are together", () => {
  test("[CHAIN-54] equals the figures made by hand: 151 + 130.50 after closes of 180 and 100, forward 24060", async () => {
    const port = await firstFrame({
      24050: {
        call: { bid: 15_000, ask: 15_200, close: 18_000, oi: 65_000 },
        put: { bid: 13_000, ask: 13_100, close: 10_000, oi: 97_500 },
      },
    });
    const cell = (field: ChainField): number => port.cell(24_050, field);
    expect(port.head("forward")).toBeCloseTo(24_060, 9);
    expect(cell("straddle")).toBeCloseTo(281.5, 9);
    expect(cell("straddleChange")).toBeCloseTo(1.5, 9);
    expect(cell("straddleChangePct")).toBeCloseTo((1.5 / 280) * 100, 9);
    expect(cell("impliedMove")).toBeCloseTo(1.1699917, 6);
    expect(cell("straddleLower")).toBeCloseTo(23_768.5, 9);
    expect(cell("straddleUpper")).toBeCloseTo(24_331.5, 9);
    expect(cell("totalOi")).toBe(162_500);
    expect(cell("pcr")).toBe(1.5);
  });

  test("[CHAIN-54] greeks are those of one call and one put: delta and theta added, gamma and vega twice the strike's", async () => {
    const port = await firstFrame({});
    for (const strike of port.strikes) {
      const cell = (field: ChainField): number => port.cell(strike, field);
      expect(cell("netDelta")).toBeCloseTo(cell("call.delta") + cell("put.delta"), 12);
      expect(cell("netTheta")).toBeCloseTo(cell("call.theta") + cell("put.theta"), 12);
      expect(cell("netGamma")).toBeCloseTo(2 * cell("gamma"), 12);
      expect(cell("netVega")).toBeCloseTo(2 * cell("vega"), 12);
    }
    // Deltas of both add up to nought near the forward, and to one far from it.
    expect(Math.abs(port.cell(24_050, "netDelta"))).toBeLessThan(0.05);
    expect(port.cell(port.strikes[0]!, "netDelta")).toBeGreaterThan(0.8);
  });

  test("[CHAIN-54] without a price of one of them nothing that rests on it is known, never nought", async () => {
    const port = await firstFrame({ 24100: { put: NO_PRICE } });
    for (const field of OF_BOTH.slice(0, 6)) expect(port.cell(24_100, field), field).toBeNaN();
    expect(port.cell(24_100, "totalOi")).toBe(port.cell(24_100, "call.oi") + port.cell(24_100, "put.oi"));
    expect(port.cell(24_150, "straddle")).toBeGreaterThan(0);
  });

  test("[CHAIN-54] a chain without puts has the OI of its calls, and nothing that takes both", async () => {
    const strikes = Array.from({ length: 81 }, (_, i) => 22_000 + 50 * i);
    const port = await firstFrame(
      Object.fromEntries(strikes.map((strike) => [strike, { put: NO_CONTRACT }])),
    );
    for (const strike of port.strikes) {
      for (const field of OF_BOTH) if (field !== "totalOi") expect(port.cell(strike, field), field).toBeNaN();
      expect(port.cell(strike, "totalOi")).toBe(port.cell(strike, "call.oi"));
    }
  });

  test("[CHAIN-54] a lower breakeven that no price can fall below is none; the upper one stays", async () => {
    const port = await firstFrame(
      { 100: { call: { bid: 10_050, ask: 10_150 } } },
      { from: 100, step: 10, strikes: 21, forward: 200 },
    );
    expect(port.cell(100, "straddleLower")).toBeNaN();
    expect(port.cell(100, "straddleUpper")).toBe(upperBreakeven(100, port.cell(100, "straddle")));
  });
});

describe("figures whose code comes late", () => {
  test("[CHAIN-55] are those that no view shows at first; a view of them never has them unknown", async () => {
    const late = [...LATE_FIELDS].map((field) => CHAIN_FIELDS[field]);
    expect(late).toEqual(
      expect.arrayContaining(["pcr", "netDelta", "call.pop", "put.breakeven", "call.decay"]),
    );
    for (const field of ["straddle", "iv", "call.ltp", "put.flags"]) expect(late).not.toContain(field);
    const port = await firstFrame({});
    const first = port.frames.find(
      ({ head }) => head[HEAD_INDEX.kind] === FRAME_FULL && head[HEAD_INDEX.rows]! > 0,
    );
    const { cells, values } = first!;
    const netDelta = CHAIN_FIELDS.indexOf("netDelta");
    const told = [...cells.keys()].filter((k) => cells[k]! % CHAIN_FIELDS.length === netDelta);
    expect(told.length).toBeGreaterThan(20);
    for (const k of told) expect(values[k]).not.toBeNaN();
  });

  test("[CHAIN-55] of two wishes while the code comes the last one is what a view shows", async () => {
    const world = createEngineWorld();
    const stream = createChainStream();
    const tab = await world.tab();
    world.relay.socket.open();
    const { id, port } = await world.open(tab.id, { fields: ["call.ltp"] });
    const wishes = [
      world.engine.configureChain(id, viewSpec({ fields: ["netDelta"] })),
      world.engine.configureChain(id, viewSpec({ fields: ["put.ltp"] })),
    ];
    for (const outcome of await Promise.all(wishes)) expect(outcome.ok).toBe(true);
    world.relay.socket.say(stream.ping());
    world.relay.socket.say(stream.snapshot());
    port.credit();
    await world.clock.run(50);
    expect(port.cell(24_050, "put.ltp")).toBeGreaterThan(0);
    expect(() => port.cell(24_050, "netDelta")).toThrow();
  });
});
