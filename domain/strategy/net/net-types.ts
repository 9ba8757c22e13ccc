/** What is told of a strategy after charges. */

export interface NetBreakeven {
  /** S', rupees. */
  readonly at: number;
  /** The P&L is 0 there; or it goes from profit to loss at once, at a strike. */
  readonly kind: "root" | "jump";
}

/** Rupees; unknown is NaN, `maxProfit` and `maxLoss` are ±Infinity where they have no end before charges. */
export interface NetSummary {
  readonly maxProfit: number;
  readonly maxLoss: number;
  readonly breakevens: readonly NetBreakeven[];
  /** 0…1 */
  readonly pop: number;
  /** P&L at the target price and date after all charges, with booked and manual P&L. */
  readonly projectedPayoff: number;
  readonly entryCharges: number;
  /** Of leaving at the target price and date, and of holding to expiry with the underlying at the target price. */
  readonly exitChargesAtTarget: number;
  readonly exitChargesAtExpiry: number;
}
