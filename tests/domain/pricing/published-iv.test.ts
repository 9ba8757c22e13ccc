/**
 * IVs that NSE publishes, reproduced under its own convention: Black-Scholes on spot at 10 %, whole days over 365. That is
 * Black-76 on F = S e^{rT} with the price grown by e^{rT}. Recordings of real sessions; see their README for sources.
 */
import { describe, expect, test } from "vitest";
import type { OptionType } from "#domain/pricing/black76.ts";
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";
import {
  CHAIN_MINUTES,
  chainMinutes,
  NSE_BANKNIFTY_2023,
  NSE_NIFTY_2025,
  NSE_WEBSITE_CSV,
  nseChain,
  type PublishedOption,
  websiteOptions,
  wholeDayYears,
} from "../../support/market/published-chains.ts";
import { hasMarketFile, readMarketCsv } from "../calendar/market-files.ts";

const NSE_RATE = 0.1;
const DAILY_CANDLES = "candles/nifty50_daily_20250822_20260821.csv";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Of the sizes, as a share of them: 0.5 is the median. */
const quantile = (values: readonly number[], share: number) =>
  values.map(Math.abs).sort((a, b) => a - b)[Math.floor(share * values.length)]!;

/** IV of Black-Scholes on spot, per cent as published. */
function spotIv(option: PublishedOption, spot: number, years: number, rate: number): number {
  const growth = Math.exp(rate * years);
  const isCall = option.type === "CE";
  return 100 * impliedVolatility(option.price * growth, spot * growth, option.strike, years, isCall);
}

/** Near the money, traded and with an IV: deep in the money the published figure is a placeholder below 1. */
function isNear(option: PublishedOption, spot: number, width: number): boolean {
  return option.iv >= 1 && option.price > 0 && Math.abs(option.strike / spot - 1) <= width;
}

/**
 * Ours less theirs in vol points. An option without an IV under NSE's own rate counts as 100 points off; under any other
 * rate its price may honestly be below intrinsic, and it is passed over.
 */
function errorOf(option: PublishedOption, spot: number, years: number, rate: number): number | null {
  const ours = spotIv(option, spot, years, rate);
  if (!Number.isNaN(ours)) return ours - option.iv;
  return rate === NSE_RATE ? 100 : null;
}

/** The errors by `keyOf`. */
function errorsBy(
  options: readonly PublishedOption[],
  keyOf: (option: PublishedOption) => string,
  today: string,
  width: number,
  rate = NSE_RATE,
): Map<string, number[]> {
  const errors = new Map<string, number[]>();
  for (const option of options) {
    if (!isNear(option, option.spot, width)) continue;
    const error = errorOf(option, option.spot, wholeDayYears(option.expiry, today), rate);
    const list = errors.get(keyOf(option)) ?? [];
    errors.set(keyOf(option), list);
    if (error !== null) list.push(error);
  }
  return errors;
}

describe.skipIf(!hasMarketFile(CHAIN_MINUTES))("NIFTY on 19 Aug 2026, 102 minutes of four expiries", () => {
  const options = hasMarketFile(CHAIN_MINUTES) ? chainMinutes() : [];
  const today = "19-Aug-2026";
  const WIDTH = 0.012;

  test("the IVs come back, calls a little low and puts a little high", () => {
    const errors = errorsBy(options, ({ type }) => type, today, WIDTH);
    const all = [...errors.values()].flat();
    expect(all.length).toBeGreaterThan(8000);
    // Each side by itself: the mean of both would be nothing, whatever the errors.
    expect(Math.abs(mean(errors.get("CE")!))).toBeLessThan(0.075);
    expect(Math.abs(mean(errors.get("PE")!))).toBeLessThan(0.05);
    expect(mean(all.map(Math.abs))).toBeLessThan(0.18);
    // One quote against another a few seconds older: wider than the bias, still small.
    expect(quantile(all, 0.5)).toBeLessThan(0.13);
    expect(quantile(all, 0.99)).toBeLessThan(0.9);
  });

  test("in every minute of every expiry, not only on average", () => {
    const minuteOf = new Map(options.map((option) => [option as PublishedOption, option.minute]));
    const errors = errorsBy(options, (o) => `${minuteOf.get(o)} ${o.expiry}`, today, WIDTH);
    expect(errors.size).toBe(102 * 4);
    const medians = [...errors.values()].map((list) => quantile(list, 0.5));
    expect(quantile(medians, 0.5)).toBeLessThan(0.12);
    expect(quantile(medians, 0.9)).toBeLessThan(0.32);
    // From 11:51 to 12:00 the published spot stood still under moving options.
    expect(Math.max(...medians)).toBeLessThan(0.9);
    for (const list of errors.values()) expect(list.length).toBeGreaterThanOrEqual(17);
  });

  test.each([0.065, 0])("at a rate of %d they are off by half a point, calls up and puts down", (rate) => {
    const errors = errorsBy(options, ({ type }) => type, today, WIDTH, rate);
    expect(mean(errors.get("CE")!)).toBeGreaterThan(0.6);
    expect(mean(errors.get("PE")!)).toBeLessThan(-0.6);
  });
});

