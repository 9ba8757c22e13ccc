import { describe, expect, test } from "vitest";
import { createDiscountCurve, MOST_RATE } from "#domain/pricing/discount-curve.ts";
import { entryWeight } from "#domain/pricing/discount-entry.ts";
import {
  DISCOUNT_BORROWED,
  DISCOUNT_LENDERS,
  DISCOUNT_NONE,
  DISCOUNT_OWN_CURVE,
  DISCOUNT_OWN_PAIRS,
  lenderNumber,
  lenderSymbol,
} from "#domain/pricing/discount-origin.ts";

type Witness = readonly [days: number, discount: number, error: number];
const NO_PAIRS = Number.NaN;

function curveOf(expiries: readonly Witness[], lender: ReturnType<typeof createDiscountCurve> | null = null) {
  const curve = createDiscountCurve(expiries.length);
  const lives = expiries.map(([days]) => days / 365);
  for (const [place, [days, discount, error]] of expiries.entries())
    curve.witness(place, days / 365, { discount, error });
  curve.weigh(lender);
  curve.fit(expiries.length, lives);
  return curve;
}

const toldOf = (
  expiries: readonly Witness[],
  lender: ReturnType<typeof createDiscountCurve> | null = null,
) => {
  const curve = curveOf(expiries, lender);
  return expiries.map(([days], place) => {
    const { rate, error, source } = curve.at(place);
    return { rate, error, source, discount: Math.exp((-rate * days) / 365) };
  });
};

/**
 * NIFTY at the closes of four days of August 2026 (NSE's end of day): September's weekly, October, December, March, June and
 * December 2027, each with what the pairs that traded say; March's traded in enough strikes on two days only.
 */
const NIFTY: readonly (readonly Witness[])[] = [
  [
    [46, NO_PAIRS, NO_PAIRS],
    [74, 0.9807, 0.00161],
    [137, 0.9639, 0.00099],
    [228, NO_PAIRS, NO_PAIRS],
    [319, NO_PAIRS, NO_PAIRS],
    [501, NO_PAIRS, NO_PAIRS],
  ],
  [
    [43, NO_PAIRS, NO_PAIRS],
    [71, 0.9838, 0.00497],
    [134, 0.9656, 0.00102],
    [225, NO_PAIRS, NO_PAIRS],
    [316, NO_PAIRS, NO_PAIRS],
    [498, NO_PAIRS, NO_PAIRS],
  ],
  [
    [42, NO_PAIRS, NO_PAIRS],
    [70, 0.9841, 0.00253],
    [133, 0.9642, 0.00051],
    [224, 0.9398, 0.00263],
    [315, NO_PAIRS, NO_PAIRS],
    [497, NO_PAIRS, NO_PAIRS],
  ],
  [
    [41, NO_PAIRS, NO_PAIRS],
    [69, 0.9802, 0.00147],
    [132, 0.9653, 0.00069],
    [223, 0.9442, 0.00272],
    [314, NO_PAIRS, NO_PAIRS],
    [496, NO_PAIRS, NO_PAIRS],
  ],
];

