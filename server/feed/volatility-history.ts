import { constantMaturityIv, ivPercentile } from "#domain/chain/iv-statistics.ts";
import type { VolatilityHistoryMessage } from "../bus/messages.ts";
import type { Family } from "./chain-state.ts";

/**
 * Thirty-day volatilities at past closes, as whoever keeps history told them, and what they say of the present. All
 * expiries of an underlying share one percentile (quant.md §7), so the figure is the same wherever it is read.
 */
export interface VolatilityHistory {
  take(message: VolatilityHistoryMessage): void;
  /** 0 to 100; NaN until enough closes have been told, and while the present volatility is unknown. */
  percentile(family: Family): number;
}

export function createVolatilityHistory(): VolatilityHistory {
  const told = new Map<number, readonly number[]>();
  return {
    take({ underlyings }) {
      for (const { underlying, closes } of underlyings) told.set(underlying, closes);
    },
    percentile({ underlying, chains }) {
      const closes = told.get(underlying.underlying.token);
      if (closes === undefined) return Number.NaN;
      const iv30 = constantMaturityIv(
        chains.map(({ years }) => years),
        chains.map(({ ownAtmIv }) => ownAtmIv),
      );
      return ivPercentile(closes, iv30);
    },
  };
}
