/** The edge cases that every chain must pass (docs/quant.md), each on random chains, times and damage, by both kernels. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type ChainColumns, createChainColumns, type SideColumns } from "#domain/chain/chain-columns.ts";
import {
  FLAG_IV_INTERPOLATED,
  FLAG_STALE_TIME_VALUE,
  FORWARD_NONE,
  IV_REASON_BELOW_INTRINSIC,
  IV_REASON_EXPIRED,
  IV_REASON_MASK,
  IV_REASON_NO_PRICE,
  IV_REASON_NONE,
  IV_REASON_SHIFT,
} from "#domain/chain/flags.ts";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import type { ChainContext, ChainSolution } from "#domain/chain/solution.ts";
import type { ChainSolver } from "#domain/chain/solve.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { createWasmKernel } from "#wasm/load-kernel.ts";
import { loadWasm } from "../../support/wasm.ts";
import { CLOSE, contextOf, EXPIRY, NOW, pricedChain, quote, silence } from "./chain-fixture.ts";

const COUNT = 43;
const MINUTE = 60_000;
const GREEKS = ["callDelta", "putDelta", "gamma", "vega", "callTheta", "putTheta"] as const;
const reasonOf = (flags: number) => (flags & IV_REASON_MASK) >>> IV_REASON_SHIFT;
const row = fc.integer({ min: 0, max: COUNT - 1 });
/** Between the outermost strikes of the default chain. */
const forwards = fc.double({ min: 23_400, max: 24_700, noNaN: true });
const futureAt = (price: number, now = NOW) => ({ bid: price, ask: price, ltp: price, lastTradeTime: now });

interface NamedSolver {
  readonly name: string;
  solve: ChainSolver;
}
const SOLVERS: NamedSolver[] = [
  { name: "the reference", solve: createLoneChainSolver(referenceKernel) },
  { name: "WebAssembly", solve: createLoneChainSolver(referenceKernel) },
];
beforeAll(async () => {
  SOLVERS[1]!.solve = createLoneChainSolver(createWasmKernel(await loadWasm()));
});

/** Figures of a solution that the next call will not overwrite. */
function kept(got: ChainSolution, count = COUNT) {
  return { ...got, iv: got.iv.slice(0, count), callDelta: got.callDelta.slice(0, count) };
}

