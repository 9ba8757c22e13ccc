/** Real sessions through the solver and the OI measures; see the recordings' README for sources. */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type ChainColumns, createChainColumns } from "#domain/chain/columns.ts";
import { FORWARD_SYNTHETIC, IV_REASON_MASK } from "#domain/chain/flags.ts";
import { maxPain, pcr } from "#domain/chain/measures.ts";
import { createChainSolver } from "#domain/chain/solve.ts";
import { referenceKernel } from "#domain/pricing/kernel.ts";
import { bruteMaxPain } from "./brute-max-pain.ts";
import { contextOf } from "./chain-fixture.ts";

const END_OF_DAY = "../shared/data/eod/nse_fo_eod_2026-08-19.csv.gz";
const NSE_AUGUST_2025 = "../shared/data/chain/nse_option-chain-indices_NIFTY_20250805_135923.json.gz";

const read = (path: string) => gunzipSync(readFileSync(path)).toString("utf8");

interface EndOfDay {
  underlying: number;
  rows: Map<number, { call: number; put: number }>;
}

/** Option OI by symbol and expiry, in units. */
function endOfDayChains(): Map<string, EndOfDay> {
  const chains = new Map<string, EndOfDay>();
  for (const line of read(END_OF_DAY).trim().split("\n").slice(1)) {
    const [symbol, type, expiry, strike, side, , , underlying, oi] = line.split(",");
    if (type !== "IDO" && type !== "STO") continue;
    const key = `${symbol} ${expiry}`;
    const chain = chains.get(key) ?? { underlying: Number(underlying), rows: new Map() };
    chains.set(key, chain);
    const row = chain.rows.get(Number(strike)) ?? { call: 0, put: 0 };
    chain.rows.set(Number(strike), row);
    row[side === "CE" ? "call" : "put"] += Number(oi);
  }
  return chains;
}

test.skipIf(!existsSync(END_OF_DAY))(
  "max pain and PCR of every NSE expiry on 19 Aug 2026 are those of brute force",
  () => {
    let compared = 0;
    for (const [key, { underlying, rows }] of endOfDayChains()) {
      const strikes = Float64Array.from(rows.keys()).sort();
      const call = strikes.map((strike) => rows.get(strike)!.call);
      const put = strikes.map((strike) => rows.get(strike)!.put);
      const brute = bruteMaxPain(strikes, call, put);
      const got = maxPain(strikes.length, strikes, call, put, underlying);
      if (brute === null) {
        expect(got, key).toBeNaN();
        continue;
      }
      compared++;
      expect(brute.painAt(got), key).toBeLessThanOrEqual(brute.least * (1 + 1e-9));
      const calls = call.reduce((sum, oi) => sum + oi, 0);
      const puts = put.reduce((sum, oi) => sum + oi, 0);
      if (calls > 0) expect(pcr(puts, calls), key).toBe(puts / calls);
      else expect(pcr(puts, calls), key).toBeNaN();
    }
    expect(compared).toBeGreaterThan(400);
  },
);

interface NseQuote {
  expiryDate: string;
  strikePrice: number;
  openInterest: number;
  totalTradedVolume: number;
  impliedVolatility: number;
  lastPrice: number;
  bidprice: number;
  askPrice: number;
}
interface NseChain {
  filtered: { CE: { totOI: number }; PE: { totOI: number } };
  records: { underlyingValue: number; data: { CE?: NseQuote; PE?: NseQuote }[] };
}

const RECORDED = Date.UTC(2025, 7, 5, 8, 29, 23);

