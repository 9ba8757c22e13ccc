import { describe, expect, test } from "vitest";
import type { ScreenerRow, StatsRow } from "#protocol/generated/records.ts";
import { encodeScreener, encodeStats } from "#protocol/wire/codec.ts";
import { SCREENER_FIELDS, type ScreenerField, type ScreenerSnapshot } from "#workers/engine/api.ts";
import { createEngineWorld, type EngineWorld } from "../../../support/engine/engine-world.ts";
import { createRandom, SCREENER_ROW, STATS_ROOT, statsRow } from "../../../support/relay/wire-samples.ts";

const NIFTY = 256265;
const RELIANCE = 738561;

const rowsOf = (seed: number): StatsRow[] => {
  const random = createRandom(seed);
  return [statsRow(random), { ...statsRow(random), expiry: 20261201 }];
};
const stats = (changes: Partial<typeof STATS_ROOT> = {}, rows = rowsOf(1), sequence = 1): Uint8Array =>
  encodeStats({ ...STATS_ROOT, ...changes }, rows, { epoch: 7, sequence, serverTime: 1_795_000_000_000 });
const screener = (rows: readonly Partial<ScreenerRow>[], epoch = 7, sequence = 1): Uint8Array =>
  encodeScreener(
    rows.map((row) => ({ ...SCREENER_ROW, ...row })),
    { epoch, sequence, serverTime: 1_795_000_000_000 },
  );

/** A row longer than we know it, as a newer relay would send it. */
function lengthened(message: Uint8Array, root: number, rows: number, rowLength: number): Uint8Array {
  const more = 16;
  const count = (message.length - rows) / rowLength;
  const longer = new Uint8Array(message.length + count * more);
  longer.set(message.subarray(0, rows));
  for (let i = 0; i < count; i++) {
    longer.set(
      message.subarray(rows + i * rowLength, rows + (i + 1) * rowLength),
      rows + i * (rowLength + more),
    );
  }
  new DataView(longer.buffer).setUint16(root, rowLength + more);
  return longer;
}

async function start() {
  const world = createEngineWorld();
  const tab = await world.tab();
  world.relay.socket.open();
  // The code of it is there from here on.
  await world.engine.bars(tab.id, []);
  await world.clock.run(50);
  return { world, tab };
}

const said = (world: EngineWorld, uniqueId: string) =>
  world.relay.socket.sent.filter((m) => m.uniqueId === uniqueId).map((m) => [m.command, m.tokens]);

/** A call that waits for its first answer, over the fake clock. */
async function answered<T>(world: EngineWorld, call: Promise<T>, ms = 350): Promise<T> {
  const [answer] = await Promise.all([call, world.clock.run(ms)]);
  return answer;
}

async function reconnect(world: EngineWorld): Promise<void> {
  world.relay.socket.drop();
  await world.clock.run(2_500);
  world.relay.socket.open();
  await world.clock.run(50);
}

