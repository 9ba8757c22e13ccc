import { proxy } from "valtio";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { TradeAction } from "#domain/strategy/model.ts";

/**
 * Deals that a chart proposes, and the strategy that takes them. The chart knows neither chain nor builder: a page that builds a strategy
 * says of which underlying, takes what waits for that one, and tells its legs. What no page takes waits for the next one that does.
 */

/** A lot, added to a strategy that is planned: nothing is placed. */
export interface ChartDeal {
  /** symbol */
  readonly underlying: string;
  readonly contract: LegContract;
  readonly action: TradeAction;
  /** rupees */
  readonly price: number;
}

/** A leg as a chart draws it. */
export interface DrawnLeg {
  /** of its contract */
  readonly token: number;
  /** signed units, sold below 0 */
  readonly quantity: number;
  readonly lotSize: number;
  readonly multiplier: number;
  /** rupees; null at the market's price, which is no line */
  readonly entryPrice: number | null;
}

interface PageStrategy {
  /** Symbol of the underlying whose deals the page takes; null where it builds none. */
  underlying: string | null;
  waiting: readonly ChartDeal[];
  /** of the strategy on the page */
  legs: readonly DrawnLeg[];
}

export const pageStrategy = proxy<PageStrategy>({ underlying: null, waiting: [], legs: [] });

export function propose(deal: ChartDeal): void {
  pageStrategy.waiting = [...pageStrategy.waiting, deal];
}

/** @returns what waits for a strategy on an underlying, and does no longer */
export function takeProposed(underlying: string): readonly ChartDeal[] {
  const taken = pageStrategy.waiting.filter((each) => each.underlying === underlying);
  if (taken.length > 0)
    pageStrategy.waiting = pageStrategy.waiting.filter((each) => each.underlying !== underlying);
  return taken;
}

/** Legs that a chart draws: of the strategy on the page, and what waits to be taken. */
export const drawnLegs = ({ legs, waiting }: Pick<PageStrategy, "legs" | "waiting">): readonly DrawnLeg[] => [
  ...legs,
  ...waiting.map(({ contract, action, price }) => ({
    token: contract.token,
    quantity: action === "BUY" ? contract.lotSize : -contract.lotSize,
    lotSize: contract.lotSize,
    multiplier: contract.multiplier,
    entryPrice: price,
  })),
];

/** The page builds a strategy on this underlying until it is told otherwise. @returns ends it */
export function takesDealsOf(underlying: string): () => void {
  pageStrategy.underlying = underlying;
  return () => {
    if (pageStrategy.underlying === underlying) Object.assign(pageStrategy, { underlying: null, legs: [] });
  };
}
