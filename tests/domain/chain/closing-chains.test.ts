/** The chain solver on every expiry of real days, priced by their closes; see the recordings' README for sources. */
import { describe, expect, test } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { sessionClose } from "#domain/calendar/market-sessions.ts";
import {
  FORWARD_FUTURE,
  FORWARD_SYNTHETIC,
  IV_REASON_MASK,
  IV_REASON_NONE,
  IV_REASON_SHIFT,
} from "#domain/chain/flags.ts";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import { maxPain } from "#domain/chain/measures.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import {
  type ClosedExpiry,
  closedContracts,
  closedExpiries,
  closingColumns,
  END_OF_DAY_DAYS,
  endOfDayFile,
} from "../../support/market/end-of-day.ts";
import { hasMarketFile } from "../calendar/market-files.ts";
import { contextOf } from "./chain-fixture.ts";

const TICK = 0.05;
const GREEKS = ["callDelta", "putDelta", "gamma", "vega", "callTheta", "putTheta"] as const;
const solve = createLoneChainSolver(referenceKernel);

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(share * values.length)]!;

function closingContext(day: string, { expiry, underlying }: ClosedExpiry) {
  const at = sessionClose("NFO", day);
  return contextOf({
    now: at,
    sessionClose: at,
    expiryInstant: expiryInstant("NFO", expiry),
    spot: underlying,
    roundStep: 0,
  });
}

/** The future's close as its last trade, where it traded. */
function futureOf({ future }: ClosedExpiry, at: number) {
  if (future === undefined || future.volume === 0) return null;
  return { bid: 0, ask: 0, ltp: future.close, lastTradeTime: at - 30_000 };
}

/** Expiries of a day that are still to come at its close. */
function livingExpiries(day: string): ClosedExpiry[] {
  return closedExpiries(closedContracts(day)).filter(({ expiry }) => expiry > day);
}

