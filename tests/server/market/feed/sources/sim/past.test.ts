import { describe, expect, it } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { isTradingDay } from "#domain/calendar/market-sessions.ts";
import { constantMaturityIv } from "#domain/chain/iv-statistics.ts";
import { ROW_WORDS } from "#server/market/feed/market-table.ts";
import type { SimulationOptions } from "#server/market/feed/sources/sim/simulated-source.ts";
import {
  ist,
  quoteOf,
  type SimulatedMarket,
  simulatedMarket,
} from "#tests/support/market/simulated-market.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";

/** Friday, two hours into the session. */
const NOW = ist("2026-11-20T11:10");
const UNIVERSE = ["NIFTY", "RELIANCE", "GOLD"];
const CLOCKS = ["always", "exchange"] as const;

function open(options: Partial<SimulationOptions> = {}): SimulatedMarket {
  return simulatedMarket({ startAt: NOW, universe: UNIVERSE, ...options });
}

/** The spot, the near future and options around the money of an underlying. */
function someRows(market: SimulatedMarket, symbol: string): number[] {
  const entry = market.underlying(symbol);
  const chain = entry.chains[0]!;
  const middle = Math.floor(chain.strikes.length / 2);
  const options = [middle - 3, middle, middle + 4].flatMap((i) => [chain.callIndex[i]!, chain.putIndex[i]!]);
  return [entry.index, entry.futures[0]!.index, ...options].filter((row) => row >= 0);
}

const tokensOf = (market: SimulatedMarket, rows: readonly number[]) =>
  rows.map((row) => market.table().universe.instruments[row]!.token);

async function barsOf(market: SimulatedMarket, rows: readonly number[], from: number, to = NOW) {
  const tokens = tokensOf(market, rows);
  const series = await market.source.history!.bars({ tokens, from, to, seconds: 900 });
  const byToken = new Map(series!.map((each) => [each.token, each.bars]));
  return tokens.map((token) => byToken.get(token)!);
}

