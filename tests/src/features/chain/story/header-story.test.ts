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

test("the IV percentile's story has the volatility that it is of, and the rank", () => {
  const known = {
    state: 0,
    asOf: 0,
    atmIv: 0.176,
    iv30: 0.104,
    ivRank: 7.4,
    ivCloses: 250,
    ivCloseOrigins: 1,
  };
  expect(storyOf("ivp", known as ChainHead, 2).inputs).toEqual([
    ["30-day ATM IV, of all expiries", "10.4 %"],
    ["IV rank, between its lowest and highest close", "7"],
  ]);
  const unknown = { ...known, iv30: Number.NaN, ivRank: Number.NaN } as ChainHead;
  expect(storyOf("ivp", unknown, 2).inputs?.map(([, said]) => said)).toEqual([
    "not known: no expiry has an ATM IV",
    "not known yet",
  ]);
});

test("[CHAIN-48] the at-the-money strike says how far it is from the forward", () => {
  const head = { state: 0, asOf: 0, atmStrike: 24_150, strikeStep: 50, atmIvPrevious: 0.1 };
  const told = (forward: number) =>
    storyOf("atmIv", { ...head, forward } as ChainHead, 2).inputs?.find(
      ([name]) => name === "ATM strike",
    )?.[1];
  expect(told(24_172.3)).toBe("24,150, 22.30 below the forward");
  expect(told(24_140)).toBe("24,150, 10.00 above the forward");
  expect(told(Number.NaN)).toBe("24,150");
});