describe("[LIVE-6] stats of underlyings", () => {
  test("are what the encoder was given, of the underlyings asked for, and fresh", async () => {
    const { world, tab } = await start();
    const first = world.engine.stats(tab.id, [NIFTY]);
    await world.clock.run(50);
    expect(said(world, "u")).toEqual([["subscribe", [NIFTY]]]);
    world.relay.socket.say(stats());
    // The first call waits for the first answer.
    expect(await first).toEqual([{ ...STATS_ROOT, stale: false, expiries: rowsOf(1) }]);
    world.relay.socket.say(stats({ spot: 24_201 }, rowsOf(2), 2));
    expect(await world.engine.stats(tab.id, [NIFTY])).toEqual([
      { ...STATS_ROOT, spot: 24_201, stale: false, expiries: rowsOf(2) },
    ]);
  });

  test("without an answer the caller is not kept", async () => {
    const { world, tab } = await start();
    expect(await answered(world, world.engine.stats(tab.id, [NIFTY]))).toEqual([]);
  });

  test("rows longer than we know them are read all the same", async () => {
    const { world, tab } = await start();
    const call = world.engine.stats(tab.id, [NIFTY]);
    world.relay.socket.say(lengthened(stats(), 20 + 6, 20 + 72, 104));
    expect((await call)[0]?.expiries).toEqual(rowsOf(1));
  });

  test("tabs share one subscription; the last release ends it and forgets the figures", async () => {
    const { world, tab } = await start();
    const other = await world.tab();
    await answered(world, world.engine.stats(tab.id, [NIFTY]));
    await answered(world, world.engine.stats(other.id, [RELIANCE, NIFTY]));
    expect(said(world, "u").at(-1)).toEqual(["subscribe", [NIFTY, RELIANCE]]);
    world.relay.socket.say(stats());
    other.die();
    await world.clock.run(50);
    expect(said(world, "u").at(-1)).toEqual(["subscribe", [NIFTY]]);
    expect(await world.engine.stats(tab.id, [NIFTY])).toHaveLength(1);
    await world.engine.stats(tab.id, []);
    await world.clock.run(50);
    expect(said(world, "u").at(-1)).toEqual(["unsubscribe", undefined]);
    expect(await answered(world, world.engine.stats(tab.id, [NIFTY]))).toEqual([]);
  });

  test("a reconnect asks once more; until the answer the old figures are shown, stale", async () => {
    const { world, tab } = await start();
    const call = world.engine.stats(tab.id, [NIFTY]);
    world.relay.socket.say(stats());
    await call;
    world.relay.socket.drop();
    expect(await world.engine.stats(tab.id, [NIFTY])).toMatchObject([{ spot: STATS_ROOT.spot, stale: true }]);
    await world.clock.run(2_500);
    world.relay.socket.open();
    await world.clock.run(50);
    expect(said(world, "u")).toEqual([["subscribe", [NIFTY]]]);
    const old = await answered(world, world.engine.stats(tab.id, [NIFTY]));
    expect(old).toMatchObject([{ stale: true }]);
    world.relay.socket.say(stats({ spot: 24_300 }));
    expect(await world.engine.stats(tab.id, [NIFTY])).toMatchObject([{ spot: 24_300, stale: false }]);
  });

  test("a hidden tab asks for nothing, and comes back to the old figures, stale until said again", async () => {
    const { world, tab } = await start();
    const call = world.engine.stats(tab.id, [NIFTY]);
    await world.clock.run(50);
    world.relay.socket.say(stats());
    await call;
    await world.engine.setVisible(tab.id, false);
    await world.clock.run(50);
    expect(said(world, "u").at(-1)).toEqual(["unsubscribe", undefined]);
    await world.clock.run(3_000);
    await world.engine.setVisible(tab.id, true);
    await world.clock.run(50);
    expect(said(world, "u").at(-1)).toEqual(["subscribe", [NIFTY]]);
    const old = await answered(world, world.engine.stats(tab.id, [NIFTY]));
    expect(old).toMatchObject([{ stale: true }]);
    world.relay.socket.say(stats());
    expect(await world.engine.stats(tab.id, [NIFTY])).toMatchObject([{ stale: false }]);
  });

  test("what the relay refuses is asked for again after a while", async () => {
    const { world, tab } = await start();
    await answered(world, world.engine.stats(tab.id, [NIFTY]));
    const refusal = { error: { code: "relay.unknown_token", message: "no", details: {} }, uniqueId: "u" };
    world.relay.socket.say(JSON.stringify(refusal));
    await world.clock.run(4_000);
    expect(said(world, "u")).toHaveLength(1);
    await world.clock.run(3_000);
    expect(said(world, "u")).toHaveLength(2);
  });
});

