import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createChangeLog } from "#server/market/feed/late/change-log.ts";
import { ROW_WORDS } from "#server/market/feed/market-table.ts";

const ROWS = 40;

/** Rows that change in one go, each with some of its words; the last words and the sign bit are among them often. */
const step = fc.array(
  fc.record({
    row: fc.nat(ROWS - 1),
    words: fc.array(
      fc.record({
        word: fc.oneof(fc.nat(ROW_WORDS - 1), fc.constantFrom(0, 31, 32, 47)),
        value: fc.oneof(fc.integer(), fc.constantFrom(0, -1, 2_147_483_647, -2_147_483_648)),
      }),
      { maxLength: ROW_WORDS },
    ),
  }),
  { maxLength: 30 },
);

describe("the log of changed words", () => {
  it("gives every state back in order, whatever is taken when, and keeps nothing that was taken", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 20 }), (steps, behind) => {
        const log = createChangeLog();
        log.restart(ROWS);
        const source = new Int32Array(ROWS * ROW_WORDS);
        const copy = new Int32Array(ROWS * ROW_WORDS);
        const states: { words: Int32Array; records: number }[] = [];
        const takeOne = () => {
          const state = states.shift()!;
          const touched: number[] = [];
          log.take(state.records, copy, (row) => touched.push(row));
          expect(touched.length).toBe(state.records);
          expect(copy).toEqual(state.words);
        };
        for (const changes of steps) {
          for (const { row, words } of changes)
            for (const { word, value } of words) source[row * ROW_WORDS + word] = value;
          let records = 0;
          for (const { row } of changes) if (log.put(source, row)) records++;
          states.push({ words: source.slice(), records });
          if (states.length > behind) takeOne();
        }
        while (states.length > 0) takeOne();
        expect(log.bytes).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it("says nothing of a row that is as it was, and costs by what changed", () => {
    const log = createChangeLog();
    log.restart(ROWS);
    const words = new Int32Array(ROWS * ROW_WORDS).fill(7);
    expect(log.put(words, 3)).toBe(true);
    expect(log.put(words, 3)).toBe(false);
    const before = log.bytes;
    words[3 * ROW_WORDS + 12] = 8;
    expect(log.put(words, 3)).toBe(true);
    expect(log.bytes - before).toBe(4 * 4);
  });

  it("goes on over many chunks, and takes what was put of an older universe as that one's", () => {
    const log = createChangeLog();
    log.restart(2_000);
    const words = Int32Array.from({ length: 2_000 * ROW_WORDS }, (_, i) => i + 1);
    for (let row = 0; row < 2_000; row++) log.put(words, row);
    expect(log.bytes).toBe(2_000 * 51 * 4);
    log.restart(1);
    expect(log.put(Int32Array.of(9), 0)).toBe(true);
    const old = new Int32Array(words.length);
    log.take(2_000, old, () => {});
    expect(old).toEqual(words);
    const next = new Int32Array(ROW_WORDS);
    log.take(1, next, () => {});
    expect([next[0], log.bytes]).toEqual([9, 0]);
  });
});
