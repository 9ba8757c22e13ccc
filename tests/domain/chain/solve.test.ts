import { describe, expect, test } from "vitest";
import { createChainColumns } from "#domain/chain/chain-columns.ts";
import {
  FLAG_IS_LIQUID,
  FLAG_IV_INTERPOLATED,
  FLAG_IV_SUSPECT,
  FLAG_NO_ASK,
  FLAG_NO_BID,
  FLAG_NO_QUOTES,
  FLAG_ODD_STRIKE,
  FLAG_STALE_LTP,
  FLAG_STALE_TIME_VALUE,
  FORWARD_CARRY,
  FORWARD_FUTURE,
  FORWARD_NONE,
  FORWARD_SETTLEMENT,
  FORWARD_SYNTHETIC,
  IV_REASON_BELOW_INTRINSIC,
  IV_REASON_EXPIRED,
  IV_REASON_MASK,
  IV_REASON_NO_PRICE,
  IV_REASON_SHIFT,
} from "#domain/chain/flags.ts";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import { black76, blackPrice } from "#domain/pricing/black76.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { CLOSE, contextOf, EXPIRY, NOW, pricedChain, quote, silence, smile } from "./chain-fixture.ts";

const FORWARD = 24060;
const DAY = 86_400_000;
const { NaN: unknown } = Number;
const solve = createLoneChainSolver(referenceKernel);
const reasonOf = (flags: number) => (flags & IV_REASON_MASK) >>> IV_REASON_SHIFT;
/** Row of a strike in the default chain. */
const row = (strike: number) => (strike - 23000) / 50;

describe("a live chain", () => {
  test("gives back the smile, the forward and the greeks it was priced with", () => {
    const chain = pricedChain();
    const got = solve(chain, contextOf());
    expect(got.forwardSource).toBe(FORWARD_SYNTHETIC);
    expect(got.forward).toBeCloseTo(FORWARD, 8);
    expect(got.years).toBe((EXPIRY - NOW) / (365 * DAY));
    for (let i = 0; i < chain.count; i++) {
      const strike = chain.strikes[i]!;
      const sigma = smile(strike, FORWARD);
      expect(Math.abs(got.iv[i]! / sigma - 1)).toBeLessThan(1e-8);
      const call = black76("CE", FORWARD, strike, got.years, sigma, 0);
      const put = black76("PE", FORWARD, strike, got.years, sigma, 0);
      expect(got.callUsable[i]).toBeCloseTo(call.price, 8);
      expect(got.callDelta[i]).toBeCloseTo(call.delta, 7);
      expect(got.putDelta[i]).toBeCloseTo(put.delta, 7);
      expect(got.gamma[i]).toBeCloseTo(call.gamma, 10);
      expect(got.vega[i]).toBeCloseTo(call.vega, 6);
      expect(got.callTheta[i]).toBeCloseTo(call.theta, 6);
      expect(got.putTheta[i]).toBeCloseTo(put.theta, 6);
      expect(reasonOf(got.callFlags[i]!)).toBe(0);
    }
  });

  test("the ATM strike is nearest the forward, not the spot, and the ATM IV lies at the forward", () => {
    const got = solve(pricedChain({ forward: 24080 }), contextOf());
    expect(got.atmStrike).toBe(24100);
    expect(got.atmIndex).toBe(row(24100));
    expect(got.atmIv).toBeCloseTo(0.13, 5);
    expect(got.straddle).toBeCloseTo(
      blackPrice("CE", 24080, 24100, got.years, smile(24100, 24080), 0) +
        blackPrice("PE", 24080, 24100, got.years, smile(24100, 24080), 0),
      6,
    );
  });

  test("works at a non-zero rate", () => {
    const context = contextOf({ rate: 0.065, expiryInstant: NOW + 90 * DAY });
    const chain = pricedChain({ context });
    const got = solve(chain, context);
    expect(got.forward).toBeCloseTo(FORWARD, 6);
    for (const strike of [23000, 24050, 25000]) {
      expect(got.iv[row(strike)]).toBeCloseTo(smile(strike, FORWARD), 8);
      const call = black76("CE", FORWARD, strike, got.years, smile(strike, FORWARD), 0.065);
      expect(got.callDelta[row(strike)]).toBeCloseTo(call.delta, 7);
      expect(got.callTheta[row(strike)]).toBeCloseTo(call.theta, 5);
    }
  });

  test("liquid options say so, odd strikes are odd, on both sides", () => {
    const got = solve(pricedChain(), contextOf());
    expect(got.callFlags[row(24100)]).toBe(FLAG_IS_LIQUID);
    expect(got.putFlags[row(24050)]).toBe(FLAG_IS_LIQUID | FLAG_ODD_STRIKE);
  });

  test("open interest and volume are summed and the greatest OI found", () => {
    const chain = pricedChain({ count: 3 });
    chain.call.oi.set([10, 20, unknown]);
    chain.put.oi.set([5, 40, 15]);
    chain.call.volume.set([1, 2, 3]);
    chain.put.volume.set([10, unknown, 30]);
    const got = solve(chain, contextOf());
    expect(got).toMatchObject({ callOi: 30, putOi: 60, pcr: 2, maxOi: 40, callVolume: 6, putVolume: 40 });
    expect(got.maxPain).toBe(23050);
  });
});

