/** Straddles at the money of six indices, recorded on 9 Apr 2026, by the rules of premiums (quant.md §9). */
import { describe, expect, it } from "vitest";
import { atmStrikeIndex } from "#domain/chain/measures.ts";
import { combinedPremium, premiumAverage } from "#domain/chain/premium.ts";
import { hasMarketFile, readMarketCsv } from "#tests/domain/calendar/market-files.ts";

const FILE = "candles/index_atm_straddle_1min_2026-04-09.csv.gz";
const STEPS = { NIFTY: 50, BANKNIFTY: 100, FINNIFTY: 50, MIDCPNIFTY: 25, SENSEX: 100, BANKEX: 100 };
const INDICES = Object.keys(STEPS) as (keyof typeof STEPS)[];
const SOLD = { sign: 1, ratio: 1 } as const;

/** Whole paise: binary fractions of rupees have none. */
const paise = (rupees: string | number): number => Math.round(Number(rupees) * 100);

interface Minute {
  readonly row: Record<string, string>;
  readonly premium: number;
}

describe.skipIf(!hasMarketFile(FILE))("the straddles that were recorded on 9 Apr 2026", () => {
  const rows = hasMarketFile(FILE) ? readMarketCsv(FILE).filter((row) => row.straddle_price !== "") : [];
  const minutesOf = (symbol: string): Minute[] =>
    rows
      .filter((row) => row.symbol === symbol)
      .map((row) => ({
        row,
        premium: combinedPremium([SOLD, SOLD], (leg) => Number(leg === 0 ? row.ce_close : row.pe_close)),
      }));

  it.each(INDICES)("of %s are the sums of their legs in each minute, to the paisa", (symbol) => {
    const all = minutesOf(symbol);
    expect(all).toHaveLength(100);
    for (const { row, premium } of all) {
      expect(paise(premium)).toBe(paise(row.straddle_price!));
      expect(premium).toBe(paise(row.straddle_price!) / 100);
    }
  });

  it.each(INDICES)("of %s roll to the strike nearest the spot", (symbol) => {
    const step = STEPS[symbol];
    for (const { row } of minutesOf(symbol)) {
      const first = Math.floor(Number(row.spot_price) / step) * step - 5 * step;
      const strikes = Float64Array.from({ length: 12 }, (_, i) => first + i * step);
      const at = atmStrikeIndex(strikes.length, strikes, Number(row.spot_price));
      expect(strikes[at]).toBe(Number(row.strike));
    }
  });

  it.each(INDICES)("of %s have the average that whole numbers of paise and units give", (symbol) => {
    const average = premiumAverage();
    let [worth, units] = [0n, 0n];
    for (const { row, premium } of minutesOf(symbol)) {
      const volume = Number(row.ce_volume) + Number(row.pe_volume);
      worth += BigInt(paise(row.straddle_price!)) * BigInt(volume);
      units += BigInt(volume);
      const told = average(premium, volume);
      if (units === 0n) expect(told).toBeNaN();
      else expect(told).toBeCloseTo(Number((worth * 1_000_000n) / units) / 1e8, 5);
    }
  });

  it("carry the price of a leg that did not trade in a minute, minute after minute", () => {
    const last = new Map<string, { price: number; minute: number }>();
    let carried = 0;
    for (const row of rows.filter(({ source }) => source === "startup_backfill")) {
      const [hours, minutes] = row.minute_str!.split(":").map(Number);
      const minute = hours! * 60 + minutes!;
      for (const side of ["ce", "pe"] as const) {
        const key = row[`${side}_instrument_key`]!;
        const price = paise(row[`${side}_close`]!);
        const before = last.get(key);
        // A minute that the file lacks may have had a trade.
        if (Number(row[`${side}_volume`]) === 0 && before?.minute === minute - 1) {
          expect(price).toBe(before.price);
          carried++;
        }
        last.set(key, { price, minute });
      }
    }
    expect(carried).toBeGreaterThan(100);
  });
});
