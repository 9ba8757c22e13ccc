import { describe, expect, it } from "vitest";
import { createTurns } from "#server/market/compute/compute-turns.ts";

const refusal = { code: "server.unavailable", details: { retry_after: 1 } };

/** Turns whose jobs cost what they are said to, ms, and the order in which they were done. */
function world() {
  let now = 0;
  const turns = createTurns({ now: () => now });
  const order: string[] = [];
  const job = async (who: string, cost = 1) => {
    await turns.take(who);
    now += cost;
    order.push(who);
  };
  return { turns, order, job };
}

describe("turns", () => {
  it("come one a turn of the event loop, one caller's in the order they were asked for", async () => {
    const turns = createTurns();
    const order: string[] = [];
    const job = async (name: string) => {
      await turns.take("one");
      order.push(name);
    };
    const jobs = [job("a"), job("b"), job("c")];
    setImmediate(() => order.push("loop"));
    await Promise.all(jobs);
    expect(order[0]).toBe("a");
    expect(order.indexOf("loop")).toBeLessThan(order.indexOf("b"));
    expect(order.filter((each) => each !== "loop")).toEqual(["a", "b", "c"]);
  });

  it("go round the callers, however much each has asked for", async () => {
    const { order, job } = world();
    const jobs = ["a", "a", "a", "a", "b", "c", "b"].map((who) => job(who));
    await Promise.all(jobs);
    expect(order).toEqual(["a", "b", "c", "a", "b", "a", "a"]);
  });

  it("let a caller that comes while others have much waiting in after the one at hand", async () => {
    const { order, job } = world();
    const heavy = Array.from({ length: 96 }, (_, n) => job(`heavy ${n % 8}`, 15 + (n % 8) / 10));
    await heavy[20];
    const begun = order.length;
    await job("light");
    expect(order.length - begun).toBeLessThanOrEqual(2);
    await Promise.all(heavy);
  });

  it("weigh what a turn costs: ten light ones weigh as much as a heavy one", async () => {
    const { order, job } = world();
    const jobs = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? job("heavy", 10) : job("light", 1)));
    await Promise.all(jobs.filter((_, n) => n % 2 === 1));
    expect(order.filter((who) => who === "light")).toHaveLength(20);
    expect(order.filter((who) => who === "heavy").length).toBeLessThanOrEqual(3);
    await Promise.all(jobs);
    expect(order).toHaveLength(40);
  });

  it("are not saved up by waiting: who comes late has no more of them than who was there", async () => {
    const { order, job } = world();
    const early = Array.from({ length: 20 }, () => job("early", 5));
    await early[9];
    const begun = order.length;
    const late = Array.from({ length: 10 }, () => job("late", 5));
    await Promise.all([...early, ...late]);
    const then = order.slice(begun, begun + 10);
    expect(then.filter((who) => who === "early").length).toBeGreaterThanOrEqual(4);
  });

  it("are refused at once when too many wait", async () => {
    const turns = createTurns({ most: 2 });
    const first = [turns.take("a"), turns.take("a")];
    await expect(turns.take("a")).rejects.toMatchObject(refusal);
    expect([turns.waiting, turns.refused]).toEqual([2, 1]);
    await Promise.all(first);
    await turns.take("a");
    expect(turns.waiting).toBe(0);
  });

  it("are refused to the caller with most waiting, when another comes and there is no room", async () => {
    const turns = createTurns({ most: 3 });
    const many = [turns.take("many"), turns.take("many"), turns.take("many")];
    const settled = Promise.allSettled(many);
    const other = turns.take("other");
    expect([turns.waiting, turns.refused]).toEqual([3, 1]);
    await other;
    expect((await settled).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    await expect(many[2]).rejects.toMatchObject(refusal);
  });

  it("pass over a caller that has waited too long", async () => {
    let now = 0;
    const turns = createTurns({ longestMs: 100, now: () => now });
    const late = [turns.take("a"), turns.take("b")].map((each) =>
      expect(each).rejects.toMatchObject(refusal),
    );
    now = 101;
    const fresh = turns.take("a");
    await Promise.all(late);
    await expect(fresh).resolves.toBeUndefined();
    expect([turns.waiting, turns.refused]).toEqual([0, 2]);
  });
});
