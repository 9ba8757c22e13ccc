/** An analyzer's instance as it is kept (rule KEEP-1). */

import { istDate } from "../../calendar/ist.ts";
import type { AnalyzerInstance, AnalyzerLeg, AnalyzerSettings, Draft } from "../analyzer/model.ts";
import { KEPT_VERSION, type KeptLeg, type KeptStrategy, type KeptTerms } from "./content.ts";

const orNull = (figure: number): number | null => (Number.isFinite(figure) ? figure : null);

/** The terms of a leg, and what was dealt. */
export function termsOf(leg: AnalyzerLeg): KeptTerms {
  return {
    tradingsymbol: leg.tradingsymbol,
    token: leg.token,
    type: leg.type,
    strike: leg.strike,
    expiry: leg.expiry,
    expiryInstant: orNull(leg.expiryInstant),
    lotSize: leg.lotSize,
    multiplier: leg.multiplier,
    quantity: leg.quantity,
    entryPrice: leg.entryPrice,
    isSelected: leg.isSelected,
  };
}

/** What a trader set besides the legs. */
export function figuresOf(draft: Draft): KeptStrategy["figures"] {
  return {
    targetPrice: draft.targetPrice,
    targetDateTime: draft.targetDateTime,
    payoffTableTargetInterval: draft.payoffTableTargetInterval,
    ivOffset: draft.ivOffset,
    customStrikeWiseIvs: draft.customStrikeWiseIvs,
    entryPricing: draft.entryPricing,
    lotMultiplier: draft.lotMultiplier,
    manualPnl: draft.manualPnl,
  };
}

function legOf(leg: AnalyzerLeg): KeptLeg {
  const { usablePrice, lastPrice } = leg.quote;
  const price = orNull(Number.isFinite(usablePrice) ? usablePrice : lastPrice);
  return { ...termsOf(leg), iv: leg.customIv, market: { price, iv: orNull(leg.marketIv) } };
}

/** An instance, or what a page has of one. */
export interface Keepable extends Draft, Pick<AnalyzerInstance, "underlying" | "selectedAnalysisTab"> {
  readonly settings: Partial<AnalyzerSettings>;
}

/**
 * @param now market time
 * @param spot the underlying's price now; NaN none
 */
export function keptOf(instance: Keepable, now: number, spot: number): KeptStrategy {
  return {
    version: KEPT_VERSION,
    underlying: instance.underlying,
    source: instance.dataSource,
    meta: instance.dataSourceMeta,
    legs: instance.legs.map(legOf),
    figures: figuresOf(instance),
    settings: instance.settings,
    tab: instance.selectedAnalysisTab,
    keptOn: istDate(now),
    keptAt: now,
    spot: orNull(spot),
  };
}
