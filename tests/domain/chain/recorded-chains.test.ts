/** Real sessions through the solver and the OI measures; see the recordings' README for sources. */
import { describe, expect, test } from "vitest";
import { type ChainColumns, createChainColumns } from "#domain/chain/chain-columns.ts";
import { FORWARD_SYNTHETIC, IV_REASON_MASK } from "#domain/chain/flags.ts";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { closedContracts, endOfDayFile } from "../../support/market/end-of-day.ts";
import {
  CHAIN_MINUTES,
  chainMinutes,
  NSE_NIFTY_2025,
  nseChain,
  type PublishedOption,
} from "../../support/market/published-chains.ts";
import { hasMarketFile, isoFromDayMonth } from "../calendar/market-files.ts";
import { bruteMaxPain } from "./brute-max-pain.ts";
import { contextOf } from "./chain-fixture.ts";

const solve = createLoneChainSolver(referenceKernel);

/** One expiry's options as columns, every last price fresh at `at`. */
function columnsOf(options: readonly PublishedOption[], at: number): ChainColumns {
  const strikes = [...new Set(options.map(({ strike }) => strike))].sort((a, b) => a - b);
  const rowOf = new Map(strikes.map((strike, i) => [strike, i]));
  const chain = createChainColumns(strikes.length);
  chain.count = strikes.length;
  chain.strikes.set(strikes);
  for (const option of options) {
    const row = rowOf.get(option.strike)!;
    const side = option.type === "CE" ? chain.call : chain.put;
    side.bid[row] = option.bid;
    side.ask[row] = option.ask;
    side.ltp[row] = option.price;
    side.oi[row] = option.oi;
    side.previousOi[row] = option.oi - option.oiChange;
    side.volume[row] = option.volume;
    side.lastTradeTime[row] = option.price > 0 ? at - 5000 : 0;
  }
  return chain;
}

/** Published IVs of the strikes within 1 % of the spot that have both, per cent. */
function publishedPairs(options: readonly PublishedOption[], spot: number) {
  const calls = new Map(options.filter(({ type }) => type === "CE").map((each) => [each.strike, each.iv]));
  return options.flatMap(({ type, strike, iv }) => {
    const call = calls.get(strike) ?? 0;
    const isPair = type === "PE" && iv >= 1 && call >= 1 && Math.abs(strike / spot - 1) <= 0.01;
    return isPair ? [{ strike, call, put: iv }] : [];
  });
}

describe.skipIf(!hasMarketFile(NSE_NIFTY_2025))("NIFTY on 5 Aug 2025 at 13:59 through the solver", () => {
  const { options, totals } = hasMarketFile(NSE_NIFTY_2025)
    ? nseChain(NSE_NIFTY_2025)
    : { options: [], totals: { CE: { totOI: 0 }, PE: { totOI: 0 } } };
  const RECORDED = Date.UTC(2025, 7, 5, 8, 29, 23);
  const spot = options[0]?.spot ?? 0;
  const of = (expiry: string) => options.filter((option) => option.expiry === expiry);
  const at = (expiry: string, instant: number) =>
    solve(
      columnsOf(of(expiry), RECORDED),
      contextOf({ now: RECORDED, sessionClose: Date.UTC(2025, 7, 5, 10), expiryInstant: instant, spot }),
    );

  test("totals are the exchange's own, and so is the ratio", () => {
    const got = at("07-Aug-2025", Date.UTC(2025, 7, 7, 10));
    expect(got.callOi).toBeCloseTo(totals.CE.totOI, 0);
    expect(got.putOi).toBeCloseTo(totals.PE.totOI, 0);
    expect(got.pcr).toBeCloseTo(totals.PE.totOI / totals.CE.totOI, 6);
  });

  test.each([
    ["07-Aug-2025", Date.UTC(2025, 7, 7, 10)],
    ["14-Aug-2025", Date.UTC(2025, 7, 14, 10)],
    ["28-Aug-2025", Date.UTC(2025, 7, 28, 10)],
  ])(
    "%s: the forward is near spot, the smile is whole, and one IV lies between NSE's call and put",
    (expiry, instant) => {
      const chain = columnsOf(of(expiry), RECORDED);
      const got = at(expiry, instant);
      expect(got.forwardSource).toBe(FORWARD_SYNTHETIC);
      expect(Math.abs(got.forward / spot - 1)).toBeLessThan(0.01);
      for (let i = 0; i < chain.count; i++) {
        if (Math.abs(chain.strikes[i]! / spot - 1) > 0.01) continue;
        expect(got.callFlags[i]! & IV_REASON_MASK).toBe(0);
      }
      const pairs = publishedPairs(of(expiry), spot);
      expect(pairs.length).toBeGreaterThan(5);
      for (const { strike, call, put } of pairs) {
        const iv = 100 * got.iv[chain.strikes.indexOf(strike)]!;
        // NSE grows spot at 10 %, above the forward the market quotes: calls come out low, puts high.
        expect(iv).toBeGreaterThan(Math.min(call, put) - 0.3);
        expect(iv).toBeLessThan(Math.max(call, put) + 0.3);
      }
      expect(got.atmIv).toBeGreaterThan(0.08);
      expect(got.atmIv).toBeLessThan(0.14);
      const pain = bruteMaxPain(chain.strikes, chain.call.oi, chain.put.oi)!;
      expect(pain.painAt(got.maxPain)).toBeLessThanOrEqual(pain.least * (1 + 1e-9));
    },
  );
});