function nseColumns(source: NseChain, expiry: string): ChainColumns {
  const options = source.records.data
    .filter((row) => (row.CE ?? row.PE)!.expiryDate === expiry)
    .sort((a, b) => (a.CE ?? a.PE)!.strikePrice - (b.CE ?? b.PE)!.strikePrice);
  const chain = createChainColumns(options.length);
  chain.count = options.length;
  options.forEach((row, i) => {
    chain.strikes[i] = (row.CE ?? row.PE)!.strikePrice;
    for (const [side, quote] of [[chain.call, row.CE] as const, [chain.put, row.PE] as const]) {
      if (quote === undefined) continue;
      side.bid[i] = quote.bidprice;
      side.ask[i] = quote.askPrice;
      side.ltp[i] = quote.lastPrice;
      side.oi[i] = quote.openInterest;
      side.volume[i] = quote.totalTradedVolume;
      side.lastTradeTime[i] = quote.lastPrice > 0 ? RECORDED - 5000 : 0;
    }
  });
  return chain;
}

describe.skipIf(!existsSync(NSE_AUGUST_2025))("NIFTY on 5 Aug 2025 at 13:59 through the solver", () => {
  const source = existsSync(NSE_AUGUST_2025)
    ? (JSON.parse(read(NSE_AUGUST_2025)) as NseChain)
    : { filtered: { CE: { totOI: 0 }, PE: { totOI: 0 } }, records: { underlyingValue: 0, data: [] } };
  const spot = source.records.underlyingValue;
  const solve = createChainSolver(referenceKernel);
  const at = (expiry: string, instant: number) =>
    solve(
      nseColumns(source, expiry),
      contextOf({ now: RECORDED, sessionClose: Date.UTC(2025, 7, 5, 10), expiryInstant: instant, spot }),
    );

  test("totals are the exchange's own, and so is the ratio", () => {
    const got = at("07-Aug-2025", Date.UTC(2025, 7, 7, 10));
    expect(got.callOi).toBeCloseTo(source.filtered.CE.totOI, 0);
    expect(got.putOi).toBeCloseTo(source.filtered.PE.totOI, 0);
    expect(got.pcr).toBeCloseTo(source.filtered.PE.totOI / source.filtered.CE.totOI, 6);
  });

  test.each([
    ["07-Aug-2025", Date.UTC(2025, 7, 7, 10)],
    ["14-Aug-2025", Date.UTC(2025, 7, 14, 10)],
    ["28-Aug-2025", Date.UTC(2025, 7, 28, 10)],
  ])(
    "%s: the forward is near spot, the smile is whole, and one IV lies between NSE's call and put",
    (expiry, instant) => {
      const chain = nseColumns(source, expiry);
      const got = at(expiry, instant);
      expect(got.forwardSource).toBe(FORWARD_SYNTHETIC);
      expect(Math.abs(got.forward / spot - 1)).toBeLessThan(0.01);
      let compared = 0;
      for (let i = 0; i < chain.count; i++) {
        const strike = chain.strikes[i]!;
        if (Math.abs(strike / spot - 1) > 0.01) continue;
        expect(got.callFlags[i]! & IV_REASON_MASK).toBe(0);
        const published = source.records.data.find(
          (row) => row.CE?.expiryDate === expiry && row.CE.strikePrice === strike,
        );
        const call = published?.CE?.impliedVolatility ?? 0;
        const put = published?.PE?.impliedVolatility ?? 0;
        if (call < 1 || put < 1) continue;
        compared++;
        // NSE grows spot at 10 %, above the forward the market quotes: calls come out low, puts high.
        expect(100 * got.iv[i]!).toBeGreaterThan(Math.min(call, put) - 0.3);
        expect(100 * got.iv[i]!).toBeLessThan(Math.max(call, put) + 0.3);
      }
      expect(compared).toBeGreaterThan(5);
      expect(got.atmIv).toBeGreaterThan(0.08);
      expect(got.atmIv).toBeLessThan(0.14);
      const pain = bruteMaxPain(chain.strikes, chain.call.oi, chain.put.oi)!;
      expect(pain.painAt(got.maxPain)).toBeLessThanOrEqual(pain.least * (1 + 1e-9));
    },
  );
});
