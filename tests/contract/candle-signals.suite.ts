import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Findings, FoundSignal } from "#server/capabilities/candles/findings.ts";
import type { CandleSignalRepository } from "#server/capabilities/candles/repository.ts";
import type { StoreHarness } from "./store.suite.ts";

const MARKET = "sim 1 exchange";
const NIFTY = 256265;
const NOW = Date.UTC(2026, 10, 18, 10, 10);
const DAY = 86_400_000;

const signal = (daysAgo: number, rest: Partial<FoundSignal> = {}): FoundSignal => ({
  at: NOW - DAY * daysAgo - 1_000,
  endedAt: NOW - DAY * daysAgo,
  pattern: "HAMMER",
  origin: "simulated",
  ...rest,
});
const found = (daysAgo: number, signals: readonly FoundSignal[], rest: Partial<Findings> = {}): Findings => ({
  until: NOW - DAY * daysAgo,
  since: NOW - 250 * DAY,
  candles: 250,
  origin: "recorded",
  signals,
  ...rest,
});

/** What every store promises of patterns that were found. */
export function candleSignalsContract(name: string, open: () => Promise<StoreHarness>): void {
  describe(`contract of candle signals: ${name}`, () => {
    let harness: StoreHarness;
    let kept: CandleSignalRepository;
    beforeAll(async () => {
      harness = await open();
      kept = harness.store.candleSignals;
    }, 60_000);
    afterAll(() => harness?.close());
    beforeEach(() => harness.empty());

    const signals = (until = NOW, most = 9, market = MARKET, underlying = NIFTY) =>
      kept.signals(market, underlying, "candles_daily", until, most);

    it("gives those of a market, underlying and timeframe, the newest first, no later than is asked for", async () => {
      const all = [signal(3), signal(2, { pattern: "ENGULF_BEARISH", origin: "recorded" }), signal(1)];
      await kept.keep(MARKET, NIFTY, "candles_daily", found(1, all), null);
      await kept.keep(MARKET, NIFTY, "candles_hourly", found(1, [signal(1)]), null);
      await kept.keep(MARKET, 1, "candles_daily", found(1, [signal(1)]), null);
      expect(await signals()).toEqual(all.toReversed());
      expect(await signals(NOW - DAY - 1)).toEqual(all.slice(0, 2).toReversed());
      expect(await signals(NOW, 1)).toEqual([all[2]]);
      expect(await signals(NOW, 9, "kite")).toEqual([]);
      expect(Object.keys(await kept.scans(MARKET, NIFTY)).sort()).toEqual([
        "candles_daily",
        "candles_hourly",
      ]);
    });

    it("adds what came after the last scan, and counts it", async () => {
      await kept.keep(MARKET, NIFTY, "candles_daily", found(2, [signal(2)]), null);
      const later = { since: NOW - DAY, candles: 1, origin: "simulated" } as const;
      await kept.keep(MARKET, NIFTY, "candles_daily", found(1, [signal(1)], later), NOW - 2 * DAY);
      expect(await signals()).toHaveLength(2);
      expect((await kept.scans(MARKET, NIFTY)).candles_daily).toEqual({
        until: NOW - DAY,
        since: NOW - 250 * DAY,
        candles: 251,
        origin: "simulated",
      });
    });

    it("leaves everything as it is to who comes second", async () => {
      const first = found(1, [signal(1)], { since: null, candles: 0, origin: null });
      await kept.keep(MARKET, NIFTY, "candles_daily", first, null);
      await kept.keep(MARKET, NIFTY, "candles_daily", found(1, [signal(5)]), null);
      await kept.keep(MARKET, NIFTY, "candles_daily", found(1, [signal(5)]), NOW - 7 * DAY);
      expect(await signals()).toEqual([signal(1)]);
      expect((await kept.scans(MARKET, NIFTY)).candles_daily).toMatchObject({ since: null, origin: null });
    });

    it("removes what is older, of every market", async () => {
      await kept.keep(MARKET, NIFTY, "candles_daily", found(1, [signal(9), signal(1)]), null);
      await kept.keep("kite", NIFTY, "candles_daily", found(8, [signal(9)]), null);
      await kept.sweep(NOW - 5 * DAY);
      expect(await signals()).toEqual([signal(1)]);
      expect(await kept.scans("kite", NIFTY)).toEqual({});
    });
  });
}
