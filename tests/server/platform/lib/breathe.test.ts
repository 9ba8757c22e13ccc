import { expect, test } from "vitest";
import { breathe } from "#server/platform/lib/breathe.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("of several at long work one resumes a turn, in the order in which they came, and none is forgotten", async () => {
  const resumed: string[] = [];
  async function work(name: string): Promise<void> {
    for (const slice of [1, 2]) {
      await breathe();
      resumed.push(`${name}${slice}`);
    }
  }
  const all = Promise.all(["a", "b", "c"].map(work));
  const perTurn: number[] = [];
  while (resumed.length < 6) {
    const before = resumed.length;
    await turn();
    perTurn.push(resumed.length - before);
  }
  await all;
  expect(resumed).toEqual(["a1", "b1", "c1", "a2", "b2", "c2"]);
  expect(Math.max(...perTurn)).toBe(1);
  await breathe();
});
