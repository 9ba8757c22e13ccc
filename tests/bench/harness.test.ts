import { describe, expect, it } from "vitest";
import { compare, distribution, goal, ratio, summary } from "../../bench/harness.ts";
import { goalText, verdictOf } from "../../bench/lib/verdict.ts";

const context = (said: string[] = []) => ({ quick: true, progress: (text: string) => void said.push(text) });

describe("comparing variants", () => {
  it("runs every variant once a round, in turning order, after one warming up", async () => {
    const order: string[] = [];
    const variant = (name: string, rate: number) => ({
      name,
      rate: async () => {
        order.push(name);
        return rate;
      },
    });
    const said: string[] = [];
    const rows = await compare([variant("a", 10), variant("b", 5)], context(said), "two");
    expect(order.join("")).toBe("ab" + "ab" + "ba" + "ab" + "ba" + "ab");
    expect(rows.map(({ name, median }) => [name, median])).toEqual([
      ["a", 10],
      ["b", 5],
    ]);
    expect(said[0]).toBe("two: warming up");
    expect(said.at(-1)).toBe("two: round 5 of 5");
  });

  it("counts a batch's units by the second", async () => {
    const work = {
      name: "a",
      batch: () => {
        const until = performance.now() + 5;
        while (performance.now() < until);
        return 50;
      },
    };
    const [row] = await compare([work], context());
    expect(row?.median).toBeGreaterThan(1_000);
    expect(row?.median).toBeLessThanOrEqual(10_000);
  });

  it("takes the ratio within each round, so that a slow round harms neither side", () => {
    const rows = [summary("ours", [10, 100, 40]), summary("peer", [5, 50, 20])];
    expect(ratio(rows, "ours", "peer")).toBe(2);
    expect(ratio(rows, "ours", "absent")).toBeNull();
    expect(goal(rows, "ours", "absent", { atLeast: 3 })).toEqual([]);
    expect(goal(rows, "ours", "peer", { atLeast: 2 })).toEqual([
      { what: "ours / peer", value: 2, atLeast: 2 },
    ]);
  });

  it("calls the bad tail of rates low and that of times high", () => {
    const values = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(summary("rates", values).p95).toBe(5);
    expect(distribution("times", values).p95).toBe(95);
  });
});

describe("verdicts", () => {
  it("tells met, missed, explained and no goal apart", () => {
    expect(verdictOf({ what: "x", value: 2, atLeast: 2 })).toBe("met");
    expect(verdictOf({ what: "x", value: 1.9, atLeast: 2 })).toBe("missed");
    expect(verdictOf({ what: "x", value: 3, atMost: 2, explain: "two cores" })).toBe("explained");
    expect(verdictOf({ what: "x", value: 1, atMost: 2, explain: "two cores" })).toBe("met");
    expect(verdictOf({ what: "x", value: 1 })).toBe("no goal");
    expect(verdictOf({ what: "x", value: Number.NaN, atLeast: 0 })).toBe("missed");
  });

  it("writes a goal out with its unit", () => {
    expect(goalText({ what: "x", value: 1, atMost: 20, unit: "ms" })).toBe("at most 20 ms");
    expect(goalText({ what: "x", value: 1, atLeast: 1, atMost: 2 })).toBe("at least 1, at most 2");
  });
});