describe("the forward", () => {
  const future = { bid: 24100, ask: 24102, ltp: 24090, lastTradeTime: NOW - 5000 };

  test("is the future's when it is live, and the synthetic is still reported", () => {
    const got = solve(pricedChain(), contextOf({ future }));
    expect(got).toMatchObject({ forward: 24101, forwardSource: FORWARD_FUTURE });
    expect(got.synthetic).toBeCloseTo(FORWARD, 8);
  });

  test("falls to the synthetic when the future has no two sides and traded over a minute ago", () => {
    const stale = { ...future, ask: 0, lastTradeTime: NOW - 61_000 };
    expect(solve(pricedChain(), contextOf({ future: stale })).forwardSource).toBe(FORWARD_SYNTHETIC);
  });

  test("falls to carry on spot without any pair of prices, and to spot without another expiry", () => {
    const chain = pricedChain({ count: 3 });
    for (let i = 0; i < 3; i++) silence(chain.put, i);
    const near = { forward: 24020, years: 1 / 365 };
    const got = solve(chain, contextOf({ near }));
    expect(got.forwardSource).toBe(FORWARD_CARRY);
    expect(got.forward).toBeCloseTo(24000 * (24020 / 24000) ** (got.years * 365), 6);
    expect(solve(chain, contextOf())).toMatchObject({ forward: 24000, forwardSource: FORWARD_CARRY });
  });

  test("on MCX is the underlying future's last price however old, and centres the chain without a spot", () => {
    const old = { bid: 0, ask: 0, ltp: 24040, lastTradeTime: NOW - 3_600_000 };
    const got = solve(pricedChain(), contextOf({ isCommodity: true, spot: unknown, future: old }));
    expect(got).toMatchObject({ forward: 24040, forwardSource: FORWARD_FUTURE, atmStrike: 24050 });
  });

  test("starts its search for strikes at the previous forward", () => {
    const chain = pricedChain();
    // Around 23000 the quotes are nonsense; the forward does not look there.
    for (let i = 0; i < 5; i++) quote(chain.call, i, 5000);
    expect(solve(chain, contextOf({ spot: 23000 })).forward).toBeGreaterThan(26000);
    expect(solve(chain, contextOf({ spot: 23000, previousForward: 24050 })).forward).toBeCloseTo(FORWARD, 8);
  });
});

describe("no underlying", () => {
  test.each([0, unknown])("with spot %d there is no ATM, never the lowest strike", (spot) => {
    const got = solve(pricedChain(), contextOf({ spot }));
    expect(got).toMatchObject({ atmIndex: -1, forwardSource: FORWARD_NONE });
    for (const value of [
      got.atmStrike,
      got.forward,
      got.atmIv,
      got.straddle,
      got.iv[0],
      got.callDelta[0],
      got.vega[0],
    ]) {
      expect(value).toBeNaN();
    }
    expect(reasonOf(got.callFlags[0]!)).toBe(IV_REASON_NO_PRICE);
    expect(got.pcr).toBeGreaterThan(0);
  });

  test("a live future still prices the chain, which stays uncentred", () => {
    const future = { bid: 24060, ask: 24060, ltp: 24060, lastTradeTime: NOW };
    const got = solve(pricedChain(), contextOf({ spot: 0, future }));
    expect(got).toMatchObject({ atmIndex: -1, forward: 24060 });
    expect(got.iv[row(24050)]).toBeCloseTo(smile(24050, FORWARD), 8);
  });
});

