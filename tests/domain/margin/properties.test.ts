import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { type MarginInputs, marginBook, marginOf, type StrategyMargin } from "#domain/margin/margin.ts";
import { marginAfterExits, peakFunds } from "#domain/margin/questions.ts";
import { marginTimeline } from "#domain/margin/timeline.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { Leg, LegType } from "#domain/strategy/model.ts";
import { EXPIRY_AT, expiryMarket, leg, market, NOW } from "./margin-fixture.ts";

function of(legs: readonly Leg[], changes: Partial<MarginInputs> = {}): StrategyMargin {
  const inputs = {
    legs,
    market: market(),
    dailyVolatility: Number.NaN,
    previousClose: Number.NaN,
    ...changes,
  };
  return marginOf(marginBook(inputs, kernel));
}

const legs = fc.array(
  fc.record({
    type: fc.constantFrom<LegType>("CE", "PE", "FUT"),
    strike: fc.integer({ min: 440, max: 520 }).map((n) => n * 50),
    lots: fc.integer({ min: -20, max: 20 }).filter((n) => n !== 0),
    sigma: fc.double({ min: 0.05, max: 0.6, noNaN: true }),
  }),
  { minLength: 1, maxLength: 8 },
);
const built = legs.map((rows) =>
  rows.map(({ type, strike, lots, sigma }, i) =>
    leg(type, type === "FUT" ? 0 : strike, lots, sigma, { id: `${i}` }),
  ),
);

