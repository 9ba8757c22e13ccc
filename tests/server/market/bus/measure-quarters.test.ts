import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BLOCK_MINUTES,
  EXPIRY_COLUMNS,
  joinMeasures,
  keptFigure,
  type MeasureQuarter,
  packQuarter,
  packQuarters,
  UNDERLYING_COLUMNS,
  unpackQuarter,
  unpackQuarters,
} from "#server/market/bus/measure-quarters.ts";
import { PACKED_FIGURES, packMeasures, unpackMeasures } from "#server/market/bus/packed-measures.ts";

/** Prices to the pips of currency, open interest beyond 32 bits, volatilities, what nobody can know. */
const figure = fc.oneof(
  fc.double({ min: 0, max: 1e6, noNaN: true }),
  fc.integer({ min: 0, max: 2 ** 40 }),
  fc.constantFrom(Number.NaN, 0, -0, 1e-12, 24_000.05, Number.POSITIVE_INFINITY, 1e300),
);
const columns = <Column extends string>(names: readonly Column[]) =>
  fc
    .array(fc.array(figure, { minLength: BLOCK_MINUTES, maxLength: BLOCK_MINUTES }), {
      minLength: names.length,
      maxLength: names.length,
    })
    .map(
      (all) =>
        Object.fromEntries(
          names.map((name, i) => [
            name,
            Float64Array.from(all[i]!, (value) => keptFigure(name as "spot", value)),
          ]),
        ) as Record<Column, Float64Array>,
    );
const anyQuarter: fc.Arbitrary<MeasureQuarter> = fc.record({
  sampled: fc.integer({ min: 0, max: 2 ** BLOCK_MINUTES - 1 }),
  underlying: columns(UNDERLYING_COLUMNS),
  expiries: fc
    .uniqueArray(fc.integer({ min: 20_200_101, max: 20_401_231 }), { maxLength: 3 })
    .chain((dates) =>
      fc
        .array(columns(EXPIRY_COLUMNS), { minLength: dates.length, maxLength: dates.length })
        .map((all) => new Map(dates.map((date, i) => [date, all[i]!]))),
    ),
});

/** Of a minute that was not sampled nothing is known. */
const quarter = anyQuarter.map((made): MeasureQuarter => {
  for (const all of [made.underlying, ...made.expiries.values()]) {
    for (const values of Object.values(all)) {
      for (let i = 0; i < BLOCK_MINUTES; i++) if ((made.sampled & (1 << i)) === 0) values[i] = Number.NaN;
    }
  }
  return made;
});

describe("measures as they are kept", () => {
  it("are read back as the very numbers that were told", () => {
    fc.assert(
      fc.property(quarter, (told) => {
        expect(unpackQuarter(packQuarter(told))).toEqual(told);
      }),
    );
  });

  it("are rounded once: what is kept is kept as it is", () => {
    fc.assert(
      fc.property(figure, fc.constantFrom(...UNDERLYING_COLUMNS, ...EXPIRY_COLUMNS), (value, column) => {
        const kept = keptFigure(column, value);
        expect(keptFigure(column, kept)).toBe(kept);
        if (!Number.isNaN(kept)) expect(Math.abs(kept - value)).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
    );
    expect(keptFigure("forward", 24_000.123_449)).toBe(24_000.1234);
    expect(keptFigure("atmIv", 0.123_456_78)).toBe(0.123_456_8);
    expect(keptFigure("callOi", 4_294_967_296 * 3)).toBe(12_884_901_888);
    expect(keptFigure("spot", Number.POSITIVE_INFINITY)).toBeNaN();
  });

  it("take a few bytes a figure", () => {
    const made = Object.fromEntries(
      EXPIRY_COLUMNS.map((name, k) => [
        name,
        Float64Array.from({ length: BLOCK_MINUTES }, (_, i) => keptFigure(name, 24_000 + k + 3.7 * i)),
      ]),
    ) as Record<(typeof EXPIRY_COLUMNS)[number], Float64Array>;
    const underlying = { spot: made.forward, iv30: made.atmIv, ivp: made.atmIv };
    const body = packQuarter({ sampled: 0x7fff, underlying, expiries: new Map([[20261124, made]]) });
    expect(body.byteLength / (14 * BLOCK_MINUTES)).toBeLessThan(3.5);
  });

  it("of two processes, one after the other, are joined by the minute, the later one's where both have it", () => {
    fc.assert(
      fc.property(quarter, quarter, (first, second) => {
        const joined = unpackQuarter(joinMeasures(packQuarter(first), packQuarter(second)));
        expect(joined.sampled).toBe(first.sampled | second.sampled);
        expect(new Set(joined.expiries.keys())).toEqual(
          new Set([...first.expiries.keys(), ...second.expiries.keys()]),
        );
        for (let i = 0; i < BLOCK_MINUTES; i++) {
          const from = (second.sampled & (1 << i)) === 0 ? first : second;
          for (const name of UNDERLYING_COLUMNS)
            expect(joined.underlying[name][i]).toBe(from.underlying[name][i]);
          for (const [expiry, all] of joined.expiries) {
            const own = from.expiries.get(expiry);
            for (const name of EXPIRY_COLUMNS) expect(all[name][i]).toBe(own?.[name][i] ?? Number.NaN);
          }
        }
      }),
    );
  });

  it("of a version that is not known are refused", () => {
    expect(() => unpackQuarter(Uint8Array.of(9, 0, 0))).toThrow(/version 9/);
  });

  it("of a day travel as one message, by the starts of their quarters", () => {
    const quarters = new Map([
      [Date.UTC(2026, 10, 20, 3, 45), Uint8Array.of(1, 2, 3)],
      [Date.UTC(2026, 10, 20, 4, 0), new Uint8Array(0)],
    ]);
    expect(unpackQuarters(packQuarters(quarters))).toEqual(quarters);
    expect(unpackQuarters(packQuarters(new Map()))).toEqual(new Map());
  });
});

it("what the feed says of a moment is read back to the last bit", () => {
  const figures = Object.fromEntries(
    PACKED_FIGURES.map((name, i) => [name, i % 4 === 0 ? Number.NaN : i / 7]),
  );
  const expiry = { expiry: 20261124, solvedAt: Date.UTC(2026, 10, 20, 4), ...figures } as never;
  const samples = [
    { underlying: 4_294_967_295, at: 1, spot: 0.1, iv30: Number.NaN, ivp: 100, expiries: [expiry, expiry] },
    { underlying: 1, at: 2, spot: Number.NaN, iv30: 0.2, ivp: Number.NaN, expiries: [] },
  ];
  expect(unpackMeasures(packMeasures(samples))).toEqual(samples);
  expect(unpackMeasures(packMeasures([]))).toEqual([]);
});
