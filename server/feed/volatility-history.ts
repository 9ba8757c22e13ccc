import { constantMaturityIv, ivPercentile, ivRank } from "#domain/chain/iv-statistics.ts";
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
  /** The same as a place between the least and the greatest of the closes. */
  rank(family: Family): number;
}

function iv30Of({ chains }: Family): number {
  return constantMaturityIv(
    chains.map(({ years }) => years),
    chains.map(({ ownAtmIv }) => ownAtmIv),
  );
}

export function createVolatilityHistory(): VolatilityHistory {
  const told = new Map<number, readonly number[]>();
  const closesOf = ({ underlying }: Family) => told.get(underlying.underlying.token);
  return {
    take({ underlyings }) {
      for (const { underlying, closes } of underlyings) told.set(underlying, closes);
    },
    percentile(family) {
      const closes = closesOf(family);
      return closes === undefined ? Number.NaN : ivPercentile(closes, iv30Of(family));
    },
    rank(family) {
      const closes = closesOf(family);
      return closes === undefined ? Number.NaN : ivRank(closes, iv30Of(family));
    },
  };
}
