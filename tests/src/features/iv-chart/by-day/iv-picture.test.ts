import { expect, test } from "vitest";
import { type IvHistory, ivPicture, NOTHING_NOW } from "#src/features/iv-chart/by-day/iv-picture.ts";

const DATES = ["2026-06-01", "2026-11-20", "2026-11-23", "2026-11-24"];
const told: IvHistory = {
  ...{ underlying_symbol: "NIFTY", underlying_token: 256265, expiry: null, dates: DATES },
  times: DATES.map((date) => Date.parse(`${date}T09:15:00+05:30`)),
  ...{ is_present: true, running_at: Date.parse("2026-11-24T09:15:00+05:30") },
  close: [23_000, 24_000, 24_100, 24_200],
  iv30: [0.3, 0.12, 0.1, 0.11],
  atm_iv: null,
  hv10: [null, null, null, null],
  hv20: [null, null, 0.09, 0.08],
  hv30: [null, null, null, null],
  origins: ["simulated", "recorded", "recorded", null],
  now: {
    ...{
      iv30: 0.11,
      atm_iv: null,
      ivp: null,
      iv_rank: null,
      closes: 3,
      closes_needed: 60,
      closes_whole: true,
    },
    close_origins: ["recorded"],
  },
  range: { high: null, low: null, mean: null, closes: 3 },
};

test("[IV-3] the last point is what the market says now, for as long as the session goes on", () => {
  const live = { spot: 24_300, iv30: 0.125, atmIv: Number.NaN };
  const picture = ivPicture(told, "all", live);
  expect([picture.iv.at(-1), picture.close.at(-1)]).toEqual([0.125, 24_300]);
  expect([picture.figures.now, picture.figures.before, picture.figures.hv20]).toEqual([0.125, 0.1, 0.08]);
  const over = ivPicture({ ...told, running_at: null }, "all", live);
  expect([over.iv.at(-1), over.close.at(-1)]).toEqual([0.11, 24_200]);
});

test("[IV-5] high, low and mean are of the closes of the range", () => {
  const all = ivPicture(told, "all", NOTHING_NOW);
  expect([all.range.high, all.range.low]).toEqual([
    { at: 0, iv: 0.3 },
    { at: 2, iv: 0.1 },
  ]);
  const month = ivPicture(told, "1m", NOTHING_NOW);
  expect(month.dates).toEqual(DATES.slice(1));
  expect(month.range.high).toEqual({ at: 0, iv: 0.12 });
  expect(month.range.mean).toBeCloseTo(0.11, 12);
  expect(month.figures.percentile).toBeNaN();
});

test("[IV-3] of an expiry its own volatility is shown, and ranked is still that of 30 days", () => {
  const own = { ...told, expiry: "2026-11-24", atm_iv: [null, null, 0.2, 0.21] };
  const picture = ivPicture(own, "all", { spot: 24_300, iv30: 0.125, atmIv: 0.25 });
  expect(picture.iv).toEqual([null, null, 0.2, 0.25]);
  expect([picture.figures.now, picture.figures.before, picture.range.count]).toEqual([0.25, 0.2, 1]);
});
