import { describe, expect, test } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { istInstant } from "#domain/calendar/ist.ts";
import { type MarginInputs, marginBook, marginOf } from "#domain/margin/margin.ts";
import { fundsByOrder, marginAfterExits, peakFunds } from "#domain/margin/questions.ts";
import { marginTimeline } from "#domain/margin/timeline.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { Leg } from "#domain/strategy/model.ts";
import { EXPIRY, expiryMarket, leg, market } from "./margin-fixture.ts";

const CONDOR = [
  leg("CE", 24_500, -1, 0.135),
  leg("PE", 23_500, -1, 0.145),
  leg("CE", 24_700, 1, 0.132),
  leg("PE", 23_300, 1, 0.15),
];

function inputs(legs: readonly Leg[], changes: Partial<MarginInputs> = {}): MarginInputs {
  return { legs, market: market(), dailyVolatility: Number.NaN, previousClose: Number.NaN, ...changes };
}
const bookOf = (legs: readonly Leg[]) => marginBook(inputs(legs), kernel);

describe("margin after leaving a leg", () => {
  test("leaving a sold leg sets margin free, leaving its hedge asks for more", () => {
    const exits = marginAfterExits(bookOf(CONDOR));
    const of = (each: Leg) => exits.find(({ position }) => position.legs.includes(each))!;
    expect(of(CONDOR[0]!).released).toBeGreaterThan(0);
    expect(of(CONDOR[2]!).released).toBeLessThan(-60_000);
  });

  test("each figure is the margin of the strategy without that leg", () => {
    const exits = marginAfterExits(bookOf(CONDOR));
    expect(exits).toHaveLength(4);
    for (const { position, marginRequired } of exits) {
      const rest = CONDOR.filter((each) => !position.legs.includes(each));
      expect(marginRequired).toBeCloseTo(marginOf(bookOf(rest)).marginRequired, 6);
    }
  });

  test("after the only leg nothing is left", () => {
    expect(marginAfterExits(bookOf([CONDOR[0]!]))).toMatchObject([{ marginRequired: 0 }]);
  });
});

describe("funds on the way to a strategy", () => {
  test("bought legs go first, so the hedges count for the sold ones; the credit of these lowers nothing", () => {
    const whole = marginOf(bookOf(CONDOR));
    const naked = marginOf(bookOf(CONDOR.slice(0, 2))).marginRequired;
    const peak = peakFunds([bookOf(CONDOR)]);
    const wings = bookOf(CONDOR.slice(2)).legs.reduce((sum, { outlay }) => sum + outlay, 0);
    expect(wings).toBeGreaterThan(1_000);
    expect(peak).toBeCloseTo(whole.marginRequired + wings, 6);
    expect(peak).toBeLessThan(naked);
  });

  test("by hand: a hedge at 100 before a sale at 300 needs its premium, and then the margin and the premium", () => {
    const hedge = leg("CE", 24_700, 1, 0.132, { id: "hedge", entryPrice: 100 });
    const sale = leg("CE", 24_500, -1, 0.135, { id: "sale", entryPrice: 300 });
    const { marginRequired, capitalRequired } = marginOf(bookOf([sale, hedge]));
    expect(capitalRequired).toBeCloseTo(marginRequired + 6_500 - 19_500, 6);
    const { orders } = fundsByOrder([bookOf([sale, hedge])]);
    expect(orders.map(({ legId }) => legId)).toEqual(["hedge", "sale"]);
    expect(orders[0]!.funds).toBeCloseTo(6_500, 6);
    expect(orders[1]!.funds).toBeCloseTo(marginRequired + 6_500, 6);
    expect(peakFunds([bookOf([sale, hedge])])).toBeCloseTo(marginRequired + 6_500, 6);
  });

  test("what was received for an option pays for the options that are bought after it, as far as it goes", () => {
    const hedge = leg("CE", 24_700, 1, 0.132, { id: "hedge", entryPrice: 100 });
    const sale = leg("CE", 24_500, -1, 0.135, { id: "sale", entryPrice: 60 });
    const { marginRequired } = marginOf(bookOf([sale, hedge]));
    const inTurn = fundsByOrder([bookOf([sale, hedge])], (orders) => orders).orders;
    expect(inTurn[0]!.funds).toBeCloseTo(marginOf(bookOf([sale])).marginRequired, 6);
    expect(inTurn[1]!.funds).toBeCloseTo(marginRequired + 6_500 - 3_900, 6);
  });

  test("it pays for none of another segment, and for no shares", () => {
    const sale = leg("CE", 24_500, -1, 0.135, { id: "sale", entryPrice: 300 });
    const share = leg("EQ", 0, 1, null, { id: "share", entryPrice: 100 });
    const dollar = market({ symbol: "USDINR", kind: "currency", derivativeExchange: "CDS", spot: 95 });
    const option = leg("CE", 96, 1, 0.05, { id: "dollar", entryPrice: 1, multiplier: 1_000, quantity: 10 });
    const other = marginBook(inputs([option], { market: dollar }), kernel);
    const { orders } = fundsByOrder([bookOf([sale, share]), other], (all) => all);
    const blocked = marginOf(bookOf([sale])).marginRequired;
    expect(orders.map(({ funds }) => Math.round(funds - blocked))).toEqual([0, 6_500, 16_500]);
  });

  test("nothing to place needs the margin of what is there", () => {
    const positions = CONDOR.map((each) => ({ ...each, kind: "position" as const }));
    expect(peakFunds([bookOf(positions)])).toBe(marginOf(bookOf(positions)).marginRequired);
    expect(peakFunds([bookOf([])])).toBe(0);
  });

  test("a contract that nothing values is bought and sold again: it needs nothing in the end, and on the way it is not known what", () => {
    const unpriced = market({ spot: Number.NaN, expiries: [expiryMarket({ forward: Number.NaN })] });
    const future = (id: string, lots: number) => leg("FUT", 0, lots, null, { id, entryPrice: 24_000 });
    const book = marginBook(inputs([future("in", 1), future("out", -1)], { market: unpriced }), kernel);
    expect(marginOf(book).marginRequired).toBe(0);
    expect(peakFunds([book])).toBeNaN();
  });
});

