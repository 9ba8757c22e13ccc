import { describe, expect, test, vi } from "vitest";
import { createContractList } from "#domain/strategy/contract-list.ts";
import { encodeErrorFrame } from "#protocol/control/down.ts";
import { readStrategyMarket } from "#protocol/frames/read-strategy-market.ts";
import type { StrategyMarketFrame } from "#protocol/frames/strategy-market.ts";
import type { StreamSpecOf } from "#workers/engine/api.ts";
import { createEngineWorld, type EngineWorld, jsonResponse } from "../../../support/engine/engine-world.ts";
import { createStreamPort, openStream, type StreamPort } from "../../../support/engine/stream-port.ts";
import { type ChainStream, createChainStream, EXPIRY, NIFTY } from "../../../support/market/chain-stream.ts";
import { metacacheBody } from "../../../support/market/metacache-body.ts";

const FAR = "2026-12-01";
const FUTURE = 14_000_130;
const METACACHE = "/v1/compute/cache/instrument_metacache/1";

type Spec = StreamSpecOf<"strategy-market">;
type Port = StreamPort<"strategy-market">;

const specOf = (changes: Partial<Spec> = {}): Spec => ({
  kind: "strategy-market",
  underlying: NIFTY,
  expiries: [EXPIRY],
  maxRate: 10,
  ...changes,
});

async function start() {
  const world = createEngineWorld();
  world.routes.set(METACACHE, () => jsonResponse(metacacheBody()));
  const near = createChainStream();
  const far = createChainStream({ expiry: 20261201 });
  const tab = await world.tab();
  world.relay.socket.open();
  world.relay.socket.say(near.ping());
  await world.clock.run(50);
  return { world, near, far, tab };
}

/** A market that has told its first frame. */
async function opened(changes: Partial<Spec> = {}, port?: Port) {
  const made = await start();
  const stream = await openStream(made.world, made.tab.id, specOf(changes), port);
  await made.world.clock.run(50);
  made.world.relay.socket.say(made.near.snapshot());
  await made.world.clock.run(20);
  return { ...made, ...stream };
}

const framesOf = ({ messages }: Port): StrategyMarketFrame[] =>
  messages.flatMap((message) => ("data" in message ? readStrategyMarket(message.data.frame) : []));
const lastOf = (port: Port): StrategyMarketFrame => framesOf(port).at(-1)!;
const chainsAsked = ({ relay }: EngineWorld) =>
  relay.socket.sent.filter(({ dataSource }) => dataSource === "option-chain");

/** The feed goes on, and the relay's clock with it. */
async function goOn(world: EngineWorld, stream: ChainStream, message: Uint8Array, ms = 100) {
  world.relay.socket.say(message);
  stream.serverTime += ms;
  await world.clock.run(ms);
}

