import { expect, it } from "vitest";
import { renewals } from "../../bench/compute/tail.ts";

const answer = (dueAt: number, ms: number, digest: string) => ({ dueAt, ms, digest });

it("finds when the market was read anew between the last old answer and the first new one", () => {
  const answers = [
    answer(0, 5, "a"),
    answer(10, 5, "a"),
    answer(20, 15, "b"),
    answer(30, 8, "b"),
    answer(25, 6, "a"),
  ];
  expect(renewals(answers)).toEqual([{ begin: 31, end: 35 }]);
});

it("finds none in a market that stands still", () => {
  expect(renewals([answer(0, 5, "a"), answer(10, 5, "a")])).toEqual([]);
  expect(renewals([])).toEqual([]);
});
