import { expect, test } from "vitest";
import type { QuickEntry, QuickProblem } from "#domain/strategy/quick-entry/model.ts";
import { legsAfter } from "#src/features/builder/quick-entry/legs-after.ts";
import { piecesOf, problemText } from "#src/features/builder/quick-entry/problem-text.ts";

const TEXT = "sell 24500 xe 2 lots";
const entry = (problem: QuickProblem): QuickEntry => ({
  legs: [],
  preset: null,
  words: [
    { start: 0, end: 4, kind: "action" },
    { start: 5, end: 10, kind: "strike" },
    { start: 11, end: 13, kind: "unknown", problem },
    { start: 14, end: 20, kind: "quantity" },
  ],
});

test("the word that is not known is marked, and said with what may be meant", () => {
  const unknown = entry({ code: "unknown-word", nearest: "ce", expected: ["type"] });
  expect(problemText(TEXT, unknown)).toBe("“xe” is not known. Did you mean ce?");
  expect(piecesOf(TEXT, unknown)).toEqual([
    { text: "sell 24500 ", isBad: false, start: 0 },
    { text: "xe", isBad: true, start: 11 },
    { text: " 2 lots", isBad: false, start: 13 },
  ]);
});

test("every problem has words of its own", () => {
  const all: QuickProblem[] = [
    { code: "unknown-word", nearest: null, expected: ["type", "strike", "lots" as never] },
    { code: "unknown-strategy", nearest: "strangle" },
    { code: "missing", expected: ["type"] },
    { code: "unlisted-strike", strike: 24_511, nearest: 24_500 },
    { code: "unlisted-expiry", nearest: "2026-12-01" },
    { code: "no-future" },
    { code: "delta-range" },
    { code: "no-delta" },
    { code: "no-price" },
    { code: "no-atm" },
    { code: "bad-price" },
    { code: "price-too-high" },
    { code: "bad-quantity" },
    { code: "too-many-lots" },
    { code: "lot-rule", lotSize: 65 },
    { code: "price-of-several" },
    { code: "not-taken" },
    { code: "duplicate-leg" },
    { code: "second-strategy" },
    { code: "too-long", most: 500 },
  ];
  const said = all.map((problem) => problemText(TEXT, entry(problem)));
  for (const text of said) expect(text).toMatch(/^[A-Z“\d].*[.?]$/);
  expect(new Set(said).size).toBe(all.length);
  expect(said).toContain("24,511 is not listed; the nearest is 24,500.");
});

test("nothing amiss is nothing said, and the text is one piece", () => {
  const fine: QuickEntry = { legs: [], preset: null, words: [{ start: 0, end: 4, kind: "action" }] };
  expect(problemText("sell", fine)).toBeNull();
  expect(piecesOf("sell", fine)).toEqual([{ text: "sell", isBad: false, start: 0 }]);
});

test("a word without end is quoted by its first letters, and a text that is cut off is first of all too long", () => {
  const text = "x".repeat(10_000);
  const unknown = { code: "unknown-word", nearest: null, expected: ["type"] } as const;
  const first = { start: 0, end: 1_000, kind: "unknown", problem: unknown } as const;
  const rest = {
    start: 1_000,
    end: 10_000,
    kind: "unknown",
    problem: { code: "too-long", most: 1_000 },
  } as const;
  expect(problemText(text, { legs: [], preset: null, words: [first] })!.length).toBeLessThan(120);
  expect(problemText(text, { legs: [], preset: null, words: [first, rest] })).toBe("At most 1,000 letters.");
});

test("legs that are typed anew take no room of their own", () => {
  const typed = [{ contract: { token: 2 } }, { contract: { token: 3 } }];
  expect(legsAfter([{ token: 1 }, { token: 2 }], typed)).toBe(3);
});
