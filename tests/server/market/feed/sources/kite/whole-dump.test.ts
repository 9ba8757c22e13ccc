/** The dump of all exchanges: what is carried of it, and what is said to be left out. */

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createProblems } from "#analysis/market-files/problems.ts";
import { segmentOf } from "#domain/units/segments.ts";
import { createListing, type Listing } from "#server/market/feed/sources/broker/listing.ts";
import {
  createInstruments,
  readKiteDump as readForImport,
} from "#server/market/feed/sources/import/kite-dump.ts";
import { readKiteDump } from "#server/market/feed/sources/kite/kite-instruments.ts";

const DUMP = "../shared/data/reports/kite-whole-dump/instruments_excerpt.csv";
const HEADER =
  "instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange";

/** Of the dump of Jul 2026. SILVERM is listed by two exchanges; the last row is of none that is known. */
const ROWS = [
  '2059523,8045,USDINR2671793.875PE,"USDINR",0,2026-07-17,93.875,0.0025,1,PE,CDS-OPT,CDS',
  '571139,2231,USDINR2672495.875CE,"USDINR",0,2026-07-24,95.875,0.0025,1,CE,CDS-OPT,CDS',
  '406281,1587,NIFTY MOBILITY,"NIFTY MOBILITY",0,,0,0,0,EQ,INDICES,NSE',
  '414729,1620,BSE 1000,"BSE 1000",0,,0,0,0,EQ,INDICES,BSE',
  '416265,1626,MCXCOMDEX,"MCX INDEX MCXCOMDEX",0,,0,0,1,EQ,INDICES,MCX',
  '143610119,560977,CRUDEOIL26AUGFUT,"CRUDEOIL",0,2026-08-19,0,1,1,FUT,MCX-FUT,MCX',
  '143610375,560978,CRUDEOILM26AUGFUT,"CRUDEOILM",0,2026-08-19,0,1,1,FUT,MCX-FUT,MCX',
  '120761863,471726,SILVERM26AUGFUT,"SILVERM",0,2026-08-31,0,1,1,FUT,MCX-FUT,MCX',
  '39394060,153883,SILVERM26AUG307000CE,"SILVERM",0,2026-08-24,307000,0.5,1,CE,NCO-OPT,NCO',
  '39394316,153884,SILVERM26AUG307000PE,"SILVERM",0,2026-08-24,307000,0.5,1,PE,NCO-OPT,NCO',
  '39394573,153885,SPX26AUGFUT,"SPX",0,2026-08-24,0,0.5,1,FUT,NSEIX-FUT,NSEIX',
];

const listingOf = (rows: readonly string[]): Listing =>
  createListing("2026-07-10", readKiteDump(`${[HEADER, ...rows].join("\n")}\n`), null);

const symbols = ({ contracts }: Listing) => contracts.map(({ tradingsymbol }) => tradingsymbol);

function importText(rows: readonly string[]): string | null {
  const instruments = createInstruments();
  const problems = createProblems();
  readForImport(instruments, "dump.csv", `${[HEADER, ...rows].join("\n")}\n`, problems);
  expect(problems.lines()).toEqual([]);
  return instruments.leftOut.text();
}

test("what is not carried is counted and named at a feed's start", () => {
  const listing = listingOf(ROWS);
  expect(listing.leftOut).toBe(
    'left out: 2 of MCX (CRUDEOILM, SILVERM), 1 of MCX indices (MCX INDEX MCXCOMDEX), 2 of NCO (SILVERM), 1 of an unknown exchange "NSEIX" (SPX)',
  );
  expect(listing.faults).toBe(0);
  expect(symbols(listing)).toEqual(["USDINR2671793.875PE", "USDINR2672495.875CE", "CRUDEOIL26AUGFUT"]);
  expect(listing.contracts.map(({ strike }) => strike)).toEqual([93.875, 95.875, 0]);
});

test("and at an import, where nothing but equity derivatives and their spots is carried", () => {
  expect(importText(ROWS)).toBe(
    'left out: 2 of CDS (USDINR), 3 of MCX (CRUDEOIL, CRUDEOILM, SILVERM), 1 of MCX indices (MCX INDEX MCXCOMDEX), 2 of NCO (SILVERM), 1 of an unknown exchange "NSEIX" (SPX)',
  );
  expect(importText(ROWS.filter((row) => row.endsWith("NSE") || row.endsWith("BSE")))).toBeNull();
});

test("nothing of two exchanges joins: the others change nothing of the market", () => {
  const own = ROWS.filter((row) => !row.endsWith("NCO") && !row.endsWith("NSEIX") && !row.includes("COMDEX"));
  const { leftOut, ...whole } = listingOf(ROWS);
  const { leftOut: ownLeftOut, ...cut } = listingOf(own);
  expect(whole).toEqual(cut);
  expect([leftOut, ownLeftOut]).toEqual([expect.stringContaining("NCO"), expect.not.stringContaining("NCO")]);
});

test.skipIf(!existsSync(DUMP))("the published dump: tokens, indices, and what is left out", () => {
  const rows = readFileSync(DUMP, "utf8").trim().split(/\r?\n/).slice(1);
  const segments = { BFO: 5, CDS: 3, INDICES: 9, MCX: 7, NCO: 12 } as const;
  for (const row of rows) {
    const cells = row.split(",");
    const place = cells[10] === "INDICES" ? "INDICES" : cells[11]!;
    expect(segmentOf(Number(cells[0])), row).toBe(segments[place as keyof typeof segments]);
  }
  const listing = listingOf(rows);
  expect(listing.faults).toBe(0);
  expect(listing.leftOut).toBe(
    "left out: 9 of MCX (ALUMINI, COPPER, CRUDEOILM, SILVER100, SILVERM), 1 of MCX indices (MCX INDEX MCXCOMDEX), 5 of NCO (SILVERM)",
  );
  const own = rows.filter((row) => /,(NFO|BFO|NSE|BSE)$/.test(row));
  const equity = ({ contracts }: Listing) =>
    contracts.filter(({ exchange }) => exchange === "NFO" || exchange === "BFO");
  expect(equity(listing)).toEqual(listingOf(own).contracts);
  expect(importText(own)).toBeNull();
  expect(importText(rows)).toMatch(/^left out: 8 of CDS \(USDINR\), .* 5 of NCO \(SILVERM\)$/);
});