describe.skipIf(!hasMarketFile(CHAIN_MINUTES))("NIFTY on 19 Aug 2026, minute by minute", () => {
  const LOT = 65;
  const CLOSE = Date.UTC(2026, 7, 19, 10, 10);
  const options = hasMarketFile(CHAIN_MINUTES) ? chainMinutes() : [];
  const chains = new Map<string, typeof options>();
  for (const option of options) {
    const key = `${option.minute} ${option.expiry}`;
    const chain = chains.get(key);
    if (chain === undefined) chains.set(key, [option]);
    else chain.push(option);
  }
  /** "202608191127", India's time, to epoch ms. */
  const instantOf = (minute: string) =>
    Date.UTC(2026, 7, 19, Number(minute.slice(8, 10)), Number(minute.slice(10))) - 330 * 60_000;
  const solved = (chain: readonly (PublishedOption & { minute: string })[]) => {
    const { minute, expiry, spot } = chain[0]!;
    const now = instantOf(minute);
    const expiryInstant = Date.parse(`${isoFromDayMonth(expiry)}T10:10:00Z`);
    const columns = columnsOf(chain, now);
    return {
      columns,
      got: solve(columns, contextOf({ now, sessionClose: CLOSE, expiryInstant, spot })),
    };
  };

  test.skipIf(!hasMarketFile(endOfDayFile("2026-08-18")))(
    "OI less its change is the evening before's, for every strike of every minute",
    () => {
      const evening = new Map(closedContracts("2026-08-18").map(({ key, oi }) => [key, oi]));
      const faults: string[] = [];
      const listedToday = new Set<string>();
      for (const { expiry, strike, type, oi, oiChange } of options) {
        const key = `NIFTY ${isoFromDayMonth(expiry)} ${strike} ${type}`;
        if (!evening.has(key)) listedToday.add(key);
        else if ((oi - oiChange) * LOT !== evening.get(key)) faults.push(key);
      }
      expect(faults).toEqual([]);
      expect(options.length).toBe(46_502);
      // Two strikes of two expiries began that morning; the exchange counts their change from the first minutes on.
      expect(listedToday.size).toBe(4);
    },
  );

  test("in all 408 the forward stays with the spot, and PCR and max pain are brute force's", () => {
    expect(chains.size).toBe(408);
    for (const [key, chain] of chains) {
      const { columns, got } = solved(chain);
      expect(got.forwardSource, key).toBe(FORWARD_SYNTHETIC);
      // 6 to 27 days of carry, and a spot that is at times minutes old.
      expect(got.forward / chain[0]!.spot - 1, key).toBeGreaterThan(-0.001);
      expect(got.forward / chain[0]!.spot - 1, key).toBeLessThan(0.009);
      const pain = bruteMaxPain(columns.strikes, columns.call.oi, columns.put.oi)!;
      expect(pain.painAt(got.maxPain), key).toBeLessThanOrEqual(pain.least * (1 + 1e-9));
      const sum = (type: string) =>
        chain.reduce((total, option) => total + (option.type === type ? option.oi : 0), 0);
      expect(got.pcr, key).toBe(sum("PE") / sum("CE"));
    }
  });

  test("one IV a strike lies between NSE's two, and hardly moves from minute to minute", () => {
    let pairs = 0;
    let between = 0;
    const before = new Map<string, number>();
    const moves: number[] = [];
    for (const chain of chains.values()) {
      const { columns, got } = solved(chain);
      const { expiry, spot } = chain[0]!;
      for (const { strike, call, put } of publishedPairs(chain, spot)) {
        const iv = 100 * got.iv[columns.strikes.indexOf(strike)]!;
        pairs++;
        // Whole days make NSE's time longer or shorter than ours by up to one.
        if (iv > Math.min(call, put) - 0.5 && iv < Math.max(call, put) + 0.5) between++;
      }
      if (before.has(expiry)) moves.push(Math.abs(100 * (got.atmIv - before.get(expiry)!)));
      before.set(expiry, got.atmIv);
    }
    expect(pairs).toBeGreaterThan(3000);
    expect(between / pairs).toBeGreaterThan(0.97);
    expect(moves.length).toBe(404);
    expect(Math.max(...moves)).toBeLessThan(0.5);
    expect(moves.sort((a, b) => a - b)[202]).toBeLessThan(0.05);
  });
});
