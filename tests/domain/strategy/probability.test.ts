import { describe, expect, test } from "vitest";
import { pop } from "#domain/chain/measures.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { createSettlementFit, lognormalSettlement } from "#domain/pricing/settlement-distribution.ts";
import { SETTLEMENT_ATM, SETTLEMENT_SMILE, SETTLEMENT_UNKNOWN } from "#domain/pricing/settlement-source.ts";
import {
  call,
  expiryMarket,
  leg,
  market,
  NEAR,
  NEAR_FORWARD,
  NOW,
  put,
  SPOT,
  summary,
} from "./strategy-fixture.ts";

describe("probability of profit (the cases named reference in tests/vectors/probability.json)", () => {
  test("a profit between 23,600 and 24,520 has 0.711813590709", () => {
    const straddle = summary([call(24_060, -65, 260), put(24_060, -65, 200)]);
    expect(straddle.breakevensAtExpiry).toEqual([23_600, 24_520]);
    expect(straddle.pop).toBeCloseTo(0.711813590709, 12);
  });

  test("a profit above 24,350 has 0.249994259747", () => {
    const bought = summary([call(24_300, 65, 50)]);
    expect(bought.pop).toBeCloseTo(0.249994259747, 12);
    expect(summary([call(24_300, -65, 50)]).pop).toBeCloseTo(1 - 0.249994259747, 12);
  });

  test("the offset of the IV widens it", () => {
    const wider = summary([call(24_300, 65, 50)], { ivOffset: 5 });
    expect(wider.pop).toBeGreaterThan(0.3);
  });

  test("without a volatility it is unknown, and so with one of 0", () => {
    const blind = market({ expiries: market().expiries.map((each) => ({ ...each, atmIv: Number.NaN })) });
    expect(summary([call(24_300, 65, 50)], {}, blind).pop).toBeNaN();
    expect(summary([call(24_300, 65, 50)], { ivOffset: -13 }).pop).toBeNaN();
  });

  test("a strategy without legs has none", () => {
    expect(summary([]).pop).toBeNaN();
  });

  test("shares alone have none, for they have no expiry; with an option they have the option's", () => {
    const shares = leg("EQ", 0, { entryPrice: 23_000 });
    const alone = summary([shares]);
    expect([alone.expiry, alone.pop]).toEqual([null, Number.NaN]);
    expect(summary([shares], {}, market({ expiries: [] })).pop).toBeNaN();
    const covered = summary([shares, call(24_300, -65, 50)]);
    expect(covered.expiry).toBe(NEAR);
    expect(covered.pop).toBeGreaterThan(0.9);
  });
});

describe("standard deviation", () => {
  test("one is 433.153235817 rupees, shown around the spot", () => {
    const { standardDeviation: sd } = summary([call(24_000, 65, 200)]);
    expect(sd.sd).toBeCloseTo(433.153235817, 9);
    expect(sd.days).toBeCloseTo(7, 12);
    // F ± sd, less F - S.
    expect(sd.lower1).toBeCloseTo(SPOT - 433.153235817, 8);
    expect(sd.upper2).toBeCloseTo(NEAR_FORWARD + 2 * 433.153235817 - (NEAR_FORWARD - SPOT), 8);
  });

  test("its bands are prices: at a volatility beyond all sense they end at nothing, the upper ones do not", () => {
    const wild = summary([call(24_000, 65, 200)], { ivOffset: 1_000 }).standardDeviation;
    expect(wild.sd).toBeGreaterThan(SPOT);
    expect([wild.lower1, wild.lower2]).toEqual([0, 0]);
    expect([wild.upper1, wild.upper2]).toEqual([SPOT + wild.sd, SPOT + 2 * wild.sd]);
    const half = summary([call(24_000, 65, 200)], { ivOffset: 400 }).standardDeviation;
    expect([half.lower1, half.lower2]).toEqual([SPOT - half.sd, 0]);
    expect(half.lower1).toBeGreaterThan(0);
  });

  test("over fixed days it does not depend on the expiry", () => {
    const at = market({ now: NOW + 3 * 86_400_000 });
    const fixed = summary([call(24_000, 65, 200)], { sdMode: "fixed", fixedSdDays: 7 }, at).standardDeviation;
    expect(fixed.sd).toBeCloseTo(433.153235817, 9);
    expect(fixed.days).toBe(7);
    expect(summary([call(24_000, 65, 200)], {}, at).standardDeviation.days).toBeCloseTo(4, 12);
  });

  test("STRAT-4: to the target date it is over the days until then, none while that is now", () => {
    const days = (targetTime: number | null) =>
      summary([call(24_000, 65, 200)], { sdMode: "targetDate", targetTime }).standardDeviation;
    expect(days(null)).toMatchObject({ days: 0, sd: 0, lower1: SPOT, upper2: SPOT });
    const later = days(NOW + 3 * 86_400_000);
    expect(later.days).toBeCloseTo(3, 9);
    expect(later.sd).toBeCloseTo(NEAR_FORWARD * 0.13 * Math.sqrt(3 / 365), 6);
    // Beyond the expiry there is nothing left to move.
    const toExpiry = summary([call(24_000, 65, 200)]).standardDeviation;
    expect(days(NOW + 90 * 86_400_000)).toEqual(toExpiry);
  });

  test("potential upside and downside are the P&L at expiry that far away", () => {
    const s = summary([call(24_000, 65, 200)]);
    const fraction = 0.13 * Math.sqrt(7 / 365);
    expect(s.potentialUpside).toBeCloseTo((SPOT * fraction - 200) * 65, 6);
    expect(s.potentialDownside).toBe(-13_000);
  });
});

