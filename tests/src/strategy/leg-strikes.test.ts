import { expect, test } from "vitest";
import { createContractList } from "#domain/strategy/contract-list.ts";
import { legStrikes } from "#src/strategy/tabs/leg-strikes.ts";
import { CONTRACTS, FAR, NEAR } from "../analyzer/world.ts";

test("each leg has the strikes of its own type and expiry, and what is listed no longer has none", () => {
  // As BANKNIFTY: far ones in steps of 500, near ones in steps of 100.
  const listed = CONTRACTS.filter(({ expiry, strike }) => strike % (expiry === FAR ? 500 : 100) === 0);
  const strikesOf = legStrikes(createContractList(listed))!;
  expect(strikesOf({ type: "CE", expiry: NEAR }).slice(0, 3)).toEqual([23_000, 23_100, 23_200]);
  expect(strikesOf({ type: "PE", expiry: FAR })).toEqual([23_000, 23_500, 24_000, 24_500, 25_000]);
  expect(strikesOf({ type: "CE", expiry: "2026-11-17" })).toEqual([]);
  expect(strikesOf({ type: "FUT", expiry: NEAR })).toEqual([]);
  expect(strikesOf({ type: "EQ", expiry: null })).toEqual([]);
  expect(legStrikes(null)).toBeNull();
});
