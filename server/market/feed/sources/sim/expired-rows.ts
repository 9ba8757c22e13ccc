import type { MarketState } from "./state.ts";

/** The next instant after one at which a payoff is fixed or a contract trades for the last time; Infinity none. */
export function nextExpiryInstant({ expiryInstant, lastTrade }: MarketState, after: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const instants of [expiryInstant, lastTrade]) {
    for (const instant of instants) if (instant > after && instant < next) next = instant;
  }
  return next;
}

/** Contracts whose last trade was have no pace any more: their books and figures stay as they are. */
export function retireRows(state: MarketState, at: number): void {
  for (let row = 0; row < state.rows; row++) {
    if (at < state.lastTrade[row]!) continue;
    state.rate[row] = 0;
    state.dayLots[row] = 0;
  }
}
