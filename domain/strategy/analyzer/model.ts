/**
 * What an analyzer holds: the strategy a trader works on, how it is looked at, and what was answered about it. Immutable and plain;
 * `reduce` makes the next state of it. Prices are rupees, times epoch ms, volatilities fractions (0.135 is 13.5 %), quantities units.
 */

import type { Product } from "../../charges/market.ts";
import type { IsoDate } from "../../units/iso-date.ts";
import type { EntryPricing, Leg } from "../model.ts";

/** Of an instance that was opened without one. */
export const DEFAULT_UNDERLYING = "NIFTY";

export const NAMESPACES = [
  "builder",
  "optionChain",
  "positions",
  "watchList",
  "conditionalOrders",
  "learnOptionsStrategies",
] as const;
export type Namespace = (typeof NAMESPACES)[number];

/** Instances kept a namespace; of more, the one used longest ago is dropped. */
export const INSTANCE_LIMITS: Readonly<Record<Namespace, number>> = {
  builder: 1,
  optionChain: 5,
  positions: 5,
  watchList: 1,
  conditionalOrders: 1,
  learnOptionsStrategies: 1,
};

/** Where the legs come from, and what that is called. */
export const DATA_SOURCES = {
  EMPTY: "Empty",
  UNSAVED_STRATEGY: "Unsaved Strategy",
  PRESET_STRATEGY: "Ready-Made Strategy",
  SAVED_STRATEGY: "Saved Strategy",
  DRAFT_PORTFOLIOS: "Drafts Mode",
  LIVE_POSITIONS: "Real Trades and Positions",
} as const;
export type DataSource = keyof typeof DATA_SOURCES;

/** What the source is called and found by: the preset's type, the saved strategy's id and name. */
export interface DataSourceMeta {
  readonly id: string;
  readonly name: string;
}

export const ANALYSIS_TABS = [
  "payoffChart",
  "payoffTable",
  "pnlTable",
  "greeksTable",
  "strategyChart",
  "multiStrikeOiChart",
] as const;
export type AnalysisTab = (typeof ANALYSIS_TABS)[number];

export type Zoom =
  | { readonly kind: "ZoomOut" }
  | { readonly kind: "ZoomIn" }
  /** Prices of the underlying, min below max. */
  | { readonly kind: "CustomZoomIn"; readonly min: number; readonly max: number };

/** What a trader sets once for all strategies: set in one instance, it counts in all. */
export interface AnalyzerSettings {
  /** How quantities are written and typed. */
  readonly tradeView: "lots" | "units";
  /** What the bars behind the payoff show. */
  readonly OIMode: "oi" | "change" | "off";
  /** Over which days a standard deviation is: a fixed number, until the first expiry, until the target date. */
  readonly sdMode: "fixed" | "expiry" | "targetDate";
  /** Days of `fixed`. */
  readonly sdFixedDays: number;
  /** Prices of sold legs are written below zero, so that prices add up to what is paid. */
  readonly invertPrice: boolean;
  /** Risk-reward as a ratio, or profit and loss in per cent of the capital. */
  readonly riskRewardMode: "ratio" | "capital";
  /** P&L in tables also in per cent. */
  readonly showTabularPercentage: boolean;
  /** Greeks and P&L tables of whole positions; off: of a unit a lot. */
  readonly multiplyByLotSize: boolean;
  /** Off: of the smallest position in the same proportions. */
  readonly multiplyByLots: boolean;
  /** Payoff and figures after the charges of entry and planned exit. */
  readonly netOfCharges: boolean;
}

export const DEFAULT_SETTINGS: AnalyzerSettings = {
  tradeView: "lots",
  OIMode: "oi",
  sdMode: "expiry",
  sdFixedDays: 7,
  invertPrice: false,
  riskRewardMode: "ratio",
  showTabularPercentage: false,
  multiplyByLotSize: true,
  multiplyByLots: true,
  netOfCharges: false,
};

/** What is asked for with each analysis. */
export interface StrategyAnalyzerConfig {
  readonly enablePayoffChart: boolean;
  readonly enablePayoffTable: boolean;
  readonly enableTradeDetails: boolean;
  readonly factorInBookedPnl: boolean;
  readonly isMarginDataRequired: boolean;
}

export const DEFAULT_CONFIG: StrategyAnalyzerConfig = {
  enablePayoffChart: true,
  enablePayoffTable: false,
  enableTradeDetails: false,
  factorInBookedPnl: true,
  isMarginDataRequired: true,
};

/** How an order begins. */
export const DEFAULT_ORDER = { action: "BUY", type: "LIMIT", product: "NRML", validity: "DAY" } as const;

/** A leg with what the analyzer was told of it. `Leg.customIv` is what the trader set, before the offset. */
export interface AnalyzerLeg extends Leg {
  /** The market's IV as it was told last; NaN before that, and for futures and shares. */
  readonly marketIv: number;
  /** Device's clock when `quote` and `marketIv` were told; NaN before that. */
  readonly quotedAt: number;
  /** Its contract is one of those listed, or over, or a share. What is not known cannot be analysed. */
  readonly isInitialized: boolean;
  /** As of the newest prices. */
  readonly isExpired: boolean;
  /** null for trades that are planned only. */
  readonly product: Product | null;
  readonly tag: string | null;
}