describe.each(CLOCKS)("the past of a market that runs %s", (clock) => {
  it("is the same for the same seed and dates, whatever else is carried, and another for another seed", async () => {
    const market = open({ clock });
    const rows = someRows(market, "NIFTY");
    const from = NOW - 5 * 86_400_000;
    const bars = await barsOf(market, rows, from);
    expect(bars[0]!.length).toBeGreaterThan(clock === "always" ? 400 : 70);
    const again = open({ clock, universe: ["NIFTY"] });
    // Positions of today are those of the live market, which all of its instruments make together.
    const dayStart = istInstant(market.source.universe().date, "09:00");
    const before = await barsOf(market, rows, from, dayStart);
    expect(await barsOf(again, someRows(again, "NIFTY"), from, dayStart)).toEqual(before);
    expect((await barsOf(again, someRows(again, "NIFTY"), from))[0]).toEqual(bars[0]);
    expect(await barsOf(open({ clock }), rows, from)).toEqual(bars);
    const other = open({ clock, seed: 2 });
    expect((await barsOf(other, someRows(other, "NIFTY"), from))[0]).not.toEqual(bars[0]);
    const token = tokensOf(market, rows)[0]!;
    const closes = (await market.source.history!.closes(token, 250))!;
    expect(await again.source.history!.closes(token, 250)).toEqual(closes);
    expect(await other.source.history!.closes(token, 250)).not.toEqual(closes);
  });

  it.each(UNIVERSE)("ends at today's previous close and open interest: %s", async (symbol) => {
    const market = open({ clock });
    const rows = someRows(market, symbol);
    const dayStart = istInstant(market.source.universe().date, "09:00");
    const series = await barsOf(market, rows, dayStart - 4 * 86_400_000, dayStart);
    for (const [i, row] of rows.entries()) {
      const { previousOi } = quoteOf(market.table(), row);
      const last = series[i]!.at(-1)!;
      const { words, universe } = market.table();
      if (universe.instruments[row]!.type !== "INDEX") expect(last.oi).toBe(previousOi);
      expect(last.close, `${universe.instruments[row]!.tradingsymbol}`).toBe(
        words[row * ROW_WORDS + WORD.close],
      );
    }
  });

  it("has every bar in order and in bounds, one for each quarter of an hour of the session", async () => {
    const market = open({ clock });
    const rows = someRows(market, "NIFTY");
    const [spot, future, ...options] = await barsOf(market, rows, NOW - 4 * 86_400_000);
    for (const bars of [spot!, future!, ...options]) {
      expect(bars.map(({ start }) => start)).toEqual(
        [...new Set(bars.map(({ start }) => start))].sort((a, b) => a - b),
      );
      for (const bar of bars) {
        expect(bar.start % 900_000).toBe(0);
        expect(bar.low).toBeGreaterThan(0);
        expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close));
        expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close));
        expect(bar.oi).toBeGreaterThanOrEqual(0);
        expect(bar.volume).toBeGreaterThanOrEqual(0);
        if (clock === "exchange")
          expect(isTradingDay("NFO", new Date(bar.start + 19_800_000).toISOString().slice(0, 10))).toBe(true);
      }
    }
    // Spot goes over into the present without a step: within a quarter of an hour's usual move.
    const now = market.table().words[rows[0]! * ROW_WORDS + WORD.lastPrice]!;
    expect(Math.abs(spot!.at(-1)!.close / now - 1)).toBeLessThan(0.002);
    // A straddle's premium tells the same market as the spot: no bar steps by more than a few per cent.
    for (let k = 1; k < spot!.length; k++) {
      expect(Math.abs(spot![k]!.close / spot![k - 1]!.close - 1)).toBeLessThan(0.03);
    }
  });

  it("leads open interest and volume of today to what the market showed when it started", async () => {
    const market = open({ clock });
    const rows = someRows(market, "NIFTY").slice(1);
    const dayStart = istInstant(market.source.universe().date, "09:00");
    const series = await barsOf(market, rows, dayStart);
    for (const [i, row] of rows.entries()) {
      const { oi, volume } = quoteOf(market.table(), row);
      const bars = series[i]!;
      expect(bars.at(-1)!.oi).toBe(oi);
      expect(bars.reduce((sum, bar) => sum + bar.volume, 0)).toBe(volume);
    }
  });

  it("gives 250 closes that lead to today's, spot and thirty-day volatility alike", async () => {
    const market = open({ clock });
    for (const symbol of UNIVERSE) {
      const entry = market.underlying(symbol);
      const closes = (await market.source.history!.closes(entry.underlying.token, 250))!;
      expect(closes).toHaveLength(250);
      expect(closes.map(({ date }) => date)).toEqual([...new Set(closes.map(({ date }) => date))].sort());
      const last = closes.at(-1)!;
      expect(last.date < market.source.universe().date).toBe(true);
      expect(last.spot).toBe(quoteOf(market.table(), entry.index).close);
      const u = market.source.universe().underlyings.indexOf(entry);
      const closedAt = clock === "always" ? istInstant(market.source.universe().date, "09:00") : null;
      const years = entry.chains.map(({ expiryInstant }) => expiryInstant);
      const at = closedAt ?? istInstant(last.date, symbol === "GOLD" ? "23:55" : "15:40");
      const iv30 = constantMaturityIv(
        years.map((instant) => (instant - at) / (365 * 86_400_000)),
        entry.chains.map((_, c) => market.source.previousVolatility(u, c)!.atmIv),
      );
      expect(Math.abs(last.iv30 / iv30 - 1), symbol).toBeLessThan(0.02);
      for (const { spot, iv30: each } of closes) {
        expect(spot).toBeGreaterThan(0);
        expect(each).toBeGreaterThan(0.02);
        expect(each).toBeLessThan(2);
      }
    }
  });
});

describe("the past", () => {
  it("knows nothing of instruments that are not listed and nothing before its dozen days", async () => {
    const market = open();
    expect(await market.source.history!.bars({ tokens: [1], from: 0, to: NOW, seconds: 900 })).toEqual([]);
    expect(await market.source.history!.closes(1, 250)).toBeNull();
    const [spot] = await barsOf(market, [market.underlying("NIFTY").index], 0);
    const days = new Set(spot!.map(({ start }) => Math.floor((start + 19_800_000) / 86_400_000)));
    expect(days.size).toBeLessThanOrEqual(13);
    expect(days.size).toBeGreaterThan(5);
  });

  it("has no bars from after the start: those are left to the recorder", async () => {
    const market = open({ clock: "always" });
    market.advance(NOW + 3_600_000);
    const [spot] = await barsOf(market, [market.underlying("NIFTY").index], NOW - 3_600_000, NOW + 3_600_000);
    expect(spot!.at(-1)!.start).toBeLessThan(NOW);
  });

  it("leads to the close that was lived through after the market date has rolled", async () => {
    const market = open({ clock: "always", universe: ["NIFTY"] });
    const roll = istInstant("2026-11-21", "09:00");
    for (let at = NOW; at < roll + 60_000; at += 600_000) market.advance(at);
    market.advance(roll + 60_000);
    const { index } = market.underlying("NIFTY");
    const [spot] = await barsOf(market, [index], roll - 86_400_000, roll);
    expect(spot!.at(-1)!.close).toBe(market.table().words[index * ROW_WORDS + WORD.close]);
  });
});
