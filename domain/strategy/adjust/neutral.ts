/** Delta taken to about nothing by whole lots of the nearest future (rule STRAT-43). */

import type { LegContract } from "../contract-list.ts";
import { newTrade, tradeOf } from "../legs/change.ts";
import type { Leg } from "../model.ts";
import { type Adjustment, tradeMore } from "./adjustment.ts";
import { deltaOf } from "./figures.ts";
import type { AdjustWorld } from "./world.ts";

export interface DeltaNeutral {
  readonly future: LegContract;
  /** To buy, or to sell below 0; 0: no lot brings the delta nearer to nothing. */
  readonly lots: number;
  readonly deltaBefore: number;
  readonly deltaAfter: number;
  /** null for no lots. */
  readonly adjustment: Adjustment | null;
}

/** The whole number that leaves least; of two as good the one nearer to nothing, for it trades less. */
export function wholeLotsAgainst(delta: number, perLot: number): number {
  const exact = -delta / perLot;
  const [low, high] = [Math.floor(exact), Math.ceil(exact)];
  const left = (lots: number) => Math.abs(delta + lots * perLot);
  if (left(low) === left(high)) return (Math.abs(low) < Math.abs(high) ? low : high) + 0;
  return (left(low) < left(high) ? low : high) + 0;
}

/** The first that is still traded, has a price, and is held by no trade that does not count. */
export function nearestFuture(
  legs: readonly Leg[],
  { contracts, market, quoteOf }: AdjustWorld,
): LegContract | null {
  const isIdle = ({ token }: LegContract): boolean => tradeOf(legs, token)?.isSelected === false;
  const hasPrice = (future: LegContract): boolean => {
    const { usablePrice, lastPrice } = quoteOf(future);
    return usablePrice > 0 || lastPrice > 0;
  };
  return (
    contracts.futures.find((each) => each.expiryInstant > market.now && hasPrice(each) && !isIdle(each)) ??
    null
  );
}

/** One lot bought, with the price of now. */
export function oneLot(contract: LegContract, { quoteOf }: Pick<AdjustWorld, "quoteOf">): Leg {
  const deal = { action: "BUY", quantity: contract.lotSize, entryPrice: null } as const;
  return { ...newTrade([], contract, "", deal), quote: quoteOf(contract) };
}

/** @returns null without such a future, or while the delta is not known */
export function deltaNeutral(legs: readonly Leg[], world: AdjustWorld): DeltaNeutral | null {
  const future = nearestFuture(legs, world);
  const deltaBefore = legs.reduce((sum, leg) => sum + deltaOf(leg, world), 0);
  if (future === null || Number.isNaN(deltaBefore)) return null;
  const perLot = deltaOf(oneLot(future, world), world);
  if (!(Math.abs(perLot) > 0)) return null;
  const lots = wholeLotsAgainst(deltaBefore, perLot);
  return {
    future,
    lots,
    deltaBefore,
    deltaAfter: deltaBefore + lots * perLot,
    adjustment: lots === 0 ? null : tradeMore(legs, future, lots * future.lotSize),
  };
}
