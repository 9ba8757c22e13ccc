import { expect, test } from "vitest";
import { createFamilies, nearForward } from "#server/market/feed/chains/chain-records.ts";
import { ist, simulatedMarket } from "#tests/support/market/simulated-market.ts";

const DAY_YEARS = 1 / 365;

test("carry comes from the expiry nearest in time, not from the first one listed", () => {
  const market = simulatedMarket({ startAt: ist("2026-12-01T10:00"), universe: ["NIFTY"] });
  const [family] = createFamilies(market.table(), () => null, 0);
  const { chains } = family!;
  const last = chains.at(-1)!;
  const before = chains.at(-2)!;
  expect(nearForward(last, 24_000)).toBeNull();
  // Ten points of basis on the last day would be a rate of 15 % a year; over four years that is a wild forward.
  Object.assign(chains[0]!, { ownForward: true, forward: 24_010, years: DAY_YEARS, solvedSpot: 24_000 });
  expect(nearForward(last, 24_000)).toEqual({ forward: 24_010, years: DAY_YEARS });
  Object.assign(before, { ownForward: true, forward: 30_000, years: 4, solvedSpot: 24_000 });
  expect(nearForward(last, 24_000)).toEqual({ forward: 30_000, years: 4 });
  expect(nearForward(last, 24_240)).toEqual({ forward: 30_300, years: 4 });
  expect(nearForward(chains[1]!, 24_000)?.forward).toBe(24_010);
  Object.assign(before, { ownForward: false });
  expect(nearForward(last, 24_000)?.forward).toBe(24_010);
});
