/**
 * What the analysis of a strategy says (quant.md §9). Money is rupees, prices are rupees of the spot axis, times epoch ms,
 * volatilities and intervals fractions. Unknown is NaN; `maxProfit` and `maxLoss` are ±Infinity where they have no end.
 */

import type { ForwardSource, LiquidityWarning } from "../chain/flags.ts";
import type { StrategyCharges } from "../charges/of-legs.ts";
import type { SettlementSource } from "../pricing/settlement-source.ts";
import type { ContractSettlement } from "../settlement/settlement.ts";
import type { IsoDate } from "../units/iso-date.ts";
import type { PriceSource, UnquotedSide } from "./entry.ts";
import type { NetSummary } from "./net/net-types.ts";

/** Of a leg or of the strategy, counted by the two multiplying toggles of the options. */
export interface StrategyGreeks {
  readonly delta: number;
  readonly gamma: number;
  /** Rupees a calendar day. */
  readonly theta: number;
  /** Rupees a vol point. */
  readonly vega: number;
}

/** What the market says of one instrument of the strategy. */
export interface TradeStat {
  readonly token: number;
  readonly lastPrice: number;
  /** Price of quant.md §4. */
  readonly usablePrice: number;
  /** The market's, before any offset; NaN for futures and equity. */
  readonly iv: number;
  /** Of its expiry now; of one that is over what it settled at. */
  readonly forward: number;
  readonly forwardSource: ForwardSource;
  readonly isLiquid: boolean;
  readonly liquidityWarnings: readonly LiquidityWarning[];
  /** Of an instrument that is over; null of one that is alive. */
  readonly settlement: ContractSettlement | null;
}

/** What a leg is entered at and worth, selected or not, and where both come from. Rupees; NaN and null unknown. */
export interface LegPrice {
  readonly legId: string;
  readonly entry: number;
  readonly entrySource: PriceSource | null;
  /** The side of the book that the entry's mode wanted and did not find. */
  readonly unquoted: UnquotedSide | null;
  readonly now: number;
  readonly nowSource: PriceSource | null;
}

/** One leg in the P&L and greeks tables. */
export interface TradeDetail {
  readonly legId: string;
  readonly token: number;
  readonly isSelected: boolean;
  readonly isExpired: boolean;
  /** The settlement of an expired leg was estimated from the close of the underlying. */
  readonly isEstimated: boolean;
  /** What P&L counts from: the trader's, else the usable price of now. */
  readonly entryPrice: number;
  /** After custom figure and offset; NaN for futures and equity. */
  readonly effectiveIv: number;
  /** P&L at the usable price of now, booked P&L left out; like the greeks counted by the two toggles. */
  readonly pnl: number;
  /** Counted so too. */
  readonly bookedPnl: number;
  /** Per unit, at the target price and date. */
  readonly priceAtTarget: number;
  /** At the target price and date, booked P&L left out; counted so too. */
  readonly targetPnl: number;
  /** At the target price and date; of an expired leg how it ended, which the strategy's leave out. */
  readonly greeks: StrategyGreeks;
  readonly decay: number;
  /** q m × what of the usable price is in the money, and the rest of it; 0 for futures, equity and expired legs. */
  readonly intrinsicValue: number;
  readonly timeValue: number;
}

export interface TargetTimeDefaults {
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** "HH:MM", every 15 minutes of the selected day's session and its close. */
  readonly timeIntervals: readonly string[];
  /** The same on the selected day; those outside min…max cannot be chosen. */
  readonly timestamps: readonly number[];
}

export interface TargetPriceDefaults {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly closestFutureExpiry: IsoDate | null;
}

/** One standard deviation and its bands on the spot axis. */
export interface StandardDeviation {
  readonly sd: number;
  /** Days it spans. */
  readonly days: number;
  readonly lower1: number;
  readonly upper1: number;
  readonly lower2: number;
  readonly upper2: number;
}