describe.each(SOLVERS)("by $name", (solver) => {
  const solved = (chain: ChainColumns, context: ChainContext) => solver.solve(chain, context);

  test("whatever the books say, no figure is infinite, and a strike has greeks exactly when it has an IV", () => {
    const price = fc.oneof(
      fc.constantFrom(0, 0.05, Number.NaN, 1e7),
      fc.double({ min: 0, max: 3000, noNaN: true }),
    );
    const age = fc.constantFrom(0, 59_000, 61_000, 3_600_000, null);
    const oi = fc.constantFrom(0, 65, 1e12, Number.NaN);
    const side = fc.record({ bid: price, ask: price, ltp: price, age, oi });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(EXPIRY + 1, EXPIRY, EXPIRY - 1, EXPIRY - 5 * MINUTE, NOW, NOW - 4e10),
        fc.constantFrom(24_000, 0, Number.NaN),
        fc.constantFrom(null, futureAt(24_060)),
        fc.constantFrom(0, 0.065),
        (rows, now, spot, future, rate) => {
          const chain = createChainColumns(rows.length);
          chain.count = rows.length;
          rows.forEach(([call, put], i) => {
            chain.strikes[i] = 23_300 + 50 * i;
            for (const [to, from] of [[chain.call, call] as const, [chain.put, put] as const]) {
              to.bid[i] = from.bid;
              to.ask[i] = from.ask;
              to.ltp[i] = from.ltp;
              to.oi[i] = from.oi;
              to.lastTradeTime[i] = from.age === null ? 0 : now - from.age;
            }
          });
          const got = solved(chain, contextOf({ now, spot, future, rate, sessionClose: EXPIRY }));
          for (const value of [got.forward, got.atmIv, got.pcr, got.maxPain, got.straddle, got.callOi]) {
            expect(Math.abs(value)).not.toBe(Infinity);
          }
          const isExpired = got.years === 0;
          for (let i = 0; i < rows.length; i++) {
            const iv = got.iv[i]!;
            expect(Number.isNaN(iv) || (iv > 0 && iv < Infinity)).toBe(true);
            if (isExpired) expect(iv).toBeNaN();
            const known = got.forward > 0 && (isExpired || !Number.isNaN(iv));
            for (const name of GREEKS) expect(Number.isFinite(got[name][i]!), name).toBe(known);
            if (reasonOf(got.callFlags[i]!) === IV_REASON_NONE) expect(iv).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test("T = 0: no IV and why, deltas of intrinsic, nothing else moves", () => {
    fc.assert(
      fc.property(forwards, fc.integer({ min: 0, max: 1e9 }), (spot, late) => {
        const chain = pricedChain();
        const got = solved(chain, contextOf({ now: EXPIRY + late, spot }));
        for (let i = 0; i < COUNT; i++) {
          const strike = chain.strikes[i]!;
          expect(reasonOf(got.callFlags[i]!)).toBe(IV_REASON_EXPIRED);
          expect(got.callDelta[i]).toBe(strike < spot ? 1 : strike > spot ? 0 : 0.5);
          expect(got.callDelta[i]! - got.putDelta[i]!).toBe(1);
          expect([got.gamma[i], got.vega[i], got.callTheta[i], got.putTheta[i]]).toEqual([0, 0, 0, 0]);
        }
      }),
    );
  });

  test("to the last second figures are finite, and what decays is never more than the time value", () => {
    fc.assert(
      fc.property(forwards, fc.integer({ min: 1, max: 30 * MINUTE }), (forward, left) => {
        const now = EXPIRY - left;
        const context = contextOf({
          now,
          sessionClose: EXPIRY,
          spot: forward,
          future: futureAt(forward, now),
          // In the last minute one strike may be all that is worth something.
          fallbackAtmIv: 0.14,
        });
        const got = solved(pricedChain({ forward, context }), context);
        expect(got.years).toBe(Math.max(left, MINUTE) / (365 * 24 * 60 * MINUTE));
        for (let i = 0; i < COUNT; i++) {
          const strike = 23_000 + 50 * i;
          for (const name of GREEKS) expect(Number.isFinite(got[name][i]!)).toBe(true);
          if (reasonOf(got.callFlags[i]!) !== IV_REASON_NONE) continue;
          const isCall = strike >= forward;
          const type = isCall ? "CE" : "PE";
          const left = blackPrice(type, forward, strike, got.years, got.iv[i]!, 0);
          expect(left).toBeGreaterThan(0);
          // Out of the money all of the price is time value, and by expiry all of it is gone.
          const usable = (isCall ? got.callUsable : got.putUsable)[i]!;
          expect(Math.abs(left - usable)).toBeLessThanOrEqual(1e-9 + 1e-12 * usable);
          expect(blackPrice(type, forward, strike, 0, got.iv[i]!, 0)).toBe(0);
        }
        const atm = got.atmIndex;
        const away = Math.abs(23_000 + 50 * atm - forward) / (forward * got.atmIv * Math.sqrt(got.years));
        if (away < 0.1) expect(Math.abs(got.callDelta[atm]! - 0.5)).toBeLessThan(0.05);
      }),
    );
  });

  test("a price at or below intrinsic gives no IV: the twin does, and without it the smile", () => {
    fc.assert(
      fc.property(row, fc.constantFrom(0, 0.01, 1, 40, 300), fc.boolean(), (i, below, hasTwin) => {
        const forward = 24_060;
        const chain = pricedChain({ forward });
        const context = contextOf({ future: futureAt(forward) });
        const whole = kept(solved(chain, context)).iv[i]!;
        const strike = chain.strikes[i]!;
        const isCallIn = strike < forward;
        const [inside, outside] = isCallIn ? [chain.call, chain.put] : [chain.put, chain.call];
        const worth = Math.abs(forward - strike) - below;
        fc.pre(worth > 0.05);
        quote(inside, i, worth);
        if (!hasTwin) silence(outside, i);
        const got = solved(chain, context);
        const flags = (isCallIn ? got.callFlags : got.putFlags)[i]!;
        expect((flags & FLAG_STALE_TIME_VALUE) !== 0).toBe(below > 0);
        if (hasTwin) expect(got.iv[i]).toBe(whole);
        else {
          expect(reasonOf(flags)).toBe(IV_REASON_BELOW_INTRINSIC);
          expect(flags & FLAG_IV_INTERPOLATED).toBeTruthy();
          expect(Math.abs(got.iv[i]! / whole - 1)).toBeLessThan(0.02);
        }
      }),
    );
  });

  test("an old price deep in the money changes nothing while the other side is alive", () => {
    fc.assert(
      fc.property(row, fc.double({ min: 0.05, max: 5000, noNaN: true }), (i, stale) => {
        const context = contextOf({ future: futureAt(24_060) });
        const chain = pricedChain();
        const before = kept(solved(chain, context));
        const inside: SideColumns = chain.strikes[i]! < 24_060 ? chain.call : chain.put;
        silence(inside, i);
        inside.ltp[i] = stale;
        inside.lastTradeTime[i] = NOW - 3_600_000;
        const after = kept(solved(chain, context));
        expect(after.iv).toEqual(before.iv);
        expect(after.callDelta).toEqual(before.callDelta);
        expect(after.atmIv).toBe(before.atmIv);
      }),
    );
  });

  test("a lone quote in a contract that never traded is as good as silence", () => {
    const lone = fc.double({ min: 0.05, max: 5000, noNaN: true });
    fc.assert(
      fc.property(row, lone, fc.constantFrom("bid", "ask"), fc.boolean(), (i, price, which, isCall) => {
        const context = contextOf({ future: futureAt(24_060) });
        const chain = pricedChain();
        silence(chain.call, i);
        silence(chain.put, i);
        const silent = kept(solved(chain, context));
        (isCall ? chain.call : chain.put)[which][i] = price;
        const got = solved(chain, context);
        expect(got.iv.slice(0, COUNT)).toEqual(silent.iv);
        expect(reasonOf(got.callFlags[i]!)).toBe(IV_REASON_NO_PRICE);
      }),
    );
  });

  test("without spot and future there is no forward, no IV and no ATM; with a future only no ATM", () => {
    fc.assert(
      fc.property(forwards, fc.constantFrom(0, Number.NaN, -1), (forward, spot) => {
        const chain = pricedChain({ forward });
        const nothing = solved(chain, contextOf({ spot }));
        expect(nothing).toMatchObject({ forwardSource: FORWARD_NONE, atmIndex: -1 });
        expect(nothing.iv.subarray(0, COUNT).every(Number.isNaN)).toBe(true);
        expect(nothing.pcr).toBeGreaterThan(0);
        const priced = solved(chain, contextOf({ spot, future: futureAt(forward) }));
        expect(priced.atmIndex).toBe(-1);
        expect(priced.iv.subarray(0, COUNT).some(Number.isNaN)).toBe(false);
      }),
    );
  });

  test("missing strikes leave the others as they were, and their place is skipped", () => {
    fc.assert(
      fc.property(forwards, fc.uniqueArray(row, { minLength: 1, maxLength: 30 }), (forward, gone) => {
        const context = contextOf({ future: futureAt(forward) });
        const full = pricedChain({ forward });
        const before = kept(solved(full, context));
        const left = Array.from(full.strikes.keys()).filter((i) => !gone.includes(i));
        const thin = createChainColumns(left.length);
        thin.count = left.length;
        left.forEach((from, to) => {
          thin.strikes[to] = full.strikes[from]!;
          for (const side of ["call", "put"] as const) {
            for (const name of ["bid", "ask", "ltp", "lastTradeTime", "oi"] as const) {
              thin[side][name][to] = full[side][name][from]!;
            }
          }
        });
        const after = solved(thin, context);
        left.forEach((from, to) => {
          // A neighbour may be where the solver starts from, but not where it ends.
          expect(Math.abs(after.iv[to]! / before.iv[from]! - 1)).toBeLessThan(1e-13);
        });
        const nearest = left.reduce((best, i) => {
          const nearer = Math.abs(full.strikes[i]! - forward) < Math.abs(full.strikes[best]! - forward);
          return nearer ? i : best;
        });
        expect(after.atmStrike).toBe(full.strikes[nearest]);
      }),
    );
  });

  test("rupees are a unit: everything twice, four or 1024 times as dear has the same IVs", () => {
    fc.assert(
      fc.property(forwards, fc.constantFrom(2, 4, 1024, 1 / 64), (forward, factor) => {
        const chain = pricedChain({ forward });
        const before = kept(solved(chain, contextOf({ spot: forward - 40 })));
        for (const side of [chain.call, chain.put]) {
          for (const name of ["bid", "ask", "ltp"] as const) {
            for (let i = 0; i < COUNT; i++) side[name][i] = side[name][i]! * factor;
          }
        }
        for (let i = 0; i < COUNT; i++) chain.strikes[i] = chain.strikes[i]! * factor;
        const context = contextOf({ spot: factor * (forward - 40), tickSize: 0.05 * factor, roundStep: 0 });
        const after = solved(chain, context);
        expect(after.forward).toBe(factor * before.forward);
        expect(after.iv.slice(0, COUNT)).toEqual(before.iv);
        expect(after.callDelta.slice(0, COUNT)).toEqual(before.callDelta);
        expect(after.maxPain).toBe(factor * before.maxPain);
      }),
    );
  });

  test("before the open the last session's prices still give IVs, with the time from now", () => {
    fc.assert(
      fc.property(
        forwards,
        fc.integer({ min: 1, max: 17 * 60 }),
        fc.boolean(),
        (forward, minutes, hasBooks) => {
          const now = CLOSE + minutes * MINUTE;
          const context = contextOf({ now, sessionClose: CLOSE, future: futureAt(forward, CLOSE - 1000) });
          const chain = pricedChain({ forward, context: contextOf({ now: CLOSE }) });
          // Where the books are gone, the last trades of the session are as fresh as they were at its close.
          if (!hasBooks)
            for (const side of [chain.call, chain.put])
              for (const name of ["bid", "ask"] as const) side[name].fill(0);
          const atClose = kept(solved(chain, { ...context, now: CLOSE })).iv[21]!;
          const got = solved(chain, context);
          expect(got.years).toBe((EXPIRY - now) / (365 * 24 * 60 * MINUTE));
          expect(reasonOf(got.callFlags[21]!)).toBe(IV_REASON_NONE);
          // The same price over less time is more volatility.
          expect(got.iv[21]).toBeGreaterThan(atClose);
        },
      ),
    );
  });

  test("without any open interest there is neither PCR nor max pain", () => {
    fc.assert(
      fc.property(forwards, fc.constantFrom(0, Number.NaN), (forward, none) => {
        const chain = pricedChain({ forward });
        chain.call.oi.fill(none);
        chain.put.oi.fill(none);
        const got = solved(chain, contextOf());
        expect([got.pcr, got.maxPain]).toEqual([Number.NaN, Number.NaN]);
        expect([got.callOi, got.putOi, got.maxOi]).toEqual([0, 0, 0]);
        expect(got.atmIv).toBeGreaterThan(0);
      }),
    );
  });
});
