import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DailyBar } from "#server/market/history/daily/daily-bars.ts";
import type { DailyRepository } from "#server/market/history/daily/daily-repository.ts";
import type { StoreHarness } from "./store.suite.ts";

const MARKET = "sim 1 exchange";
const NIFTY = 256265;
const bar = (date: number, rest: Partial<DailyBar> = {}): DailyBar => ({
  date,
  open: 24_000.123456789,
  high: 24_100 + 1 / 3,
  low: 0.0025,
  close: 24_050,
  volume: 4_294_967_295 * 3,
  futuresOi: 0,
  origin: "simulated",
  ...rest,
});

/** What every store promises of the days of underlyings. */
export function dailyBarsContract(name: string, open: () => Promise<StoreHarness>): void {
  describe(`contract of daily bars: ${name}`, () => {
    let harness: StoreHarness;
    let daily: DailyRepository;
    beforeAll(async () => {
      harness = await open();
      daily = harness.store.dailyBars;
    }, 60_000);
    afterAll(() => harness?.close());
    beforeEach(() => harness.empty());

    it("gives days back to the last bit, in order, those of the range, market and underlying asked for", async () => {
      const made = [20261120, 20261118, 20261119].map((date) => bar(date));
      await daily.fill(MARKET, NIFTY, made);
      await daily.fill("kite", NIFTY, [bar(20261119, { close: 1 })]);
      await daily.fill(MARKET, 1, [bar(20261119, { close: 2 })]);
      expect(await daily.days(MARKET, NIFTY, 20261101, 20261130)).toEqual([made[1], made[2], made[0]]);
      expect(await daily.days(MARKET, NIFTY, 20261119, 20261119)).toEqual([made[2]]);
      expect(await daily.days("sim 2 exchange", NIFTY, 0, 99_999_999)).toEqual([]);
    });

    it("keeps what is unknown as unknown", async () => {
      const close = bar(20261118, { open: null, high: null, low: null, volume: null, futuresOi: null });
      await daily.fill(MARKET, NIFTY, [close]);
      expect(await daily.days(MARKET, NIFTY, 20261118, 20261118)).toEqual([close]);
    });

    it("lets a later word of a day replace the earlier one", async () => {
      await daily.put(MARKET, new Map([[NIFTY, bar(20261120, { close: 1 })]]));
      await daily.put(
        MARKET,
        new Map([
          [NIFTY, bar(20261120, { close: 2, open: null })],
          [1, bar(20261120)],
        ]),
      );
      expect(await daily.days(MARKET, NIFTY, 0, 99_999_999)).toEqual([
        bar(20261120, { close: 2, open: null }),
      ]);
      expect(await daily.days(MARKET, 1, 0, 99_999_999)).toEqual([bar(20261120)]);
    });

    it("lets a real day replace a made-up one, and never the other way round", async () => {
      const day = (close: number, origin: DailyBar["origin"]) => bar(20261119, { close, origin });
      await daily.fill(MARKET, NIFTY, [day(1, "simulated")]);
      await daily.fill(MARKET, NIFTY, [day(2, "simulated")]);
      expect(await daily.days(MARKET, NIFTY, 0, 99_999_999)).toEqual([day(1, "simulated")]);
      await daily.fill(MARKET, NIFTY, [day(3, "imported")]);
      await daily.fill(MARKET, NIFTY, [day(4, "source")]);
      await daily.fill(MARKET, NIFTY, [day(5, "simulated")]);
      expect(await daily.days(MARKET, NIFTY, 0, 99_999_999)).toEqual([day(3, "imported")]);
      await daily.fill("kite", NIFTY, [day(1, "source")]);
      await daily.fill("kite", NIFTY, [day(2, "source")]);
      expect(await daily.days("kite", NIFTY, 0, 99_999_999)).toEqual([day(2, "source")]);
      await daily.put("kite", new Map([[NIFTY, day(3, "recorded")]]));
      await daily.fill("kite", NIFTY, [day(4, "source")]);
      expect(await daily.days("kite", NIFTY, 0, 99_999_999)).toEqual([day(3, "recorded")]);
    });

    it("takes an empty portion and one longer than a statement for what they are", async () => {
      await daily.fill(MARKET, NIFTY, []);
      await daily.put(MARKET, new Map());
      const many = Array.from({ length: 450 }, (_, i) => bar(20_000_000 + i));
      await daily.fill(MARKET, NIFTY, many);
      expect(await daily.days(MARKET, NIFTY, 0, 99_999_999)).toEqual(many);
    });

    it("knows expiries at the closes of days, with the origin of their underlying's close", async () => {
      const { history } = harness.store;
      const figures = { forward: 24_010.5, atmIv: 0.12, pcr: null, maxPain: 24_000, callOi: 65, putOi: 0 };
      const close = { underlying: NIFTY, spot: 24_000, iv30: null, origin: "recorded" } as const;
      const expiries = [20261201, 20261124].map((expiry) => ({ underlying: NIFTY, expiry, ...figures }));
      await history.putCloses(MARKET, 20261119, [close], expiries);
      await history.putCloses(MARKET, 20261118, [], [expiries[1]!]);
      const told = (date: number, expiry: number, origin: DailyBar["origin"]) => ({
        date,
        expiry,
        ...figures,
        callVolume: null,
        putVolume: null,
        origin,
      });
      expect(await daily.expiryDays(MARKET, NIFTY, 20261118, 20261119)).toEqual([
        told(20261118, 20261124, "simulated"),
        told(20261119, 20261124, "recorded"),
        told(20261119, 20261201, "recorded"),
      ]);
      expect(await daily.expiryDays(MARKET, NIFTY, 20261120, 20261130)).toEqual([]);
      expect(await daily.expiryDays("kite", NIFTY, 20261118, 20261119)).toEqual([]);
    });

    it("sweeps what is older than the limit and nothing else", async () => {
      await daily.fill(MARKET, NIFTY, [bar(20261118), bar(20261119)]);
      await daily.sweep(20261119);
      expect(await daily.days(MARKET, NIFTY, 0, 99_999_999)).toEqual([bar(20261119)]);
    });
  });
}