describe("one IV a strike, from the out-of-the-money side", () => {
  test("a stale in-the-money price does not disturb the strike: its IV is the live twin's", () => {
    const chain = pricedChain();
    const deep = row(23200);
    chain.call.bid[deep] = chain.call.ask[deep] = 0;
    chain.call.ltp[deep] = 700;
    chain.call.lastTradeTime[deep] = NOW - 3_600_000;
    const got = solve(chain, contextOf());
    expect(got.iv[deep]).toBeCloseTo(smile(23200, FORWARD), 8);
    expect(got.callUsable[deep]).toBeNaN();
    expect(got.callFlags[deep]! & (FLAG_NO_QUOTES | FLAG_STALE_LTP)).toBe(FLAG_NO_QUOTES | FLAG_STALE_LTP);
    const live = black76("CE", FORWARD, 23200, got.years, smile(23200, FORWARD), 0);
    expect(got.callDelta[deep]).toBeCloseTo(live.delta, 7);
  });

  test("without an out-of-the-money price the other side is converted by parity", () => {
    const context = contextOf({ rate: 0.065, expiryInstant: NOW + 30 * DAY });
    const chain = pricedChain({ context });
    silence(chain.put, row(23500));
    silence(chain.call, row(24500));
    const got = solve(chain, context);
    for (const strike of [23500, 24500]) {
      expect(got.iv[row(strike)]).toBeCloseTo(smile(strike, FORWARD), 7);
      expect(reasonOf(got.callFlags[row(strike)]!)).toBe(0);
    }
  });

  test("a conversion worth less than a tick gives no IV: the smile fills in and says so", () => {
    const chain = pricedChain();
    const low = row(23500);
    silence(chain.put, low);
    quote(chain.call, low, FORWARD - 23500 + 0.04);
    const got = solve(chain, contextOf());
    expect(reasonOf(got.callFlags[low]!)).toBe(IV_REASON_BELOW_INTRINSIC);
    expect(got.callFlags[low]! & FLAG_IV_INTERPOLATED).toBeTruthy();
    expect(got.putFlags[low]! & FLAG_IV_INTERPOLATED).toBeTruthy();
    expect(got.iv[low]).toBeCloseTo(smile(23500, FORWARD), 4);
    quote(chain.call, low, FORWARD - 23500 + 0.05);
    expect(reasonOf(solve(chain, contextOf()).callFlags[low]!)).toBe(0);
  });

  test("in the money at or below intrinsic with nothing else: BELOW_INTRINSIC, and the stale value is shown", () => {
    const chain = pricedChain();
    const low = row(23500);
    silence(chain.put, low);
    quote(chain.call, low, FORWARD - 23500 - 3);
    const got = solve(chain, contextOf());
    expect(reasonOf(got.callFlags[low]!)).toBe(IV_REASON_BELOW_INTRINSIC);
    expect(got.callUsable[low]).toBeCloseTo(557, 9);
    expect(got.callFlags[low]! & FLAG_STALE_TIME_VALUE).toBeTruthy();
    expect(got.putFlags[low]! & FLAG_STALE_TIME_VALUE).toBe(0);
  });

  test("a lone quote never traded is flagged and gives no IV", () => {
    const chain = pricedChain();
    const wing = row(25000);
    silence(chain.call, wing);
    silence(chain.put, wing);
    chain.call.bid[wing] = 500;
    chain.put.ask[wing] = 900;
    const got = solve(chain, contextOf());
    expect(got.callFlags[wing]! & FLAG_NO_ASK).toBeTruthy();
    expect(got.putFlags[wing]! & FLAG_NO_BID).toBeTruthy();
    expect(reasonOf(got.callFlags[wing]!)).toBe(IV_REASON_NO_PRICE);
    expect(got.iv[wing]).toBeCloseTo(smile(25000, FORWARD), 3);
    // Once it has traded, the bid is a price.
    chain.call.ltp[wing] = 3;
    chain.call.lastTradeTime[wing] = NOW - 120_000;
    chain.call.bid[wing] = 2;
    expect(reasonOf(solve(chain, contextOf()).callFlags[wing]!)).toBe(0);
  });

  test("outside the solved strikes the smile is flat", () => {
    const chain = pricedChain();
    for (const strike of [23000, 23050, 25050, 25100]) {
      silence(chain.call, row(strike));
      silence(chain.put, row(strike));
    }
    const got = solve(chain, contextOf());
    expect(got.iv[0]).toBe(got.iv[2]);
    expect(got.iv[1]).toBe(got.iv[2]);
    expect(got.iv[row(25100)]).toBe(got.iv[row(25000)]);
  });

  test("an absurd IV is kept and flagged", () => {
    const chain = pricedChain();
    quote(chain.call, row(25000), 11000);
    const got = solve(chain, contextOf());
    expect(got.iv[row(25000)]).toBeGreaterThan(5);
    expect(got.callFlags[row(25000)]! & FLAG_IV_SUSPECT).toBeTruthy();
    expect(got.callFlags[row(24900)]! & FLAG_IV_SUSPECT).toBe(0);
  });

  test("with fewer than two strikes solved the nearest expiry's ATM IV stands in, or nothing does", () => {
    const chain = pricedChain({ count: 5, first: 24000 });
    for (let i = 0; i < 5; i++) {
      silence(chain.call, i);
      silence(chain.put, i);
    }
    const borrowed = solve(chain, contextOf({ fallbackAtmIv: 0.15 }));
    expect([...borrowed.iv.subarray(0, 5)]).toEqual([0.15, 0.15, 0.15, 0.15, 0.15]);
    expect(borrowed.atmIv).toBe(0.15);
    expect(borrowed.callFlags[0]! & FLAG_IV_INTERPOLATED).toBeTruthy();
    expect(borrowed.callDelta[0]).toBeGreaterThan(0);
    const none = solve(chain, contextOf());
    expect(none.iv[0]).toBeNaN();
    expect(none.atmIv).toBeNaN();
    expect(none.callDelta[0]).toBeNaN();
    expect(none.callFlags[0]! & FLAG_IV_INTERPOLATED).toBe(0);
    expect(reasonOf(none.callFlags[0]!)).toBe(IV_REASON_NO_PRICE);
  });
});

