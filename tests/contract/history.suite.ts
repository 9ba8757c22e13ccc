import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Origin } from "#domain/chain/origin.ts";
import { packBars, unpackBars } from "#server/market/bus/packed-bars.ts";
import {
  createBlockWriter,
  emptyState,
  joinOptionMinutes,
} from "#server/market/history/option-minutes/codec.ts";
import type { ExpiryClose, HistoryBlock } from "#server/market/history/repository.ts";
import type { Store } from "#server/roles/storage/store.ts";
import type { StoreHarness } from "./store.suite.ts";

const MARKET = "sim 1 always";
const NIFTY = 256265;
const START = Date.UTC(2026, 10, 20, 3, 45);
const QUARTER = 900_000;

const body = (seed: number, length = 3_600) => Uint8Array.from({ length }, (_, i) => (i * 31 + seed) % 256);
const block = (k: number, rest: Partial<HistoryBlock> = {}): HistoryBlock => ({
  kind: "quarters",
  underlying: NIFTY,
  expiry: 20261124,
  start: START + k * QUARTER,
  body: body(k),
  ...rest,
});
const expiryClose = (rest: Partial<ExpiryClose> = {}): ExpiryClose => ({
  underlying: NIFTY,
  expiry: 20261124,
  forward: 24_010.123456789,
  atmIv: 0.1234567890123,
  pcr: null,
  maxPain: 24_000,
  callOi: 4_294_967_295,
  putOi: 0,
  ...rest,
});