for (const day of END_OF_DAY_DAYS)
  describe.skipIf(!hasMarketFile(endOfDayFile(day)))(`the close of ${day}`, () => {
    let read: ClosedExpiry[] | undefined;
    const expiries = () => (read ??= livingExpiries(day));

    test("parity finds the forward that the future trades at", () => {
      const index: number[] = [];
      const stocks: number[] = [];
      for (const expiry of expiries()) {
        if (expiry.future === undefined || expiry.future.volume === 0) continue;
        const context = closingContext(day, expiry);
        const got = solve(closingColumns(expiry, context.now), context);
        if (got.forwardSource !== FORWARD_SYNTHETIC) continue;
        (expiry.isIndex ? index : stocks).push(Math.abs(got.forward / expiry.future.close - 1));
      }
      expect(index.length).toBeGreaterThanOrEqual(9);
      expect(quantile(index, 0.5)).toBeLessThan(0.0003);
      expect(Math.max(...index)).toBeLessThan(0.002);
      // Stock options trade once in a while, so a few closes are hours apart from their future's.
      expect(stocks.length).toBeGreaterThan(350);
      expect(quantile(stocks, 0.5)).toBeLessThan(0.001);
      expect(quantile(stocks, 0.9)).toBeLessThan(0.0035);
      expect(quantile(stocks, 0.99)).toBeLessThan(0.015);
    });

    test("every strike with a time value has an IV, and where there is an IV every greek is finite", () => {
      let priced = 0;
      const faults: string[] = [];
      for (const expiry of expiries()) {
        const context = closingContext(day, expiry);
        const chain = closingColumns(expiry, context.now);
        const future = futureOf(expiry, context.now);
        const got = solve(chain, { ...context, future });
        if (future !== null) expect(got.forwardSource).toBe(FORWARD_FUTURE);
        expect(got.forward).toBeGreaterThan(0);
        for (let i = 0; i < chain.count; i++) {
          const strike = chain.strikes[i]!;
          const what = `${expiry.symbol} ${expiry.expiry} ${strike}`;
          const callValue = got.callUsable[i]! - Math.max(got.forward - strike, 0);
          const putValue = got.putUsable[i]! - Math.max(strike - got.forward, 0);
          if (callValue >= TICK || putValue >= TICK) {
            priced++;
            if (!(got.iv[i]! > 0)) faults.push(`${what}: IV ${got.iv[i]}`);
          }
          const known = !Number.isNaN(got.iv[i]!);
          for (const name of GREEKS) {
            if (Number.isFinite(got[name][i]!) !== known) faults.push(`${what}: ${name} ${got[name][i]}`);
          }
        }
        expect(got.maxPain).toEqual(
          maxPain(chain.count, chain.strikes, chain.call.oi, chain.put.oi, got.forward),
        );
      }
      expect(faults).toEqual([]);
      expect(priced).toBeGreaterThan(7000);
    });

    test("a strike's own IV gives back the price it was solved from", () => {
      let repriced = 0;
      const faults: string[] = [];
      for (const expiry of expiries()) {
        const context = closingContext(day, expiry);
        const chain = closingColumns(expiry, context.now);
        const got = solve(chain, { ...context, future: futureOf(expiry, context.now) });
        for (let i = 0; i < chain.count; i++) {
          if ((got.callFlags[i]! & IV_REASON_MASK) >>> IV_REASON_SHIFT !== IV_REASON_NONE) continue;
          const strike = chain.strikes[i]!;
          const isCall = strike >= got.forward;
          const own = (isCall ? got.callUsable : got.putUsable)[i]!;
          const twin = (isCall ? got.putUsable : got.callUsable)[i]! - Math.abs(got.forward - strike);
          const price = blackPrice(isCall ? "CE" : "PE", got.forward, strike, got.years, got.iv[i]!, 0);
          const error = Math.min(
            ...[own, twin].filter(Number.isFinite).map((each) => Math.abs(price - each)),
          );
          repriced++;
          if (!(error < 1e-12 * got.forward))
            faults.push(`${expiry.symbol} ${expiry.expiry} ${strike}: ${error}`);
        }
      }
      expect(faults).toEqual([]);
      expect(repriced).toBeGreaterThan(7000);
    });

    test("the smiles of NIFTY and BANKNIFTY are smiles", () => {
      const jumps: string[] = [];
      let smiles = 0;
      for (const expiry of expiries().filter(({ symbol }) => symbol === "NIFTY" || symbol === "BANKNIFTY")) {
        const context = closingContext(day, expiry);
        const chain = closingColumns(expiry, context.now);
        const got = solve(chain, { ...context, future: futureOf(expiry, context.now) });
        const deviation = got.atmIv * Math.sqrt(got.years);
        const liquid = expiry.rows.flatMap((row, i) => {
          const option = row.strike >= got.forward ? row.CE : row.PE;
          const isNear = Math.abs(Math.log(row.strike / got.forward)) <= 3 * deviation;
          return isNear && (option?.volume ?? 0) >= 1000 ? [{ strike: row.strike, iv: got.iv[i]! }] : [];
        });
        if (liquid.length < 20) continue;
        smiles++;
        expect(got.atmIv, expiry.expiry).toBeGreaterThan(0.06);
        expect(got.atmIv, expiry.expiry).toBeLessThan(0.2);
        // Index puts are dearer than the money: the left wing rises.
        expect(liquid[0]!.iv, expiry.expiry).toBeGreaterThan(got.atmIv);
        for (let i = 1; i < liquid.length; i++) {
          if (Math.abs(liquid[i]!.iv - liquid[i - 1]!.iv) > 0.02) {
            jumps.push(`${expiry.symbol} ${expiry.expiry} ${liquid[i]!.strike}`);
          }
        }
      }
      expect(smiles).toBeGreaterThanOrEqual(5);
      // A close that was the day's only block trade, at most.
      expect(jumps.length, jumps.join(", ")).toBeLessThanOrEqual(2);
    });
  });

const EXPIRY_DAY = "2026-08-18";

test.skipIf(!hasMarketFile(endOfDayFile(EXPIRY_DAY)))(
  "NIFTY's weekly of 18 Aug 2026 is over at that day's close: no IV, deltas of intrinsic, the spot for forward",
  () => {
    const expiry = closedExpiries(closedContracts(EXPIRY_DAY)).find(
      (each) => each.symbol === "NIFTY" && each.expiry === EXPIRY_DAY,
    )!;
    const context = closingContext(EXPIRY_DAY, expiry);
    const chain = closingColumns(expiry, context.now);
    const got = solve(chain, context);
    expect(got.years).toBe(0);
    expect(got.forward).toBe(expiry.underlying);
    expect(got.iv.subarray(0, chain.count).every(Number.isNaN)).toBe(true);
    for (let i = 0; i < chain.count; i++) {
      const strike = chain.strikes[i]!;
      expect(got.callDelta[i]).toBe(strike < expiry.underlying ? 1 : 0);
      expect(got.putDelta[i]! + 0).toBe(strike > expiry.underlying ? -1 : 0);
      expect(got.gamma[i]).toBe(0);
    }
    // What was left of the options at the close is their intrinsic value, to a few ticks.
    const live = expiry.rows.flatMap(({ strike, CE, PE }) => [
      ...(CE !== undefined && CE.volume > 10_000 ? [CE.close - Math.max(expiry.underlying - strike, 0)] : []),
      ...(PE !== undefined && PE.volume > 10_000 ? [PE.close - Math.max(strike - expiry.underlying, 0)] : []),
    ]);
    expect(live.length).toBeGreaterThan(20);
    expect(quantile(live.map(Math.abs), 0.5)).toBeLessThan(1);
  },
);
