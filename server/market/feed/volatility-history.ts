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
  /** The present volatility that is set beside the closes, a fraction; NaN unknown. */
  iv30(family: Family): number;
  /** 0 to 100; NaN until enough closes have been told, and of an unknown volatility. */
  percentile(family: Family, iv30: number): number;
  /** The same as a place between the least and the greatest of the closes. */
  rank(family: Family, iv30: number): number;
  /** Closes that both rest on; 0 until they have been told. */
  closes(family: Family): number;
  /** Where those come from, as `originBits` has it. */
  origins(family: Family): number;
}

/** What the root of a chain is told of it. */
export type ChainVolatilities = Omit<VolatilityHistory, "take">;

export function createVolatilityHistory(): VolatilityHistory {
  const told = new Map<number, { readonly ranking: IvRanking; readonly origins: number }>();
  // Kept, because every solved chain asks.
  const years: number[] = [];
  const atmIv: number[] = [];

  function iv30({ chains }: Family): number {
    years.length = atmIv.length = 0;
    for (const chain of chains) {
      years.push(chain.years);
      atmIv.push(chain.ownAtmIv);
    }
    return constantMaturityIv(years, atmIv);
  }

  const toldOf = ({ underlying }: Family) => told.get(underlying.underlying.token);
  return {
    take({ underlyings }) {
      for (const { underlying, closes, origins } of underlyings) {
        told.set(underlying, { ranking: createIvRanking(closes), origins });
      }
    },
    iv30,
    percentile: (family, now) => toldOf(family)?.ranking.percentile(now) ?? Number.NaN,
    rank: (family, now) => toldOf(family)?.ranking.rank(now) ?? Number.NaN,
    closes: (family) => toldOf(family)?.ranking.closes ?? 0,
    origins: (family) => toldOf(family)?.origins ?? 0,
  };
}
