import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contractSpec } from "#domain/instruments/specs.ts";
import { listedStrikes, monthsBetween } from "#domain/instruments/strikes.ts";
import { defaultTokenFor } from "#domain/instruments/token.ts";
import { REFERENCE_INDICES, UNDERLYINGS } from "#domain/instruments/underlyings.ts";
import { exchangeTokenOf, SEGMENT, segmentOf } from "#domain/units/segments.ts";
import { isRecorded, KITE_NFO_BFO, recordedContracts } from "../../support/market/recorded-instruments.ts";

const option = { underlying: "NIFTY", type: "CE", expiry: "2026-08-25", strike: 24_200 } as const;

describe("a contract's token", () => {
  // Change these only with a reason: stored tokens and recordings refer to them.
  test.each([
    [option, 3_161_704_450],
    [{ ...option, type: "PE" as const }, 3_161_704_706],
    [{ ...option, type: "FUT" as const, strike: 0 }, 3_161_456_642],
    [{ underlying: "RELIANCE", type: "CE", expiry: "2026-08-25", strike: 1310 } as const, 872_549_378],
    [{ underlying: "VOLTAS", type: "PE", expiry: "2026-09-29", strike: 1200 } as const, 1_678_831_874],
    [{ underlying: "SENSEX", type: "CE", expiry: "2026-08-20", strike: 77_000 } as const, 3_156_608_005],
    [{ underlying: "GOLD", type: "PE", expiry: "2026-09-25", strike: 142_900 } as const, 541_797_127],
    [{ underlying: "USDINR", type: "CE", expiry: "2026-09-25", strike: 95.75 } as const, 3_194_354_691],
  ])("is fixed by its terms: %o has %i", (terms, token) => {
    expect(defaultTokenFor(terms)).toBe(token);
  });

  test("carries the segment of its exchange and fits the wire", () => {
    const segment = { NFO: SEGMENT.NFO, BFO: SEGMENT.BFO, CDS: SEGMENT.CDS, MCX: SEGMENT.MCX } as const;
    for (const { symbol, derivativeExchange } of UNDERLYINGS) {
      const token = defaultTokenFor({ underlying: symbol, type: "FUT", expiry: "2026-08-25", strike: 0 });
      expect(segmentOf(token), symbol).toBe(segment[derivativeExchange as keyof typeof segment]);
      expect(token >>> 0, symbol).toBe(token);
    }
  });

  test("of a spot instrument is the underlying's", () => {
    for (const { symbol, token, kind } of [...UNDERLYINGS, ...REFERENCE_INDICES]) {
      const type = kind === "stock" ? "EQ" : "INDEX";
      expect(defaultTokenFor({ underlying: symbol, type, expiry: null, strike: 0 })).toBe(token);
    }
  });

  test("is refused off the grid, without an expiry, or for a stranger", () => {
    expect(() => defaultTokenFor({ ...option, strike: 24_225 })).toThrow(/24225/);
    expect(() => defaultTokenFor({ ...option, strike: 0 })).toThrow(RangeError);
    expect(() => defaultTokenFor({ ...option, strike: -50 })).toThrow(RangeError);
    expect(() => defaultTokenFor({ ...option, strike: 102_400 })).toThrow(RangeError);
    expect(() => defaultTokenFor({ ...option, strike: Number.NaN })).toThrow(RangeError);
    expect(() => defaultTokenFor({ ...option, expiry: null })).toThrow(RangeError);
    expect(() => defaultTokenFor({ ...option, underlying: "NOSUCH" })).toThrow(/NOSUCH/);
    expect(() => defaultTokenFor({ ...option, underlying: "INDIA VIX" })).toThrow(RangeError);
  });
});

