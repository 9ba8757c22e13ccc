import { expect, test } from "vitest";
import {
  DISCOUNT_BORROWED,
  DISCOUNT_NONE,
  DISCOUNT_OWN_CURVE,
  DISCOUNT_OWN_PAIRS,
  lenderNumber,
} from "#domain/pricing/discount-origin.ts";
import { storyOf } from "#src/features/chain/header-story/story-of.ts";
import type { ChainHead } from "#src/features/chain/shown-chain.ts";

test.each([
  [DISCOUNT_NONE, "", "nothing: it stands at 1"],
  [DISCOUNT_OWN_PAIRS, "NIFTY", "its own pairs"],
  [DISCOUNT_OWN_CURVE, "NIFTY", "pairs of other expiries"],
  [DISCOUNT_BORROWED, "NIFTY", "pairs of NIFTY"],
  [DISCOUNT_BORROWED, "", "pairs of another index"],
])("a discount says who told it: %i of %s", (discountSource, lender, words) => {
  const head = { state: 0, asOf: 0, discountSource, discountLender: lenderNumber(lender) } as ChainHead;
  expect(storyOf("discount", head, 2).inputs).toEqual([["Told by", words]]);
});
