import { expect, test } from "vitest";
import { goodFriday } from "#domain/calendar/good-friday.ts";

test("Good Friday of known years", () => {
  const known = [
    "2023-04-07",
    "2024-03-29",
    "2025-04-18",
    "2026-04-03",
    "2027-03-26",
    "2038-04-23",
    "2100-03-26",
  ];
  expect(known.map((date) => goodFriday(Number(date.slice(0, 4))))).toEqual(known);
});