describe("the margin around the next expiry", () => {
  const next = "2026-12-15";
  const nextAt = expiryInstant("NFO", next);
  const calendar = [
    leg("CE", 24_100, -1, 0.14),
    leg("CE", 24_100, 1, 0.13, { expiry: next, expiryInstant: nextAt }),
  ];
  const both = market({
    now: istInstant("2026-12-01", "10:00"),
    expiries: [expiryMarket(), expiryMarket({ expiry: next, expiryInstant: nextAt, forward: 24_090 })],
  });

  test("runs from E-4 to the first day after, holidays and weekends left out", () => {
    const days = marginTimeline(inputs(calendar, { market: both }), kernel);
    expect(days.map(({ daysToExpiry }) => daysToExpiry)).toEqual([4, 3, 2, 1, 0, -1]);
    expect(days.find(({ daysToExpiry }) => daysToExpiry === 0)!.date).toBe(EXPIRY);
    expect(days.at(-1)!.date > EXPIRY).toBe(true);
  });

  test("a sold calendar's near leg loses its hedge on expiry day, and after it the bought leg needs nothing", () => {
    const days = marginTimeline(inputs(calendar, { market: both }), kernel);
    const on = (left: number) => days.find(({ daysToExpiry }) => daysToExpiry === left)!;
    expect(on(0).marginRequired).toBeGreaterThan(2 * on(1).marginRequired);
    expect(on(0).additional).toBeCloseTo(0.02 * 24_000 * 65, 6);
    expect(on(-1).marginRequired).toBe(0);
  });

  test("days that are past are not told, and today is margined as of now", () => {
    const late = market({ now: istInstant("2026-12-07", "14:00") });
    const days = marginTimeline(inputs([calendar[0]!], { market: late }), kernel);
    expect(days.map(({ daysToExpiry }) => daysToExpiry)).toEqual([1, 0, -1]);
    const now = marginOf(marginBook(inputs([calendar[0]!], { market: late }), kernel));
    expect(days[0]!.marginRequired).toBeCloseTo(now.marginRequired, 9);
  });

  test("without a living contract there is none", () => {
    expect(marginTimeline(inputs([]), kernel)).toEqual([]);
    expect(marginTimeline(inputs([leg("EQ", 0, 1)]), kernel)).toEqual([]);
  });
});
