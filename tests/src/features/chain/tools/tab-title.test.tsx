import { expect, test } from "vitest";
import { titleOf } from "#src/features/chain/tools/TabTitle.tsx";

// [CHAIN-64]
test("the tab's title begins with what is seen of a narrow tab: the price", () => {
  expect(titleOf("NIFTY", { spot: 24_512.35, spotPreviousClose: 24_400 })).toBe("24,512.35 +0.46 % · NIFTY");
  expect(titleOf("CRUDEOIL", { spot: 5_000, spotPreviousClose: 5_100 })).toBe("5,000.00 −1.96 % · CRUDEOIL");
});

test("without a price there is none to show", () => {
  expect(titleOf("NIFTY", undefined)).toBeNull();
  expect(titleOf("NIFTY", { spot: Number.NaN, spotPreviousClose: 24_400 })).toBeNull();
});
