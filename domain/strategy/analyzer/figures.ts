/** What a page reads of an instance beside its fields. */

import { effectiveIv } from "../effective-iv.ts";
import { quotedPrice } from "../leg-forward.ts";
import { filteredLegs, isProductMix } from "../legs/positions.ts";
import type { AnalyzerInstance, AnalyzerLeg, AnalyzerPosition, Draft } from "./model.ts";

/** What is analysed: all trades, and the positions that the expiry filters let through. */
export function strategyLegs({ legs, positions, positionExpiryFilters }: Draft): readonly AnalyzerLeg[] {
  if (positions.length === 0) return legs;
  return [...legs, ...(filteredLegs(positions, positionExpiryFilters) as readonly AnalyzerPosition[])];
}

/** A price that the trader set stays where it is when the underlying moves. */
export function isTargetPriceEdited({ targetPrice }: Draft): boolean {
  return targetPrice !== null;
}

/** What P&L counts from (rule ANZ-13): the trader's price, else the market's of now; NaN unknown. */
export function shownEntryPrice(leg: AnalyzerLeg): number {
  if (leg.entryPrice !== null) return leg.entryPrice;
  const quoted = leg.isExpired ? Number.NaN : quotedPrice(leg);
  return quoted > 0 ? quoted : Number.NaN;
}

/** The IV that prices a leg, fraction; NaN for futures and shares, and where none is known. */
export function shownIv({ type, customIv, marketIv }: AnalyzerLeg, { ivOffset }: Draft): number {
  return type === "CE" || type === "PE" ? effectiveIv(customIv, marketIv, ivOffset) : Number.NaN;
}

function unrealizedPnl(position: AnalyzerPosition): number {
  const { entryPrice, quantity, multiplier, quote } = position;
  const now = entryPrice === null ? Number.NaN : (quote.lastPrice - entryPrice) * quantity * multiplier;
  return position.isExpired || Number.isNaN(now) ? position.unrealizedPnl : now;
}

/** Realised and unrealised, rupees: at the last price, else as the broker told it. NaN unknown. */
function totalPnl(position: AnalyzerPosition): number {
  return position.bookedPnl + unrealizedPnl(position);
}

/** Of all positions of the underlying, rupees; null without any. */
export function positionsPnlPerUnderlying({ positions }: Draft): number | null {
  return positions.length === 0 ? null : positions.reduce((sum, each) => sum + totalPnl(each), 0);
}

interface PositionStats {
  readonly count: number;
  readonly expired: number;
}

export function positionStats({ positions }: Draft): PositionStats {
  return { count: positions.length, expired: positions.filter(({ isExpired }) => isExpired).length };
}

/** Whether positions may be looked at as one strategy (rule ANZ-33); those without a product do not count. */
export function isMixAllowed(positions: readonly Pick<AnalyzerPosition, "product">[]): boolean {
  const products = positions.flatMap(({ product }) => (product === null ? [] : [product]));
  return products.length === 0 || isProductMix(products);
}

export function canUndo({ past, dragFrom }: AnalyzerInstance): boolean {
  return past.length > 0 && dragFrom === null;
}

export function canRedo({ future, dragFrom }: AnalyzerInstance): boolean {
  return future.length > 0 && dragFrom === null;
}
