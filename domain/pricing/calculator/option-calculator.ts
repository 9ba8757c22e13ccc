/** One option from what is typed: price and greeks of its call and its put, the volatility of a price, and prices elsewhere (rules CALC-5 to CALC-9). */

import {
  IV_REASON_ABOVE_BOUND,
  IV_REASON_BELOW_INTRINSIC,
  IV_REASON_EXPIRED,
  IV_REASON_NONE,
} from "../../chain/flags.ts";
import { type Black76, black76, blackPrice, intrinsicValue, type OptionType } from "../black76.ts";
import { impliedVolatility } from "../implied-volatility.ts";
import { ivReason } from "../iv-reason.ts";
import { yearsToExpiry } from "../time.ts";
import { optionOnSpot } from "./on-spot.ts";

/** What the typed price is of: the forward of a future is its price, that of a spot grows by the rate. */
export type PriceBasis = "spot" | "future";

export interface OptionQuestion {
  readonly basis: PriceBasis;
  /** Of the underlying, rupees, above 0; so is the strike. */
  readonly price: number;
  readonly strike: number;
  /** The moment it is priced at, and that of its payoff, epoch ms. */
  readonly at: number;
  readonly expiry: number;
  /** Fractions a year, the rate continuous. */
  readonly sigma: number;
  readonly rate: number;
  /** A market price whose volatility is asked for; null for none. */
  readonly premium: { readonly side: OptionType; readonly price: number } | null;
}

export type NoIvReason = "BELOW_INTRINSIC" | "ABOVE_BOUND" | "EXPIRED" | "NO_PRICE";

/** Fraction a year, or why the price has none (quant.md §6). */
export type ImpliedAnswer =
  | { readonly sigma: number; readonly reason: null }
  | { readonly sigma: null; readonly reason: NoIvReason };

export interface SideAnswer extends Readonly<Black76> {
  /** What exercising now would bring, discounted, and the rest of the price. */
  readonly intrinsic: number;
  readonly timeValue: number;
  /** Price of the underlying on the expiry at which a buyer wins nothing and loses nothing. */
  readonly breakeven: number;
}

/** Prices at other prices of the underlying, at now and on the way to the expiry. */
export interface PriceTable {
  /** Days from now, the last one the expiry; one alone on its last moments. */
  readonly days: readonly number[];
  readonly rows: readonly PriceRow[];
}

export interface PriceRow {
  /** Of the underlying's price, a fraction. */
  readonly move: number;
  readonly price: number;
  readonly call: readonly number[];
  readonly put: readonly number[];
}

/** Points of the picture: prices of the underlying, and the option's at them. */
export interface PriceCurves {
  readonly price: readonly number[];
  readonly call: readonly number[];
  readonly put: readonly number[];
  readonly callAtExpiry: readonly number[];
  readonly putAtExpiry: readonly number[];
}

export interface OptionAnswer {
  readonly forward: number;
  readonly years: number;
  /** Of a rupee on the expiry. */
  readonly discount: number;
  readonly call: SideAnswer;
  readonly put: SideAnswer;
  /** null when no price was given. */
  readonly implied: ImpliedAnswer | null;
  readonly table: PriceTable;
  readonly curves: PriceCurves;
}

const DAY_MS = 86_400_000;

const MOVES = [-0.03, -0.02, -0.01, -0.005, 0, 0.005, 0.01, 0.02, 0.03] as const;
/** Days after now that are shown while they are before the expiry: the first of them that there is room for. */
const DAYS_ON = [1, 2, 3, 5, 7, 14, 30, 60, 90, 180, 365] as const;
const MOST_DATES = 5;

/** Standard deviations either side, and the least that is drawn. */
const REACH = 3;
const LEAST_REACH = 0.04;
const MOST_REACH = 0.9;
const POINTS = 61;

/** What a question is, at any price and moment. */
interface Terms extends Pick<OptionQuestion, "basis" | "strike" | "expiry" | "sigma" | "rate"> {}

function forwardOf({ basis, rate }: Terms, price: number, years: number): number {
  return basis === "spot" ? price * Math.exp(rate * years) : price;
}

function priceAt(terms: Terms, type: OptionType, price: number, at: number): number {
  const years = yearsToExpiry(at, terms.expiry);
  return blackPrice(type, forwardOf(terms, price, years), terms.strike, years, terms.sigma, terms.rate);
}