describe("a curve of all expiries", () => {
  test("NIFTY, March 2027: steady whether six of its pairs traded or three; who knows it is said", () => {
    const march = NIFTY.map((day) => toldOf(day)[3]!);
    for (const each of march) {
      expect(each.discount).toBeGreaterThan(0.938);
      expect(each.discount).toBeLessThan(0.945);
      expect(each.error).toBeLessThan(0.012);
    }
    // A hundredth of D there is 0.12 points of IV.
    for (let day = 1; day < march.length; day++)
      expect(Math.abs(march[day]!.rate - march[day - 1]!.rate) * 0.62 * 12).toBeLessThan(0.1);
    expect(march.map((each) => each.source)).toEqual([
      DISCOUNT_OWN_CURVE,
      DISCOUNT_OWN_CURVE,
      DISCOUNT_OWN_PAIRS,
      DISCOUNT_OWN_PAIRS,
    ]);
  });

  test("is within one error of the pairs that tell, on each day", () => {
    for (const day of NIFTY) {
      const told = toldOf(day);
      for (const [place, [days, discount, error]] of day.entries())
        if (error > 0) expect(Math.abs(told[place]!.discount - discount), `${days} days`).toBeLessThan(error);
    }
  });

  test("D never rises in time nor falls by more than 15 % a year, whatever pairs say", () => {
    const odd: Witness[] = [
      [80, 0.972, 0.0004],
      [130, 0.985, 0.0004],
      [200, 0.981, 0.0004],
      [400, 0.85, 0.002],
      [700, 0.97, 0.003],
    ];
    const told = toldOf(odd);
    for (let i = 1; i < told.length; i++) {
      expect(told[i]!.discount).toBeLessThanOrEqual(told[i - 1]!.discount + 1e-15);
      expect(told[i]!.rate).toBeLessThanOrEqual(MOST_RATE);
    }
  });

  test("one bad expiry among four moves no other by a quarter of a point of rate", () => {
    const good = [100, 190, 280, 460].map((days): Witness => [days, Math.exp((-0.08 * days) / 365), 0.001]);
    for (const bad of [0, 1, 2, 3]) {
      const spoilt = good.map(
        (each, i): Witness => (i === bad ? [each[0], Math.exp((-0.01 * each[0]) / 365), 0.0005] : each),
      );
      const told = toldOf(spoilt);
      for (const i of [0, 1, 2, 3])
        if (i !== bad) expect(Math.abs(told[i]!.rate - 0.08), `${bad} ${i}`).toBeLessThan(0.0025);
    }
  });

  test.each([
    ["above 1", 1.02],
    ["of 20 % a year", Math.exp((-0.2 * 200) / 365)],
  ])("pairs that say a discount %s are no witness", (_, discount) => {
    expect(toldOf([[200, discount, 0.001]])[0]).toEqual({
      rate: 0,
      error: Number.NaN,
      source: DISCOUNT_NONE,
      discount: 1,
    });
  });

  test("what pairs know badly fades to nothing and does not switch", () => {
    let before = toldOf([[200, 0.96, 0.001]])[0]!.rate;
    expect(before).toBeCloseTo(0.0745, 4);
    for (let error = 0.0012; error < 0.03; error += 0.0002) {
      const { rate } = toldOf([[200, 0.96, error]])[0]!;
      expect(rate).toBeLessThanOrEqual(before + 1e-12);
      expect(before - rate).toBeLessThan(0.003);
      before = rate;
    }
    expect(before).toBe(0);
  });
});

describe("interest comes in", () => {
  test("between 45 and 75 days, a hair a day", () => {
    expect([entryWeight(45 / 365), entryWeight(75 / 365), entryWeight(2)]).toEqual([0, 1, 1]);
    for (let day = 40; day < 80; day += 1) {
      const step = entryWeight((day + 1) / 365) - entryWeight(day / 365);
      expect(step).toBeGreaterThanOrEqual(0);
      expect(step).toBeLessThan(0.075);
    }
  });

  test("so that an expiry growing old at 10 % a year never moves IV by a tenth of a point a day", () => {
    for (let day = 30; day < 120; day++) {
      const gain = (days: number) => {
        const { discount } = toldOf([[days, Math.exp((-0.1 * days) / 365), 0.0005]])[0]!;
        return 12 * (1 / discount - 1);
      };
      expect(Math.abs(gain(day + 1) - gain(day)), `${day}`).toBeLessThan(0.1);
    }
  });
});

describe("borrowing", () => {
  const lender = curveOf(NIFTY[3]!);

  test("pairs that tell nothing take the lender's rate", () => {
    const [told] = toldOf([[132, NO_PAIRS, NO_PAIRS]], lender);
    expect(told!.source).toBe(DISCOUNT_BORROWED);
    expect(told!.rate).toBeCloseTo(lender.levelAt(132 / 365).rate, 12);
    expect(told!.error).toBeGreaterThan(0.001);
  });

  test("a few pairs far from it hardly count, many beside it do", () => {
    const far = toldOf([[132, 0.998, 0.0015]], lender)[0]!;
    expect(Math.abs(far.rate - lender.levelAt(132 / 365).rate)).toBeLessThan(0.008);
    expect(far.source).toBe(DISCOUNT_BORROWED);
    const beside = toldOf([[132, 0.9685, 0.0004]], lender)[0]!;
    expect(Math.abs(beside.discount - 0.9685)).toBeLessThan(0.0004);
    expect(beside.source).toBe(DISCOUNT_OWN_PAIRS);
  });

  test("lenders have a number on the wire each, and nothing else has", () => {
    for (const symbol of DISCOUNT_LENDERS) expect(lenderSymbol(lenderNumber(symbol))).toBe(symbol);
    expect([lenderNumber("RELIANCE"), lenderSymbol(0), lenderSymbol(99)]).toEqual([0, null, null]);
  });
});
