import { expect, test } from "vitest";
import { priceKindOf, usablePriceOf } from "#domain/pricing/usable-price.ts";

test.each([
  ["middle", 100, 101, 100.2, 1_000],
  ["last", 100, 160, 120, 1_000],
  ["middle", 100, 160, 120, 900_000],
  ["last", 103, 101, 102, 900_000],
  ["bid", 100, 0, 90, 900_000],
  ["last", 100, 0, 105, 1_000],
  ["ask", 0, 100, 105, 1_000],
  ["none", 0, 100, 105, 900_000],
] as const)("[CHAIN-49] the kind of a usable price is %s", (kind, bid, ask, ltp, ageMs) => {
  expect(priceKindOf(usablePriceOf(bid, ask, ltp, ageMs, 0.05), bid, ask, ltp)).toBe(kind);
});
