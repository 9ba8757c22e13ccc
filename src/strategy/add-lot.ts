import type { AnalyzerAction } from "#domain/strategy/analyzer/actions.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { TradeAction } from "#domain/strategy/model.ts";

type Legs = readonly AnalyzerLeg[];
type AddLeg = Extract<AnalyzerAction, { readonly type: "add-leg" }>;

const tradeOf = (contract: LegContract | null, legs: Legs): AnalyzerLeg | undefined =>
  contract === null
    ? undefined
    : legs.find(({ kind, token }) => kind === "trade" && token === contract.token);

const actionOf = ({ quantity }: AnalyzerLeg): TradeAction => (quantity > 0 ? "BUY" : "SELL");

/**
 * Of what is held and as much more at a price: their average, to a hundredth of a paisa. At the market's price (null) it keeps the one
 * that it has, and what is at the market's stays so.
 */
export function priceOfMore(
  { entryPrice, quantity }: Pick<AnalyzerLeg, "entryPrice" | "quantity">,
  price: number | null,
  more: number,
): number | null {
  if (entryPrice === null || price === null) return entryPrice;
  const before = Math.abs(quantity);
  return Number(((entryPrice * before + price * more) / (before + more)).toFixed(4));
}

/**
 * A lot of a contract; pressed again, one more; the other way round, one lot of that.
 * @param price that the lot is dealt at, rupees; null the market's
 */
export function addLot(
  contract: LegContract,
  action: TradeAction,
  legs: Legs,
  price: number | null = null,
): AddLeg {
  const held = tradeOf(contract, legs);
  const { lotSize } = contract;
  if (held === undefined || actionOf(held) !== action)
    return { type: "add-leg", contract, deal: { action, quantity: lotSize, entryPrice: price } };
  const entryPrice = priceOfMore(held, price, lotSize);
  const quantity = Math.abs(held.quantity) + lotSize;
  return { type: "add-leg", contract, deal: { action, quantity, entryPrice } };
}

/** Lots that the strategy has of a contract, sold below 0; 0 none. */
export function heldLots(contract: LegContract | null, legs: Legs): number {
  const leg = tradeOf(contract, legs);
  return leg === undefined ? 0 : leg.quantity / leg.lotSize;
}
