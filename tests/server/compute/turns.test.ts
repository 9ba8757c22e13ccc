import { describe, expect, it } from "vitest";
import { createTurns } from "#server/compute/turns.ts";

const refusal = { code: "server.unavailable", details: { retry_after: 1 } };

describe("turns", () => {
  it("come one a turn of the event loop, in the order they were asked for", async () => {
    const turns = createTurns();
    const order: string[] = [];
    const job = async (name: string) => {
      await turns.take();
      order.push(name);
    };
    const jobs = [job("a"), job("b"), job("c")];
    setImmediate(() => order.push("loop"));
    await Promise.all(jobs);
    expect(order[0]).toBe("a");
    expect(order.indexOf("loop")).toBeLessThan(order.indexOf("b"));
    expect(order.filter((each) => each !== "loop")).toEqual(["a", "b", "c"]);
  });

  it("are refused at once when too many wait", async () => {
    const turns = createTurns({ most: 2 });
    const first = [turns.take(), turns.take()];
    await expect(turns.take()).rejects.toMatchObject(refusal);
    expect([turns.waiting, turns.refused]).toEqual([2, 1]);
    await Promise.all(first);
    await turns.take();
    expect(turns.waiting).toBe(0);
  });

  it("pass over whoever has waited too long", async () => {
    let now = 0;
    const turns = createTurns({ longestMs: 100, now: () => now });
    const late = turns.take();
    now = 101;
    const fresh = turns.take();
    await expect(late).rejects.toMatchObject(refusal);
    await expect(fresh).resolves.toBeUndefined();
    expect(turns.refused).toBe(1);
  });
});
