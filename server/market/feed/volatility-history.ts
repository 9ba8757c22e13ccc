import { constantMaturityIv, createIvRanking, type IvRanking } from "#domain/chain/iv-statistics.ts";
import type { VolatilityHistoryMessage } from "../bus/bus-messages.ts";
import type { Family } from "./chains/chain-records.ts";

/**
 * Thirty-day volatilities at past closes, as the process that keeps history told them, and what they say of
 * the present. All expiries of an underlying share one percentile (quant.md §7), so the figure is the same
 * wherever it is read.
 */
export interface VolatilityHistory {
  take(message: VolatilityHistoryMessage): void;
  /** 0 to 100; NaN until enough closes have been told, and while the present volatility is unknown. */
  percentile(family: Family): number;
  /** The same as a place between the least and the greatest of the closes. */
  rank(family: Family): number;
}

export function createVolatilityHistory(): VolatilityHistory {
  const told = new Map<number, IvRanking>();
  // Kept, because every solved chain asks.
  const years: number[] = [];
  const atmIv: number[] = [];

  function iv30Of({ chains }: Family): number {
    years.length = atmIv.length = 0;
    for (const chain of chains) {
      years.push(chain.years);
      atmIv.push(chain.ownAtmIv);
    }
    return constantMaturityIv(years, atmIv);
  }

  const rankingOf = ({ underlying }: Family) => told.get(underlying.underlying.token);
  return {
    take({ underlyings }) {
      for (const { underlying, closes } of underlyings) told.set(underlying, createIvRanking(closes));
    },
    percentile: (family) => rankingOf(family)?.percentile(iv30Of(family)) ?? Number.NaN,
    rank: (family) => rankingOf(family)?.rank(iv30Of(family)) ?? Number.NaN,
  };
}
