import { expect, test } from "vitest";
import { createListing } from "#server/market/feed/sources/broker/listing.ts";
import { readUpstoxInstruments } from "#server/market/feed/sources/upstox/upstox-instruments.ts";
import { upstoxInstruments } from "#tests/support/brokers/fake-upstox.ts";

const DATE = "2026-08-18";

const row = (segment: string, type: string, name: string) => ({
  segment,
  instrument_type: type,
  instrument_key: `${segment}|1${name.length}`,
  exchange_token: "153883",
  name,
  underlying_symbol: type === "INDEX" ? "" : name,
  expiry: "2026-08-24",
  strike_price: 307_000,
  lot_size: 1,
  tick_size: 50,
});

const listingOf = (extra: readonly unknown[]) =>
  createListing(DATE, readUpstoxInstruments(JSON.stringify(upstoxInstruments(extra)), DATE), null);

test("rows of Upstox that are not carried are counted and named as those of Kite are", () => {
  const whole = listingOf([
    row("NSE_COM", "CE", "SILVERM"),
    row("NSE_COM", "PE", "SILVERM"),
    row("BCD_FO", "FUT", "USDINR"),
    row("MCX_INDEX", "INDEX", "MCX COMDEX"),
    row("MCX_FO", "SPREAD", "CRUDEOIL"),
    row("NSEIX_FO", "FUT", "SPX"),
  ]);
  expect(whole.leftOut).toBe(
    'left out: 1 of BCD (USDINR), 1 of MCX (CRUDEOIL), 1 of MCX indices (MCX COMDEX), 2 of NCO (SILVERM), 1 of an unknown segment "NSEIX_FO" (SPX)',
  );
  const { leftOut, ...own } = listingOf([]);
  expect(leftOut).toBeNull();
  expect(whole).toEqual({ ...own, leftOut: whole.leftOut });
});

test("shares and bonds that nothing derives from are not missing", () => {
  expect(listingOf([row("NSE_EQ", "GB", "SGB 2029"), row("BSE_EQ", "A", "TCS")]).leftOut).toBeNull();
});