function sideOf(question: OptionQuestion, type: OptionType): SideAnswer {
  const { basis, price, strike, sigma, rate, at, expiry } = question;
  const years = yearsToExpiry(at, expiry);
  const value =
    basis === "spot"
      ? optionOnSpot(type, price, strike, years, sigma, rate)
      : black76(type, price, strike, years, sigma, rate);
  const intrinsic = Math.exp(-rate * years) * intrinsicValue(type, forwardOf(question, price, years), strike);
  return {
    ...value,
    intrinsic,
    timeValue: value.price - intrinsic,
    breakeven: type === "CE" ? strike + value.price : strike - value.price,
  };
}

const REASONS: Readonly<Record<number, NoIvReason>> = {
  [IV_REASON_BELOW_INTRINSIC]: "BELOW_INTRINSIC",
  [IV_REASON_ABOVE_BOUND]: "ABOVE_BOUND",
  [IV_REASON_EXPIRED]: "EXPIRED",
};

function impliedOf(question: OptionQuestion): ImpliedAnswer | null {
  const { premium, price, strike, rate, at, expiry } = question;
  if (premium === null) return null;
  const years = yearsToExpiry(at, expiry);
  const forward = forwardOf(question, price, years);
  const isCall = premium.side === "CE";
  const undiscounted = premium.price * Math.exp(rate * years);
  const reason = ivReason(undiscounted, forward, strike, years, isCall);
  if (reason !== IV_REASON_NONE) return { sigma: null, reason: REASONS[reason] ?? "NO_PRICE" };
  const sigma = impliedVolatility(undiscounted, forward, strike, years, isCall);
  return Number.isFinite(sigma) ? { sigma, reason: null } : { sigma: null, reason: "NO_PRICE" };
}

/** Days from now: now, the first whole ones before the expiry, and the expiry. */
function datesOf({ at, expiry }: OptionQuestion): number[] {
  const left = (expiry - at) / DAY_MS;
  if (!(left > 0)) return [0];
  const between = DAYS_ON.filter((days) => days < left);
  const room = MOST_DATES - 2;
  // Spread over what there is: three of the next week, or of the months to a far expiry.
  const shown =
    between.length <= room
      ? between
      : [between[0]!, between[Math.floor(between.length / 2)]!, between.at(-1)!];
  return [0, ...shown, left];
}

function tableOf(question: OptionQuestion): PriceTable {
  const days = datesOf(question);
  const instants = days.map((each, i) =>
    i > 0 && i === days.length - 1 ? question.expiry : question.at + each * DAY_MS,
  );
  const rows = MOVES.map((move) => {
    const price = question.price * (1 + move);
    const at = (type: OptionType) => instants.map((instant) => priceAt(question, type, price, instant));
    return { move, price, call: at("CE"), put: at("PE") };
  });
  return { days, rows };
}

function curvesOf(question: OptionQuestion): PriceCurves {
  const { price: centre, strike, sigma, at, expiry } = question;
  const years = yearsToExpiry(at, expiry);
  const furthest = Math.abs(strike / centre - 1) * 1.15;
  const reach = Math.min(MOST_REACH, Math.max(LEAST_REACH, REACH * sigma * Math.sqrt(years), furthest));
  const [low, high] = [centre * (1 - reach), centre * (1 + reach)];
  const grid = Array.from({ length: POINTS }, (_, i) => low + ((high - low) * i) / (POINTS - 1));
  // The corner of the payoff is a point of its own.
  const price = [...grid, ...(strike > low && strike < high ? [strike] : [])].sort((a, b) => a - b);
  const along = (type: OptionType, instant: number) =>
    price.map((each) => priceAt(question, type, each, instant));
  return {
    price,
    call: along("CE", at),
    put: along("PE", at),
    callAtExpiry: along("CE", Math.max(at, expiry)),
    putAtExpiry: along("PE", Math.max(at, expiry)),
  };
}

/** Answers a question whose figures are within their bounds: every figure is one, and none is NaN. */
export function calculateOption(question: OptionQuestion): OptionAnswer {
  const { price, rate, at, expiry } = question;
  const years = yearsToExpiry(at, expiry);
  return {
    forward: forwardOf(question, price, years),
    years,
    discount: Math.exp(-rate * years),
    call: sideOf(question, "CE"),
    put: sideOf(question, "PE"),
    implied: impliedOf(question),
    table: tableOf(question),
    curves: curvesOf(question),
  };
}
