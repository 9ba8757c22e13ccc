import { expect, test } from "vitest";
import { parseStraddles, writeStraddles } from "#src/features/straddles/address/address.ts";
import { MOST_LOTS, wishOf, wishText } from "#src/features/straddles/address/wishes.ts";

const parsed = (query: string) => parseStraddles(new URLSearchParams(query));

test("an address holds strategies, what is hidden, how fine and how far; what it says is what it was written of", () => {
  const query =
    "?tradingsymbol=BANKNIFTY&hide=2&sessions=5&interval=15M&vwap=off&detail=1&view=100-200&s=atm.2.2026-12-29.spot.buy*S1_BANKNIFTY26DEC52000CE.B2_BANKNIFTY26DEC52000PE";
  const search = parsed(query);
  expect(search).toMatchObject({
    symbol: "BANKNIFTY",
    hidden: [1],
    span: "5",
    interval: "15M",
    hasVwap: false,
    detail: 0,
    left: [],
  });
  expect(search.wishes).toEqual([
    { kind: "rolling", steps: 2, expiry: "2026-12-29", reference: "spot", action: "BUY" },
    {
      kind: "fixed",
      legs: [
        { action: "SELL", lots: 1, tradingsymbol: "BANKNIFTY26DEC52000CE" },
        { action: "BUY", lots: 2, tradingsymbol: "BANKNIFTY26DEC52000PE" },
      ],
    },
  ]);
  expect(writeStraddles(search)).toBe(query);
});

test("an address that says nothing has the usual strategies, one that took all away has none", () => {
  expect(parsed("").wishes).toBeNull();
  expect(writeStraddles(parsed(""))).toBe("");
  expect(parsed("s=none").wishes).toEqual([]);
  expect(writeStraddles(parsed("s=none"))).toBe("?s=none");
});

test.each([
  ["moon", "unreadable"],
  ["atm.41", "unreadable"],
  ["atm.2026-13-01", "unreadable"],
  ["S1_", "unreadable"],
  ["", "unreadable"],
  ["S0_NIFTY26DEC24000CE", "lots"],
  [`S${MOST_LOTS + 1}_NIFTY26DEC24000CE`, "lots"],
  ["S1000000000000_NIFTY26DEC24000CE", "lots"],
  ["S1_A.S1_B.S1_C.S1_D.S1_E.S1_F.S1_G", "legs"],
  ["S1_A.B1_a", "twice"],
])("the strategy %j is none, and it is said why: %s", (text, is) => {
  expect(wishOf(text)).toMatchObject({ is });
});

test("of an address that is half nonsense the sound half opens, and each that is left out is named by its place", () => {
  const sound = Array.from({ length: 7 }, (_, i) => `S1_NIFTY26DEC2${i}000CE`).join("*");
  const { wishes, left, hidden, detail } = parsed(
    `s=moon*${sound}&hide=1.3.99&detail=2&sessions=7&interval=7`,
  );
  expect(wishes).toHaveLength(6);
  expect(left.map(({ place, amiss }) => [place, amiss.is])).toEqual([
    [1, "unreadable"],
    [8, "strategies"],
  ]);
  // Places are of strategies as they were given.
  expect(hidden).toEqual([1]);
  expect(detail).toBe(0);
});

test("what is written of a strategy is read as the same strategy", () => {
  for (const text of [
    "atm",
    "atm.3",
    "atm.2026-12-29",
    "atm.spot.buy",
    "S1_M&M26DECFUT.B10_BAJAJ-AUTO26DECFUT",
  ]) {
    const wish = wishOf(text);
    expect("is" in wish ? null : wishText(wish)).toBe(text);
  }
});
