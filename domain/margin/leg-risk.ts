/** What one leg brings to the margin of its underlying: everything below adds up over legs (SPAN's risk array, and more). */

import { istDate } from "../calendar/ist.ts";
import { black76 } from "../pricing/black76.ts";
import { rateOf } from "../pricing/discount.ts";
import { LEG_CALL, LEG_LINEAR, LEG_PUT, type ScanLegs } from "../pricing/strategy-kernel-port.ts";
import { yearsToExpiry } from "../pricing/time.ts";
import type { Leg } from "../strategy/model.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { deliveryMargin } from "./delivery.ts";
import { marginForward, sigmaOf } from "./leg-inputs.ts";
import type { MarginMarket } from "./margin-market.ts";
import { LEAST_SIGMA, SCENARIO_COUNT, SCENARIOS } from "./scenarios.ts";

/** Rupees throughout. */
export interface LegRisk {
  readonly leg: Leg;
  /** Gain under each scenario, weight counted. */
  readonly gains: Float64Array;
  /** Σ q m V of an option; 0 for others. */
  readonly optionValue: number;
  /** Units of the underlying, q m Δ. */
  readonly delta: number;
  readonly forward: number;
  readonly expiry: IsoDate;
  readonly expiresToday: boolean;
  readonly exposure: number;
  readonly deepOtm: number;
  readonly expiryDay: number;
  readonly delivery: number;
  /** Contract value, q m S without its sign, of futures and sold options; 0 for bought ones. */
  readonly obligation: number;
  readonly shortOptionMinimum: number;
  /** Money paid to open it, received where below 0: the premium of a new trade, the price of shares. */
  readonly outlay: number;
}

/** Why a leg has no margin: nothing known has a price, its contract's terms are not, or it is worth more than any order is. */
export type Unvalued = "NO_PRICE" | "NO_TERMS" | "TOO_LARGE";

/** Rupees. Beyond this a double no longer holds the paisa; no order is near it. */
export const LARGEST_VALUE = 1e15;
/** "Residual maturity of more than 9 months", in years. */
const LONG_DATED = 0.75;

const SHIFTS = Float64Array.from(SCENARIOS, ({ shift }) => shift);
const moves = new Float64Array(SCENARIO_COUNT);
const shifts = new Float64Array(SCENARIO_COUNT);
const one: ScanLegs = {
  count: 1,
  kind: new Uint8Array(1),
  strike: new Float64Array(1),
  quantity: new Float64Array(1),
  years: new Float64Array(1),
  sigma: new Float64Array(1),
  rate: new Float64Array(1),
  forward: new Float64Array(1),
};

function scan(range: number, { market, ranges, kernel }: MarginMarket): Float64Array {
  for (let s = 0; s < SCENARIO_COUNT; s++) {
    moves[s] = SCENARIOS[s]!.move * range;
    shifts[s] = SHIFTS[s]! * ranges.volatility;
  }
  const gains = new Float64Array(SCENARIO_COUNT);
  kernel.scenarioScan(one, SCENARIO_COUNT, moves, shifts, market.tickSize, LEAST_SIGMA, gains);
  for (let s = 0; s < SCENARIO_COUNT; s++) gains[s]! *= SCENARIOS[s]!.weight;
  return gains;
}

/** A bought option loses its value at most, whatever last digit the kernel makes of that. */
function capLoss(gains: Float64Array, value: number): void {
  for (let s = 0; s < SCENARIO_COUNT; s++) gains[s] = Math.max(gains[s]!, -value);
}

/** What a trade was or will be done at, as the strategy has it: its entry price, else the usable, else the last; NaN = none. */
function entryOf({ entryPrice, quote }: Leg): number {
  if (entryPrice !== null && !Number.isNaN(entryPrice)) return entryPrice;
  if (quote.usablePrice > 0) return quote.usablePrice;
  return quote.lastPrice > 0 ? quote.lastPrice : Number.NaN;
}

/** Shares are bought in full and sold from a holding; they carry no margin of the derivatives segment and give no benefit. */
export function sharesOutlay(leg: Leg): number {
  return leg.kind === "trade" && leg.quantity > 0 ? leg.quantity * leg.multiplier * entryOf(leg) : 0;
}

/** @param leg an option or a future; @returns why where it cannot be valued */
export function legRisk(leg: Leg, context: MarginMarket): LegRisk | Unvalued {
  const { market, rates, ranges, previousClose } = context;
  const forward = marginForward(leg, market);
  const spot = market.spot > 0 ? market.spot : forward;
  const isOption = leg.type !== "FUT";
  const years = yearsToExpiry(market.now, leg.expiryInstant);
  const units = leg.quantity * leg.multiplier;
  const own = market.expiries.find(({ expiry }) => expiry === leg.expiry);
  const rate = rateOf(own?.discount ?? 1, years);
  const sigma = isOption ? sigmaOf(leg, market, context.annualVolatility) : 0;
  const entry = entryOf(leg);
  const price = Math.max(spot, forward, isOption ? leg.strike : 0, Math.abs(entry) || 0);
  if (leg.expiry === null || leg.type === "EQ" || !(years > 0)) return "NO_TERMS";
  if (isOption && !(leg.strike > 0)) return "NO_TERMS";
  if (!(forward > 0)) return "NO_PRICE";
  if (!(price <= LARGEST_VALUE && Math.abs(units) * price <= LARGEST_VALUE)) return "TOO_LARGE";

  one.kind[0] = leg.type === "CE" ? LEG_CALL : leg.type === "PE" ? LEG_PUT : LEG_LINEAR;
  one.strike[0] = leg.strike;
  one.quantity[0] = units;
  one.years[0] = years;
  one.sigma[0] = sigma;
  one.forward[0] = forward;
  one.rate[0] = rate;
  const range = (isOption && years > LONG_DATED ? ranges.longDated : ranges.price) * spot;
  const gains = scan(range, context);
  const value = leg.type === "FUT" ? null : black76(leg.type, forward, leg.strike, years, sigma, rate);
  const optionValue = value === null ? 0 : units * value.price;
  if (optionValue > 0) capLoss(gains, optionValue);

  const notional = Math.abs(units) * spot;
  const isShortOption = isOption && units < 0;
  const reference = previousClose > 0 ? previousClose : spot;
  const away = (leg.type === "CE" ? leg.strike - reference : reference - leg.strike) / reference;
  const expiresToday = leg.expiry === istDate(market.now);
  const isDeep = isShortOption && rates.deepOtm !== null && away > rates.deepOtm.distance;
  return {
    leg,
    gains,
    optionValue,
    delta: value === null ? units : units * value.delta,
    forward,
    expiry: leg.expiry,
    expiresToday,
    exposure: isShortOption
      ? rates.exposure.shortOption * notional
      : isOption
        ? 0
        : rates.exposure.future * notional,
    deepOtm: isDeep ? rates.deepOtm!.addition * notional : 0,
    expiryDay: isShortOption && expiresToday ? rates.expiryDayAddition * notional : 0,
    delivery: deliveryMargin(leg, spot, context),
    obligation: isOption && units > 0 ? 0 : notional,
    shortOptionMinimum: isShortOption ? rates.shortOptionMinimum * notional : 0,
    outlay: value !== null && leg.kind === "trade" ? units * (Number.isNaN(entry) ? value.price : entry) : 0,
  };
}
