import { describe, expect, it } from "vitest";
import { createDelayLine } from "#server/market/feed/late/delay-line.ts";
import { REHEARSAL_LEAD_MS, rehearse } from "#server/market/feed/late/rehearsal.ts";
import { clearMarks, createMarketTable, ROW_WORDS } from "#server/market/feed/market-table.ts";
import { startWithLead } from "#server/market/feed/sources/sim/day-plan.ts";
import { createSimulatedSource } from "#server/market/feed/sources/sim/simulated-source.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";

const NOW = Date.parse("2026-11-20T11:30:00+05:30");
const DELAY = 60_000;

function rehearsed(speed = 1) {
  let now = 1_000_000;
  const source = createSimulatedSource({
    seed: 1,
    clock: "exchange",
    startAt: startWithLead("exchange", NOW, (DELAY + REHEARSAL_LEAD_MS) * speed),
    universe: ["NIFTY", "RELIANCE"],
  });
  const clock = { speed, sessions: true };
  const line = createDelayLine({ delayMs: DELAY, monotonic: () => now, clock, source });
  rehearse({ source, line, delayMs: DELAY, marketTime: NOW, speed, now });
  return { source, line, pass: (ms: number) => void (now += ms) };
}

describe("the minute before the start", () => {
  it("has the late market whole at once, and moving in every second from then on", () => {
    const { line, pass } = rehearsed();
    const late = createMarketTable(line.source.universe());
    expect(line.clock.now()).toBe(NOW - DELAY);
    line.source.fill(late);
    const traded = late.universe.instruments.filter(
      (_, row) => late.words[row * ROW_WORDS + WORD.lastPrice]! > 0,
    );
    expect(traded.length).toBeGreaterThan(late.universe.instruments.length / 2);
    clearMarks(late);
    for (let second = 1; second <= 60; second++) {
      pass(1_000);
      const time = line.clock.now();
      expect(time).toBeLessThanOrEqual(NOW - DELAY + second * 1_000);
      expect(time).toBeGreaterThan(NOW - DELAY + second * 1_000 - 1_000);
      line.source.advance(late, time);
      expect(late.dirtyCount, `second ${second}`).toBeGreaterThan(0);
      for (let i = 0; i < late.dirtyCount; i++) {
        const words = late.dirtyRows[i]! * ROW_WORDS;
        // Figures may be a jump older than they need be, never younger.
        for (const word of [WORD.exchangeTime, WORD.lastTradeTime]) {
          expect((late.words[words + word]! >>> 0) * 1_000).toBeLessThanOrEqual(time);
        }
      }
      clearMarks(late);
    }
  });

  it("ends level with the live market, so that nothing jumps where the two meet", () => {
    const { source, line, pass } = rehearsed();
    const live = createMarketTable(source.universe());
    source.fill(live);
    pass(DELAY);
    const late = createMarketTable(line.source.universe());
    expect(line.clock.now()).toBe(NOW);
    line.source.fill(late);
    line.source.advance(late, NOW);
    expect(late.words).toEqual(live.words);
    expect(late.previousOi).toEqual(live.previousOi);
    // The refill of a universe that is known begins nothing, and what is as it was costs nothing.
    line.begin(live, source, NOW);
    line.record(live, NOW);
    pass(DELAY);
    expect(line.source.advance(late, line.clock.now())).toBe(false);
    expect(line.bytes).toBe(0);
  });

  it("does not reach back before the day, whose figures it shows", () => {
    const roll = Date.parse("2026-11-20T09:00:00+05:30");
    expect(startWithLead("exchange", roll + 20_000, 65_000)).toBe(roll);
    expect(startWithLead("always", roll + 20_000, 65_000)).toBe(roll);
    expect(startWithLead("exchange", NOW, 65_000)).toBe(NOW - 65_000);
  });
});
