/** One layout, two exchanges: what NSE and BSE write into the same columns (docs/market-files.md). */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { EodContract, EodDay } from "#analysis/market-files/files.ts";
import { readFoEod } from "#analysis/market-files/fo-eod.ts";
import { createProblems } from "#analysis/market-files/problems.ts";
import { readUdiff } from "#analysis/market-files/udiff.ts";
import { EOD_HEADER, UDIFF_HEADER } from "../../support/market/market-files.ts";

const REPORTS = "../shared/data/reports/bse-udiff";

/** Rows that BSE published on 30 Apr 2026, the expiry of the two in the middle, and one of NSE of 1 Jul 2024. */
const BSE = `${UDIFF_HEADER}
2026-04-30,2026-04-30,FO,BSE,IDO,842625,,SENSEX,,2026-06-25,2026-06-25,78000.00,CE,SENSEX26JUN78000CE,1500.00,1982.60,1500.00,1969.30,1963.40,2300.00,76913.50,1969.30,2320,1860,2940,234310908.00,143,F1,20,,,,,
2026-04-30,2026-04-30,FO,BSE,IDO,848544,,SENSEX,,2026-04-30,2026-04-30,75200.00,CE,SENSEX26APR75200CE,1545.00,2082.50,916.00,76913.50,1710.10,2043.90,76913.50,76913.50,2340,220,44500,3404461699.00,935,F1,20,,,,,
2026-04-30,2026-04-30,FO,BSE,IDO,849153,,BANKEX,,2026-04-30,2026-04-30,62400.00,CE,BANKEX26APR62400CE,199.30,199.30,0.05,61706.88,0.05,287.55,61706.88,61706.88,30990,17310,2059860,128553277747.50,23910,F1,30,,,,,
`;
const NSE = `${UDIFF_HEADER}
2024-07-01,2024-07-01,FO,NSE,STO,128701,,MARUTI,,2024-07-25,2024-07-25,11000.00,PE,MARUTI24JUL11000PE,40.60,40.60,19.40,29.85,31.00,38.25,12108.60,29.85,143000,28300,3100,1709339217.50,2225,F1,50,,,,,
`;

function read(text: string, name = "file.csv"): EodDay {
  const problems = createProblems();
  const day = readUdiff(name, text, problems);
  problems.check();
  return day!;
}

const figures = (day: EodDay) =>
  [...day.contracts.values()].map(({ tradingsymbol, volume, close, oi }) => [
    tradingsymbol,
    volume,
    close,
    oi,
  ]);

test("BSE's volume is in units, NSE's in lots; OI is in units at both", () => {
  expect(figures(read(BSE)).map(([, volume, , oi]) => [volume, oi])).toEqual([
    [147, 2_320],
    [2_225, 2_340],
    [68_662, 30_990],
  ]);
  expect(figures(read(NSE))).toEqual([["MARUTI24JUL11000PE", 3_100, 29.85, 143_000]]);
});

test("the index in place of an expiring option's close is left out, for the last trade where there was one", () => {
  const day = read(BSE);
  expect(figures(day).map(([name, , close]) => [name, close])).toEqual([
    ["SENSEX26JUN78000CE", 1_969.3],
    ["SENSEX26APR75200CE", 1_710.1],
    ["BANKEX26APR62400CE", 0.05],
  ]);
  expect([day.falseCloses.count, day.falseCloses.first?.tradingsymbol]).toEqual([2, "SENSEX26APR75200CE"]);
  expect(read(NSE).falseCloses).toEqual({ count: 0, first: null });
  const untraded = read(BSE.replace(",44500,", ",0,"));
  expect(figures(untraded)[1]![2]).toBeNaN();
});

test("no call closes at or above its underlying and no put at or above its strike, in any file and on any day", () => {
  const rows = [
    // A call at its underlying, a call just below it, a put at its strike, a put of the underlying's price a week before its end.
    "NIFTY,IDO,2026-08-25,20000,CE,24000,24000,24000,0,0,0,65,2026-08-18",
    "NIFTY,IDO,2026-08-25,50,CE,23950,23950,24000,0,0,0,65,2026-08-18",
    "NIFTY,IDO,2026-08-25,20000,PE,20000,1,24000,0,0,0,65,2026-08-18",
    "NIFTY,IDO,2026-08-25,49000,PE,24000,1,24000,0,0,0,65,2026-08-18",
    // On its last day that put's close is its underlying's; a future's always is.
    "NIFTY,IDO,2026-08-18,49000,PE,24000,1,24000,0,0,0,65,2026-08-18",
    "NIFTY,IDF,2026-08-18,,,24000,1,24000,0,0,0,65,2026-08-18",
  ];
  const problems = createProblems();
  const day = readFoEod("eod.csv", [EOD_HEADER, ...rows, ""].join("\n"), problems)!;
  expect(problems.lines()).toEqual([]);
  const closes = [...day.contracts.values()].map(({ close }) => close);
  expect(closes).toEqual([Number.NaN, 23_950, Number.NaN, 24_000, Number.NaN, 24_000]);
  expect(day.falseCloses.count).toBe(3);
});

test.skipIf(!existsSync(REPORTS))("every published row has the volume and the close that are right", () => {
  interface Row {
    readonly file: string;
    readonly contract: string;
    readonly volume_lots: number;
    readonly close_to_use: number;
  }
  const { rows } = JSON.parse(readFileSync(`${REPORTS}/expected.json`, "utf8")) as { rows: Row[] };
  const contracts = new Map<string, EodContract>();
  for (const file of readdirSync(REPORTS).filter((name) => /\.csv$/i.test(name))) {
    const day = read(readFileSync(`${REPORTS}/${file}`, "utf8"), file);
    for (const each of day.contracts.values()) contracts.set(`${file} ${each.tradingsymbol}`, each);
  }
  expect(contracts.size).toBe(rows.length);
  for (const { file, contract, volume_lots, close_to_use } of rows) {
    const { volume, close } = contracts.get(`${file} ${contract}`)!;
    expect([volume, close], contract).toEqual([volume_lots, close_to_use]);
  }
});
