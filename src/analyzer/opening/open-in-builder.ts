/** Opens a strategy in the builder, from wherever it is shown (rules ANZ-56 to ANZ-58). */

import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import type { DataSource, DataSourceMeta } from "#domain/strategy/analyzer/model.ts";
import { type Opening, type OpeningPage, sourceFrom } from "#domain/strategy/analyzer/opening.ts";
import type { KeptStrategy } from "#domain/strategy/kept/content.ts";
import { keptOf } from "#domain/strategy/kept/keep.ts";
import type { tellApp } from "../../browser/web-view.ts";
import { handOver } from "./handed.ts";

/** A strategy of a draft portfolio, which the app keeps itself. */
interface DraftIds {
  readonly portfolioId: string;
  readonly strategyId: string;
}

export interface OpenOptions {
  /** Says what positions are; none for a strategy that is only planned. */
  readonly from?: OpeningPage | null;
  /** What its legs came from is called, where that has a name. */
  readonly name?: string;
  readonly draft?: DraftIds;
  /** The page is inside another's: the strategy travels by the server, not by this tab. */
  readonly isPortal?: boolean;
  readonly inNewTab?: boolean;
}

/** A tab that a press has opened, before it is known where it leads. */
export interface NewTab {
  lead(href: string): void;
  close(): void;
}

export interface OpenEdges {
  readonly tellApp: typeof tellApp;
  /** Goes to a path of ours. */
  readonly go: (href: string) => void;
  /** null where the browser opens none. */
  readonly openTab: () => NewTab | null;
  /** Puts a strategy away. @returns the id that opens it */
  readonly put: (strategy: KeptStrategy) => Promise<string>;
  /** Market time, epoch ms. */
  readonly now: () => number;
}

function appLegs({ legs, positions }: Opening) {
  return [...legs, ...positions].map(({ tradingsymbol, quantity, entryPrice }) => ({
    tradingsymbol,
    action: quantity < 0 ? ("SELL" as const) : ("BUY" as const),
    quantity: Math.abs(quantity),
    price: entryPrice,
  }));
}

function isWithApp(opening: Opening, { draft }: OpenOptions, tell: typeof tellApp): boolean {
  const { underlying } = opening;
  if (draft === undefined) return tell("open_builder", { underlying, legs: appLegs(opening) });
  const { portfolioId, strategyId } = draft;
  return tell("open_draft_builder", {
    underlying,
    draft_portfolio_id: portfolioId,
    strategy_id: strategyId,
  });
}

/** The builder's address of what was put away. */
export function redirectHref(id: string): string {
  return `${PAGE_PATHS.builder}?${new URLSearchParams({ builder_redirect_id: id })}`;
}

/** The builder's address for an underlying. */
export function builderHref(underlying: string): string {
  return `${PAGE_PATHS.builder}?${new URLSearchParams({ instrument_symbol: underlying })}`;
}

/** What a link holds: positions are legs there, and what was booked on them is a P&L of its own. */
function keptOpening(
  opening: Opening,
  source: DataSource,
  meta: DataSourceMeta | null,
  now: number,
): KeptStrategy {
  const { legs, positions, manualPnl, selectedAnalysisTab = "payoffChart" } = opening;
  const booked = positions.reduce((sum, { bookedPnl }) => sum + bookedPnl, 0);
  const own = manualPnl.isChecked ? manualPnl.pnl : 0;
  const held = [...legs, ...positions].filter(({ quantity }) => quantity !== 0);
  return keptOf(
    {
      ...opening,
      dataSource: source,
      dataSourceMeta: meta,
      legs: held,
      positions: [],
      manualPnl: positions.length > 0 ? { isChecked: booked + own !== 0, pnl: booked + own } : manualPnl,
      selectedAnalysisTab,
      settings: {},
    },
    now,
    Number.NaN,
  );
}

/**
 * Call it in the press itself: a browser opens a tab for nothing else.
 * @throws ApiFailure where the strategy could not be put away; nothing is opened then
 */
export async function openInBuilder(opening: Opening, options: OpenOptions, edges: OpenEdges): Promise<void> {
  if (isWithApp(opening, options, edges.tellApp)) return;
  const { from = null, name, draft, isPortal = false, inNewTab = false } = options;
  const source = opening.positions.length > 0 ? sourceFrom(from) : "UNSAVED_STRATEGY";
  const meta = name === undefined ? null : { id: draft?.strategyId ?? name, name };
  const isNothing = opening.legs.length + opening.positions.length === 0;
  if (!isPortal && !inNewTab) {
    handOver({ opening, source, meta });
    edges.go(builderHref(opening.underlying));
    return;
  }
  const tab = inNewTab ? edges.openTab() : null;
  try {
    const href = isNothing
      ? builderHref(opening.underlying)
      : redirectHref(await edges.put(keptOpening(opening, source, meta, edges.now())));
    if (tab === null) edges.go(href);
    else tab.lead(href);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
