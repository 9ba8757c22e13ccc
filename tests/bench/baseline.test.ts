import { describe, expect, it } from "vitest";
import { compareWithBaseline, mergeBaseline } from "../../bench/lib/baseline.ts";
import { report } from "./support.ts";

const HIGHER = { what: "ours / peer", value: 10, atLeast: 5 };
const LOWER = { what: "cpu ours / peer", value: 0.5, atMost: 0.6, tolerance: 0.1 };
const state = (before: typeof HIGHER, value: number, quick = false) =>
  compareWithBaseline(mergeBaseline(null, [report("a", [before])]), [
    report("a", [{ ...before, value }], { quick }),
  ])[0]?.state;

describe("baseline", () => {
  it("holds ratios with their direction and tolerance, and no absolute figure", () => {
    const ms = { what: "p99", value: 3, atMost: 2, unit: "ms" };
    const unknown = { what: "odd", value: Number.NaN };
    expect(mergeBaseline(null, [report("a", [HIGHER, LOWER, ms, unknown])]).ratios).toEqual({
      "a | one <table> | cpu ours / peer": { value: 0.5, better: "lower", tolerance: 0.1 },
      "a | one <table> | ours / peer": { value: 10, better: "higher", tolerance: 0.25 },
    });
  });

  it("is renewed bench by bench", () => {
    const old = mergeBaseline(null, [report("a", [HIGHER]), report("b", [HIGHER])]);
    const renewed = mergeBaseline(old, [report("b", [LOWER])]);
    expect(Object.keys(renewed.ratios)).toEqual([
      "a | one <table> | ours / peer",
      "b | one <table> | cpu ours / peer",
    ]);
  });

  it("calls a ratio worse only past its tolerance, on the side that is worse", () => {
    expect(state(HIGHER, 8.01)).toBe("same");
    expect(state(HIGHER, 7.99)).toBe("worse");
    expect(state(HIGHER, 12.6)).toBe("better");
    expect(state(LOWER as never, 0.549)).toBe("same");
    expect(state(LOWER as never, 0.551)).toBe("worse");
    expect(state(LOWER as never, 0.4)).toBe("better");
  });

  it("allows short rounds twice the tolerance", () => {
    expect(state(HIGHER, 7, true)).toBe("same");
    expect(state(HIGHER, 6.6, true)).toBe("worse");
  });

  it("does not fail for what this machine cannot measure", () => {
    const baseline = mergeBaseline(null, [report("a", [HIGHER])]);
    expect(compareWithBaseline(baseline, [report("a", [])])[0]).toMatchObject({
      state: "not measured",
      value: null,
      limit: 8,
    });
    expect(compareWithBaseline(baseline, [report("b", [HIGHER])])).toEqual([]);
  });

  it("finds a table by its key when the title holds a number that changes", () => {
    const keyed = (title: string, value: number) => {
      const made = report("a", [{ ...HIGHER, value }]);
      return { ...made, tables: made.tables.map((table) => ({ ...table, title, key: "market" })) };
    };
    const baseline = mergeBaseline(null, [keyed("100 instruments", 10)]);
    expect(compareWithBaseline(baseline, [keyed("101 instruments", 10)])[0]?.state).toBe("same");
  });
});