describe("the market of a strategy", () => {
  test("asks the relay for its expiries and the futures' quotes, and for no others", async () => {
    const { world } = await opened({ expiries: [EXPIRY, FAR] });
    expect(chainsAsked(world).map(({ uniqueId }) => uniqueId)).toEqual([
      `c.${NIFTY}.${EXPIRY}`,
      `c.${NIFTY}.${FAR}`,
    ]);
    const quotes = world.relay.socket.sent.filter(({ dataSource }) => dataSource === "quote-batch");
    expect(quotes.map(({ quoteBatch }) => quoteBatch)).toEqual([[{ mode: "full", tokens: [FUTURE] }]]);
  });

  test("is told with what is listed first, then with frames alone; frames are handed over", async () => {
    const transfers: ArrayBuffer[][] = [];
    const port: Port = createStreamPort<"strategy-market">();
    const post = port.postMessage;
    port.postMessage = function (message, transfer) {
      transfers.push(transfer);
      post.call(this, message, transfer);
    };
    const { world, near } = await opened({}, port);
    await goOn(world, near, near.delta([40]));
    const told = port.messages.map((message) => ("data" in message ? message.data : null)!);
    expect(told.map(({ terms }) => terms !== null)).toEqual([true, ...told.slice(1).map(() => false)]);
    expect(told[0]!.terms).toMatchObject({
      listed: { underlying: { token: NIFTY, symbol: "NIFTY", kind: "index" }, futures: [EXPIRY] },
      expiries: [EXPIRY, FAR],
    });
    // Both sides of 81 strikes, the future and the index.
    expect(told[0]!.terms!.contracts.length).toBe(81 * 2 + 2);
    expect(transfers).toEqual(told.map(({ frame }) => [frame]));
  });

  test("has each expiry at the place of its own stream, deltas laid on snapshots", async () => {
    const { world, near, far, port } = await opened({ expiries: [FAR, EXPIRY] });
    await world.clock.run(400);
    expect(lastOf(port)).toMatchObject({ state: "loading" });
    far.epoch = 9;
    far.sequence = 5_000;
    world.relay.socket.say(far.snapshot());
    near.rows[40]!.call.bid += 5;
    near.rows[40]!.put.iv = 0.25;
    near.root.forward = 24_071.25;
    await goOn(world, near, near.delta([40]));
    const { state, expiries } = lastOf(port);
    expect(state).toBe("live");
    expect(expiries.map(({ packet }) => [packet!.root.expiry, packet!.epoch, packet!.sequence])).toEqual([
      [20261124, 7, near.sequence],
      [20261201, 9, 5_001],
    ]);
    const { packet } = expiries[0]!;
    expect(packet!.root.forward).toBe(24_071.25);
    expect(packet!.row(40)).toMatchObject({ call: { bid: near.rows[40]!.call.bid }, put: { iv: 0.25 } });
    expect(packet!.row(41)).toStrictEqual({
      ...near.rows[41]!,
      ...{ call: packet!.row(41).call, put: packet!.row(41).put },
    });
  });

  test("is of packets alone: a quote that a view lays over its chain is not in it", async () => {
    const { world, near, tab, port } = await opened();
    const view = await world.open(tab.id);
    world.relay.socket.say(near.snapshot(false));
    view.port.credit();
    await world.clock.run(100);
    near.serverTime += 100;
    await goOn(world, near, near.quotes([near.quote(40, "call", { lastPrice: 77_700 })]));
    view.port.credit();
    await goOn(world, near, near.delta([10]));
    expect(view.port.cell(24_000, "call.ltp")).toBe(777);
    expect(lastOf(port).expiries[0]!.packet!.row(40).call.lastPrice).toBe(near.rows[40]!.call.lastPrice);
  });

  test("asks for a snapshot where a view of the same chain is open already", async () => {
    const { world, near, tab } = await start();
    await world.open(tab.id);
    await world.clock.run(50);
    world.relay.socket.say(near.snapshot());
    await world.clock.run(50);
    const { port } = await openStream(world, tab.id, specOf());
    await world.clock.run(50);
    expect(chainsAsked(world).length).toBe(2);
    world.relay.socket.say(near.snapshot(false));
    await world.clock.run(50);
    expect(lastOf(port).expiries[0]!.packet!.sequence).toBe(near.sequence);
  });

  test("heals a gap by asking again, and is stale when that takes too long", async () => {
    const { world, near, port } = await opened();
    const before = lastOf(port).expiries[0]!.packet!.sequence;
    near.delta([1]);
    await goOn(world, near, near.delta([2]));
    expect(lastOf(port).expiries[0]!.packet!.sequence).toBe(before);
    expect(chainsAsked(world).length).toBe(2);
    await goOn(world, near, near.snapshot());
    expect(lastOf(port)).toMatchObject({ state: "live" });
    expect(lastOf(port).expiries[0]!.packet!.sequence).toBe(near.sequence);
  });

  test("has the futures' quotes, which alone are told once a second", async () => {
    const { world, near, port } = await opened();
    const future = near.quote(0, "call");
    new DataView(future.buffer).setUint32(0, FUTURE);
    const before = framesOf(port).length;
    for (let i = 0; i < 20; i++) await goOn(world, near, near.quotes([future]));
    expect(framesOf(port).length - before).toBeLessThanOrEqual(3);
    expect(lastOf(port).quotes).toMatchObject([
      { token: FUTURE, lastPrice: near.rows[0]!.call.lastPrice / 100, oi: near.rows[0]!.call.oi },
    ]);
  });

  test("has the last quote of a second too, when no other follows", async () => {
    const { world, near, port } = await opened();
    const futureAt = (lastPrice: number) => {
      const future = near.quote(0, "call", { lastPrice });
      new DataView(future.buffer).setUint32(0, FUTURE);
      return near.quotes([future]);
    };
    for (const price of [2_400_000, 2_400_100, 2_400_200]) await goOn(world, near, futureAt(price), 150);
    await world.clock.run(1_000);
    expect(lastOf(port).quotes).toMatchObject([{ token: FUTURE, lastPrice: 24_002 }]);
  });

  test("is told at most ten times a second, only for credit, and not at all while hidden", async () => {
    const port = createStreamPort<"strategy-market">(false);
    const { world, near, tab } = await opened({}, port);
    port.credit(2);
    let before = framesOf(port).length;
    for (let i = 0; i < 20; i++) {
      port.credit(2);
      await goOn(world, near, near.delta([i]), 50);
    }
    expect(framesOf(port).length - before).toBeLessThanOrEqual(11);
    expect(framesOf(port).length - before).toBeGreaterThanOrEqual(9);
    before = framesOf(port).length;
    for (let i = 0; i < 10; i++) await goOn(world, near, near.delta([i]));
    expect(framesOf(port).length - before).toBeLessThanOrEqual(2);
    port.credit(2);
    await world.clock.run(200);
    before = framesOf(port).length;
    await world.engine.setVisible(tab.id, false);
    port.credit(2);
    for (let i = 0; i < 10; i++) await goOn(world, near, near.delta([i]));
    expect(framesOf(port).length).toBe(before);
    expect(world.relay.socket.sent.at(-1)).toMatchObject({ command: "unsubscribe" });
  });

  test("says how it stands: delayed, stale without a connection, closed after hours", async () => {
    const { world, near, port } = await opened();
    near.root.flags |= 4;
    await goOn(world, near, near.delta([1]));
    expect(lastOf(port)).toMatchObject({ state: "delayed" });
    near.root.state = 3;
    await goOn(world, near, near.delta([1]));
    expect(lastOf(port)).toMatchObject({ state: "closed" });
    world.relay.socket.drop();
    await world.clock.run(200);
    expect(lastOf(port)).toMatchObject({ state: "stale" });
    expect(lastOf(port).expiries[0]!.packet!.sequence).toBe(near.sequence);
  });

  test("passes on what the relay refuses, and asks again", async () => {
    const { world, port } = await start().then(async (made) => {
      const stream = await openStream(made.world, made.tab.id, specOf());
      await made.world.clock.run(50);
      return { ...made, ...stream };
    });
    const error = { code: "derivative.not_found", message: "There is no such chain" } as const;
    world.relay.socket.say(encodeErrorFrame(error.code, error.message, `c.${NIFTY}.${EXPIRY}`));
    await vi.dynamicImportSettled();
    await world.clock.run(400);
    expect(port.messages).toContainEqual({ refused: error });
    expect(lastOf(port)).toMatchObject({ state: "failed" });
    const before = chainsAsked(world).length;
    await world.clock.run(7_000);
    expect(chainsAsked(world).length).toBeGreaterThan(before);
  });

  test("follows its specification to other expiries, told what is listed there", async () => {
    const { world, far, id, port } = await opened();
    await world.engine.configureStream(id, specOf({ expiries: [FAR] }));
    await world.clock.run(50);
    world.relay.socket.say(far.snapshot());
    await world.clock.run(400);
    expect(lastOf(port).expiries.map(({ expiry }) => expiry)).toEqual([20261201]);
    expect(port.data!.terms === null || port.data!.terms.expiries.includes(FAR)).toBe(true);
    const withTerms = port.messages.filter((message) => "data" in message && message.data.terms !== null);
    expect(withTerms.length).toBe(2);
  });

  test.each([
    [{ underlying: 0 }, "underlying is no token"],
    [{ expiries: [] }, "expiries is no list of any"],
    [{ expiries: ["24-11-2026"] }, "no date"],
    [{ expiries: ["2026-13-45"] }, "no date"],
    [{ expiries: [EXPIRY, EXPIRY] }, "twice"],
    [{ expiries: Array.from({ length: 13 }, (_, i) => `2026-12-${i + 10}`) }, "more than 12"],
    [{ maxRate: 60 }, "maxRate"],
    [{ maxRate: Number.NaN }, "maxRate"],
  ])("is refused when its specification is none: %o", async (changes, said) => {
    const { world, tab } = await start();
    const port = createStreamPort<"strategy-market">();
    const outcome = await world.engine.openStream(tab.id, specOf(changes), port);
    expect(outcome).toMatchObject({ ok: false, code: "request.invalid" });
    expect(outcome.ok ? "" : outcome.message).toContain(said);
    expect(port.isClosed).toBe(true);
  });

  test("is refused for an underlying there is none of, and without a list of instruments", async () => {
    const { world, tab } = await start();
    const port = () => createStreamPort<"strategy-market">();
    expect(await world.engine.openStream(tab.id, specOf({ underlying: 42 }), port())).toMatchObject({
      code: "underlying.not_found",
    });
    const without = createEngineWorld();
    const other = await without.tab();
    expect(await without.engine.openStream(other.id, specOf(), port())).toMatchObject({
      code: "metacache.failed",
    });
  });
});

describe("the contracts of an underlying", () => {
  test("are all its options and futures, by which a strategy is built", async () => {
    const { world } = await start();
    const outcome = await world.engine.contracts(NIFTY);
    if (!outcome.ok) throw new Error(outcome.message);
    const list = createContractList(outcome.value);
    expect(list.expiries).toEqual([EXPIRY, FAR]);
    expect(list.strikes("CE", EXPIRY).length).toBe(81);
    expect(list.futures).toMatchObject([
      { token: FUTURE, type: "FUT", expiry: EXPIRY, lotSize: 65, multiplier: 1, tickSize: 0.1 },
    ]);
    const { rows, root } = createChainStream();
    expect(list.option("PE", EXPIRY, 24_000)).toStrictEqual({
      token: rows[40]!.put.token,
      tradingsymbol: "NIFTY26N2424000PE",
      type: "PE",
      strike: 24_000,
      expiry: EXPIRY,
      expiryInstant: root.expiryInstant,
      lotSize: 65,
      multiplier: 1,
      tickSize: 0.05,
    });
    expect(await world.engine.contracts(42)).toMatchObject({ ok: false, code: "underlying.not_found" });
  });
});