/** The curves, column-wise: `atTarget[i]` and `atExpiry[i]` are the P&L at `price[i]`, ascending and without repeats. */
export interface PayoffCurves {
  readonly price: Float64Array;
  readonly atTarget: Float64Array;
  readonly atExpiry: Float64Array;
  /** The same after charges; null unless they are wanted. */
  readonly net: { readonly atTarget: Float64Array; readonly atExpiry: Float64Array } | null;
}

export interface TabularPayoff {
  readonly at: number;
  readonly payoffAtExpiry: number;
  readonly payoffAtTarget: number;
  /** at / S - 1, a fraction. */
  readonly percentDiffFromCurrentPrice: number;
}

export type StrategyWarningCode =
  /** A selected leg has expired. */
  | "EXPIRED_STRATEGY"
  /** Its settlement price is not known. */
  | "ESTIMATED_SETTLEMENT"
  | "EXECUTION_RISK"
  | "FUTURE_IV"
  | "LIQUIDITY_RISK"
  /** No price of the underlying. */
  | "NO_UNDERLYING"
  /** No IV for a live option. */
  | "NO_IV"
  /** S is implied from the nearest forward while spot stands still. */
  | "SPOT_AUCTION"
  /** A quantity is no whole number of lots. */
  | "LOT_RULE";

export interface StrategyWarning {
  readonly code: StrategyWarningCode;
  /** For people. */
  readonly message: string;
  /** Legs it is about; empty = the strategy. */
  readonly legIds: readonly string[];
}

export interface StrategySummary {
  /** One each token, in order of first appearance; selected or not. */
  readonly tradeStats: readonly TradeStat[];
  /** One a leg, in their order. */
  readonly legPrices: readonly LegPrice[];
  /** Of the selected legs: to enter, and to leave now; null where they are not asked for or not known. */
  readonly charges: StrategyCharges | null;
  /** After charges; null unless that is wanted. Payoff table, too, is after them then. */
  readonly net: NetSummary | null;
  readonly targetTimeDefaults: TargetTimeDefaults;
  /** What was asked for, clamped. */
  readonly selectedTargetTime: number;
  readonly targetPriceDefaults: TargetPriceDefaults;
  readonly selectedTargetPrice: number;
  /** Fractions to choose from. */
  readonly targetIntervalDefaults: { readonly default: number; readonly options: readonly number[] };
  readonly selectedTargetInterval: number;
  /** At the target price and date. */
  readonly greeks: StrategyGreeks;
  readonly decay: number;
  /** Σ q m V at the target price and date, rupees. */
  readonly priceAtTarget: number;
  /** P&L of the legs there, of the whole position, without booked and manual P&L. */
  readonly targetPnl: number;
  /** The same with them. */
  readonly projectedPayoff: number;
  /** Null unless `wantsTradeDetails`. */
  readonly tradeDetails: readonly TradeDetail[] | null;
  readonly payoffRange: { readonly min: number; readonly max: number };
  readonly standardDeviation: StandardDeviation;
  /** Null unless `wantsPayoffChart`. */
  readonly payoffs: PayoffCurves | null;
  /** Null unless `wantsPayoffTable`. */
  readonly tabularPayoffs: readonly TabularPayoff[] | null;
  /** Date of the expiry curve; null when no leg is alive. */
  readonly expiry: IsoDate | null;
  readonly maxProfit: number;
  readonly maxLoss: number;
  /** NaN when either is unlimited or nothing can be lost. */
  readonly riskRewardRatio: number;
  /** Ascending. */
  readonly breakevensAtExpiry: readonly number[];
  /** 0…1, of who holds the strategy; the other side has the rest, but for P&L of exactly 0. */
  readonly pop: number;
  /** What the probability was read from; `SETTLEMENT_UNKNOWN` without one, and once the outcome is known. */
  readonly popSource: SettlementSource;
  readonly totalPremium: number;
  readonly totalIntrinsicValue: number;
  readonly totalTimeValue: number;
  /** P&L at expiry one standard deviation up and down. */
  readonly potentialUpside: number;
  readonly potentialDownside: number;
  readonly isStock: boolean;
  readonly warnings: readonly StrategyWarning[];
}
