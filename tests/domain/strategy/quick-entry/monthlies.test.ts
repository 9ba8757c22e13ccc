import { expect, test } from "vitest";
import { parseQuickEntry } from "#domain/strategy/quick-entry/parse.ts";
import { quickContext } from "./quick-world.ts";

test.each([
  ["aug", "2026-08-27"],
  ["august 26", "2026-08-27"],
  ["monthly", "2026-08-27"],
  ["this month", "2026-08-27"],
  ["28 aug", "2026-08-28"],
  ["sep", "2026-09-28"],
  ["next month", "2026-09-28"],
  ["next monthly", "2026-09-28"],
  ["weekly", "2026-08-21"],
  ["next", "2026-08-27"],
])("[STRAT-17] of USDINR, whose weekly of the day after is not the month's: %s", (text, expiry) => {
  const usdinr = quickContext("USDINR");
  const strike = usdinr.contracts.strikes("CE", expiry)[3]!;
  const { legs } = parseQuickEntry(`sell ${strike} ce ${text}`, usdinr);
  expect(legs.map(({ contract }) => contract.expiry)).toEqual([expiry]);
});

test("[STRAT-17] a month of which weeklies alone are left is not listed; its own are over", () => {
  const late = ["2026-08-28", "2026-09-28", "2026-10-28"];
  const usdinr = quickContext("USDINR", { expiries: late, monthlies: late.slice(1) });
  const expiryOf = (text: string) => parseQuickEntry(`buy atm ce ${text}`, usdinr);
  expect(expiryOf("aug").words.find(({ problem }) => problem !== undefined)?.problem).toEqual({
    code: "unlisted-expiry",
    nearest: "2026-08-28",
  });
  expect(expiryOf("monthly").legs[0]?.contract.expiry).toBe("2026-09-28");
  expect(expiryOf("next month").legs[0]?.contract.expiry).toBe("2026-10-28");
});
