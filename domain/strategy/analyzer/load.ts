/** Strategies that come whole: ready-made ones, kept drafts, saved ones (rules ANZ-26 to ANZ-30). */

import type { LegContract } from "../contract-list.ts";
import { isSlippage } from "../entry.ts";
import { addOrUpdate, tradesOf } from "../legs/list.ts";
import { lotMultiplier } from "../legs/lots.ts";
import type { Leg } from "../model.ts";
import type { DraftFigures, LoadedTrade } from "./actions.ts";
import { dressed, isExpired, isKnown, legNames, listedContract } from "./analyzer-legs.ts";
import {
  isInstant,
  isInterval,
  isIv,
  isIvOffset,
  isMultiplier,
  isPnl,
  isPrice,
  isUnits,
  MOST_LEGS,
} from "./bounds.ts";
import { EMPTY_DRAFT } from "./instances.ts";
import { ivKey, soundStrikeIvs } from "./ivs.ts";
import type { AnalyzerInstance, AnalyzerLeg, DataSource, DataSourceMeta, Draft } from "./model.ts";
import { type Change, NOTHING, type Rule } from "./rule.ts";
import { clampedTarget } from "./targets.ts";

/** Positions are not renamed by trades that are put beside them. */
export function sourceAfter(
  { dataSource, dataSourceMeta, positions }: Draft,
  source: DataSource,
  meta: DataSourceMeta | null,
): Pick<Draft, "dataSource" | "dataSourceMeta"> {
  const isOfPositions = dataSource === "DRAFT_PORTFOLIOS" || dataSource === "LIVE_POSITIONS";
  const staysPut = isOfPositions && positions.length > 0;
  return staysPut ? { dataSource, dataSourceMeta } : { dataSource: source, dataSourceMeta: meta };
}

export const loadPreset: Rule<"load-preset"> = (instance, { meta, placed, lots }, context) => {
  const names = legNames(instance.nextLeg);
  const trades = tradesOf(placed, lots, names.newId);
  if (trades.length === 0 || trades.some(({ quantity }) => !isUnits(Math.abs(quantity)))) return NOTHING;
  return {
    ...sourceAfter(instance, "PRESET_STRATEGY", meta),
    legs: dressed(trades, instance, context),
    lotMultiplier: lotMultiplier(trades),
    manualPnl: EMPTY_DRAFT.manualPnl,
    nextLeg: names.next(),
  };
};

const isSound = ({ quantity, entryPrice }: LoadedTrade): boolean =>
  isUnits(quantity) && (entryPrice === null || isPrice(entryPrice));

/** Of two trades of one contract the later counts. */
function loadedLegs(trades: readonly LoadedTrade[], newId: () => string): readonly Leg[] {
  const isSelected = new Map(trades.map((trade) => [trade.contract.token, trade.isSelected]));
  return trades
    .reduce<readonly Leg[]>((legs, trade) => addOrUpdate(legs, trade.contract, trade, newId), [])
    .map((leg) => ({ ...leg, isSelected: isSelected.get(leg.token)! }));
}

/** IVs by strike as they were kept, and what the trades bring of their own. */
function loadedIvs(
  trades: readonly LoadedTrade[],
  kept: Draft["customStrikeWiseIvs"],
): Draft["customStrikeWiseIvs"] {
  const own = trades.flatMap(({ contract: { expiry, strike }, iv }) =>
    expiry === null || iv === null || !isIv(iv) ? [] : [[ivKey(expiry, strike), iv] as const],
  );
  return { ...kept, ...Object.fromEntries(own) };
}

/** With odd lots the multiplier cannot be seen in the quantities: then the one that was kept, when it divides them. */
function loadedMultiplier(legs: readonly Leg[], kept = 1): number {
  const seen = lotMultiplier(legs);
  const fits = seen === 1 && isMultiplier(kept) && legs.every(({ quantity }) => quantity % kept === 0);
  return fits && legs.length > 0 ? kept : seen;
}

/** Of the figures that were kept those that are figures. */
function soundFigures(
  figures: DraftFigures,
  { targetDateTimeBounds: bounds }: AnalyzerInstance,
  now: number,
): Change {
  const {
    targetPrice,
    targetDateTime: time,
    payoffTableTargetInterval: interval,
    ivOffset,
    entryPricing,
    manualPnl,
  } = figures;
  const isSet = <T>(value: T | null | undefined, isGood: (value: T) => boolean) =>
    value === null || (value !== undefined && isGood(value));
  return {
    ...(isSet(targetPrice, isPrice) ? { targetPrice: targetPrice! } : {}),
    ...(isSet(time, isInstant) ? { targetDateTime: clampedTarget(time!, bounds, now) } : {}),
    ...(isSet(interval, isInterval) ? { payoffTableTargetInterval: interval! } : {}),
    ...(ivOffset !== undefined && isIvOffset(ivOffset) ? { ivOffset } : {}),
    ...(entryPricing !== undefined && isSlippage(entryPricing.slippageTicks) ? { entryPricing } : {}),
    manualPnl: manualPnl !== undefined && isPnl(manualPnl.pnl) ? manualPnl : EMPTY_DRAFT.manualPnl,
  };
}

export const loadTrades: Rule<"load-trades"> = (instance, { source, meta, trades, draft = {} }, context) => {
  if (trades.length > MOST_LEGS) return NOTHING;
  const sound = trades.filter(isSound);
  const names = legNames(instance.nextLeg);
  const loaded = loadedLegs(sound, names.newId);
  const { customStrikeWiseIvs: kept } = draft;
  return {
    ...soundFigures(draft, instance, context.now),
    ...sourceAfter(instance, source, meta),
    legs: dressed(loaded, instance, context),
    customStrikeWiseIvs: loadedIvs(
      sound,
      kept === undefined ? instance.customStrikeWiseIvs : soundStrikeIvs(kept),
    ),
    lotMultiplier: loadedMultiplier(loaded, draft.lotMultiplier),
    nextLeg: names.next(),
  };
};

/** Legs that were loaded before the instruments take their contracts by their terms; what is not listed waits on. */
export const initializeLegs: Rule<"initialize-legs"> = ({ legs }, _, { contracts, now }) => {
  if (contracts === null || legs.every(({ isInitialized }) => isInitialized)) return NOTHING;
  const held = new Set(legs.map(({ token }) => token));
  const found = (leg: AnalyzerLeg): AnalyzerLeg => {
    if (leg.isInitialized) return leg;
    const world = { contracts, now };
    if (isKnown(leg, world)) return { ...leg, isInitialized: true, isExpired: isExpired(leg, world) };
    const contract: LegContract | null = listedContract(leg, contracts);
    if (contract === null || held.has(contract.token)) return leg;
    held.add(contract.token);
    return { ...leg, ...contract, isInitialized: true };
  };
  const after = legs.map(found);
  return after.every((leg, i) => leg === legs[i]) ? NOTHING : { legs: after };
};
