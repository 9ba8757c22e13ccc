/** A shared strategy at the prices of the moment of sharing, and back: what was changed since stays. */

import type { LoadedTrade } from "#domain/strategy/analyzer/actions.ts";
import { ivKey } from "#domain/strategy/analyzer/ivs.ts";
import { loadedTrade } from "#domain/strategy/analyzer/opening.ts";
import type { KeptLeg, KeptStrategy } from "#domain/strategy/kept/content.ts";
import { figuresOf } from "#domain/strategy/kept/keep.ts";
import type { BuilderAction, BuilderInstance } from "../../../analyzer/analyzer.ts";

type Terms = Pick<KeptLeg, "type" | "expiry" | "strike" | "tradingsymbol">;

const isOf = (a: Terms, b: Terms): boolean =>
  a.type === b.type &&
  a.expiry === b.expiry &&
  a.strike === b.strike &&
  (a.type !== "EQ" || a.tradingsymbol === b.tradingsymbol);

/** Of the legs that followed the market when they were shared: a price that was set then stays set. */
const followed = (leg: Terms, { legs }: KeptStrategy): KeptLeg | undefined =>
  legs.find((each) => isOf(each, leg));

/** Whether something of it follows the market: else its prices are the same at any moment. */
export function hasMoment({ legs }: KeptStrategy): boolean {
  return legs.some(({ entryPrice, market }) => entryPrice === null && market.price !== null);
}

export function isAtMoment(instance: BuilderInstance, strategy: KeptStrategy): boolean {
  const priced = instance.legs.flatMap((leg) => {
    const kept = followed(leg, strategy);
    return kept !== undefined && kept.entryPrice === null && kept.market.price !== null
      ? [{ leg, kept }]
      : [];
  });
  return priced.length > 0 && priced.every(({ leg, kept }) => leg.entryPrice === kept.market.price);
}

/** @param isAt to those of the moment; false: back to the market's */
export function momentAction(
  instance: BuilderInstance,
  strategy: KeptStrategy,
  isAt: boolean,
): BuilderAction {
  const ivs = { ...instance.customStrikeWiseIvs };
  const trades = instance.legs.map((leg): LoadedTrade => {
    const trade = loadedTrade(leg);
    const kept = followed(leg, strategy);
    if (kept === undefined) return trade;
    const { price, iv } = kept.market;
    if (kept.iv === null && iv !== null && leg.expiry !== null) {
      const key = ivKey(leg.expiry, leg.strike);
      if (isAt) ivs[key] ??= iv;
      else if (ivs[key] === iv) delete ivs[key];
    }
    if (kept.entryPrice !== null || price === null) return trade;
    if (isAt) return { ...trade, entryPrice: trade.entryPrice ?? price };
    return trade.entryPrice === price ? { ...trade, entryPrice: null } : trade;
  });
  const figures = figuresOf(instance);
  const { targetPrice } = figures;
  const { spot } = strategy;
  const target = isAt
    ? (targetPrice ?? spot)
    : targetPrice === spot
      ? strategy.figures.targetPrice
      : targetPrice;
  return {
    type: "load-trades",
    source: instance.dataSource,
    meta: instance.dataSourceMeta,
    trades,
    draft: { ...figures, targetPrice: target, customStrikeWiseIvs: ivs },
  };
}
