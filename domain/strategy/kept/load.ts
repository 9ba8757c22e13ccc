/** What a kept strategy does to an analyzer that is opened for its underlying (rules KEEP-3 and KEEP-4). */

import type { LoadedTrade } from "../analyzer/actions.ts";
import {
  type AnalyzerSettings,
  type DataSource,
  type DataSourceMeta,
  DEFAULT_SETTINGS,
} from "../analyzer/model.ts";
import type { ActionOf } from "../analyzer/rule.ts";
import type { ContractList, LegContract } from "../contract-list.ts";
import { bringBack, type LegNote } from "./bring-back.ts";
import type { KeptLeg, KeptStrategy } from "./content.ts";

interface LoadOptions {
  /** Where the legs come from now; what was kept unless it is given. */
  readonly as?: { readonly source: DataSource; readonly meta: DataSourceMeta | null };
  /** `kept`: trades and IVs that follow the market stand at those of the moment of keeping. */
  readonly prices?: "live" | "kept";
}

export interface LoadedStrategy {
  /** In this order, for an instance that is open for the underlying. */
  readonly actions: readonly ActionOf<"load-trades" | "select-tab">[];
  /** They count while it is worked on; none where it was kept without any (rule KEEP-3). */
  readonly settings: Partial<AnalyzerSettings>;
  readonly notes: readonly LegNote[];
}

/** What it was kept with; a setting that there was not yet is at its default, which is how it was looked at then. */
export function settingsOf({ settings }: Pick<KeptStrategy, "settings">): Partial<AnalyzerSettings> {
  return Object.keys(settings).length === 0 ? {} : { ...DEFAULT_SETTINGS, ...settings };
}

function tradeOf(leg: KeptLeg, contract: LegContract, prices: "live" | "kept"): LoadedTrade {
  const { quantity, isSelected, market } = leg;
  const isThen = prices === "kept";
  return {
    contract,
    action: quantity < 0 ? "SELL" : "BUY",
    quantity: Math.abs(quantity),
    entryPrice: leg.entryPrice ?? (isThen ? market.price : null),
    iv: leg.iv ?? (isThen ? market.iv : null),
    isSelected,
  };
}

/** @param contracts of the strategy's underlying */
export function loadOf(
  kept: KeptStrategy,
  contracts: ContractList,
  { as = { source: kept.source, meta: kept.meta }, prices = "live" }: LoadOptions = {},
): LoadedStrategy {
  const { found, notes } = bringBack(kept.legs, contracts);
  const { figures, spot } = kept;
  const targetPrice = figures.targetPrice ?? (prices === "kept" ? spot : null);
  return {
    actions: [
      {
        type: "load-trades",
        source: as.source,
        meta: as.meta,
        trades: found.map((each) => tradeOf(each.kept, each.contract, prices)),
        draft: { ...figures, targetPrice },
      },
      { type: "select-tab", tab: kept.tab },
    ],
    settings: settingsOf(kept),
    notes,
  };
}
