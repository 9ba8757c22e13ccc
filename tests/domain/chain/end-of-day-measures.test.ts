/** OI measures on every expiry of real days, against arithmetic that cannot round: whole paise and units in BigInt. */
import { describe, expect, test } from "vitest";
import {
  type BuildUp,
  buildUp,
  maxPain,
  maxPainType,
  netChange,
  oiChange,
  pcr,
  pcrType,
} from "#domain/chain/measures.ts";
import {
  type ClosedContract,
  type ClosedExpiry,
  CONSECUTIVE_DAYS,
  closedContracts,
  closedExpiries,
  END_OF_DAY_DAYS,
  endOfDayFile,
} from "../../support/market/end-of-day.ts";
import { hasMarketFile } from "../calendar/market-files.ts";

const paise = (rupees: number) => BigInt(Math.round(rupees * 100));

/** The strikes of least payout, by summing what every option pays at every strike; empty without open interest. */
function exactMaxPain({ rows }: ClosedExpiry): number[] {
  const strikes = rows.map((row) => paise(row.strike));
  const calls = rows.map((row) => BigInt(row.CE?.oi ?? 0));
  const puts = rows.map((row) => BigInt(row.PE?.oi ?? 0));
  if ([...calls, ...puts].every((oi) => oi === 0n)) return [];
  const pains = strikes.map((settlement) => {
    let pain = 0n;
    for (let i = 0; i < strikes.length; i++) {
      const above = settlement - strikes[i]!;
      pain += above > 0n ? calls[i]! * above : puts[i]! * -above;
    }
    return pain;
  });
  const least = pains.reduce((a, b) => (b < a ? b : a));
  return rows.filter((_, i) => pains[i] === least).map((row) => row.strike);
}

describe.each(END_OF_DAY_DAYS)("every NSE expiry on %s", (day) => {
  test.skipIf(!hasMarketFile(endOfDayFile(day)))("has the max pain and PCR of exact arithmetic", () => {
    let compared = 0;
    for (const expiry of closedExpiries(closedContracts(day))) {
      const { rows, underlying, symbol } = expiry;
      const what = `${symbol} ${expiry.expiry}`;
      const strikes = Float64Array.from(rows, (row) => row.strike);
      const call = Float64Array.from(rows, (row) => row.CE?.oi ?? Number.NaN);
      const put = Float64Array.from(rows, (row) => row.PE?.oi ?? Number.NaN);
      const got = maxPain(strikes.length, strikes, call, put, underlying);
      const exact = exactMaxPain(expiry);
      const calls = rows.reduce((sum, row) => sum + (row.CE?.oi ?? 0), 0);
      const puts = rows.reduce((sum, row) => sum + (row.PE?.oi ?? 0), 0);
      const ratio = pcr(puts, calls);
      if (exact.length === 0) {
        expect(got, what).toBeNaN();
        expect(ratio, what).toBeNaN();
        continue;
      }
      compared++;
      const distance = Math.min(...exact.map((strike) => Math.abs(strike - underlying)));
      expect(got, what).toBe(exact.find((strike) => Math.abs(strike - underlying) === distance));
      if (calls === 0) expect(ratio, what).toBeNaN();
      else {
        expect(ratio, what).toBe(puts / calls);
        // 0.9 and 0.6 in whole units: no rounding decides a reading.
        const wanted = 10 * puts >= 9 * calls ? "bullish" : 10 * puts <= 6 * calls ? "bearish" : "neutral";
        expect(pcrType(ratio), what).toBe(wanted);
      }
      const lean = got - underlying;
      const step = rows.length > 1 ? rows[1]!.strike - rows[0]!.strike : 1;
      const wanted = lean > step / 2 ? "bullish" : lean < -step / 2 ? "bearish" : "neutral";
      expect(maxPainType(got, underlying, step), what).toBe(wanted);
    }
    expect(compared).toBeGreaterThan(500);
  });
});

/** The build-up of quant.md §8 from whole paise and units alone. */
function exactBuildUp(contract: ClosedContract, previous: ClosedContract): BuildUp {
  const price = paise(contract.close) - paise(previous.close);
  const oi = BigInt(contract.oi - previous.oi);
  const size = oi < 0n ? -oi : oi;
  if (previous.oi === 0 || price === 0n || 200n * size < BigInt(previous.oi)) return "none";
  if (price > 0n) return oi > 0n ? "long_build_up" : "short_covering";
  return oi > 0n ? "short_build_up" : "long_unwinding";
}

describe.each(CONSECUTIVE_DAYS)("from %s to %s", (before, after) => {
  const files = [endOfDayFile(before), endOfDayFile(after)];
  test.skipIf(!files.every(hasMarketFile))(
    "OI less the day before's is the exchange's change for every contract, and build-ups follow",
    () => {
      const past = new Map(closedContracts(before).map((contract) => [contract.key, contract]));
      const classes = new Map<BuildUp, number>();
      const faults: string[] = [];
      let compared = 0;
      for (const contract of closedContracts(after)) {
        const { key, oi } = contract;
        const previous = past.get(key);
        // Listed today: all of its interest is new, and there is nothing to be a fraction of.
        const previousOi = previous?.oi ?? 0;
        if (oi - previousOi !== contract.oiChange) faults.push(`${key}: OI from ${previousOi} to ${oi}`);
        const change = oiChange(oi, previousOi);
        if (!Object.is(change, previousOi > 0 ? contract.oiChange / previousOi : Number.NaN)) {
          faults.push(`${key}: change of ${change}`);
        }
        if (previous === undefined) continue;
        compared++;
        if (contract.previousClose !== previous.close) faults.push(`${key}: close ${previous.close}`);
        const got = buildUp(netChange(contract.close, previous.close), change);
        if (got !== exactBuildUp(contract, previous)) faults.push(`${key}: ${got}`);
        classes.set(got, (classes.get(got) ?? 0) + 1);
      }
      expect(faults).toEqual([]);
      expect(compared).toBeGreaterThan(35_000);
      // A real day has all of them.
      expect([...classes.keys()].sort()).toEqual([
        "long_build_up",
        "long_unwinding",
        "none",
        "short_build_up",
        "short_covering",
      ]);
    },
    60_000,
  );
});