/** What every store promises of the market's history. */
export function historyContract(name: string, open: () => Promise<StoreHarness>): void {
  describe(`history contract: ${name}`, () => {
    let harness: StoreHarness;
    let history: Store["history"];
    beforeAll(async () => {
      harness = await open();
      history = harness.store.history;
    }, 60_000);
    afterAll(() => harness?.close());
    beforeEach(() => harness.empty());

    const query = (rest: Partial<Parameters<Store["history"]["blocks"]>[0]> = {}) =>
      history.blocks({
        market: MARKET,
        kind: "quarters",
        underlying: NIFTY,
        expiries: [20261124],
        from: START,
        to: START + 96 * QUARTER,
        ...rest,
      });

    it("gives blocks back byte for byte, in order, those of the range and the expiries asked for", async () => {
      const made = Array.from({ length: 500 }, (_, k) => block(499 - k));
      await history.putBlocks(MARKET, made);
      await history.putBlocks(MARKET, [
        block(1, { expiry: 20261201 }),
        block(1, { kind: "minutes", expiry: 0 }),
      ]);
      const found = await query({ from: START + QUARTER, to: START + 3 * QUARTER });
      expect(found).toEqual(
        [1, 2].map((k) => ({ expiry: 20261124, start: START + k * QUARTER, body: body(k) })),
      );
      expect(await query()).toHaveLength(96);
      const both = await query({ expiries: [20261201, 20261124], to: START + 2 * QUARTER });
      expect(both.map(({ expiry, start }) => [(start - START) / QUARTER, expiry])).toEqual([
        [0, 20261124],
        [1, 20261124],
        [1, 20261201],
      ]);
      expect(await query({ kind: "minutes", expiries: [0] })).toHaveLength(1);
      expect(await query({ expiries: [20270101] })).toEqual([]);
    });

    it("replaces a block that is written again and keeps markets apart", async () => {
      await history.putBlocks(MARKET, [block(0)]);
      await history.putBlocks(MARKET, [block(0, { body: body(7) })]);
      await history.putBlocks("kite", [block(0, { body: body(9, 0) })]);
      expect((await query()).map((each) => each.body)).toEqual([body(7)]);
      expect((await query({ market: "kite" })).map((each) => each.body)).toEqual([new Uint8Array(0)]);
      expect(await query({ market: "sim 2 always" })).toEqual([]);
    });

    it("continues a block with what another process has recorded of the rest of it", async () => {
      const bar = (start: number) => ({ start, open: 1, high: 1, low: 1, close: 1, volume: 1, oi: 1 });
      const [first, second] = [0, 60_000].map((start) =>
        packBars([{ token: 5, bars: [bar(start)], origin: "recorded" }]),
      );
      const minutes = (of: Uint8Array) => block(0, { kind: "minutes", expiry: 0, body: of });
      await history.putBlocks(MARKET, [{ ...minutes(first!), isPart: true }]);
      await history.putBlocks(MARKET, [{ ...minutes(second!), isPart: true }]);
      const [kept] = await query({ kind: "minutes", expiries: [0] });
      expect(unpackBars(kept!.body)).toEqual([{ token: 5, bars: [bar(0), bar(60_000)], origin: "recorded" }]);
      await history.putBlocks(MARKET, [minutes(second!)]);
      expect((await query({ kind: "minutes", expiries: [0] })).map(({ body: of }) => of)).toEqual([second]);
    });

    it("keeps options by the minute, continued by whoever goes on, the same from two that hear the same", async () => {
      const part = (minutes: readonly number[], tokens: readonly number[], seed: number): HistoryBlock => {
        const writer = createBlockWriter(Uint32Array.from(tokens));
        const state = emptyState(tokens.length);
        for (const minute of minutes) {
          state.known.fill(1);
          state.close.fill(seed + minute);
          state.oi.fill(4_294_967_295 - minute);
          state.volume.fill(65 * minute);
          writer.minute(minute, state);
        }
        return block(0, { kind: "option_minutes", body: writer.bytes(), isPart: true });
      };
      const [first, second] = [part([0, 1, 4], [5, 6], 100), part([4, 5, 14], [6, 7], 200)];
      await history.putBlocks(MARKET, [first]);
      await history.putBlocks(MARKET, [second]);
      const joined = joinOptionMinutes(first.body, second.body);
      const kept = async () => (await query({ kind: "option_minutes" })).map((each) => each.body);
      expect(await kept()).toEqual([joined]);
      await history.putBlocks(MARKET, [second]);
      expect(await kept()).toEqual([joined]);
      // Beside quarters and measures of the same expiry and start.
      await history.putBlocks(MARKET, [block(0), block(0, { kind: "measures", body: body(3) })]);
      expect(await kept()).toEqual([joined]);
      expect((await query({ kind: "measures" })).map((each) => each.body)).toEqual([body(3)]);
      // What is whole replaces what is there.
      await history.putBlocks(MARKET, [{ ...second, isPart: false }]);
      expect(await kept()).toEqual([second.body]);
      await history.sweep({ blocksBefore: START + QUARTER, closesBefore: 0, expiriesBefore: 0 });
      expect(await kept()).toEqual([]);
    });

    it("takes an empty portion for what it is", async () => {
      await history.putBlocks(MARKET, []);
      await history.putCloses(MARKET, 20261120, [], []);
      await history.fillCloses(MARKET, NIFTY, []);
      expect(await query()).toEqual([]);
    });

    it("answers the last closes before a date, oldest first, unknown figures as null", async () => {
      for (const date of [20261118, 20261120, 20261119]) {
        await history.putCloses(
          MARKET,
          date,
          [{ underlying: NIFTY, spot: date / 1000, iv30: null, origin: "recorded" }],
          [],
        );
      }
      expect(await history.closes(MARKET, NIFTY, 20261121, 2)).toEqual([
        { date: 20261119, spot: 20261.119, iv30: null, origin: "recorded" },
        { date: 20261120, spot: 20261.12, iv30: null, origin: "recorded" },
      ]);
      expect((await history.closes(MARKET, NIFTY, 20261120, 250)).map(({ date }) => date)).toEqual([
        20261118, 20261119,
      ]);
      expect(await history.closes("kite", NIFTY, 20261121, 2)).toEqual([]);
    });

    it("lets a later figure of a day replace the earlier one, and what is filled in replace none", async () => {
      await history.putCloses(
        MARKET,
        20261120,
        [{ underlying: NIFTY, spot: 1, iv30: 0.1, origin: "recorded" }],
        [expiryClose()],
      );
      await history.putCloses(
        MARKET,
        20261120,
        [{ underlying: NIFTY, spot: 2, iv30: 0.2, origin: "recorded" }],
        [expiryClose({ pcr: 0.9 }), expiryClose({ expiry: 20261201, atmIv: null })],
      );
      await history.fillCloses(MARKET, NIFTY, [
        { date: 20261119, spot: 9, iv30: 0.9, origin: "imported" },
        { date: 20261120, spot: 9, iv30: 0.9, origin: "imported" },
      ]);
      expect(await history.closes(MARKET, NIFTY, 20261121, 250)).toEqual([
        { date: 20261119, spot: 9, iv30: 0.9, origin: "imported" },
        { date: 20261120, spot: 2, iv30: 0.2, origin: "recorded" },
      ]);
      expect(await history.expiryCloses(MARKET, NIFTY, 20261120)).toEqual([
        expiryClose({ pcr: 0.9 }),
        expiryClose({ expiry: 20261201, atmIv: null }),
      ]);
      expect(await history.expiryCloses(MARKET, NIFTY, 20261119)).toEqual([]);
    });

    it("lets a real close replace a made-up one, and never the other way round", async () => {
      const close = (spot: number, origin: Origin) => ({ date: 20261119, spot, iv30: null, origin });
      await history.fillCloses(MARKET, NIFTY, [close(1, "simulated")]);
      await history.fillCloses(MARKET, NIFTY, [close(2, "simulated")]);
      expect(await history.closes(MARKET, NIFTY, 20261120, 9)).toEqual([close(1, "simulated")]);
      await history.fillCloses(MARKET, NIFTY, [close(3, "imported")]);
      await history.fillCloses(MARKET, NIFTY, [close(4, "recorded")]);
      await history.fillCloses(MARKET, NIFTY, [close(5, "simulated")]);
      expect(await history.closes(MARKET, NIFTY, 20261120, 9)).toEqual([close(3, "imported")]);
    });

    it("keeps what expiries settled at, the last word of each, by market and underlying", async () => {
      const settled = {
        underlying: NIFTY,
        expiry: 20261124,
        price: 24_154.9,
        origin: "closing_value",
        heardAt: START,
      } as const;
      const older = { ...settled, expiry: 20261117, price: 24_000.123456789, origin: "last_price" } as const;
      await history.putSettlements(MARKET, [settled, older]);
      await history.putSettlements(MARKET, [{ ...settled, price: 24_155, heardAt: START + QUARTER }]);
      await history.putSettlements(MARKET, [{ ...settled, underlying: 1 }]);
      expect(await history.settlements(MARKET, NIFTY)).toEqual([
        older,
        { ...settled, price: 24_155, heardAt: START + QUARTER },
      ]);
      expect(await history.settlements("kite", NIFTY)).toEqual([]);
      await history.sweep({ blocksBefore: 0, closesBefore: 20261118, expiriesBefore: 0 });
      expect((await history.settlements(MARKET, NIFTY)).map(({ expiry }) => expiry)).toEqual([20261124]);
    });

    it("sweeps what is older than the limits and nothing else", async () => {
      await history.putBlocks(MARKET, [block(0), block(1), block(2)]);
      await history.putCloses(
        MARKET,
        20261118,
        [{ underlying: NIFTY, spot: 1, iv30: 1, origin: "recorded" }],
        [expiryClose()],
      );
      await history.putCloses(
        MARKET,
        20261120,
        [{ underlying: NIFTY, spot: 1, iv30: 1, origin: "recorded" }],
        [expiryClose()],
      );
      await history.sweep({
        blocksBefore: START + QUARTER,
        closesBefore: 20261119,
        expiriesBefore: 20261120,
      });
      expect((await query()).map(({ start }) => start)).toEqual([START + QUARTER, START + 2 * QUARTER]);
      expect((await history.closes(MARKET, NIFTY, 20270101, 9)).map(({ date }) => date)).toEqual([20261120]);
      expect(await history.expiryCloses(MARKET, NIFTY, 20261118)).toEqual([]);
      expect(await history.expiryCloses(MARKET, NIFTY, 20261120)).toHaveLength(1);
    });
  });
}
