/** What a kept strategy was worth when it was kept, by the prices that were kept with it. */

import type { KeptStrategy } from "./content.ts";

/**
 * P&L of the selected legs at that moment, before charges.
 * @returns rupees; null where a leg had no price then, or was to be entered at a quote that was not kept
 */
export function pnlThen({ legs, figures }: Pick<KeptStrategy, "legs" | "figures">): number | null {
  const isByPrice = (figures.entryPricing?.mode ?? "ltp") === "ltp";
  let sum = 0;
  for (const { isSelected, quantity, multiplier, entryPrice, market } of legs) {
    if (!isSelected) continue;
    if (market.price === null || (entryPrice === null && !isByPrice)) return null;
    sum += (market.price - (entryPrice ?? market.price)) * quantity * multiplier;
  }
  return sum * figures.lotMultiplier;
}
