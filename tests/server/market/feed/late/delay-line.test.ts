import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDelayLine } from "#server/market/feed/late/delay-line.ts";
import {
  clearMarks,
  createMarketTable,
  type MarketTable,
  markDirty,
  ROW_WORDS,
} from "#server/market/feed/market-table.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import { FAKE_EXPIRIES, FAKE_NOW, fakeUniverse } from "../../../../support/market/fake-market.ts";

const DELAY = 60_000;
const market = { name: "sim", simulated: true } as const;
const none = { previousVolatility: () => null };

function createWorld(options: { bytes?: number; speed?: number; name?: "kite"; marketTime?: number } = {}) {
  let now = 5_000_000;
  const speed = options.speed ?? 1;
  const begunAt = now;
  const line = createDelayLine({
    delayMs: DELAY,
    monotonic: () => now,
    clock: { speed, sessions: true },
    source: options.name === undefined ? market : { name: options.name, simulated: false },
    ...(options.bytes === undefined ? {} : { bytes: options.bytes }),
  });
  const timeOf = (at: number) => (options.marketTime ?? FAKE_NOW) + (at - begunAt) * speed;
  return {
    line,
    pass: (ms: number) => void (now += ms),
    at: () => now,
    /** market time of now */
    time: () => timeOf(now),
    timeOf,
    begin: (table: MarketTable) => line.begin(table, none, timeOf(now)),
    /** Writes the machine's ms into a row, so that every value says when it was made. */
    stamp(table: MarketTable, row: number) {
      table.words[row * ROW_WORDS] = table.universe.instruments[row]!.token;
      table.words[row * ROW_WORDS + WORD.lastPrice] = now;
      markDirty(table, row);
    },
    record(table: MarketTable) {
      line.record(table, timeOf(now));
      clearMarks(table);
    },
  };
}

const lastPrices = (table: MarketTable) =>
  Array.from(table.universe.instruments, (_, row) => table.words[row * ROW_WORDS + WORD.lastPrice]!);

