import { describe, expect, it } from "vitest";
import { compareWithBaseline, mergeBaseline, newestRun } from "../../bench/lib/baseline.ts";
import { readBaseline } from "../../bench/lib/results.ts";
import type { Ratio, Table } from "../../bench/lib/types.ts";
import { report } from "./support.ts";

const KNOWN = ["a", "b"];
const HIGHER: Ratio = { what: "ours / peer", value: 10, atLeast: 5 };
const LOWER: Ratio = { what: "cpu ours / peer", value: 0.5, atMost: 0.6, tolerance: 0.1 };

const inTable = (entry: Ratio, table: Partial<Table>) => {
  const made = report("a", [entry]);
  return { ...made, tables: made.tables.map((each) => ({ ...each, ...table })) };
};

/** How a later value of a figure is judged by the baseline that the first made. */
const state = (before: Ratio, value: number, quick = false, table: Partial<Table> = {}) =>
  compareWithBaseline(mergeBaseline(null, [inTable(before, table)], KNOWN), [
    { ...inTable({ ...before, value }, table), quick },
  ])[0]?.state;

describe("baseline", () => {
  it("holds ratios and sizes with their direction and tolerance, and no time of a machine", () => {
    const entries: Ratio[] = [
      HIGHER,
      LOWER,
      { what: "code", value: 170.26, unit: "kB", atMost: 170 },
      { what: "p99", value: 3, atMost: 2, unit: "ms" },
      { what: "odd", value: Number.NaN },
      { what: "the peer's memory", value: 80, unit: "MB", isHeld: false },
    ];
    expect(mergeBaseline(null, [report("a", entries)], KNOWN).ratios).toEqual({
      "a | one <table> | code": { value: 170.3, better: "lower", tolerance: 0.05, unit: "kB" },
      "a | one <table> | cpu ours / peer": { value: 0.5, better: "lower", tolerance: 0.1 },
      "a | one <table> | ours / peer": { value: 10, better: "higher", tolerance: 0.25 },
    });
  });

  it("holds a time of the slow laptop as so many of the loops that calibrate it", () => {
    const cold: Ratio = { what: "slow laptop: cold load", value: 1800, unit: "ms", loopMs: 150 };
    expect(mergeBaseline(null, [report("a", [cold])], KNOWN).ratios).toEqual({
      "a | one <table> | slow laptop: cold load": {
        value: 12,
        better: "lower",
        tolerance: 0.25,
        unit: "loops",
      },
    });
    const later = (value: number, loopMs: number) =>
      compareWithBaseline(mergeBaseline(null, [report("a", [cold])], KNOWN), [
        report("a", [{ ...cold, value, loopMs }]),
      ])[0]?.state;
    expect(later(3600, 300)).toBe("same");
    expect(later(2430, 150)).toBe("worse");
  });

  it("is renewed bench by bench, and forgets benches that are no longer there", () => {
    const old = mergeBaseline(null, [report("a", [HIGHER]), report("b", [HIGHER])], KNOWN);
    const later = { at: "2026-11-22T08:00:00.000Z", machine: { cpu: "another" } };
    const renewed = mergeBaseline(old, [report("b", [LOWER], later)], KNOWN);
    expect(renewed.runs.a).toEqual(old.runs.a);
    expect(renewed.runs.b).toMatchObject(later);
    expect(newestRun(renewed)).toBe("2026-11-22");
    expect(Object.keys(renewed.ratios)).toEqual([
      "a | one <table> | ours / peer",
      "b | one <table> | cpu ours / peer",
    ]);
    expect(Object.keys(mergeBaseline(old, [], ["b"]).ratios)).toEqual(["b | one <table> | ours / peer"]);
  });

  it("keeps what it had of a figure that is void now", () => {
    const old = mergeBaseline(null, [report("a", [HIGHER])], KNOWN);
    const isVoid = report("a", [{ ...HIGHER, value: -3, voidBecause: "below zero" }]);
    expect(mergeBaseline(old, [isVoid], KNOWN).ratios).toEqual(old.ratios);
    expect(compareWithBaseline(old, [isVoid])[0]?.state).toBe("not measured");
  });

  it("does not fail for what this machine cannot measure", () => {
    const baseline = mergeBaseline(null, [report("a", [HIGHER])], KNOWN);
    expect(compareWithBaseline(baseline, [report("a", [])])[0]).toMatchObject({
      state: "not measured",
      value: null,
      limit: 8,
    });
    expect(compareWithBaseline(baseline, [report("b", [HIGHER])])).toEqual([]);
  });

  it("finds a table by its key when the title holds a number that changes", () => {
    const keyed = (title: string) => inTable(HIGHER, { title, key: "market" });
    const baseline = mergeBaseline(null, [keyed("100 instruments")], KNOWN);
    expect(compareWithBaseline(baseline, [keyed("101 instruments")])[0]?.state).toBe("same");
  });
});

