/** What a unit of a contract brings to the margin of its underlying: SPAN's risk array, and more. */

import { istDate } from "../calendar/ist.ts";
import { black76 } from "../pricing/black76.ts";
import { rateOf } from "../pricing/discount.ts";
import { LEG_CALL, LEG_LINEAR, LEG_PUT } from "../pricing/leg-kinds.ts";
import type { ScanLegs } from "../pricing/strategy-kernel-port.ts";
import { yearsToExpiry } from "../pricing/time.ts";
import type { Leg } from "../strategy/model.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { deliveryMargin, tradingDaysTo } from "./delivery.ts";
import { deltaExpiry } from "./delta-expiry.ts";
import { marginForward, sigmaOf } from "./leg-inputs.ts";
import type { MarginMarket } from "./margin-market.ts";
import { LEAST_SIGMA, SCENARIO_COUNT, SCENARIOS } from "./scenarios.ts";

/** Rupees a unit of the position, multiplier counted; everything but the gains is of its size, whichever way. */
export interface UnitRisk {
  /** Gain under each scenario, weight counted. */
  readonly gains: Float64Array;
  /** What an option is worth, below 0 for a sold one; 0 for a future. */
  readonly optionValue: number;
  /** Units of the underlying, m Δ, with its sign. */
  readonly delta: number;
  /** Of options; that of futures is of all of them together (`exposedValue`). */
  readonly exposure: number;
  readonly deepOtm: number;
  readonly expiryDay: number;
  readonly delivery: number;
  /** Contract value of futures and sold options; 0 for bought ones. */
  readonly obligation: number;
  readonly shortOptionMinimum: number;
}

/**
 * A contract as it is margined. Everything is in proportion to the units held, but otherwise for bought than for sold ones, so
 * that only net positions can be multiplied by it (`net-positions.ts`).
 */
export interface ContractRisk {
  readonly bought: UnitRisk;
  readonly sold: UnitRisk;
  readonly forward: number;
  readonly isFuture: boolean;
  /** That it moves with: of the future which an option of a commodity ends in, else its own. */
  readonly expiry: IsoDate;
  readonly expiresToday: boolean;
  /** Scanned by itself, and no calendar's leg: on its expiry day or in its tender period, by the rates. */
  readonly isApart: boolean;
  /** What a unit of an option is worth, rupees, multiplier counted; 0 for a future. */
  readonly value: number;
  /** The most that a unit stands for: spot, forward or strike, rupees, multiplier counted. */
  readonly worth: number;
}

/**
 * Why a leg has no margin: nothing known has a price, its contract's terms are not known, what the exchange takes for its
 * underlying is not, or it is worth more than any order is.
 */
export type Unvalued = "NO_PRICE" | "NO_TERMS" | "NO_RATES" | "TOO_LARGE";

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

function isApart(expiry: IsoDate, { market, rates }: MarginMarket): boolean {
  const { apartFrom } = rates;
  if (apartFrom === null) return false;
  return tradingDaysTo(expiry, istDate(market.now), market.derivativeExchange, apartFrom) <= apartFrom;
}

/** A bought option loses its value at most, whatever last digit the kernel makes of that. */
function capLoss(gains: Float64Array, value: number): Float64Array {
  return gains.map((gain) => Math.max(gain, -value));
}

/** @param leg an option or a future, of any quantity; @returns why where a unit of it cannot be valued */
export function contractRisk(leg: Leg, context: MarginMarket): ContractRisk | Unvalued {
  const { market, rates, ranges, previousClose } = context;
  const forward = marginForward(leg, market);
  const spot = market.spot > 0 ? market.spot : forward;
  const isOption = leg.type !== "FUT";
  const years = yearsToExpiry(market.now, leg.expiryInstant);
  const own = market.expiries.find(({ expiry }) => expiry === leg.expiry);
  const rate = rateOf(own?.discount ?? 1, years);
  const sigma = isOption ? sigmaOf(leg, market, context.annualVolatility) : 0;
  const price = Math.max(spot, forward, isOption ? leg.strike : 0);
  if (leg.expiry === null || leg.type === "EQ" || !(years > 0)) return "NO_TERMS";
  if (isOption && !(leg.strike > 0)) return "NO_TERMS";
  if (Number.isNaN(ranges.price)) return "NO_RATES";
  if (!(forward > 0)) return "NO_PRICE";
  if (!(price * leg.multiplier <= LARGEST_VALUE)) return "TOO_LARGE";

  one.kind[0] = leg.type === "CE" ? LEG_CALL : leg.type === "PE" ? LEG_PUT : LEG_LINEAR;
  one.strike[0] = leg.strike;
  one.quantity[0] = leg.multiplier;
  one.years[0] = years;
  one.sigma[0] = sigma;
  one.forward[0] = forward;
  one.rate[0] = rate;
  const range = (isOption && years > LONG_DATED ? ranges.longDated : ranges.price) * spot;
  const gains = scan(range, context);
  const model = leg.type === "FUT" ? null : black76(leg.type, forward, leg.strike, years, sigma, rate);
  const value = model === null ? 0 : leg.multiplier * model.price;
  const delta = leg.multiplier * (model === null ? 1 : model.delta);

  const notional = leg.multiplier * spot;
  const reference = previousClose > 0 ? previousClose : spot;
  const away = (leg.type === "CE" ? leg.strike - reference : reference - leg.strike) / reference;
  const expiresToday = leg.expiry === istDate(market.now);
  const isDeep = isOption && rates.deepOtm !== null && away > rates.deepOtm.distance;
  const ownExpiry = deltaExpiry(leg.expiry, context.futures);
  return {
    bought: {
      gains: value > 0 ? capLoss(gains, value) : gains,
      optionValue: value,
      delta,
      exposure: 0,
      deepOtm: 0,
      expiryDay: 0,
      delivery: deliveryMargin(leg, spot, context),
      obligation: isOption ? 0 : notional,
      shortOptionMinimum: 0,
    },
    sold: {
      gains: gains.map((gain) => 0 - gain),
      optionValue: 0 - value,
      delta: -delta,
      exposure: isOption ? rates.exposure.shortOption * notional : 0,
      deepOtm: isDeep ? rates.deepOtm!.addition * notional : 0,
      expiryDay: isOption && expiresToday ? rates.expiryDayAddition * notional : 0,
      delivery: 0,
      obligation: notional,
      shortOptionMinimum: isOption ? rates.shortOptionMinimum * notional : 0,
    },
    forward,
    isFuture: !isOption,
    expiry: ownExpiry,
    expiresToday,
    isApart: isApart(ownExpiry, context),
    value,
    worth: leg.multiplier * price,
  };
}