describe("the delay line", () => {
  it("lets a market out with the prices that it began with, however long it took the live side to solve them", () => {
    const world = createWorld();
    const first = createMarketTable(fakeUniverse());
    world.begin(first);
    world.record(first);
    world.pass(10_000);
    const second = createMarketTable(fakeUniverse([FAKE_EXPIRIES[1]]));
    world.begin(second);
    const begun = world.at();
    world.pass(400);
    world.stamp(second, 3);
    world.record(second);
    const late = createMarketTable(first.universe);
    world.line.source.fill(late);
    world.pass(begun + DELAY - world.at());
    world.line.clock.now();
    expect(world.line.source.advance(late, 0)).toBe(false);
    world.pass(400);
    world.line.clock.now();
    expect(world.line.source.advance(late, 0)).toBe(true);
    const other = createMarketTable(world.line.source.universe());
    expect(other.universe).toBe(second.universe);
    world.line.source.fill(other);
    expect(lastPrices(other)[3]).toBe(begun + 400);
  });

  it("holds what an opening auction tells until the opening, and nothing else", () => {
    const marketTime = Date.parse("2026-08-19T09:08:00+05:30");
    const auction = marketTime / 1_000;
    const world = createWorld({ marketTime });
    const table = createMarketTable(fakeUniverse());
    const tell = (row: number, word: number, seconds: number) => {
      world.stamp(table, row);
      table.words[row * ROW_WORDS + word] = seconds;
    };
    world.begin(table);
    tell(0, WORD.exchangeTime, auction);
    tell(1, WORD.lastTradeTime, auction);
    // A list that comes in the morning tells again what the day before ended with.
    tell(2, WORD.lastTradeTime, auction - 18 * 3_600);
    world.record(table);
    const late = createMarketTable(table.universe);
    world.line.source.fill(late);
    const told = () => {
      world.line.clock.now();
      world.line.source.advance(late, 0);
      return lastPrices(late)
        .slice(0, 3)
        .map((price) => price > 0);
    };
    world.pass(DELAY);
    expect(told()).toEqual([false, false, true]);
    // 09:14:59, and 09:15.
    world.pass(5 * 60_000 + 59_000);
    world.record(table);
    world.pass(1_000);
    world.record(table);
    world.pass(DELAY - 1_000);
    expect(told()).toEqual([false, false, true]);
    world.pass(1_000);
    expect(told()).toEqual([true, true, true]);
  });

  it("lets out what is a minute old and nothing younger, however uneven the turns are", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ ms: fc.integer({ min: 0, max: 9_000 }), rows: fc.array(fc.nat(30), { maxLength: 6 }) }),
          { minLength: 5, maxLength: 120 },
        ),
        (steps) => {
          const world = createWorld();
          const live = createMarketTable(fakeUniverse());
          world.begin(live);
          world.record(live);
          const late = createMarketTable(live.universe);
          world.line.source.fill(late);
          clearMarks(late);
          const history: { at: number; prices: number[] }[] = [{ at: world.at(), prices: lastPrices(live) }];
          let clock = -Infinity;
          for (const { ms, rows } of steps) {
            world.pass(ms);
            for (const row of rows) world.stamp(live, row);
            world.record(live);
            history.push({ at: world.at(), prices: lastPrices(live) });
            const time = world.line.clock.now();
            expect(time).toBeGreaterThanOrEqual(clock);
            expect(time).toBeLessThanOrEqual(world.time() - DELAY);
            clock = time;
            expect(world.line.source.advance(late, time)).toBe(false);
            const due = history.findLast((state) => state.at <= world.at() - DELAY);
            expect(lastPrices(late)).toEqual(due?.prices ?? lastPrices(createMarketTable(live.universe)));
            if (due !== undefined) expect(time).toBe(world.timeOf(due.at));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("is empty for its first minute, with its instruments listed and its clock a minute behind", () => {
    const world = createWorld({ speed: 3 });
    const live = createMarketTable(fakeUniverse());
    world.stamp(live, 1);
    world.begin(live);
    world.record(live);
    world.pass(DELAY - 1);
    const late = createMarketTable(world.line.source.universe());
    const time = world.line.clock.now();
    expect(time).toBeCloseTo(world.time() - 3 * DELAY, 6);
    world.line.source.fill(late);
    expect(lastPrices(late).every((price) => price === 0)).toBe(true);
    expect(late.words[0]).toBe(live.universe.instruments[0]!.token);
    world.pass(1);
    world.line.source.advance(late, world.line.clock.now());
    expect(lastPrices(late)[1]).toBe(world.at() - DELAY);
  });

  it("changes its universe a minute after the market did, with nothing of one in the other", () => {
    const world = createWorld();
    const first = createMarketTable(fakeUniverse());
    world.begin(first);
    world.stamp(first, 2);
    world.record(first);
    const late = createMarketTable(world.line.source.universe());
    world.line.clock.now();
    world.line.source.fill(late);
    world.pass(10_000);
    const second = createMarketTable(fakeUniverse([FAKE_EXPIRIES[1]]));
    second.previousOi.fill(42);
    world.stamp(second, 2);
    world.begin(second);
    // Said again, as after a refill: nothing begins.
    world.begin(second);
    world.record(second);
    world.pass(DELAY - 1);
    expect(world.line.source.advance(late, world.line.clock.now())).toBe(false);
    expect(world.line.source.universe()).toBe(first.universe);
    world.pass(1);
    expect(world.line.source.advance(late, world.line.clock.now())).toBe(true);
    expect(world.line.source.universe()).toBe(second.universe);
    const next = createMarketTable(second.universe);
    world.line.source.fill(next);
    expect(lastPrices(next)[2]).toBe(world.at() - DELAY);
    expect(next.previousOi[0]).toBe(42);
    expect(world.line.source.advance(next, world.line.clock.now())).toBe(false);
  });

  it("has a list that comes after an empty start at once, its prices a minute later", () => {
    const world = createWorld();
    const whole = fakeUniverse();
    const empty = createMarketTable({ ...whole, instruments: [], underlyings: [], vixIndex: -1 });
    world.begin(empty);
    world.record(empty);
    const late = createMarketTable(world.line.source.universe());
    world.line.clock.now();
    world.line.source.fill(late);
    world.pass(5_000);
    const listed = createMarketTable(whole);
    world.begin(listed);
    world.stamp(listed, 0);
    world.record(listed);
    expect(world.line.source.advance(late, world.line.clock.now())).toBe(true);
    const next = createMarketTable(world.line.source.universe());
    world.line.source.fill(next);
    expect([next.universe, lastPrices(next)[0]]).toEqual([whole, 0]);
    world.pass(DELAY);
    expect(world.line.source.advance(next, world.line.clock.now())).toBe(false);
    expect(lastPrices(next)[0]).toBe(world.at() - DELAY);
  });

  it("conflates instead of growing when far more happens than it has room for", () => {
    const universe = fakeUniverse();
    const rows = universe.instruments.length;
    const bytes = 20 * rows * 51 * 4;
    const world = createWorld({ bytes });
    const live = createMarketTable(universe);
    world.begin(live);
    const late = createMarketTable(universe);
    world.line.source.fill(late);
    let most = 0;
    for (let turn = 0; turn < 5 * 60 * 20; turn++) {
      // Every word of every row.
      for (let i = 0; i < live.words.length; i++) live.words[i] = world.at() + i;
      for (let row = 0; row < rows; row++) markDirty(live, row);
      world.record(live);
      world.line.source.advance(late, world.line.clock.now());
      most = Math.max(most, world.line.bytes);
      const age = world.at() - late.words[0]!;
      if (turn > 60 * 20) expect(age).toBeGreaterThanOrEqual(DELAY);
      if (turn > 70 * 20) expect(age).toBeLessThanOrEqual(DELAY + 5_050);
      world.pass(50);
    }
    expect(most).toBeLessThan(2 * bytes + 12 * rows * 51 * 4);
  });
});

describe("open interest at the previous close", () => {
  it.each(["kite", undefined] as const)("of source %s, where it is not known", (name) => {
    const world = createWorld(name === undefined ? {} : { name });
    const live = createMarketTable(fakeUniverse());
    live.previousOi[2] = 500;
    world.begin(live);
    const late = createMarketTable(live.universe);
    world.line.source.fill(late);
    clearMarks(late);
    const hear = (oi: number) => {
      for (const row of [1, 2]) {
        live.words[row * ROW_WORDS + WORD.oi] = oi;
        world.stamp(live, row);
      }
      world.record(live);
      world.pass(DELAY);
      world.line.clock.now();
      world.line.source.advance(late, 0);
      clearMarks(late);
    };
    hear(1_000);
    hear(1_400);
    // A broker's stream: what was heard first; elsewhere none is none. What is known stays.
    expect([late.previousOi[1], late.previousOi[2]]).toEqual([name === "kite" ? 1_000 : 0, 500]);
  });
});
