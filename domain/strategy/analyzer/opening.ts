/** A strategy that a page hands to the strategy builder (rules ANZ-56 to ANZ-58). */

import type { LegContract } from "../contract-list.ts";
import { figuresOf } from "../kept/keep.ts";
import { type Deal, newTrade } from "../legs/change.ts";
import type { LoadedTrade } from "./actions.ts";
import { EMPTY_DRAFT } from "./instances.ts";
import {
  type AnalysisTab,
  type AnalyzerInstance,
  type AnalyzerLeg,
  type DataSource,
  type DataSourceMeta,
  DEFAULT_UNDERLYING,
  type Draft,
} from "./model.ts";
import type { ActionOf } from "./rule.ts";

/** Pages, and parts of pages, whose positions are what a trader really holds. */
const OF_LIVE_POSITIONS = [
  "groups",
  "positions",
  "positions-v2",
  "vbs-my-pnl",
  "option_chain_analyse_widget",
  "positions_page",
] as const;
const OF_DRAFTS = ["paper_trading"] as const;

/** From where a strategy is opened, where that says what its legs are. */
export type OpeningPage = (typeof OF_LIVE_POSITIONS)[number] | (typeof OF_DRAFTS)[number];

/** What the builder is to show: an instance of another page is one as it stands. */
export interface Opening extends Draft {
  readonly underlying: string;
  /** Left out, the builder's stays. */
  readonly selectedAnalysisTab?: AnalysisTab;
}

/** An underlying with nothing on it. */
export function openingOf(underlying: string = DEFAULT_UNDERLYING): Opening {
  return { ...EMPTY_DRAFT, underlying };
}

/** Deals in contracts that are listed and trade, in their order; their prices come in the builder. */
export function openingOfDeals(
  underlying: string,
  deals: readonly { readonly contract: LegContract; readonly deal: Deal }[],
): Opening {
  const legs = deals.map(
    ({ contract, deal }, i): AnalyzerLeg => ({
      ...newTrade([], contract, `leg-${i + 1}`, deal),
      marketIv: Number.NaN,
      quotedAt: Number.NaN,
      isInitialized: true,
      isExpired: false,
      product: null,
      tag: null,
    }),
  );
  return { ...openingOf(underlying), legs };
}

/** One deal. */
export const openingWith = (underlying: string, contract: LegContract, deal: Deal): Opening =>
  openingOfDeals(underlying, [{ contract, deal }]);

/** What positions of a page are called in the builder. */
export function sourceFrom(page: OpeningPage | null): DataSource {
  const is = (pages: readonly string[]): boolean => page !== null && pages.includes(page);
  if (is(OF_LIVE_POSITIONS)) return "LIVE_POSITIONS";
  return is(OF_DRAFTS) ? "DRAFT_PORTFOLIOS" : "UNSAVED_STRATEGY";
}

/** A leg as it is loaded elsewhere: its IV comes with those of the strikes. */
export function loadedTrade(leg: AnalyzerLeg): LoadedTrade {
  const { token, tradingsymbol, type, strike, expiry, expiryInstant, lotSize, multiplier } = leg;
  return {
    contract: { token, tradingsymbol, type, strike, expiry, expiryInstant, lotSize, multiplier },
    action: leg.quantity < 0 ? "SELL" : "BUY",
    quantity: Math.abs(leg.quantity),
    entryPrice: leg.entryPrice,
    iv: null,
    isSelected: leg.isSelected,
  };
}

interface Named {
  readonly source: DataSource;
  readonly meta: DataSourceMeta | null;
}

type LoadAction = ActionOf<
  "clear-positions" | "clear-legs" | "load-trades" | "load-positions" | "select-tab"
>;

/** What has to happen to the builder's instance for it to show the opening and nothing else. */
export function loadActions(
  opening: Opening,
  now: Pick<AnalyzerInstance, "legs" | "positions" | "selectedAnalysisTab">,
  { source, meta }: Named,
): readonly LoadAction[] {
  const { positions, selectedAnalysisTab: tab } = opening;
  const isOfPositions = source === "LIVE_POSITIONS" || source === "DRAFT_PORTFOLIOS";
  const trades = opening.legs.map(loadedTrade);
  const actions: LoadAction[] = [];
  if (now.positions.length > 0) actions.push({ type: "clear-positions" });
  if (trades.length > 0 || positions.length > 0) {
    const ofTrades: Named = isOfPositions ? { source: "UNSAVED_STRATEGY", meta: null } : { source, meta };
    const { source: name, meta: called } = ofTrades;
    actions.push({ type: "load-trades", source: name, meta: called, trades, draft: figuresOf(opening) });
  } else if (now.legs.length > 0) actions.push({ type: "clear-legs" });
  if (positions.length > 0) {
    const of = source === "DRAFT_PORTFOLIOS" ? source : "LIVE_POSITIONS";
    actions.push({ type: "load-positions", source: of, meta, positions });
  }
  if (tab !== undefined && tab !== now.selectedAnalysisTab) actions.push({ type: "select-tab", tab });
  return actions;
}