describe("no two living contracts share a token", () => {
  const anUnderlying = fc.constantFrom(...UNDERLYINGS);
  const aDay = fc
    .date({ min: new Date("2026-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
    .map((d) => d.toISOString().slice(0, 10));
  const aContract = fc.record({
    underlying: anUnderlying,
    type: fc.constantFrom("CE" as const, "PE" as const, "FUT" as const),
    expiry: aDay,
    steps: fc.integer({ min: 1, max: 900 }),
  });

  test("for any two different contracts within the life of a listing", () => {
    fc.assert(
      fc.property(aContract, aContract, fc.boolean(), (first, second, isSameUnderlying) => {
        const terms = [
          first,
          { ...second, underlying: isSameUnderlying ? first.underlying : second.underlying },
        ].map(({ underlying, type, expiry, steps }) => ({
          underlying: underlying.symbol,
          type,
          expiry,
          strike: type === "FUT" ? 0 : steps * underlying.strikeStep,
          listsWeeklies: contractSpec(underlying.symbol, expiry).weekly,
        }));
        const [a, b] = [terms[0]!, terms[1]!];
        const months = Math.abs(monthsBetween(a.expiry, b.expiry));
        // Monthly products list one expiry a month, at most a year ahead: two days of a month are one contract.
        fc.pre(a.listsWeeklies ? months < 66 : months < 16);
        const sameExpiry = a.listsWeeklies ? a.expiry === b.expiry : months === 0;
        const isSame =
          a.underlying === b.underlying && a.type === b.type && a.strike === b.strike && sameExpiry;
        expect(defaultTokenFor(a) === defaultTokenFor(b)).toBe(isSame);
      }),
      { numRuns: 3000 },
    );
  });

  test("over the whole universe with prices 15 % below to 20 % above, weekly expiries for five years", () => {
    const months = Array.from(
      { length: 12 },
      (_, i) => `${2026 + Math.floor((7 + i) / 12)}-${String(((7 + i) % 12) + 1).padStart(2, "0")}-25`,
    );
    const weeks = Array.from({ length: 261 }, (_, i) =>
      new Date(Date.UTC(2026, 7, 18) + i * 7 * 86_400_000).toISOString().slice(0, 10),
    );
    const seen = new Set<number>();
    let count = 0;
    const add = (token: number): void => {
      seen.add(token);
      count++;
    };
    for (const underlying of [...UNDERLYINGS, ...REFERENCE_INDICES]) add(underlying.token);
    for (const underlying of UNDERLYINGS) {
      const { symbol, basePrice } = underlying;
      const { weekly } = contractSpec(symbol, "2026-08-18");
      const span = { low: basePrice * 0.85, high: basePrice * 1.2 };
      for (const expiry of weekly ? weeks : months) {
        const terms = { underlying: symbol, expiry };
        add(defaultTokenFor({ ...terms, type: "FUT", strike: 0 }));
        for (const strike of listedStrikes(underlying, span, "monthly", 0)) {
          add(defaultTokenFor({ ...terms, type: "CE", strike }));
          add(defaultTokenFor({ ...terms, type: "PE", strike }));
        }
      }
    }
    expect(count).toBeGreaterThan(500_000);
    expect(seen.size).toBe(count);
  });
});

test.skipIf(!isRecorded(KITE_NFO_BFO))("simulated tokens stay clear of those Kite issued in Aug 2026", () => {
  const recorded = recordedContracts().map((each) => each.token);
  for (const segment of [SEGMENT.NFO, SEGMENT.BFO]) {
    const real = recorded.filter((token) => segmentOf(token) === segment).map(exchangeTokenOf);
    const highest = real.reduce((max, each) => Math.max(max, each), 0);
    const ours = UNDERLYINGS.map((each) =>
      defaultTokenFor({ underlying: each.symbol, type: "FUT", expiry: "2024-08-29", strike: 0 }),
    ).filter((token) => segmentOf(token) === segment);
    const lowest = ours.map(exchangeTokenOf).reduce((min, each) => Math.min(min, each), Infinity);
    expect(highest).toBeGreaterThan(0);
    expect(lowest).toBeGreaterThan(highest);
  }
});
