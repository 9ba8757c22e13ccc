import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { atmStrikeIndex, maxPain, pcr } from "#domain/chain/measures.ts";
import type { OiMinutesResponse } from "#protocol/http/open-interest.ts";
import { createOiDay, type OiDay, PREVIOUS_CLOSE } from "#src/features/open-interest/by-strike/oi-day.ts";

type Told = OiMinutesResponse["payload"];
/** Units of a side by strike and minute, the close before first; NaN is not known. */
type Matrix = readonly (readonly number[])[];

const OPEN = istInstant("2026-11-18", "09:15");

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** As the call tells a side: each figure once, standing until the next; −1 is not known. */
function changesOf(row: readonly number[]): number[] {
  const told: number[] = [];
  let before = Number.NaN;
  row.slice(1).forEach((units, minute) => {
    if (Object.is(units, before)) return;
    told.push(minute, Number.isNaN(units) ? -1 : units);
    before = units;
  });
  return told;
}

function toldOf(call: Matrix, put: Matrix, forward: readonly number[]): Told {
  const minutes = forward.length;
  return {
    underlying_symbol: "NIFTY",
    expiries: ["2026-11-24"],
    lot_size: 65,
    session: {
      date: "2026-11-18",
      open: OPEN,
      close: OPEN + 375 * 60_000,
      origin: "recorded",
      recorded_since: OPEN,
      gaps: [],
    },
    minutes,
    spot: forward.map(orNull),
    forward: forward.map(orNull),
    previous_spot: 24_010,
    previous_forward: 24_020,
    strikes: call.map((_, i) => 24_000 + i * 50),
    previous_call_oi: call.map((row) => orNull(row[0]!)),
    previous_put_oi: put.map((row) => orNull(row[0]!)),
    call_oi: call.map(changesOf),
    put_oi: put.map(changesOf),
  };
}

const MINUTES = 12;
const units = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 9 }).map((lots) => lots * 65) },
  fc.constant(Number.NaN),
);
const side = (strikes: number) =>
  fc.array(fc.array(units, { minLength: MINUTES + 1, maxLength: MINUTES + 1 }), {
    minLength: strikes,
    maxLength: strikes,
  });
const worlds = fc.integer({ min: 1, max: 6 }).chain((strikes) =>
  fc.record({
    call: side(strikes),
    put: side(strikes),
    forward: fc.array(fc.integer({ min: 23_900, max: 24_400 }), {
      minLength: MINUTES,
      maxLength: MINUTES,
    }),
  }),
);

const sumOfKnown = (column: readonly number[]): number => {
  const known = column.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0);
};

const placesOf = (day: OiDay): number[] => Array.from({ length: day.minutes + 1 }, (_, i) => i - 1);

describe("[OI-5] a day by strike", () => {
  test("is at each minute what its changes, played one after the other, come to", () => {
    fc.assert(
      fc.property(worlds, ({ call, put, forward }) => {
        const day = createOiDay(toldOf(call, put, forward));
        for (const place of placesOf(day)) {
          const at = day.at(place);
          expect([...at.call]).toEqual(call.map((row) => row[place + 1]));
          expect([...at.put]).toEqual(put.map((row) => row[place + 1]));
        }
      }),
    );
  });

  test("has the sums of its strikes, and PCR, max pain and money of them", () => {
    fc.assert(
      fc.property(worlds, ({ call, put, forward }) => {
        const told = toldOf(call, put, forward);
        const day = createOiDay(told);
        const strikes = Float64Array.from(told.strikes);
        for (const place of placesOf(day)) {
          const at = day.at(place);
          const future = place === PREVIOUS_CLOSE ? 24_020 : forward[place]!;
          expect(at.callTotal).toBe(sumOfKnown([...at.call]));
          expect(at.putTotal).toBe(sumOfKnown([...at.put]));
          expect(at.pcr).toBe(pcr(at.putTotal, at.callTotal));
          expect(at.maxPain).toBe(maxPain(strikes.length, strikes, at.call, at.put, future));
          expect(at.atmStrike).toBe(strikes[atmStrikeIndex(strikes.length, strikes, future)]);
        }
      }),
    );
  });

  test("of two expiries together is the sum of the days of both", () => {
    fc.assert(
      fc.property(worlds, worlds, (one, other) => {
        const strikes = Math.min(one.call.length, other.call.length);
        const cut = (matrix: Matrix): Matrix => matrix.slice(0, strikes);
        const added = (a: Matrix, b: Matrix): Matrix =>
          cut(a).map((row, i) => row.map((value, minute) => value + b[i]![minute]!));
        const both = createOiDay(toldOf(added(one.call, other.call), added(one.put, other.put), one.forward));
        const first = createOiDay(toldOf(cut(one.call), cut(one.put), one.forward));
        const second = createOiDay(toldOf(cut(other.call), cut(other.put), one.forward));
        for (const place of placesOf(both)) {
          const [sum, a, b] = [both.at(place), first.at(place), second.at(place)];
          expect([...sum.call]).toEqual([...a.call].map((value, i) => value + b.call[i]!));
          expect([...sum.put]).toEqual([...a.put].map((value, i) => value + b.put[i]!));
        }
      }),
    );
  });

  test("a contract that is listed at noon is not known before, and nothing is made up of it", () => {
    const before = Array.from({ length: 4 }, () => Number.NaN);
    const day = createOiDay(
      toldOf(
        [
          [650, 650, 715, 715, 780, 780, 845],
          [...before, 65, 130, 130],
        ],
        [
          [65, 65, 65, 65, 65, 65, 65],
          [...before, 0, 0, 0],
        ],
        [24_010, 24_010, 24_010, 24_010, 24_010, 24_010],
      ),
    );
    expect([...day.at(2).call]).toEqual([715, Number.NaN]);
    expect(day.at(2).callTotal).toBe(715);
    expect([...day.at(3).call]).toEqual([780, 65]);
    expect([...day.at(3).put]).toEqual([65, 0]);
  });

  test("in a gap nothing is known, totals and PCR neither", () => {
    const day = createOiDay(
      toldOf([[650, 650, Number.NaN, 715]], [[65, 65, Number.NaN, 130]], [24_010, Number.NaN, 24_020]),
    );
    expect(day.at(1)).toMatchObject({
      callTotal: Number.NaN,
      putTotal: Number.NaN,
      pcr: Number.NaN,
      maxPain: Number.NaN,
      spot: Number.NaN,
      atmStrike: Number.NaN,
    });
    expect(day.at(2).callTotal).toBe(715);
  });

  test("beyond its ends is its nearest end, and before its first minute only the close before is known", () => {
    const day = createOiDay(toldOf([[650, 715]], [[65, 65]], [24_010]));
    expect(day.at(99).callTotal).toBe(715);
    expect(day.at(-9).callTotal).toBe(650);
    expect(day.at(PREVIOUS_CLOSE).spot).toBe(24_010);
    const early = createOiDay(toldOf([[650]], [[65]], []));
    expect(early.minutes).toBe(0);
    expect(early.at(0).callTotal).toBe(650);
  });
});