/**
 * A position at the broker or in a draft portfolio: `kind` is "position", `entryPrice` its average price, `bookedPnl` what is
 * realised.
 */
export interface AnalyzerPosition extends AnalyzerLeg {
  /** Rupees, as the broker told it; NaN where it did not. */
  readonly unrealizedPnl: number;
  readonly isHolding: boolean;
}

/** An expiry of the open interest behind the payoff. */
export interface OiChartExpiry {
  readonly expiry: IsoDate;
  /** As it is written: 24 Nov */
  readonly expiryText: string;
  readonly isWeekly: boolean;
  readonly isSelected: boolean;
}

/** Rupees; null where it is not known yet or cannot be. */
export interface MarginSpanData {
  readonly marginRequired: number | null;
  readonly capitalRequired: number | null;
}

/** What was answered, in the shapes of the shell that runs the analyzer. */
export interface Answers {
  readonly summary: unknown;
  readonly strategyChart: unknown;
  readonly oiChart: unknown;
  readonly margin: unknown;
}

/** One kind of answer: what came last, and what is being asked. */
export interface Asked<T> {
  readonly value: T | null;
  readonly isLoading: boolean;
  /** For people; null when nothing is amiss. */
  readonly error: string | null;
  /** Failures in a row. */
  readonly errors: number;
}

/** What undo and redo go through: all that a trader did, and nothing that the market or the server said. */
export interface Draft {
  readonly dataSource: DataSource;
  readonly dataSourceMeta: DataSourceMeta | null;
  readonly legs: readonly AnalyzerLeg[];
  readonly positions: readonly AnalyzerPosition[];
  /** By expiry; on = positions of that expiry only. All off: all positions. */
  readonly positionExpiryFilters: Readonly<Record<IsoDate, boolean>>;
  /** null: the underlying's price. */
  readonly targetPrice: number | null;
  /** null: now. */
  readonly targetDateTime: number | null;
  /** Fraction between rows of the payoff table, above 0, at most 1; null the default. */
  readonly payoffTableTargetInterval: number | null;
  /** Vol points added to every IV. */
  readonly ivOffset: number;
  /** IVs set, before the offset, by `ivKey` of expiry and strike: they count also for legs that come later. */
  readonly customStrikeWiseIvs: Readonly<Record<string, number>>;
  /** What trades without an entry price of their own are entered at. */
  readonly entryPricing: EntryPricing;
  /** At least 1. */
  readonly lotMultiplier: number;
  /** Rupees; counted when checked. */
  readonly manualPnl: { readonly isChecked: boolean; readonly pnl: number };
}

/** A draft that was set aside, and when the prices in it were told: they count for as long as no newer ones were. */
export interface KeptDraft extends Draft {
  readonly pricesLastUpdatedAt: number | null;
}

export interface AnalyzerInstance<A extends Answers = Answers> extends Draft {
  /** Empty before the namespace's first `open`. */
  readonly instanceId: string;
  /** symbol, such as NIFTY */
  readonly underlying: string;
  /** As the last summary selected it, fraction; null before one. */
  readonly selectedTargetInterval: number | null;
  /** Bounds of the target date as the last summary told them; null before one. */
  readonly targetDateTimeBounds: { readonly min: number; readonly max: number } | null;
  readonly settings: AnalyzerSettings;
  readonly strategyAnalyzerConfig: StrategyAnalyzerConfig;
  readonly selectedAnalysisTab: AnalysisTab;
  readonly zoom: Zoom;
  readonly oiChartExpiries: readonly OiChartExpiry[];
  /** The trader took one in or out: they no longer follow the legs. */
  readonly areOiExpiriesChosen: boolean;
  readonly oiChart: Asked<A["oiChart"]>;
  readonly marginData: Asked<A["margin"]>;
  readonly marginSpanData: MarginSpanData;
  readonly strategySummary: Asked<A["summary"]>;
  readonly strategyChart: Asked<A["strategyChart"]>;
  /** Device's clock of the newest prices; null before any. */
  readonly pricesLastUpdatedAt: number | null;
  /** Counts changes that need another analysis; an answer to an older one is not taken. */
  readonly revision: number;
  /** Of the next leg's id. */
  readonly nextLeg: number;
  /** Newest last, at most 100 each. */
  readonly past: readonly KeptDraft[];
  readonly future: readonly KeptDraft[];
  /** The draft as it was when a drag began, which is one step of undo; null when nothing is dragged. */
  readonly dragFrom: KeptDraft | null;
}

/** Instances of a namespace, the one in use first, the one used longest ago last. There is always one. */
export type Instances<A extends Answers = Answers> = readonly [
  AnalyzerInstance<A>,
  ...(readonly AnalyzerInstance<A>[]),
];

export type AnalyzerState<A extends Answers = Answers> = Readonly<Record<Namespace, Instances<A>>>;
