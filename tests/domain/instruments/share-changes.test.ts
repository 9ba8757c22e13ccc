import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharesAfter } from "#domain/instruments/share-changes.ts";
import { recordedPath } from "#tests/support/market/recorded-instruments.ts";

describe("what becomes of a share", () => {
  it.each([
    ["bonus", "Bonus 1:1", 2],
    ["bonus", "Bonus 2:1", 3],
    ["bonus", "Bonus 1:4", 1.25],
    ["bonus", "Bonus Issue 3:2", 2.5],
    ["bonus", "Interim Dividend - Rs 5 Per Share/Bonus 1:1", 2],
    ["bonus", "Bonus 1:1; Bonus 1:2", 3],
    ["stock_split", "Face Value Split (Sub-Division) - From Rs 2/- Per Share To Re 1/- Per Share", 2],
    ["stock_split", "Face Value Split (Sub-Division) - From Rs 10/- Per Share To Re 1/- Per Share", 10],
    ["stock_split", "Face Value Split From Rs 10/- To Rs 2/-", 5],
    ["stock_split", "Fv Split Rs.10 To Rs.5", null],
    ["stock_split", "Bonus 1:1/Face Value Split (Sub-Division) - From Rs 10 To Rs 2.50", 4],
  ] as const)("%s: %s", (type, purpose, shares) => {
    expect(sharesAfter(type, purpose)).toBe(shares);
  });

  it.each([
    ["bonus", "Scheme Of Arrangement - Bonus Ncrps 4:1"],
    ["bonus", "Dividend - Rs 3 Per Share"],
    ["bonus", "Bonus 1:0"],
    ["bonus", "Bonus 0:0"],
    ["bonus", "Face Value Split (Sub-Division) - From Rs 2/- Per Share To Re 1/- Per Share"],
    ["stock_split", "Bonus 1:1"],
    ["stock_split", "Face Value Split (Sub-Division) - From Rs 0/- To Rs 2/-"],
    ["stock_split", ""],
  ] as const)("is not told by %s: %s", (type, purpose) => {
    expect(sharesAfter(type, purpose)).toBeNull();
  });

  const file = recordedPath("calendar/nse_corporate_actions_202608.csv");
  it.skipIf(!existsSync(file))("is read of every bonus and split of NSE's own list of August 2026", () => {
    const purposes = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /\bbonus \d|\bsplit\b/i.test(line));
    const read = purposes.map((line) => {
      const [symbol, , purpose = ""] = line.split(",");
      return [symbol, sharesAfter(/bonus/i.test(purpose) ? "bonus" : "stock_split", purpose)];
    });
    expect(read).toEqual([
      ["KIRLPNU", 2],
      ["TDPOWERSYS", 2],
      ["GOODLUCK", 3],
      ["CORDELIA", 10],
    ]);
  });
});