describe("which way is better", () => {
  const held = (entry: Ratio, table: Partial<Table> = {}) =>
    Object.values(mergeBaseline(null, [inTable(entry, table)], KNOWN).ratios)[0]?.better;

  it("is said by the entry, else by its goal, else by its unit, else by its table", () => {
    const plain: Ratio = { what: "ours / peer", value: 1 };
    expect(held(plain)).toBe("higher");
    expect(held(plain, { better: "lower" })).toBe("lower");
    expect(held({ ...plain, better: "higher" }, { better: "lower" })).toBe("higher");
    expect(held({ ...plain, atLeast: 3 }, { better: "lower" })).toBe("higher");
    expect(held({ ...plain, atMost: 3 })).toBe("lower");
    expect(held({ ...plain, atLeast: 0.8, atMost: 1.25 })).toBe("steady");
    expect(held({ ...plain, unit: "fps" }, { better: "lower" })).toBe("higher");
    expect(held({ ...plain, unit: "MB" })).toBe("lower");
  });

  it("is lower in the committed baseline for CPU and times of ours by a peer's", () => {
    const ours = Object.entries(readBaseline()!.ratios).filter(([key]) =>
      /(CPU|drawn|main thread|append|a key).*Strikewise.* \/ /.test(key.split(" | ")[2]!),
    );
    expect(ours.length).toBeGreaterThan(5);
    for (const [key, { better }] of ours.filter(([key]) => !/\/ Strikewise/.test(key)))
      expect([key, better]).toEqual([key, "lower"]);
  });

  it("leaves no figure of the committed baseline room for a third", () => {
    for (const { tolerance } of Object.values(readBaseline()!.ratios))
      expect(tolerance).toBeLessThanOrEqual(0.3);
  });
});

describe("planted regressions", () => {
  const LOWER_TABLE = { better: "lower" } as const;

  it.each([
    ["bytes", { what: "a message", value: 949, unit: "bytes" }, 1.05, {}],
    ["kB", { what: "code", value: 170.26, unit: "kB", atMost: 170 }, 1.05, {}],
    ["MB", { what: "a tab", value: 60.3, unit: "MB", atMost: 25 }, 1.15, {}],
    ["frames", { what: "frames", value: 50, unit: "fps", atLeast: 55 }, 0.85, {}],
    ["sockets", { what: "sockets", value: 1, unit: "sockets", atMost: 1 }, 2, {}],
    ["a ratio of times", { what: "cpu, ours / peer", value: 0.36 }, 1.35, LOWER_TABLE],
    ["that ratio, with more asked", { what: "cpu", value: 0.36, tolerance: 0.9 }, 1.35, LOWER_TABLE],
    ["a ratio of rates", { what: "ours / peer", value: 28.1, atLeast: 25 }, 1 / 1.35, {}],
    ["a panel that drifts up", { what: "panel", value: 0.95, atLeast: 0.8, atMost: 1.25 }, 1.35, {}],
    ["a panel that drifts down", { what: "panel", value: 0.95, atLeast: 0.8, atMost: 1.25 }, 0.7, {}],
    ["a slow laptop's time", { what: "load", value: 1853, unit: "ms", loopMs: 155 }, 1.35, {}],
  ] as const)("of %s are found, and the unchanged passes", (_, entry: Ratio, factor, table) => {
    expect(state(entry, entry.value * factor, false, table)).toBe("worse");
    expect(state(entry, entry.value, false, table)).toBe("same");
    expect(state(entry, entry.value / factor, false, table)).not.toBe(
      entry.atLeast !== undefined && entry.atMost !== undefined ? "better" : "worse",
    );
  });

  it("are found only past the tolerance, on the side that is worse", () => {
    expect(state(HIGHER, 8.02)).toBe("same");
    expect(state(HIGHER, 7.99)).toBe("worse");
    expect(state(HIGHER, 12.6)).toBe("better");
    expect(state(LOWER, 0.549)).toBe("same");
    expect(state(LOWER, 0.551)).toBe("worse");
    expect(state(LOWER, 0.4)).toBe("better");
  });

  it("are not seen in the last crumb of a size, nor in a size that was nothing", () => {
    const crumbs: Ratio = { what: "garbage a message", value: 0.013, unit: "bytes", atMost: 1 };
    expect(state(crumbs, 0.9)).toBe("same");
    expect(state(crumbs, 1.2)).toBe("worse");
    const leak: Ratio = { what: "what openings leave", value: -0.4, unit: "MB", atMost: 1 };
    expect(state(leak, -0.2)).toBe("same");
    expect(state(leak, 0.5)).toBe("worse");
  });

  it("have twice the tolerance in short rounds, but for sizes, which have no rounds", () => {
    expect(state(HIGHER, 7, true)).toBe("same");
    expect(state(HIGHER, 6.6, true)).toBe("worse");
    expect(state({ what: "code", value: 100, unit: "kB" }, 105, true)).toBe("worse");
  });
});