describe("whatever the legs", () => {
  test("no part of a margin is negative, and the worst scenario is the scan", () => {
    fc.assert(
      fc.property(built, (each) => {
        const margin = of(each);
        for (const part of [
          margin.span,
          margin.exposure,
          margin.additional,
          margin.marginRequired,
          margin.capitalRequired,
        ]) {
          expect(part).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(part)).toBe(true);
        }
        const losses = margin.groups.flatMap((group) => [...group.losses]);
        expect(margin.scanRisk).toBe(Math.max(0, ...losses));
        expect(
          peakFunds([
            marginBook({ legs: each, market: market(), dailyVolatility: 0, previousClose: 0 }, kernel),
          ]),
        ).toBeGreaterThanOrEqual(margin.capitalRequired - 1e-6);
      }),
    );
  });

  test("so many times the lots is so many times the margin", () => {
    fc.assert(
      fc.property(built, fc.integer({ min: 2, max: 50 }), (each, times) => {
        const once = of(each);
        const many = of(each.map((one) => ({ ...one, quantity: one.quantity * times })));
        for (const part of ["span", "exposure", "additional", "marginRequired", "capitalRequired"] as const) {
          expect(Math.abs(many[part] - times * once[part])).toBeLessThanOrEqual(1e-6 + 1e-9 * many[part]);
        }
      }),
    );
  });

  test("protection bought for a sold option never raises the scan risk", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<"CE" | "PE">("CE", "PE"),
        fc.integer({ min: 456, max: 504 }).map((n) => n * 50),
        fc.integer({ min: 1, max: 40 }).map((n) => n * 50),
        fc.integer({ min: 1, max: 20 }),
        fc.double({ min: 0.08, max: 0.4, noNaN: true }),
        fc.double({ min: 0.2, max: 60, noNaN: true }),
        (type, strike, width, lots, sigma, days) => {
          const at = market({ now: EXPIRY_AT - days * 86_400_000 });
          const sold = leg(type, strike, -lots, sigma, { id: "sold" });
          const wing = leg(type, type === "CE" ? strike + width : strike - width, lots, sigma, {
            id: "wing",
          });
          const naked = of([sold], { market: at }).scanRisk;
          expect(of([sold, wing], { market: at }).scanRisk).toBeLessThanOrEqual(naked + 1e-6);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("a bought option adds to the SPAN of anything at most nothing", () => {
    fc.assert(
      fc.property(built, fc.integer({ min: 440, max: 520 }), (each, strike) => {
        // Of a contract that is not held yet: one has one volatility, whatever its legs are drawn with.
        const option = leg("PE", strike * 50 + 25, 3, 0.2, { id: "more" });
        expect(of([...each, option]).span).toBeLessThanOrEqual(of(each).span + 1e-6);
      }),
    );
  });

  test("options bought need no SPAN at all, however many they are and whatever digit the kernel ends in", () => {
    const rounding: typeof kernel = {
      ...kernel,
      scenarioScan(...terms) {
        kernel.scenarioScan(...terms);
        const gains = terms[6];
        for (let s = 0; s < gains.length; s++) gains[s]! *= 1 + 1e-10;
      },
    };
    const later = expiryInstant("NFO", "2026-12-15");
    // The first expiry's last morning: what expires today is scanned apart from the rest.
    const at = market({
      now: EXPIRY_AT - 5 * 3_600_000,
      expiries: [expiryMarket(), expiryMarket({ expiry: "2026-12-15", expiryInstant: later })],
    });
    const row = fc.record({
      type: fc.constantFrom<LegType>("CE", "PE"),
      strike: fc.integer({ min: 100, max: 1_200 }).map((n) => n * 50),
      lots: fc.integer({ min: 1, max: 1_000_000 }),
      sigma: fc.double({ min: 0.02, max: 2, noNaN: true }),
      isLater: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), (rows) => {
        const bought = rows.map(({ type, strike, lots, sigma, isLater }, i) =>
          leg(type, strike, lots, sigma, {
            id: `${i}`,
            ...(isLater ? { expiry: "2026-12-15", expiryInstant: later } : {}),
          }),
        );
        const inputs = { legs: bought, market: at, dailyVolatility: Number.NaN, previousClose: Number.NaN };
        const book = marginBook(inputs, rounding);
        expect([marginOf(book).span, marginOf(book).marginRequired]).toEqual([0, 0]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("absurd legs and markets leave every figure finite", () => {
    const absurd = fc.oneof(
      fc.double(),
      fc.constantFrom(0, -1, 1e308, -1e308, 5e-324, Number.NaN, Number.POSITIVE_INFINITY),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom<LegType>("CE", "PE", "FUT", "EQ"), absurd, absurd, absurd, absurd)),
        fc.tuple(absurd, absurd, absurd, absurd),
        (rows, [spot, forward, dailyVolatility, previousClose]) => {
          const odd = rows.map(([type, strike, quantity, customIv, entryPrice], i) =>
            leg(type, strike, 1, customIv, { id: `${i}`, quantity, entryPrice }),
          );
          const inputs: MarginInputs = {
            legs: odd,
            market: market({ spot, expiries: [{ ...market().expiries[0]!, forward }] }),
            dailyVolatility,
            previousClose,
          };
          const book = marginBook(inputs, kernel);
          const { groups, ...figures } = marginOf(book);
          for (const figure of Object.values(figures)) expect(Number.isFinite(figure)).toBe(true);
          for (const { losses } of groups) expect([...losses].every(Number.isFinite)).toBe(true);
          expect(figures.marginRequired).toBeGreaterThanOrEqual(0);
          expect(figures.capitalRequired).toBeGreaterThanOrEqual(0);
          // What is bought and sold again is open on the way: without a price it is not known what it needs meanwhile.
          const isPriced = book.positions.every(({ risk }) => risk !== null);
          if (isPriced) expect(Number.isFinite(peakFunds([book]))).toBe(true);
          for (const { released } of marginAfterExits(book)) expect(Number.isFinite(released)).toBe(true);
          for (const day of marginTimeline(inputs, kernel))
            expect(Number.isFinite(day.marginRequired)).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("500 legs are margined in seconds, questions and all", () => {
    const many = Array.from({ length: 500 }, (_, i) =>
      leg(i % 2 === 0 ? "CE" : "PE", 22_000 + 10 * i, i % 3 === 0 ? 1 : -1, 0.15, { id: `${i}` }),
    );
    const inputs = { legs: many, market: market({ now: NOW }), dailyVolatility: 0.01, previousClose: 24_000 };
    const begun = performance.now();
    const book = marginBook(inputs, kernel);
    marginOf(book);
    peakFunds([book]);
    marginAfterExits(book);
    marginTimeline(inputs, kernel);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
