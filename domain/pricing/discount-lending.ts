/** Whose curve of discounts others may hear, and who hears it (quant.md §3): one rule for live chains and closes of files. */

import type { DiscountCurve } from "./discount-curve.ts";
import { lenderNumber } from "./discount-origin.ts";

interface DiscountRole {
  /** shares and indices of NSE and BSE are paid in the same money; nothing else may borrow */
  readonly borrows: boolean;
  readonly lends: boolean;
}

export function discountRole(symbol: string, kind: string, derivativeExchange: string): DiscountRole {
  const isEquity = derivativeExchange === "NFO" || derivativeExchange === "BFO";
  return {
    borrows: isEquity && (kind === "index" || kind === "stock"),
    lends: isEquity && kind === "index" && lenderNumber(symbol) > 0,
  };
}

/**
 * The deepest of `lenders` whose own pairs tell; null where nobody's do.
 * @param depthOf option OI in rupees of the underlying
 * @param refit its curve by its own pairs alone
 */
export function deepestLender<Each extends { readonly curve: DiscountCurve }>(
  lenders: readonly Each[],
  depthOf: (lender: Each) => number,
  refit: (lender: Each) => void,
): Each | null {
  let found: Each | null = null;
  let most = -1;
  for (let i = 0; i < lenders.length; i++) {
    const each = lenders[i]!;
    const depth = depthOf(each);
    if (depth <= most) continue;
    refit(each);
    if (!each.curve.isKnown) continue;
    found = each;
    most = depth;
  }
  return found;
}
