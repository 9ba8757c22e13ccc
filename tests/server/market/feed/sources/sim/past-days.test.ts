import { describe, expect, it } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import type { PastDay } from "#server/market/bus/market-past.ts";
import type { SimulationOptions } from "#server/market/feed/sources/sim/simulated-source.ts";
import {
  ist,
  quoteOf,
  type SimulatedMarket,
  simulatedMarket,
} from "#tests/support/market/simulated-market.ts";

/** Friday, two hours into the session; the futures of October ended on Tuesday the 27th of it. */
const NOW = ist("2026-11-20T11:10");
const UNIVERSE = ["NIFTY", "RELIANCE", "GOLD"];
const CLOCKS = ["always", "exchange"] as const;
const DAYS = 60;

const open = (options: Partial<SimulationOptions> = {}): SimulatedMarket =>
  simulatedMarket({ startAt: NOW, universe: UNIVERSE, ...options });

const tokenOf = (market: SimulatedMarket, symbol: string): number =>
  market.underlying(symbol).underlying.token;

const daysOf = async (market: SimulatedMarket, symbol: string, days = DAYS): Promise<readonly PastDay[]> =>
  (await market.source.history!.days!(tokenOf(market, symbol), days))!;

describe.each(CLOCKS)("days of a simulated past whose clock runs %s", (clock) => {
  it.each(UNIVERSE)("close where closes() has them, and hold their open and close: %s", async (symbol) => {
    const market = open({ clock });
    const days = await daysOf(market, symbol);
    const closes = (await market.source.history!.closes(tokenOf(market, symbol), DAYS))!;
    expect(days.map(({ date, close }) => [date, close])).toEqual(
      closes.map(({ date, spot }) => [date, spot]),
    );
    for (const { date, open: first, high, low, close, origin } of days) {
      expect(low, date).toBeGreaterThan(0);
      expect(low, date).toBeLessThanOrEqual(Math.min(first, close));
      expect(high, date).toBeGreaterThanOrEqual(Math.max(first, close));
      // A day that stands still has no range, and one of a usual share has one of a few per cent.
      expect(high, date).toBeGreaterThan(low);
      expect(high / low - 1, date).toBeLessThan(0.2);
      expect(origin).toBe("simulated");
    }
  });

  it("are the same for the same seed and dates, whatever else is carried, and others for another seed", async () => {
    const days = await daysOf(open({ clock }), "NIFTY");
    expect(await daysOf(open({ clock, universe: ["NIFTY"] }), "NIFTY")).toEqual(days);
    expect(await daysOf(open({ clock }), "NIFTY", 20)).toEqual(days.slice(-20));
    expect(await daysOf(open({ clock, seed: 2 }), "NIFTY")).not.toEqual(days);
  });

  it("say of the last days what bars by the minute say of them", async () => {
    const market = open({ clock });
    for (const symbol of UNIVERSE) {
      const entry = market.underlying(symbol);
      const table = market.table();
      const divisor = priceDivisor(entry.underlying.token);
      const { date, open: first, high, low, close, volume } = (await daysOf(market, symbol)).at(-2)!;
      const from = istInstant(date, "09:00");
      const tokens = [entry.index, ...entry.futures.slice(0, 3).map(({ index }) => index)].map(
        (row) => table.universe.instruments[row]!.token,
      );
      const query = { tokens, from, to: from + 86_400_000, seconds: 60 } as const;
      const [spot, ...futures] = (await market.source.history!.bars(query))!;
      const bars = spot!.bars.map((bar) => ({ ...bar, high: bar.high / divisor, low: bar.low / divisor }));
      expect(first, symbol).toBe(spot!.bars[0]!.open / divisor);
      expect(high, symbol).toBe(Math.max(close, ...bars.map((bar) => bar.high)));
      expect(low, symbol).toBe(Math.min(close, ...bars.map((bar) => bar.low)));
      // Bars are of whole ticks; a commodity's are its nearest future's, whose carry falls from day to day.
      const allowed = symbol === "GOLD" ? 1e-3 : 1e-4;
      expect(Math.abs(spot!.bars.at(-1)!.close / divisor / close - 1), symbol).toBeLessThan(allowed);
      const traded = symbol === "RELIANCE" ? [spot!] : futures;
      const sum = traded.flatMap((series) => series.bars).reduce((total, bar) => total + bar.volume, 0);
      expect(volume, symbol).toBe(sum);
    }
  });

  it("end with the open interest that today began with", async () => {
    const market = open({ clock });
    for (const symbol of UNIVERSE) {
      const futures = market.underlying(symbol).futures.slice(0, 3);
      const held = futures.map(({ index }) => quoteOf(market.table(), index).previousOi);
      const last = (await daysOf(market, symbol)).at(-1)!;
      expect(last.futuresOi, symbol).toBe(held.reduce((a, b) => a + b, 0));
    }
  });
});

describe("days of a simulated past", () => {
  it("do not say what futures held and traded that are listed no more", async () => {
    const market = open({ clock: "exchange", startAt: ist("2026-11-26T11:10") });
    const days = await daysOf(market, "NIFTY", 12);
    const known = days.filter(({ futuresOi }) => Number.isFinite(futuresOi)).map(({ date }) => date);
    expect(known).toEqual(["2026-11-25"]);
    expect(days.filter(({ volume }) => Number.isFinite(volume)).map(({ date }) => date)).toEqual(known);
    expect(days.every(({ high }) => Number.isFinite(high))).toBe(true);
  });

  it("are none of an underlying that is not carried", async () => {
    expect(await open().source.history!.days!(1, 9)).toBeNull();
  });

  it("have as wide a range before the last days as in them, on the whole", async () => {
    const market = open({ clock: "exchange" });
    const days = await daysOf(market, "NIFTY", 250);
    const range = (some: readonly PastDay[]) =>
      some.reduce((sum, { high, low }) => sum + Math.log(high / low), 0) / some.length;
    const ratio = range(days.slice(-12)) / range(days.slice(0, -12));
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });
});
