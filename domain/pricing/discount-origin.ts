/** Where an expiry's discount came from, as packet 3 says it (quant.md §3). */

/** Nothing tells it, or the expiry is too near: 1. */
export const DISCOUNT_NONE = 0;
/** Mostly the expiry's own put-call pairs. */
export const DISCOUNT_OWN_PAIRS = 1;
/** Mostly the pairs of other expiries of the underlying. */
export const DISCOUNT_OWN_CURVE = 2;
/** Mostly the curve of another index. */
export const DISCOUNT_BORROWED = 3;

export type DiscountSource =
  | typeof DISCOUNT_NONE
  | typeof DISCOUNT_OWN_PAIRS
  | typeof DISCOUNT_OWN_CURVE
  | typeof DISCOUNT_BORROWED;

/** As answers name them. */
export const DISCOUNT_SOURCES = ["OWN_PAIRS", "OWN_CURVE", "BORROWED"] as const;
/** By number; null: nothing tells it. */
export const DISCOUNT_NAMES = [null, ...DISCOUNT_SOURCES] as const;

/**
 * Indices whose curve others may borrow. Packet 3 names one by its place here, from 1: new ones go to the end.
 * Shares and indices of NSE and BSE are paid in the same money on the same days; commodities and currencies are not.
 */
export const DISCOUNT_LENDERS = [
  "NIFTY",
  "BANKNIFTY",
  "FINNIFTY",
  "MIDCPNIFTY",
  "NIFTYNXT50",
  "SENSEX",
  "BANKEX",
] as const;

/** @returns 0 for what does not lend */
export const lenderNumber = (symbol: string): number =>
  (DISCOUNT_LENDERS as readonly string[]).indexOf(symbol) + 1;

/** @returns null where packet 3 names none that is known here */
export const lenderSymbol = (lender: number): string | null => DISCOUNT_LENDERS[lender - 1] ?? null;
