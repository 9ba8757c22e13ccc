import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { istDate, istInstant } from "#domain/calendar/ist.ts";
import { sessionClose, sessionsOn } from "#domain/calendar/market-sessions.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import { heatDates, MOST_DATES } from "#domain/strategy/heat/heat-dates.ts";
import { HEAT_STEPS, heatPrices } from "#domain/strategy/heat/heat-prices.ts";
import { heatTable } from "#domain/strategy/heat/heat-table.ts";
import { call, FAR, leg, market, NEAR, NOW, options, put, summary } from "../strategy-fixture.ts";

const condor = () => [
  put(23_500, 65, 40),
  put(23_800, -130, 95.5),
  call(24_200, -130, 110, { expiry: FAR }),
  call(24_500, 65, null),
];

/** As near as a double of this size says. */
const near = (value: number) => 1e-9 * Math.max(1, Math.abs(value));

describe("[STRAT-47] every cell of the heat table is what the payoff says at that price and date", () => {
  for (const steps of HEAT_STEPS) {
    test(`in steps of ${steps}, with an IV offset, booked and manual P&L`, () => {
      const legs = [...condor(), leg("FUT", 0, { entryPrice: 24_050, bookedPnl: 1_234.5, quantity: -65 })];
      const asked = { ivOffset: 1.5, manualPnl: { isChecked: true, pnl: -500 } };
      const table = heatTable(legs, market(), options(asked), steps, kernel);
      expect(table.prices).toHaveLength(11);
      expect(table.times).toHaveLength(9);
      for (const [i, price] of table.prices.entries()) {
        for (const [j, time] of table.times.entries()) {
          const at = summary(legs, { ...asked, targetPrice: price, targetTime: time });
          const cell = table.pnl[i]![j]!;
          expect(at.selectedTargetTime).toBe(time);
          expect(Math.abs(cell - at.projectedPayoff)).toBeLessThan(near(cell));
          expect(Math.abs(cell - (at.targetPnl + 1_234.5 - 500))).toBeLessThan(near(cell));
        }
      }
    });
  }

  test("for any legs", () => {
    const drawn = fc.array(
      fc.record({
        strike: fc.integer({ min: 440, max: 520 }),
        lots: fc.integer({ min: -4, max: 4 }),
        isCall: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(drawn, fc.nat(10), fc.nat(8), (all, row, column) => {
        const legs = all.map(({ strike, lots, isCall }) =>
          (isCall ? call : put)(50 * strike, 65 * lots, 100),
        );
        const { prices, times, pnl } = heatTable(legs, market(), options(), "strikes", kernel);
        const at = summary(legs, { targetPrice: prices[row]!, targetTime: times[column]! });
        expect(Math.abs(pnl[row]![column]! - at.targetPnl)).toBeLessThan(near(at.targetPnl));
      }),
      { numRuns: 60 },
    );
  });

  test("what is unknown is unknown: without a spot there are no rows, without an IV no figures", () => {
    expect(heatTable(condor(), market({ spot: Number.NaN }), options(), "sigma", kernel).prices).toEqual([]);
    const blind = heatTable([call(24_000, 65, 100)], market({ expiries: [] }), options(), "sigma", kernel);
    expect(blind.pnl.flat().slice(0, 5).every(Number.isNaN)).toBe(true);
  });
});

describe("[STRAT-48] rows of prices", () => {
  test("the spot stands in the middle, five whole steps of the strikes on either side that reach two standard deviations", () => {
    const prices = heatPrices("strikes", { spot: 24_012.35, strikeStep: 50, sd: 500 });
    expect(prices).toEqual([
      23_000, 23_200, 23_400, 23_600, 23_800, 24_012.35, 24_200, 24_400, 24_600, 24_800, 25_000,
    ]);
    expect(heatPrices("strikes", { spot: 24_030, strikeStep: 50, sd: 500 }).slice(3, 7)).toEqual([
      23_800, 24_000, 24_030, 24_200,
    ]);
    expect(heatPrices("strikes", { spot: 23_990, strikeStep: 50, sd: 500 }).slice(4, 7)).toEqual([
      23_800, 23_990, 24_200,
    ]);
    expect(heatPrices("strikes", { spot: 24_000, strikeStep: 50, sd: 500 })).toContain(23_800);
    expect(heatPrices("strikes", { spot: 24_000, strikeStep: 50, sd: 500 })[5]).toBe(24_000);
  });

  test("or half standard deviations; without one, strikes one by one", () => {
    expect(heatPrices("sigma", { spot: 100, strikeStep: 5, sd: 8 })).toEqual([
      80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120,
    ]);
    expect(heatPrices("sigma", { spot: 100, strikeStep: 5, sd: Number.NaN })[6]).toBe(105);
    expect(heatPrices("sigma", { spot: 100, strikeStep: 5, sd: 90 })).toEqual([
      10, 55, 100, 145, 190, 235, 280, 325,
    ]);
  });

  test("the target date of now has no standard deviation: then it is until the expiry", () => {
    const { prices } = heatTable(condor(), market(), options({ sdMode: "targetDate" }), "sigma", kernel);
    const { sd } = summary(condor()).standardDeviation;
    expect(prices[6]! - prices[5]!).toBeCloseTo(sd / 2, 6);
  });
});

describe("[STRAT-49] columns of dates", () => {
  const last = istInstant(NEAR, "15:30");

  test("begin with now, end with the last target date, and lie in trading hours evenly", () => {
    const dates = heatDates("NFO", NOW, last);
    expect(dates[0]).toBe(NOW);
    expect(dates.at(-1)).toBe(last);
    for (const at of dates.slice(1, -1)) {
      const sessions = sessionsOn("NFO", istDate(at)).filter(({ phase }) => phase === "continuous");
      expect(sessions.some(({ open, close }) => at >= open && at <= close)).toBe(true);
    }
  });

  test("are the closes of trading days where there are enough of them", () => {
    const far = heatDates("NFO", NOW, istInstant(FAR, "15:30"));
    expect(far).toHaveLength(MOST_DATES);
    for (const at of far.slice(1, -1)) expect(at).toBe(sessionClose("NFO", istDate(at)));
  });

  test("ascend without repeats whatever time is left, and are now alone when none is", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 * 86_400_000 }), (left) => {
        const dates = heatDates("NFO", NOW, NOW + left);
        expect(dates.length).toBeLessThanOrEqual(MOST_DATES);
        expect(dates.every((at, i) => i === 0 || at > dates[i - 1]!)).toBe(true);
        expect([dates[0], dates.at(-1)]).toEqual([NOW, NOW + left]);
      }),
    );
    expect(heatDates("NFO", NOW, NOW)).toEqual([NOW]);
  });
});
