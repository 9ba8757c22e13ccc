/**
 * What can happen to an analyzer. Each action is for the instance in use of the context's namespace. An action that is refused
 * changes nothing; `refusalOf` says why.
 */

import type { IsoDate } from "../../units/iso-date.ts";
import type { Adjustment } from "../adjust/adjustment.ts";
import type { ContractList, LegContract } from "../contract-list.ts";
import type { Deal } from "../legs/change.ts";
import type { Shift } from "../legs/shift.ts";
import type { EntryPricing, LegQuote } from "../model.ts";
import type { PlacedLeg } from "../presets/build.ts";
import type {
  AnalysisTab,
  AnalyzerPosition,
  AnalyzerSettings,
  Answers,
  DataSource,
  DataSourceMeta,
  Draft,
  MarginSpanData,
  Namespace,
  OiChartExpiry,
  StrategyAnalyzerConfig,
  Zoom,
} from "./model.ts";

/** What the market says of one instrument. */
export interface QuoteFacts extends LegQuote {
  /** The market's; NaN = none. */
  readonly iv: number;
}

/** What is told of the instruments and of the bounds, by an analysis or by the live market. */
export interface SummaryFacts {
  /** Market time. */
  readonly now: number;
  /** Earliest and latest target date; NaN where no analysis says them: those of before stay. */
  readonly targetTimeMin: number;
  readonly targetTimeMax: number;
  /** Fraction; NaN as above. */
  readonly selectedTargetInterval: number;
  /** By token; legs that it does not name keep what they were told before. */
  readonly quotes: ReadonlyMap<number, QuoteFacts>;
}

/** A trade that is loaded whole: from a draft of before, a saved strategy, an address. */
export interface LoadedTrade extends Deal {
  /** As it is listed or, of one that is over, as it was. */
  readonly contract: LegContract;
  /** Set for its strike and expiry, before the offset; null the market's. */
  readonly iv: number | null;
  readonly isSelected: boolean;
}

/** What of a draft comes back with its trades; what is left out stays as it is. */
export type DraftFigures = Partial<
  Pick<
    Draft,
    | "targetPrice"
    | "targetDateTime"
    | "payoffTableTargetInterval"
    | "ivOffset"
    | "customStrikeWiseIvs"
    | "entryPricing"
    | "lotMultiplier"
    | "manualPnl"
  >
>;

