import { expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { NAMESPACES } from "#domain/strategy/analyzer/model.ts";
import { isOiGraphShown } from "#domain/strategy/oi-graph.ts";
import { payoffRowLimit, shownPayoffRows } from "#domain/strategy/shown-payoff-rows.ts";
import { call, SPOT, summary } from "./strategy-fixture.ts";

const rows = (count: number) => Array.from({ length: count }, (_, i) => i);

test("STRAT-19: of twelve rows and more the first two and the last two are left out", () => {
  expect(shownPayoffRows(rows(11), Infinity)).toEqual(rows(11));
  expect(shownPayoffRows(rows(12), Infinity)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  expect(shownPayoffRows(rows(21), Infinity)).toHaveLength(17);
  expect(shownPayoffRows([], 9)).toEqual([]);
});

test("STRAT-19: beside a chain and positions nine are shown, the underlying's price in the middle", () => {
  const table = summary([call(24_000, 65, 200)]).tabularPayoffs!;
  const shown = shownPayoffRows(table, payoffRowLimit("optionChain"));
  expect(shown).toHaveLength(9);
  expect(shown[4]!.at).toBe(SPOT);
  expect(shownPayoffRows(rows(11), 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(shownPayoffRows(rows(14), 9)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(NAMESPACES.filter((each) => payoffRowLimit(each) === 9)).toEqual(["optionChain", "positions"]);
  expect(shownPayoffRows(table, payoffRowLimit("builder"))).toHaveLength(17);
});

test("STRAT-20: open interest is drawn when an expiry is less than sixty days away", () => {
  const now = istInstant("2026-11-23", "23:59");
  expect(isOiGraphShown(["2027-01-21"], now)).toBe(true);
  expect(isOiGraphShown(["2027-01-22"], now)).toBe(false);
  expect(isOiGraphShown(["2027-03-30", "2026-12-29"], now)).toBe(true);
  expect(isOiGraphShown([], now)).toBe(false);
});
