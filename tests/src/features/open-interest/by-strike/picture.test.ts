import { describe, expect, test } from "vitest";
import type { OiByStrikeResponse } from "#protocol/http/open-interest.ts";
import {
  changeOf,
  oiOf,
  pictureOfAnswer,
  strikesAround,
} from "#src/features/open-interest/by-strike/picture.ts";

const TOLD: OiByStrikeResponse["payload"] = {
  underlying_symbol: "NIFTY",
  expiries: ["2026-11-24"],
  lot_size: 65,
  from: {
    at: null,
    spot: 23_990,
    forward: 24_010,
    atm_strike: 24_000,
    pcr: 0.5,
    max_pain: 24_000,
    call_oi: 1_300,
    put_oi: 650,
  },
  to: {
    at: 1_763_440_000_000,
    spot: null,
    forward: null,
    atm_strike: null,
    pcr: null,
    max_pain: null,
    call_oi: null,
    put_oi: null,
  },
  strikes: [23_950, 24_000, 24_050],
  call_oi_from: [650, 650, null],
  put_oi_from: [650, 0, 0],
  call_oi_to: [1_300, null, 65],
  put_oi_to: [0, 65, 0],
  sessions: [],
};

describe("[OI-3] open interest by strike", () => {
  test("what is not known of an instant stays so", () => {
    const { from, to } = pictureOfAnswer(TOLD);
    expect(from).toMatchObject({ at: Number.NaN, pcr: 0.5, callOi: 1_300 });
    expect(to).toMatchObject({ spot: Number.NaN, pcr: Number.NaN, maxPain: Number.NaN, callOi: Number.NaN });
  });

  test("is shown in units, or in lots", () => {
    const { now } = pictureOfAnswer(TOLD);
    expect(oiOf(now, [0, 3], 1)).toEqual({ call: [1_300, null, 65], put: [0, 65, 0] });
    expect(oiOf(now, [0, 3], 65)).toEqual({ call: [20, null, 1], put: [0, 1, 0] });
  });

  test("a change is known where both ends of it are", () => {
    const { before, now } = pictureOfAnswer(TOLD);
    expect(changeOf(before, now, [0, 3], 65)).toEqual({ call: [10, null, null], put: [-10, 1, 0] });
  });

  test("strikes in view lie to both sides of the money, as many as there are", () => {
    const strikes = Array.from({ length: 101 }, (_, i) => 20_000 + i * 50);
    expect(strikesAround(strikes, 22_512, 10)).toEqual([40, 61]);
    expect(strikesAround(strikes, 20_030, 10)).toEqual([0, 12]);
    expect(strikesAround(strikes, 99_999, 10)).toEqual([90, 101]);
    expect(strikesAround(strikes, Number.NaN, 10)).toEqual([0, 101]);
    expect(strikesAround([], 22_500, 10)).toEqual([0, 0]);
  });
});