export type AnalyzerAction<A extends Answers = Answers> =
  // Which instance. A different underlying begins it anew; settings, tab and config stay as the namespace had them.
  | { readonly type: "open"; readonly underlying: string; readonly instanceId: string }
  // Legs.
  | { readonly type: "add-leg"; readonly contract: LegContract; readonly deal: Deal }
  | { readonly type: "delete-leg"; readonly id: string }
  | { readonly type: "clear-legs" }
  | { readonly type: "clear-positions" }
  | { readonly type: "toggle-leg"; readonly id: string }
  | { readonly type: "toggle-all"; readonly isSelected: boolean }
  | { readonly type: "flip-leg"; readonly id: string }
  | { readonly type: "set-entry-price"; readonly id: string; readonly price: number | null }
  | { readonly type: "set-quantity"; readonly id: string; readonly units: number }
  | { readonly type: "set-expiry"; readonly id: string; readonly expiry: IsoDate }
  | { readonly type: "set-strike"; readonly id: string; readonly strike: number }
  | { readonly type: "step-strike"; readonly id: string; readonly direction: 1 | -1 }
  | { readonly type: "swap-type"; readonly id: string }
  | { readonly type: "move-leg"; readonly id: string; readonly to: number }
  | { readonly type: "shift-legs"; readonly shift: Shift }
  /** By how much each of `ids` moves, rupees from where the drag began; `mirror`: the opposite legs go the other way. */
  | {
      readonly type: "drag-strikes";
      readonly ids: readonly string[];
      readonly by: number;
      readonly mirror: boolean;
    }
  | { readonly type: "set-lot-multiplier"; readonly multiplier: number }
  /** Several trades at once, all of it or nothing. */
  | { readonly type: "adjust"; readonly adjustment: Adjustment }
  /** `iv` as it is shown and typed, the offset within; null the market's. */
  | {
      readonly type: "set-strike-iv";
      readonly expiry: IsoDate;
      readonly strike: number;
      readonly iv: number | null;
    }
  | { readonly type: "set-iv-offset"; readonly points: number }
  /** What trades without a price of their own are entered at. */
  | { readonly type: "set-entry-pricing"; readonly pricing: EntryPricing }
  | { readonly type: "reset-prices" }
  | { readonly type: "reset-ivs" }
  /** The instruments are there: legs that were loaded before them find their contracts. */
  | { readonly type: "initialize-legs" }
  | {
      readonly type: "load-preset";
      readonly meta: DataSourceMeta;
      readonly placed: readonly PlacedLeg[];
      readonly lots: number;
    }
  | {
      readonly type: "load-trades";
      readonly source: DataSource;
      readonly meta: DataSourceMeta | null;
      readonly trades: readonly LoadedTrade[];
      readonly draft?: DraftFigures;
    }
  | {
      readonly type: "load-positions";
      readonly source: "DRAFT_PORTFOLIOS" | "LIVE_POSITIONS";
      readonly meta: DataSourceMeta | null;
      readonly positions: readonly AnalyzerPosition[];
    }
  | { readonly type: "toggle-position-expiry"; readonly expiry: IsoDate }
  | { readonly type: "reset-position-expiries" }
  // What if. null is the reset: the underlying's price, now, the default.
  | { readonly type: "set-target-price"; readonly price: number | null }
  | { readonly type: "set-target-time"; readonly time: number | null }
  /** Both at once, which is one step. */
  | { readonly type: "set-target"; readonly price: number | null; readonly time: number | null }
  | { readonly type: "set-target-interval"; readonly interval: number | null }
  | { readonly type: "set-manual-pnl"; readonly isChecked: boolean; readonly pnl: number }
  // How it is looked at.
  | { readonly type: "select-tab"; readonly tab: AnalysisTab }
  | { readonly type: "set-zoom"; readonly zoom: Zoom }
  | { readonly type: "set-settings"; readonly settings: Partial<AnalyzerSettings> }
  | { readonly type: "set-config"; readonly config: Partial<StrategyAnalyzerConfig> }
  | { readonly type: "set-oi-expiries"; readonly expiries: readonly OiChartExpiry[] }
  | { readonly type: "toggle-oi-expiry"; readonly expiry: IsoDate }
  // Undo.
  | { readonly type: "begin-drag" }
  | { readonly type: "end-drag" }
  /** The draft becomes what it was when the drag began. */
  | { readonly type: "cancel-drag" }
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  // What was answered.
  | { readonly type: "summary-pending" }
  | {
      readonly type: "summary-done";
      readonly revision: number;
      readonly summary: A["summary"];
      readonly facts: SummaryFacts;
      readonly receivedAt: number;
    }
  | { readonly type: "summary-failed"; readonly message: string }
  | { readonly type: "summary-aborted" }
  | { readonly type: "strategy-chart-pending" }
  | { readonly type: "strategy-chart-done"; readonly chart: A["strategyChart"] }
  | { readonly type: "strategy-chart-failed"; readonly message: string }
  | { readonly type: "oi-chart-pending" }
  | { readonly type: "oi-chart-done"; readonly chart: A["oiChart"] }
  | { readonly type: "oi-chart-failed"; readonly message: string }
  | { readonly type: "margin-pending" }
  | { readonly type: "margin-done"; readonly margin: A["margin"]; readonly figures: MarginSpanData }
  | { readonly type: "margin-failed" }
  /** What a local analysis or the live market says of the legs, between the server's answers. */
  | { readonly type: "prices"; readonly facts: SummaryFacts; readonly receivedAt: number };

/** What the rules need to know beside state and action. */
export interface AnalyzerContext {
  readonly namespace: Namespace;
  /** Of the instance's underlying; null while instruments are not known: what `needsContracts` says waits outside. */
  readonly contracts: ContractList | null;
  /** Market time, epoch ms; NaN unknown. */
  readonly now: number;
}
