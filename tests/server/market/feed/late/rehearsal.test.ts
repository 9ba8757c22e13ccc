import { describe, expect, it } from "vitest";
import { createDelayLine } from "#server/market/feed/late/delay-line.ts";
import { startWithLead } from "#server/market/feed/late/opening-auctions.ts";
import { REHEARSAL_LEAD_MS, rehearse } from "#server/market/feed/late/rehearsal.ts";
import { clearMarks, createMarketTable, ROW_WORDS } from "#server/market/feed/market-table.ts";
import { createSimulatedSource } from "#server/market/feed/sources/sim/simulated-source.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";

const NOW = Date.parse("2026-11-20T11:30:00+05:30");
const DELAY = 60_000;

function rehearsed(marketTime = NOW, kind: "exchange" | "always" = "exchange") {
  let now = 1_000_000;
  const speed = 1;
  const sessions = kind === "exchange";
  const source = createSimulatedSource({
    seed: 1,
    clock: kind,
    startAt: startWithLead(marketTime, DELAY + REHEARSAL_LEAD_MS, sessions),
    universe: ["NIFTY", "RELIANCE"],
  });
  const clock = { speed, sessions };
  const line = createDelayLine({ delayMs: DELAY, monotonic: () => now, clock, source });
  rehearse({ source, line, delayMs: DELAY, marketTime, speed, sessions, now });
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

  it.each(["exchange", "always"] as const)(
    "is of the day before where that is not over yet, and rolls when the day began (clock %s)",
    (kind) => {
      const roll = Date.parse("2026-11-20T09:00:00+05:30");
      const { line, pass } = rehearsed(roll + 20_000, kind);
      expect(line.clock.now()).toBe(roll - 40_000);
      expect(line.source.universe().date).toBe("2026-11-19");
      let late = createMarketTable(line.source.universe());
      line.source.fill(late);
      pass(39_000);
      expect(line.source.advance(late, line.clock.now())).toBe(false);
      pass(1_000);
      line.clock.now();
      expect(line.source.advance(late, roll)).toBe(true);
      expect(line.source.universe().date).toBe("2026-11-20");
      late = createMarketTable(line.source.universe());
      line.source.fill(late);
      // Whole at once: who looks in that second sees no market without prices.
      const priced = late.universe.instruments.filter(
        (_, row) => late.words[row * ROW_WORDS + WORD.lastPrice]! > 0,
      );
      expect(priced.length).toBeGreaterThan(late.universe.instruments.length / 2);
    },
  );

  it("begins before the auctions of a market that is about to open, and tells its opening when that was", () => {
    const at = (time: string) => Date.parse(`2026-11-20T${time}+05:30`);
    expect(startWithLead(at("09:16:04"), 65_000, true)).toBe(at("09:00:00"));
    expect(startWithLead(at("09:16:04"), 65_000, false)).toBe(at("09:14:59"));
    expect(startWithLead(at("09:16:05"), 65_000, true)).toBe(at("09:15:00"));
    expect(startWithLead(at("09:10:00"), 0, true)).toBe(at("09:10:00"));

    const { line, pass } = rehearsed(at("09:15:32"));
    const late = createMarketTable(line.source.universe());
    expect(line.clock.now()).toBe(at("09:14:32"));
    line.source.fill(late);
    const opened = (): number => {
      line.source.advance(late, line.clock.now());
      const since = at("09:00:00") / 1_000;
      return late.universe.instruments.filter((_, row) => {
        const words = row * ROW_WORDS;
        return (
          Math.max(late.words[words + WORD.exchangeTime]!, late.words[words + WORD.lastTradeTime]!) >= since
        );
      }).length;
    };
    for (let second = 0; second < 28; second++, pass(1_000)) expect(opened(), `second ${second}`).toBe(0);
    expect(opened()).toBeGreaterThan(0.9 * late.universe.instruments.length);
  });
});