describe("the clock", () => {
  test("expired: no IV, reason EXPIRED, intrinsic deltas against the spot, other greeks 0", () => {
    const chain = pricedChain();
    const got = solve(chain, contextOf({ now: EXPIRY, spot: 24050 }));
    expect(got).toMatchObject({ years: 0, forward: 24050, forwardSource: FORWARD_SETTLEMENT });
    expect(got.atmIv).toBeNaN();
    expect(got.iv[0]).toBeNaN();
    expect(reasonOf(got.callFlags[0]!)).toBe(IV_REASON_EXPIRED);
    expect([23000, 24050, 24100].map((k) => got.callDelta[row(k)])).toEqual([1, 0.5, 0]);
    expect([24050, 24100].map((k) => got.putDelta[row(k)])).toEqual([-0.5, -1]);
    expect([got.gamma[0], got.vega[0], got.callTheta[0], got.putTheta[0]]).toEqual([0, 0, 0, 0]);
  });

  test("expired: neither what is left in the books nor a future that trades on stands for a settlement", () => {
    const future = { bid: 24100, ask: 24102, ltp: 24101, lastTradeTime: EXPIRY };
    for (const isCommodity of [false, true]) {
      const context = contextOf({ now: EXPIRY, spot: 24050, future, isCommodity });
      const settled = solve(pricedChain(), context);
      expect(settled).toMatchObject({ forward: 24050, forwardSource: FORWARD_SETTLEMENT });
      const unknownYet = solve(pricedChain(), { ...context, spot: unknown });
      expect(unknownYet.forwardSource).toBe(FORWARD_NONE);
      for (const figure of [unknownYet.forward, unknownYet.callDelta[0], unknownYet.gamma[0]]) {
        expect(figure).toBeNaN();
      }
    }
  });

  test("five minutes before expiry everything is finite and the money has delta near a half", () => {
    const context = contextOf({ now: EXPIRY - 5 * 60_000, sessionClose: EXPIRY, spot: 24050 });
    const chain = pricedChain({ forward: 24050, context });
    const got = solve(chain, context);
    expect(got.callDelta[row(24050)]).toBeCloseTo(0.5, 2);
    for (let i = 0; i < chain.count; i++) {
      for (const column of [got.iv, got.callDelta, got.putDelta, got.gamma, got.vega, got.callTheta]) {
        expect(Number.isFinite(column[i])).toBe(true);
      }
    }
  });

  test("after the close ages are measured against it, T against now", () => {
    const chain = pricedChain();
    for (let i = 0; i < chain.count; i++) {
      chain.call.lastTradeTime[i] = chain.put.lastTradeTime[i] = CLOSE - 30_000;
      chain.call.bid[i] = chain.call.ask[i] = chain.put.bid[i] = chain.put.ask[i] = 0;
    }
    const context = contextOf({ now: CLOSE + 5 * 3_600_000 });
    const got = solve(chain, context);
    expect(got.callUsable[row(24050)]).toBe(chain.call.ltp[row(24050)]);
    expect(got.callFlags[row(24050)]! & FLAG_STALE_LTP).toBe(0);
    expect(got.years).toBe((EXPIRY - context.now) / (365 * DAY));
    expect(Number.isFinite(got.atmIv)).toBe(true);
  });

  test("a trade of yesterday is stale once the session itself has lasted fifteen minutes", () => {
    const open = CLOSE - 385 * 60_000;
    const stale = (now: number, sessionOpen?: number): boolean => {
      const chain = pricedChain();
      chain.call.lastTradeTime.fill(CLOSE - DAY);
      chain.call.lastTradeTime[0] = 0;
      const { callFlags } = solve(chain, contextOf({ now, ...(sessionOpen && { sessionOpen }) }));
      expect(callFlags[0]! & FLAG_STALE_LTP).toBe(callFlags[1]! & FLAG_STALE_LTP);
      return (callFlags[1]! & FLAG_STALE_LTP) !== 0;
    };
    expect(stale(open + 15 * 60_000, open)).toBe(false);
    expect(stale(open + 15 * 60_000 + 1, open)).toBe(true);
    expect(stale(open + 1)).toBe(true);
  });

  test("before the open yesterday's closing prices still give an IV, with T from now", () => {
    const yesterday = CLOSE - DAY;
    const chain = pricedChain();
    for (const side of [chain.call, chain.put]) side.lastTradeTime.fill(yesterday - 10_000);
    const got = solve(chain, contextOf({ now: CLOSE - 7 * 3_600_000, sessionClose: yesterday }));
    expect(got.forwardSource).toBe(FORWARD_SYNTHETIC);
    expect(got.atmIv).toBeGreaterThan(0.1);
  });
});

