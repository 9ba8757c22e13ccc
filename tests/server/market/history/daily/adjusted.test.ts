import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, compactDate } from "#domain/calendar/ist.ts";
import type { ShareChange } from "#domain/instruments/share-changes.ts";
import { adjusted, adjustedExpiries } from "#server/market/history/daily/adjusted.ts";
import type { DailyBar, ExpiryDay } from "#server/market/history/daily/daily-bars.ts";

const FIRST = "2026-08-03";
const COUNT = 30;
const SHARES = [2, 5, 10, 1.25, 0.1] as const;

const change = fc.record({
  date: fc.integer({ min: 0, max: COUNT }).map((n) => addDays(FIRST, n)),
  shares: fc.constantFrom(...SHARES),
  source: fc.constant("made"),
});
const changesOf = fc.array(change, { maxLength: 3 });
const since = (changes: readonly ShareChange[], date: number) =>
  changes.reduce((all, each) => (compactDate(each.date) > date ? all * each.shares : all), 1);

/** A market whose company is worth the same all along, in shares of the day. */
function flat(changes: readonly ShareChange[]): DailyBar[] {
  return Array.from({ length: COUNT }, (_, i) => {
    const date = compactDate(addDays(FIRST, i));
    const price = 1_000 * since(changes, date);
    const units = 3_000_000 / since(changes, date);
    return {
      date,
      open: price,
      high: price * 1.01,
      low: price * 0.99,
      close: price,
      volume: units,
      futuresOi: 2 * units,
      origin: "recorded",
    };
  });
}

describe("days in terms of the shares of now", () => {
  it("have no cliff in price, volume or open interest, whatever changed and how often", () => {
    fc.assert(
      fc.property(changesOf, (changes) => {
        for (const bar of adjusted(flat(changes), changes)) {
          expect(bar.open!).toBeCloseTo(1_000, 6);
          expect(bar.close).toBeCloseTo(1_000, 6);
          expect(bar.high!).toBeCloseTo(1_010, 6);
          expect(bar.low!).toBeCloseTo(990, 6);
          expect(bar.volume!).toBeCloseTo(3_000_000, 3);
          expect(bar.futuresOi!).toBeCloseTo(6_000_000, 3);
        }
      }),
    );
  });

  it("are worth what they were: turnover stays, and so does every return within a day", () => {
    fc.assert(
      fc.property(changesOf, fc.double({ min: 1, max: 1e5, noNaN: true }), (changes, price) => {
        const raw = flat([]).map((bar, i) => ({ ...bar, close: price + i }));
        for (const [i, bar] of adjusted(raw, changes).entries()) {
          expect(bar.close * bar.volume!).toBeCloseTo(raw[i]!.close * raw[i]!.volume!, -2);
          expect(bar.close / bar.open!).toBeCloseTo(raw[i]!.close / raw[i]!.open!, 9);
        }
      }),
    );
  });

  it("are as they are from the last ex-date on, and all of them without a change", () => {
    fc.assert(
      fc.property(changesOf, (changes) => {
        const raw = flat(changes);
        const last = Math.max(0, ...changes.map(({ date }) => compactDate(date)));
        expect(adjusted(raw, changes).filter(({ date }) => date >= last)).toEqual(
          raw.filter(({ date }) => date >= last),
        );
        expect(adjusted(raw, [])).toEqual(raw);
      }),
    );
  });

  it("leave what is unknown unknown, and what a source has adjusted itself", () => {
    const [bar] = flat([]);
    const split = [{ date: addDays(FIRST, 1), shares: 2, source: "made" }];
    const none = { ...bar!, open: null, high: null, low: null, volume: null, futuresOi: null };
    expect(adjusted([none], split)).toEqual([{ ...none, close: 500 }]);
    const told = { ...bar!, origin: "source" as const };
    expect(adjusted([told], split)).toEqual([told]);
  });

  it("have their expiries go with them: strikes divided, open interest multiplied, PCR and IV as they were", () => {
    const day: ExpiryDay = {
      date: compactDate(FIRST),
      expiry: 20260825,
      forward: 1_003,
      atmIv: 0.3,
      pcr: 0.8,
      maxPain: 1_000,
      callOi: 500,
      putOi: 400,
      callVolume: null,
      putVolume: 10,
      origin: "imported",
    };
    const split = [{ date: addDays(FIRST, 1), shares: 2, source: "made" }];
    expect(adjustedExpiries([day], split)).toEqual([
      { ...day, forward: 501.5, maxPain: 500, callOi: 1_000, putOi: 800, putVolume: 20 },
    ]);
    expect(adjustedExpiries([day], [])).toEqual([day]);
  });
});