test.skipIf(!hasMarketFile(NSE_NIFTY_2025))(
  "NIFTY on 5 Aug 2025: every one of eleven expiries comes back within 0.3 points",
  () => {
    const { options } = nseChain(NSE_NIFTY_2025);
    const errors = errorsBy(options, ({ expiry }) => expiry, "05-Aug-2025", 0.02);
    expect(errors.size).toBe(11);
    for (const [expiry, list] of errors) expect(mean(list.map(Math.abs)), expiry).toBeLessThan(0.3);
    for (const [expiry, list] of errors) expect(quantile(list, 0.5), expiry).toBeLessThan(0.2);
  },
);

test.skipIf(!hasMarketFile(NSE_BANKNIFTY_2023))(
  "BANKNIFTY on 3 May 2023: within 0.12 points on every expiry but the next day's",
  () => {
    const { options } = nseChain(NSE_BANKNIFTY_2023);
    const errors = errorsBy(options, ({ expiry }) => expiry, "03-May-2023", 0.02);
    expect(errors.size).toBe(7);
    for (const [expiry, list] of errors) {
      // One day before expiry a point of volatility is worth nine rupees, and trades were not simultaneous.
      expect(quantile(list, 0.5), expiry).toBeLessThan(expiry === "04-May-2023" ? 0.4 : 0.12);
    }
    // Where an option and its spot were taken together the error is that of two decimals.
    for (const expiry of ["01-Jun-2023", "29-Jun-2023", "27-Jul-2023"]) {
      expect(quantile(errors.get(expiry)!, 0.5), expiry).toBeLessThan(0.006);
    }
  },
);

describe.skipIf(!hasMarketFile(NSE_WEBSITE_CSV))(
  "the CSV of NSE's website, NIFTY, expiry 30 Jun 2026",
  () => {
    // The file names no spot; its last prices are those of the close the evening before.
    const close = (): number =>
      Number(readMarketCsv(DAILY_CANDLES).find(({ Date: day }) => day === "29-JUN-2026")!.Close);
    const errorsAt = (options: readonly PublishedOption[], spot: number, days: number, rate: number) => {
      const byType: Record<OptionType, number[]> = { CE: [], PE: [] };
      for (const option of options.filter((each) => isNear(each, spot, 0.01))) {
        const error = errorOf(option, spot, days / 365, rate);
        if (error !== null) byType[option.type].push(error);
      }
      return byType;
    };

    test("its IVs are those of the close of 29 Jun with one day to go", () => {
      const spot = close();
      expect(spot).toBe(23946.25);
      const { CE, PE } = errorsAt(websiteOptions(), spot, 1, NSE_RATE);
      expect([...CE, ...PE].length).toBeGreaterThanOrEqual(18);
      expect(quantile([...CE, ...PE], 0.5)).toBeLessThan(0.35);
      // Had it been downloaded at 16:20, this would be the time to 15:30; the file does not say.
      const later = errorsAt(websiteOptions(), spot, 0.965, NSE_RATE);
      expect(quantile([...later.CE, ...later.PE], 0.5)).toBeLessThan(0.12);
    });

    test("without interest calls come out high and puts low", () => {
      const { CE, PE } = errorsAt(websiteOptions(), close(), 1, 0);
      expect(mean(CE)).toBeGreaterThan(0.3);
      expect(mean(PE)).toBeLessThan(-0.3);
    });
  },
);
