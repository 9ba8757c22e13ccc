import { describe, expect, test, vi } from "vitest";
import {
  SCREENER_ROOT_SIZE,
  SCREENER_ROW_SIZE,
  STATS_ROOT_SIZE,
  STATS_ROW_SIZE,
} from "#protocol/generated/layout.ts";
import type { ScreenerRow, StatsRow } from "#protocol/generated/records.ts";
import { encodeScreener, encodeStats } from "#protocol/wire/codec.ts";
import {
  SCREENER_FIELDS,
  type ScreenerField,
  type ScreenerSnapshot,
  type StreamSpecOf,
} from "#workers/engine/api.ts";
import { createEngineWorld, type EngineWorld } from "../../../support/engine/engine-world.ts";
import { openStream } from "../../../support/engine/stream-port.ts";
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

const NIFTY_STATS = { kind: "stats", tokens: [NIFTY] } as const;
const SCREENER = { kind: "screener" } as const;

async function start<K extends "stats" | "screener">(spec: StreamSpecOf<K>) {
  const world = createEngineWorld();
  const tab = await world.tab();
  world.relay.socket.open();
  await world.clock.run(50);
  const { id, port } = await openStream<K>(world, tab.id, spec);
  await world.clock.run(50);
  return { world, tab, id, port };
}

const said = (world: EngineWorld, uniqueId: string) =>
  world.relay.socket.sent.filter((m) => m.uniqueId === uniqueId).map((m) => [m.command, m.tokens]);

async function reconnect(world: EngineWorld): Promise<void> {
  world.relay.socket.drop();
  await world.clock.run(2_500);
  world.relay.socket.open();
  await world.clock.run(50);
}

describe("[LIVE-6] stats of underlyings", () => {
  test("are what the encoder was given, of the underlyings asked for, and fresh", async () => {
    const { world, port } = await start(NIFTY_STATS);
    expect(said(world, "u")).toEqual([["subscribe", [NIFTY]]]);
    world.relay.socket.say(stats());
    expect(port.data).toEqual([{ ...STATS_ROOT, stale: false, expiries: rowsOf(1) }]);
    world.relay.socket.say(stats({ spot: 24_201 }, rowsOf(2), 2));
    await world.clock.run(1_000);
    expect(port.data).toEqual([{ ...STATS_ROOT, spot: 24_201, stale: false, expiries: rowsOf(2) }]);
  });

  test("rows longer than we know them are read all the same", async () => {
    const { world, port } = await start(NIFTY_STATS);
    world.relay.socket.say(lengthened(stats(), 20 + 6, 20 + STATS_ROOT_SIZE, STATS_ROW_SIZE));
    expect(port.data?.[0]?.expiries).toEqual(rowsOf(1));
  });

  test("tabs share one subscription; the last release ends it and forgets the figures", async () => {
    const { world, tab, id } = await start(NIFTY_STATS);
    const other = await world.tab();
    const { port } = await openStream(world, other.id, { kind: "stats", tokens: [RELIANCE, NIFTY] });
    await world.clock.run(50);
    expect(said(world, "u").at(-1)).toEqual(["subscribe", [NIFTY, RELIANCE]]);
    world.relay.socket.say(stats());
    await world.clock.run(1_000);
    expect(port.data).toHaveLength(1);
    other.die();
    await world.clock.run(50);
    expect(said(world, "u").at(-1)).toEqual(["subscribe", [NIFTY]]);
    await world.engine.closeStream(id);
    await world.clock.run(50);
    expect(said(world, "u").at(-1)).toEqual(["unsubscribe", undefined]);
    // What was under way when the last one ended is not kept for the next one.
    world.relay.socket.say(stats());
    const again = await openStream(world, tab.id, NIFTY_STATS);
    await world.clock.run(1_000);
    expect(again.port.messages).toEqual([]);
  });

  test("a reconnect asks once more; until the answer the old figures are shown, stale", async () => {
    const { world, port } = await start(NIFTY_STATS);
    world.relay.socket.say(stats());
    world.relay.socket.drop();
    await world.clock.run(1_000);
    expect(port.data).toMatchObject([{ spot: STATS_ROOT.spot, stale: true }]);
    await world.clock.run(2_000);
    world.relay.socket.open();
    await world.clock.run(1_000);
    expect(said(world, "u")).toEqual([["subscribe", [NIFTY]]]);
    expect(port.data).toMatchObject([{ stale: true }]);
    world.relay.socket.say(stats({ spot: 24_300 }));
    await world.clock.run(1_000);
    expect(port.data).toMatchObject([{ spot: 24_300, stale: false }]);
  });

  test("a hidden tab asks for nothing, and comes back to the old figures, stale until said again", async () => {
    const { world, tab, port } = await start(NIFTY_STATS);
    world.relay.socket.say(stats());
    await world.engine.setVisible(tab.id, false);
    await world.clock.run(50);
    expect(said(world, "u").at(-1)).toEqual(["unsubscribe", undefined]);
    await world.clock.run(3_000);
    expect(port.messages).toHaveLength(1);
    await world.engine.setVisible(tab.id, true);
    await world.clock.run(50);
    expect(said(world, "u").at(-1)).toEqual(["subscribe", [NIFTY]]);
    // The relay has a moment to answer before the old figures are told.
    expect(port.messages).toHaveLength(1);
    await world.clock.run(300);
    expect(port.data).toMatchObject([{ stale: true }]);
    world.relay.socket.say(stats());
    await world.clock.run(1_000);
    expect(port.data).toMatchObject([{ stale: false }]);
  });

  test("what the relay refuses is told with its code, asked for again after a while, and over with the next figures", async () => {
    const { world, port } = await start(NIFTY_STATS);
    const error = { code: "relay.unknown_token", message: "no such underlying", details: {} };
    world.relay.socket.say(JSON.stringify({ error, uniqueId: "u" }));
    await vi.dynamicImportSettled();
    expect(port.messages).toMatchObject([
      { refused: { code: "relay.unknown_token", message: "no such underlying" } },
    ]);
    await world.clock.run(4_000);
    expect(said(world, "u")).toHaveLength(1);
    await world.clock.run(3_000);
    expect(said(world, "u")).toHaveLength(2);
    world.relay.socket.say(stats());
    await world.clock.run(1_000);
    expect(port.messages.at(-1)).toMatchObject({ data: [{ stale: false }] });
  });
});

