/** What a new trade costs at once, beside any margin. */

import type { Leg } from "../strategy/model.ts";
import type { ContractRisk } from "./contract-risk.ts";

/** What a trade was or will be done at, as the strategy has it: its entry price, else the usable, else the last; NaN = none. */
export function entryOf({ entryPrice, quote }: Pick<Leg, "entryPrice" | "quote">): number {
  if (entryPrice !== null && !Number.isNaN(entryPrice)) return entryPrice;
  if (quote.usablePrice > 0) return quote.usablePrice;
  return quote.lastPrice > 0 ? quote.lastPrice : Number.NaN;
}

/**
 * The premium of a new trade in options, the price of shares bought; 0 of a future and of what was paid long ago.
 * Shares are bought in full and sold from a holding; they carry no margin of the derivatives segment and give no benefit.
 * @param risk of its contract, whose model price serves where no other is known
 * @returns rupees, received below 0; NaN unknown
 */
export function outlayOf(leg: Leg, risk: ContractRisk | null): number {
  if (leg.kind === "position" || leg.type === "FUT" || (leg.type === "EQ" && leg.quantity <= 0)) return 0;
  const entry = entryOf(leg);
  if (Number.isNaN(entry) && risk !== null) return leg.quantity * risk.value;
  return leg.quantity * leg.multiplier * entry;
}
