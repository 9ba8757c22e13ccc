import { describe, expect, test } from "vitest";
import { futureOfExpiry, futureRows, NO_PRICES } from "#src/features/info/future-rows.ts";
import {
  CRUDE_FUTURES,
  CRUDEOIL,
  expiryStats,
  future,
  NIFTY,
  NIFTY_FUTURES,
  NOW,
  SBIN,
  stats,
} from "./world.ts";

describe("[INFO-3] the futures price beside an expiry", () => {
  const nifty = { underlying: NIFTY, futures: NIFTY_FUTURES, stats: stats(1), now: NOW };

  test("is its own future's where it has one", () => {
    expect(futureOfExpiry(nifty, "2026-11-24")).toEqual({
      kind: "own",
      expiry: "2026-11-24",
      price: 24_268.4,
    });
  });

  test("is an index' forward where it has none, and unknown where options make no forward", () => {
    expect(futureOfExpiry(nifty, "2026-12-01")).toEqual({ kind: "synthetic", expiry: null, price: 24_290.5 });
    const none = stats(1, { expiries: [expiryStats("2026-12-01", { forwardSource: 0 })] });
    expect(futureOfExpiry({ ...nifty, stats: none }, "2026-12-01")?.price).toBeNaN();
    expect(futureOfExpiry({ ...nifty, stats: null }, "2026-12-01")?.price).toBeNaN();
  });

  test("is on MCX the first future that ends after the option", () => {
    const told = stats(3, { expiries: [expiryStats("2026-12-16", { futurePrice: 5_432 })] });
    const crude = { underlying: CRUDEOIL, futures: CRUDE_FUTURES, stats: told, now: NOW };
    expect(futureOfExpiry(crude, "2026-12-16")).toEqual({ kind: "next", expiry: "2026-12-18", price: 5_432 });
  });

  test("is not known before futures are listed, nor without an expiry", () => {
    expect(futureOfExpiry({ ...nifty, futures: null }, "2026-11-24")).toBeNull();
    expect(futureOfExpiry(nifty, null)).toBeNull();
  });
});

describe("[INFO-7][INFO-8] the list of futures", () => {
  test("has of an index the synthetic ones among them, by date, with days and weekly mark", () => {
    const rows = futureRows(
      { underlying: NIFTY, stats: stats(1), now: NOW },
      NIFTY_FUTURES,
      new Map([
        [11, 24_268.4],
        [12, 24_399.9],
      ]),
    );
    expect(rows).toEqual([
      { expiry: "2026-11-24", daysToExpiry: 6, isWeekly: false, isSynthetic: false, futurePrice: 24_268.4 },
      { expiry: "2026-12-01", daysToExpiry: 13, isWeekly: true, isSynthetic: true, futurePrice: 24_290.5 },
      { expiry: "2026-12-29", daysToExpiry: 41, isWeekly: false, isSynthetic: false, futurePrice: 24_399.9 },
    ]);
  });

  test("has of a share and of a commodity the listed ones alone, unknown until they are quoted", () => {
    const stock = futureRows(
      { underlying: SBIN, stats: stats(2), now: NOW },
      [future("2026-11-24", 21)],
      NO_PRICES,
    );
    expect(stock.map(({ expiry, futurePrice }) => [expiry, futurePrice])).toEqual([
      ["2026-11-24", Number.NaN],
    ]);
    const crude = futureRows({ underlying: CRUDEOIL, stats: null, now: NOW }, CRUDE_FUTURES, NO_PRICES);
    expect(crude.map(({ expiry, isSynthetic }) => [expiry, isSynthetic])).toEqual([
      ["2026-11-19", false],
      ["2026-12-18", false],
    ]);
  });

  test("does not say how many days are left while the time is not known", () => {
    const rows = futureRows({ underlying: SBIN, stats: null, now: Number.NaN }, NIFTY_FUTURES, NO_PRICES);
    expect(rows.map(({ daysToExpiry }) => daysToExpiry)).toEqual([Number.NaN, Number.NaN]);
  });
});