describe("[LIVE-6] the screener", () => {
  const figure = (snapshot: ScreenerSnapshot, token: number, field: ScreenerField): number | undefined => {
    const row = snapshot.tokens.indexOf(token);
    return snapshot.values[row * SCREENER_FIELDS.length + SCREENER_FIELDS.indexOf(field)];
  };

  test("has every figure of every row as the encoder was given it", async () => {
    const { world, tab } = await start();
    const call = world.engine.screener(tab.id, true);
    await world.clock.run(50);
    expect(said(world, "s")).toEqual([["subscribe", undefined]]);
    world.relay.socket.say(screener([{}, { underlying: RELIANCE, expiry: 20261229, spot: 1_310.5 }]));
    const snapshot = await call;
    expect([...snapshot.tokens]).toEqual([NIFTY, RELIANCE]);
    expect([...snapshot.expiries]).toEqual([20261124, 20261229]);
    expect(snapshot.stale).toBe(false);
    for (const field of SCREENER_FIELDS) expect(figure(snapshot, NIFTY, field)).toEqual(SCREENER_ROW[field]);
    expect(figure(snapshot, RELIANCE, "spot")).toBe(1_310.5);
  });

  test("later messages change their rows alone, and the version says that something changed", async () => {
    const { world, tab } = await start();
    const call = world.engine.screener(tab.id, true);
    world.relay.socket.say(screener([{}, { underlying: RELIANCE }]));
    const before = await call;
    expect((await world.engine.screener(tab.id, true)).version).toBe(before.version);
    world.relay.socket.say(screener([{ underlying: RELIANCE, pcr: 1.5 }], 7, 2));
    const after = await world.engine.screener(tab.id, true);
    expect(after.version).not.toBe(before.version);
    expect(figure(after, RELIANCE, "pcr")).toBe(1.5);
    expect(figure(after, NIFTY, "pcr")).toBe(SCREENER_ROW.pcr);
    // What a caller holds is his own.
    expect(figure(before, RELIANCE, "pcr")).toBe(SCREENER_ROW.pcr);
  });

  test("more underlyings than room was made for, in rows longer than we know them", async () => {
    const { world, tab } = await start();
    const call = world.engine.screener(tab.id, true);
    const rows = Array.from({ length: 1_300 }, (_, i) => ({ underlying: i + 1, spot: i + 0.5 }));
    world.relay.socket.say(lengthened(screener(rows), 20 + 2, 20 + 4, 120));
    const snapshot = await call;
    expect(snapshot.tokens).toHaveLength(1_300);
    expect(rows.every((row) => figure(snapshot, row.underlying, "spot") === row.spot)).toBe(true);
  });

  test("a new feed's universe replaces the old one", async () => {
    const { world, tab } = await start();
    const call = world.engine.screener(tab.id, true);
    world.relay.socket.say(screener([{}, { underlying: RELIANCE }]));
    await call;
    world.relay.socket.say(screener([{ underlying: RELIANCE }], 8));
    expect([...(await world.engine.screener(tab.id, true)).tokens]).toEqual([RELIANCE]);
  });

  test("ends with the last tab that wants it, survives a reconnect and is stale meanwhile", async () => {
    const { world, tab } = await start();
    const other = await world.tab();
    const call = world.engine.screener(tab.id, true);
    world.relay.socket.say(screener([{}]));
    await call;
    await world.engine.screener(other.id, true);
    await reconnect(world);
    expect(said(world, "s")).toEqual([["subscribe", undefined]]);
    expect((await answered(world, world.engine.screener(tab.id, true))).stale).toBe(true);
    world.relay.socket.say(screener([{}]));
    expect((await world.engine.screener(tab.id, true)).stale).toBe(false);
    await world.engine.screener(tab.id, false);
    await world.clock.run(50);
    expect(said(world, "s")).toHaveLength(1);
    other.die();
    await world.clock.run(50);
    expect(said(world, "s").at(-1)).toEqual(["unsubscribe", undefined]);
    expect((await answered(world, world.engine.screener(tab.id, true))).tokens).toHaveLength(0);
  });
});