describe("the solver itself", () => {
  test("returns the same object and arrays each time", () => {
    const first = solve(pricedChain(), contextOf());
    const { iv } = first;
    const second = solve(pricedChain({ forward: 24300 }), contextOf());
    expect(second).toBe(first);
    expect(second.iv).toBe(iv);
    expect(second.forward).toBeCloseTo(24300, 8);
  });

  test("nothing of a longer chain shows in the shorter one solved after it", () => {
    const context = contextOf();
    const fresh = createLoneChainSolver(referenceKernel)(pricedChain({ count: 20 }), context);
    solve(pricedChain({ forward: 23500 }), context);
    const reused = solve(pricedChain({ count: 20 }), context);
    for (const [name, value] of Object.entries(fresh)) {
      const other = reused[name as keyof typeof reused];
      if (typeof value === "number") expect(other, name).toBe(value);
      else expect((other as Float64Array).slice(0, 20), name).toEqual(value.slice(0, 20));
    }
  });

  test("grows for a chain longer than its capacity", () => {
    const small = createLoneChainSolver(referenceKernel, 4);
    const got = small(pricedChain(), contextOf());
    expect(got.iv[42]).toBeCloseTo(smile(25100, FORWARD), 8);
  });

  test("an empty chain is empty, not an error", () => {
    const got = solve(createChainColumns(8), contextOf());
    expect(got).toMatchObject({ atmIndex: -1, callOi: 0, maxOi: 0, forward: 24000 });
    for (const value of [got.pcr, got.maxPain, got.atmIv, got.straddle]) expect(value).toBeNaN();
  });

  test("asks the kernel once a chain, and only of strikes that have a price it can solve", () => {
    const counts: number[] = [];
    const counting = createLoneChainSolver({
      ...referenceKernel,
      solveChain(...chain) {
        const [count, price, forward, strike, years, , isCall] = chain;
        const solved = new Float64Array(count);
        referenceKernel.impliedVolatility(count, price, forward, strike, years, isCall, solved);
        const priced = price.subarray(0, count).filter((value) => !Number.isNaN(value)).length;
        expect(solved.filter((value) => !Number.isNaN(value))).toHaveLength(priced);
        counts.push(priced);
        referenceKernel.solveChain(...chain);
      },
    });
    const chain = pricedChain();
    silence(chain.call, 30);
    silence(chain.put, 30);
    counting(chain, contextOf());
    counting(chain, contextOf({ now: EXPIRY }));
    expect(counts).toEqual([42]);
  });

  test("a chain beyond the kernel's capacity is solved in its parts, to the same figures", () => {
    const chain = pricedChain();
    silence(chain.call, 30);
    silence(chain.put, 30);
    const narrow = createLoneChainSolver({
      ...referenceKernel,
      chainCapacity: chain.count - 1,
      solveChain: () => expect.fail("too long a chain for one call"),
    });
    expect(narrow(chain, contextOf())).toEqual(solve(chain, contextOf()));
  });
});
