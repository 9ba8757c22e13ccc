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

/** Entry and IV of a leg that followed the market, as they were then. */
function figuresThen({ entryPrice, iv, expiry, market }: KeptLeg) {
  return {
    entry: entryPrice === null ? market.price : null,
    iv: iv === null && expiry !== null ? market.iv : null,
  };
}

/** Whether something of it follows the market: a strategy that was saved has its entries, and its IVs follow all the same. */
export function hasMoment({ legs }: KeptStrategy): boolean {
  return legs.map(figuresThen).some(({ entry, iv }) => entry !== null || iv !== null);
}

/** Nothing of it follows the market, and something stands where it stood then. */
export function isAtMoment(instance: BuilderInstance, strategy: KeptStrategy): boolean {
  const stands = instance.legs.flatMap((leg) => {
    const kept = followed(leg, strategy);
    if (kept === undefined) return [];
    const then = figuresThen(kept);
    const own = leg.expiry === null ? undefined : instance.customStrikeWiseIvs[ivKey(leg.expiry, leg.strike)];
    return [
      ...(then.entry === null ? [] : [{ at: leg.entryPrice, was: then.entry }]),
      ...(then.iv === null ? [] : [{ at: own ?? null, was: then.iv }]),
    ];
  });
  return stands.every(({ at }) => at !== null) && stands.some(({ at, was }) => at === was);
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
    const { entry, iv } = figuresThen(kept);
    if (iv !== null && leg.expiry !== null) {
      const key = ivKey(leg.expiry, leg.strike);
      if (isAt) ivs[key] ??= iv;
      else if (ivs[key] === iv) delete ivs[key];
    }
    if (entry === null) return trade;
    if (isAt) return { ...trade, entryPrice: trade.entryPrice ?? entry };
    return trade.entryPrice === entry ? { ...trade, entryPrice: null } : trade;
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