describe("one probability in chain and strategy", () => {
  const skew = (strike: number) => 0.13 - 0.35 * Math.log(strike / NEAR_FORWARD);
  const near = expiryMarket({ expiry: NEAR, forward: NEAR_FORWARD, atmIv: skew(NEAR_FORWARD), iv: skew });
  const at = market({ expiries: [near] });
  const years = 7 / 365;
  const settlement = createSettlementFit();
  settlement.fit({
    count: near.strikes.length,
    strikes: near.strikes,
    iv: near.iv,
    solved: near.solved,
    forward: NEAR_FORWARD,
    years,
    atmIv: near.atmIv,
    ivOffset: 0,
    tickSize: 0.05,
  });

  test.each([23_000, 23_400, 23_800, 24_050, 24_400])(
    "of the put and the call at %d, bought and sold",
    (k) => {
      for (const [type, leg] of [["PE", put] as const, ["CE", call] as const]) {
        const price = blackPrice(type, NEAR_FORWARD, k, years, skew(k), 0);
        const buyer = pop(type, k, price, NEAR_FORWARD, years, settlement);
        const bought = summary([leg(k, 65, price)], {}, at);
        const sold = summary([leg(k, -65, price)], {}, at);
        expect(bought.popSource).toBe(SETTLEMENT_SMILE);
        expect(bought.pop).toBeCloseTo(buyer, 12);
        expect(sold.pop).toBeCloseTo(1 - buyer, 12);
      }
    },
  );

  test("neither the strike's own IV nor the ATM IV gives it", () => {
    const k = 23_800;
    const price = blackPrice("PE", NEAR_FORWARD, k, years, skew(k), 0);
    const { pop: seller } = summary([put(k, -65, price)], {}, at);
    for (const sigma of [skew(k), near.atmIv]) {
      const other = 1 - lognormalSettlement(NEAR_FORWARD, years, sigma).below(k - price);
      expect(Math.abs(other - seller)).toBeGreaterThan(0.005);
    }
  });

  test("an offset of the IV moves the whole smile", () => {
    const price = blackPrice("PE", NEAR_FORWARD, 23_400, years, skew(23_400), 0);
    const more = summary([put(23_400, -65, price)], { ivOffset: 3 }, at);
    expect(more.popSource).toBe(SETTLEMENT_SMILE);
    expect(more.pop).toBeLessThan(summary([put(23_400, -65, price)], {}, at).pop - 0.02);
  });

  test("without a smile it says that it is lognormal, and without a volatility nothing", () => {
    expect(summary([call(24_300, 65, 50)]).popSource).toBe(SETTLEMENT_ATM);
    expect(summary([]).popSource).toBe(SETTLEMENT_UNKNOWN);
  });
});
