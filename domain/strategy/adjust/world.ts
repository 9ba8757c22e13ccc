import type { BrokerId } from "../../access/brokers.ts";
import type { StrategyKernel } from "../../pricing/strategy-kernel-port.ts";
import type { ContractList, LegContract } from "../contract-list.ts";
import type { Leg, LegQuote, StrategyMarket, StrategyOptions } from "../model.ts";

/** One moment in which a strategy is adjusted. */
export interface AdjustWorld {
  readonly market: StrategyMarket;
  /** As the strategy is analysed; targets and what is drawn do not count here. */
  readonly options: StrategyOptions;
  /** What is listed, of the expiries whose market is known. */
  readonly contracts: ContractList;
  quoteOf(contract: LegContract): LegQuote;
  /** Whose price list. */
  readonly broker: BrokerId;
  /** As the margin takes them (`domain/margin/margin.ts`); NaN unknown. */
  readonly dailyVolatility: number;
  readonly previousClose: number;
  readonly kernel: StrategyKernel;
}

/** Legs that were put on other contracts, at the prices of these. */
export function quotedLegs(
  after: readonly Leg[],
  before: readonly Leg[],
  { quoteOf }: Pick<AdjustWorld, "quoteOf">,
): readonly Leg[] {
  const same = new Set(before);
  return after.map((leg) => (same.has(leg) ? leg : { ...leg, quote: quoteOf(leg) }));
}

/** What margin and greeks are of: selected and alive. */
export function isAlive(leg: Leg, now: number): boolean {
  return leg.isSelected && leg.quantity !== 0 && leg.settlement === null && !(leg.expiryInstant <= now);
}
