/** What is typed, and as what question it is asked. Volatility and rate are percent, as they are typed and as the address has them. */

import type { OptionType } from "#domain/pricing/black76.ts";
import type { OptionQuestion, PriceBasis } from "#domain/pricing/calculator/option-calculator.ts";
import { YEAR_MS } from "#domain/pricing/time.ts";

export interface Inputs {
  readonly basis: PriceBasis;
  /** Of the underlying; null is not known yet, as in every field. */
  readonly price: number | null;
  readonly strike: number | null;
  /** Epoch ms, to the minute. */
  readonly expiry: number | null;
  /** The moment it is priced at. */
  readonly at: number | null;
  readonly iv: number | null;
  readonly rate: number | null;
  /** The side that is looked at, and that the market price is of. */
  readonly side: OptionType;
  /** A market price; null asks for no volatility. */
  readonly premium: number | null;
}

export type NumberInput = "price" | "strike" | "iv" | "rate" | "premium";
export type TimeInput = "expiry" | "at";

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** What a field takes (rule CALC-2). */
export const BOUNDS: Readonly<Record<NumberInput, Bounds>> = {
  price: { least: 0.0001, most: 1e7 },
  strike: { least: 0.0001, most: 1e7 },
  iv: { least: 0, most: 1_000 },
  rate: { least: -20, most: 100 },
  premium: { least: 0, most: 1e7 },
};
export const TIME_BOUNDS: Bounds = {
  least: Date.parse("2000-01-01T00:00:00+05:30"),
  most: Date.parse("2100-01-01T00:00:00+05:30"),
};

export const isWithin = (value: number, { least, most }: Bounds): boolean => value >= least && value <= most;

export const NOTHING: Inputs = {
  basis: "spot",
  price: null,
  strike: null,
  expiry: null,
  at: null,
  iv: null,
  rate: null,
  side: "CE",
  premium: null,
};

/** Fields without which there is nothing to compute. */
const NEEDED = ["price", "strike", "expiry", "at", "iv", "rate"] as const satisfies readonly (keyof Inputs)[];
export type NeededInput = (typeof NEEDED)[number];

/** An option that has expired is worth what it is, whatever its volatility was. */
const isOver = ({ at, expiry }: Inputs): boolean => at !== null && expiry !== null && expiry <= at;

export const missingOf = (inputs: Inputs): NeededInput[] =>
  NEEDED.filter((name) => inputs[name] === null && !(name === "iv" && isOver(inputs)));

/** @returns null while something is missing */
export function questionOf(inputs: Inputs): OptionQuestion | null {
  const { basis, price, strike, at, expiry, rate, side, premium } = inputs;
  const iv = inputs.iv ?? (isOver(inputs) ? 0 : null);
  if (price === null || strike === null || at === null || expiry === null) return null;
  if (iv === null || rate === null) return null;
  return {
    basis,
    price,
    strike,
    at,
    expiry,
    sigma: iv / 100,
    rate: rate / 100,
    premium: premium === null ? null : { side, price: premium },
  };
}

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** What the other price of the underlying is at the same forward. @returns as typed: to four decimals */
export function otherBasis(inputs: Inputs): number | null {
  const { basis, price, rate, at, expiry } = inputs;
  if (price === null) return null;
  const years = at === null || expiry === null ? 0 : Math.max(0, expiry - at) / YEAR_MS;
  const growth = Math.exp(((rate ?? 0) / 100) * years);
  const other = rounded(basis === "spot" ? price * growth : price / growth, 4);
  return isWithin(other, BOUNDS.price) ? other : price;
}