describe("[LIVE-6] the screener", () => {
  const figure = (
    snapshot: ScreenerSnapshot | undefined,
    token: number,
    field: ScreenerField,
  ): number | undefined => {
    const row = snapshot?.tokens.indexOf(token) ?? -1;
    return snapshot?.values[row * SCREENER_FIELDS.length + SCREENER_FIELDS.indexOf(field)];
  };

  test("has every figure of every row as the encoder was given it", async () => {
    const { world, port } = await start(SCREENER);
    expect(said(world, "s")).toEqual([["subscribe", undefined]]);
    world.relay.socket.say(screener([{}, { underlying: RELIANCE, expiry: 20261229, spot: 1_310.5 }]));
    const snapshot = port.data;
    expect([...(snapshot?.tokens ?? [])]).toEqual([NIFTY, RELIANCE]);
    expect([...(snapshot?.expiries ?? [])]).toEqual([20261124, 20261229]);
    expect(snapshot?.stale).toBe(false);
    for (const field of SCREENER_FIELDS) expect(figure(snapshot, NIFTY, field)).toEqual(SCREENER_ROW[field]);
    expect(figure(snapshot, RELIANCE, "spot")).toBe(1_310.5);
  });

  test("later messages change their rows alone, and nothing is told when nothing came", async () => {
    const { world, port } = await start(SCREENER);
    world.relay.socket.say(screener([{}, { underlying: RELIANCE }]));
    const before = port.data;
    await world.clock.run(1_500);
    expect(port.messages).toHaveLength(1);
    world.relay.socket.say(screener([{ underlying: RELIANCE, pcr: 1.5 }], 7, 2));
    expect(figure(port.data, RELIANCE, "pcr")).toBe(1.5);
    expect(figure(port.data, NIFTY, "pcr")).toBe(SCREENER_ROW.pcr);
    // What a tab holds is its own.
    expect(figure(before, RELIANCE, "pcr")).toBe(SCREENER_ROW.pcr);
  });

  test("more underlyings than room was made for, in rows longer than we know them", async () => {
    const { world, port } = await start(SCREENER);
    const rows = Array.from({ length: 1_300 }, (_, i) => ({ underlying: i + 1, spot: i + 0.5 }));
    world.relay.socket.say(lengthened(screener(rows), 20 + 2, 20 + SCREENER_ROOT_SIZE, SCREENER_ROW_SIZE));
    expect(port.data?.tokens).toHaveLength(1_300);
    expect(rows.every((row) => figure(port.data, row.underlying, "spot") === row.spot)).toBe(true);
  });

  test("a new feed's universe replaces the old one", async () => {
    const { world, port } = await start(SCREENER);
    world.relay.socket.say(screener([{}, { underlying: RELIANCE }]));
    world.relay.socket.say(screener([{ underlying: RELIANCE }], 8));
    await world.clock.run(1_000);
    expect([...(port.data?.tokens ?? [])]).toEqual([RELIANCE]);
  });

  test("ends with the last stream of it, survives a reconnect and is stale meanwhile", async () => {
    const { world, tab, id, port } = await start(SCREENER);
    const other = await world.tab();
    world.relay.socket.say(screener([{}]));
    const second = await openStream(world, other.id, SCREENER);
    expect(second.port.data?.stale).toBe(false);
    await reconnect(world);
    expect(said(world, "s")).toEqual([["subscribe", undefined]]);
    expect(port.data?.stale).toBe(true);
    world.relay.socket.say(screener([{}]));
    await world.clock.run(1_000);
    expect(port.data?.stale).toBe(false);
    await world.engine.closeStream(id);
    await world.clock.run(50);
    expect(said(world, "s")).toHaveLength(1);
    other.die();
    await world.clock.run(50);
    expect(said(world, "s").at(-1)).toEqual(["unsubscribe", undefined]);
    world.relay.socket.say(screener([{}]));
    const again = await openStream(world, tab.id, SCREENER);
    await world.clock.run(1_000);
    expect(again.port.messages).toEqual([]);
  });
});
