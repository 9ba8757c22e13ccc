/** Positions at the broker or in a draft portfolio: facts, of which a trader chooses what is looked at (rules ANZ-31 and ANZ-32). */

import { expiryFilters, resetExpiryFilters, toggleExpiry } from "../legs/positions.ts";
import { isExpired } from "./analyzer-legs.ts";
import type { AnalyzerInstance, AnalyzerPosition, Draft } from "./model.ts";
import type { ActionOf, Change, Rule } from "./rule.ts";
import { NOTHING } from "./rule.ts";

/** The same positions again, as they are now: no work of the trader's. */
export function isRefresh({ dataSource, positions }: Draft, { source }: ActionOf<"load-positions">): boolean {
  return dataSource === source && positions.length > 0;
}

/** Ids are what selections, tables and requests go by: each once, and none of a trade's. */
function distinct(all: readonly AnalyzerPosition[], { legs }: Draft): AnalyzerPosition[] {
  const taken = new Set(legs.map(({ id }) => id));
  return all.filter(({ id }) => !taken.has(id) && taken.add(id));
}

/** Newer prices than a position brings, and what the trader chose, stay with it. */
function refreshed(
  position: AnalyzerPosition,
  was: AnalyzerPosition | undefined,
  now: number,
): AnalyzerPosition {
  const after = {
    ...position,
    isInitialized: true,
    isExpired: position.isExpired || isExpired(position, { contracts: null, now }),
  };
  if (was === undefined) return after;
  const told =
    was.quotedAt > position.quotedAt || Number.isNaN(position.quotedAt)
      ? { quote: was.quote, marketIv: was.marketIv, quotedAt: was.quotedAt }
      : {};
  return { ...after, ...(was.token === position.token ? told : {}), isSelected: was.isSelected };
}

export const loadPositions: Rule<"load-positions"> = (instance, action, { now }): Change => {
  const isAgain = isRefresh(instance, action);
  const before = new Map(isAgain ? instance.positions.map((each) => [each.id, each]) : []);
  const positions = distinct(action.positions, instance).map((each) =>
    refreshed(each, before.get(each.id), now),
  );
  const filters = expiryFilters(positions);
  const kept = Object.entries(isAgain ? instance.positionExpiryFilters : {}).filter(([expiry]) =>
    Object.hasOwn(filters, expiry),
  );
  return {
    dataSource: action.source,
    dataSourceMeta: action.meta,
    positions,
    positionExpiryFilters: { ...filters, ...Object.fromEntries(kept) },
  };
};

export const filterExpiry: Rule<"toggle-position-expiry"> = (
  { positionExpiryFilters: before },
  { expiry },
) => {
  const positionExpiryFilters = toggleExpiry(before, expiry);
  return positionExpiryFilters === before ? NOTHING : { positionExpiryFilters };
};

export const resetFilters: Rule<"reset-position-expiries"> = ({ positionExpiryFilters: before }) =>
  Object.values(before).includes(true) ? { positionExpiryFilters: resetExpiryFilters(before) } : NOTHING;

/** Positions as they are now, selected as they were in a draft. */
export function selectedAs(
  now: readonly AnalyzerPosition[],
  draft: readonly AnalyzerPosition[],
): AnalyzerInstance["positions"] {
  const selected = new Map(draft.map(({ id, isSelected }) => [id, isSelected]));
  return now.map((each) => {
    const isSelected = selected.get(each.id) ?? each.isSelected;
    return isSelected === each.isSelected ? each : { ...each, isSelected };
  });
}
