/**
 * IVs and greeks that others publish, reproduced under their own conventions: Black-Scholes on spot is Black-76
 * on F = S e^{rT} with the price grown by e^{rT}. Recordings of real sessions; see their README for sources.
 */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { black76, type OptionType } from "#domain/pricing/black76.ts";
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";

const CHAINS = "../shared/data/chain";
const MINUTES = `${CHAINS}/nifty_chain_minutes_2026-08-19.csv.gz`;
const NSE_AUGUST_2025 = `${CHAINS}/nse_option-chain-indices_NIFTY_20250805_135923.json.gz`;
const UPSTOX = `${CHAINS}/upstox_option_chain_NIFTY_exp20260407_recorded_20260402.json.gz`;
const NSE_RATE = 0.1;
const UPSTOX_RATE = 0.065;
const DAY = 86_400_000;

const read = (path: string) => gunzipSync(readFileSync(path)).toString("utf8");
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const magnitude = (values: number[]) => mean(values.map(Math.abs));

/** IV of Black-Scholes on spot, in percent as published. */
function spotIv(price: number, spot: number, strike: number, years: number, rate: number, type: OptionType) {
  const growth = Math.exp(rate * years);
  return 100 * impliedVolatility(price * growth, spot * growth, strike, years, type === "CE");
}

const wholeDays = (expiry: string, today: string) =>
  Math.round((Date.parse(`${expiry} UTC`) - Date.parse(`${today} UTC`)) / DAY) / 365;

test.skipIf(!existsSync(MINUTES))("NSE's IVs of 19 Aug 2026 come back within 0.06 points on average", () => {
  const errors: Record<string, Record<OptionType, number[]>> = {};
  for (const rate of [NSE_RATE, 0.065, 0]) errors[rate] = { CE: [], PE: [] };
  for (const line of read(MINUTES).trim().split("\n").slice(1)) {
    const [, , expiry, strikeText, type, spotText, ltp, , , , iv] = line.split(",");
    const strike = Number(strikeText);
    const spot = Number(spotText);
    // Deep in the money the published figure is a placeholder below 1.
    if (Math.abs(strike / spot - 1) > 0.012 || Number(iv) < 1) continue;
    const years = wholeDays(expiry!, "19 Aug 2026");
    for (const rate of [NSE_RATE, 0.065, 0]) {
      const ours = spotIv(Number(ltp), spot, strike, years, rate, type as OptionType);
      if (!Number.isNaN(ours)) errors[rate]![type as OptionType].push(ours - Number(iv));
    }
  }
  const nse = errors[NSE_RATE]!;
  expect(nse.CE.length + nse.PE.length).toBeGreaterThan(8000);
  expect((Math.abs(mean(nse.CE)) + Math.abs(mean(nse.PE))) / 2).toBeLessThan(0.061);
  // One quote against another a few seconds older: wider than the bias, still small.
  expect(magnitude([...nse.CE, ...nse.PE])).toBeLessThan(0.2);
  // Any other rate is wrong by more than half a point, calls and puts in opposite directions.
  for (const rate of [0.065, 0]) {
    expect(mean(errors[rate]!.CE)).toBeGreaterThan(0.6);
    expect(mean(errors[rate]!.PE)).toBeLessThan(-0.6);
  }
});

interface NseOption {
  expiryDate: string;
  strikePrice: number;
  impliedVolatility: number;
  lastPrice: number;
  underlyingValue: number;
}

test.skipIf(!existsSync(NSE_AUGUST_2025))("NSE's IVs of 5 Aug 2025 come back within 0.3 points", () => {
  const { records } = JSON.parse(read(NSE_AUGUST_2025)) as {
    records: { data: Partial<Record<OptionType, NseOption>>[] };
  };
  const errors = new Map<string, number[]>();
  for (const row of records.data) {
    for (const type of ["CE", "PE"] as const) {
      const option = row[type];
      if (option === undefined || option.impliedVolatility < 1 || option.lastPrice <= 0) continue;
      const { strikePrice, underlyingValue: spot, expiryDate } = option;
      if (Math.abs(strikePrice / spot - 1) > 0.02) continue;
      const years = wholeDays(expiryDate, "05-Aug-2025");
      const ours = spotIv(option.lastPrice, spot, strikePrice, years, NSE_RATE, type);
      if (Number.isNaN(ours)) continue;
      errors.set(expiryDate, [...(errors.get(expiryDate) ?? []), ours - option.impliedVolatility]);
    }
  }
  expect(errors.size).toBeGreaterThanOrEqual(10);
  for (const [expiry, list] of errors) expect(magnitude(list), expiry).toBeLessThan(0.3);
});

interface UpstoxSide {
  market_data: { ltp: number };
  option_greeks: { iv: number; delta: number; theta: number; vega: number };
}
interface UpstoxRow {
  strike_price: number;
  underlying_spot_price: number;
  call_options: UpstoxSide;
  put_options: UpstoxSide;
}

test.skipIf(!existsSync(UPSTOX))("Upstox's IV, delta, vega and theta of 2 Apr 2026 come back", () => {
  const { response } = JSON.parse(read(UPSTOX)) as { response: { data: UpstoxRow[] } };
  const years = (Date.UTC(2026, 3, 7, 10) - Date.UTC(2026, 3, 2, 6, 34, 54)) / (365 * DAY);
  const growth = Math.exp(UPSTOX_RATE * years);
  const errors = { iv: [] as number[], delta: [] as number[], vega: [] as number[], theta: [] as number[] };
  for (const row of response.data) {
    const spot = row.underlying_spot_price;
    if (Math.abs(row.strike_price / spot - 1) > 0.02) continue;
    for (const type of ["CE", "PE"] as const) {
      const { market_data, option_greeks } = type === "CE" ? row.call_options : row.put_options;
      if (option_greeks.iv === 0) continue;
      const forward = spot * growth;
      const iv = spotIv(market_data.ltp, spot, row.strike_price, years, UPSTOX_RATE, type);
      const ours = black76(type, forward, row.strike_price, years, option_greeks.iv / 100, UPSTOX_RATE);
      errors.iv.push(iv - option_greeks.iv);
      errors.delta.push(ours.delta * growth - option_greeks.delta);
      errors.vega.push(ours.vega / option_greeks.vega - 1);
      errors.theta.push(ours.theta / option_greeks.theta - 1);
    }
  }
  expect(errors.iv.length).toBeGreaterThan(20);
  expect(magnitude(errors.iv)).toBeLessThan(0.25);
  expect(magnitude(errors.delta)).toBeLessThan(0.002);
  expect(magnitude(errors.vega)).toBeLessThan(0.01);
  expect(magnitude(errors.theta)).toBeLessThan(0.01);
});
