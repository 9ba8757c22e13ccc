/**
 * What a strategy is and what is known of the market it is analysed in. Plain data: the server fills it from the feed,
 * the browser's compute worker from the engine, and both get the same figures out of it.
 *
 * Prices are rupees, times epoch ms, volatilities annual fractions (0.135 is 13.5 %), unknown figures NaN.
 */

import type { BrokerId } from "../access/brokers.ts";
import type { ForwardSource, LiquidityWarning } from "../chain/flags.ts";
import type { UnderlyingKind } from "../instruments/types.ts";
import type { DiscountSource } from "../pricing/discount-origin.ts";
import type { Settlement } from "../settlement/settlement.ts";
import type { IsoDate } from "../units/iso-date.ts";

export type TradeAction = "BUY" | "SELL";
export type LegType = "CE" | "PE" | "FUT" | "EQ";

/** One expiry as the chain solver left it. */
export interface ExpiryMarket {
  readonly expiry: IsoDate;
  /** The instant that fixes the payoff of its contracts; their last trade may be later. */
  readonly expiryInstant: number;
  /** F_e of quant.md §3; NaN = none. On MCX the price of the option's own underlying future. */
  readonly forward: number;
  readonly forwardSource: ForwardSource;
  /** Parity-implied forward, also where a future was used; NaN = none. */
  readonly synthetic: number;
  /** Of a rupee on the expiry: 1 up to 60 days and where it cannot be told. */
  readonly discount: number;
  /** Its standard error; NaN where none was fitted. */
  readonly discountError: number;
  /** Who told it. */
  readonly discountSource: DiscountSource;
  /** Whose curve it was weighed with, by its place among the lenders from 1; 0 none. */
  readonly discountLender: number;
  /** ATM IV of quant.md §7; NaN = none. */
  readonly atmIv: number;
  /** Listed strikes, ascending. */
  readonly strikes: Float64Array;
  /** One IV a strike, smile filled in (quant.md §6); NaN = none. */
  readonly iv: Float64Array;
  /** By strike: 1 where the IV is from a price of its own, 0 where it is interpolated. */
  readonly solved: Uint8Array;
}

/** The underlying and its expiries at one moment. */
export interface StrategyMarket {
  readonly symbol: string;
  readonly token: number;
  readonly kind: UnderlyingKind;
  /** Market time of the figures. */
  readonly now: number;
  /** S; implied from the nearest forward while spot stands still (SPOT_AUCTION); NaN = none. */
  readonly spot: number;
  readonly isSpotImplied: boolean;
  /** Spot and forwards are a caller's own words: the prices of contracts are of another market then. */
  readonly isCallers?: boolean;
  /** Rupees between strikes near the money. */
  readonly strikeStep: number;
  /** Tick of the spot, rupees. */
  readonly spotTickSize: number;
  /** Tick of the options, rupees: the least a forward may be. */
  readonly tickSize: number;
  /** Exchange of the derivatives, for their sessions. */
  readonly derivativeExchange: "NFO" | "BFO" | "CDS" | "BCD" | "MCX";
  /** Of the nearest future that is alive; null = none is listed. */
  readonly closestFutureExpiry: IsoDate | null;
  /** Near to far, expired ones left out. */
  readonly expiries: readonly ExpiryMarket[];
}

/** What the market says of the instrument of a leg. */
export interface LegQuote {
  /** Exchange LTP; NaN = never traded. */
  readonly lastPrice: number;
  /** Price of quant.md §4; NaN = none. */
  readonly usablePrice: number;
  /** Best quotes; NaN = none. */
  readonly bid: number;
  readonly ask: number;
  readonly isLiquid: boolean;
  readonly warnings: readonly LiquidityWarning[];
}

/** One trade of a strategy, or one position. */
export interface Leg {
  /** Unique within the strategy. */
  readonly id: string;
  readonly token: number;
  readonly tradingsymbol: string;
  readonly type: LegType;
  /** Rupees; 0 for futures and equity. */
  readonly strike: number;
  /** null for equity. */
  readonly expiry: IsoDate | null;
  /** As `ExpiryMarket.expiryInstant`; NaN for equity. */
  readonly expiryInstant: number;
  /** Signed units: bought above 0, sold below. */
  readonly quantity: number;
  /** Units in one lot. */
  readonly lotSize: number;
  /** Money = price × quantity × multiplier. */
  readonly multiplier: number;
  /** Rupees; left out where only that of the underlying's options is known. */
  readonly tickSize?: number;
  /** Counts for charges of shares: MIS is intraday; NRML where it is not told. */
  readonly product?: "NRML" | "MIS" | "CNC" | null;
  /** Rupees; null takes the price of now by the options' `entry`. */
  readonly entryPrice: number | null;
  /** Set by the trader for this strike and expiry, before the offset; null takes the market's. */
  readonly customIv: number | null;
  readonly isSelected: boolean;
  readonly kind: "trade" | "position";
  /** Already booked on the position, rupees; 0 for trades. */
  readonly bookedPnl: number;
  readonly quote: LegQuote;
  /**
   * Of an expired leg: the exchange's settlement price of the contract, or null; the underlying's close on the expiry
   * day, from which intrinsic is estimated; and what the market says the expiry settled at. Null for a leg that is alive.
   */
  readonly settlement: {
    readonly price: number | null;
    readonly underlyingClose: number | null;
    readonly market?: Settlement | null;
  } | null;
}

/** `ltp`: the usable price; `mid`: between the best quotes; `touch`: buys at the ask, sells at the bid. */
export const ENTRY_MODES = ["ltp", "mid", "touch"] as const;
export type EntryMode = (typeof ENTRY_MODES)[number];

/** What legs without a price of their own are entered at (rules STRAT-25 and STRAT-26). */
export interface EntryPricing {
  readonly mode: EntryMode;
  /** Of `touch`: each leg so many ticks worse; a whole number from 0. */
  readonly slippageTicks: number;
}

/** What the trader asked for. */
export interface StrategyOptions {
  /** S' of "at target"; null = spot. */
  readonly targetPrice: number | null;
  /** t of "at target"; null = now; clamped into the allowed range. */
  readonly targetTime: number | null;
  /** Fraction between rows of the payoff table (0.01 is 1 %); null = the default. */
  readonly targetInterval: number | null;
  /** Vol points added to every IV. */
  readonly ivOffset: number;
  /** Over which days a standard deviation is: until the first expiry, a fixed number, until the target date. */
  readonly sdMode: "expiry" | "fixed" | "targetDate";
  /** Days, for `fixed`. */
  readonly fixedSdDays: number;
  /** What legs without a price of their own are entered at; the usable price by default. */
  readonly entry?: EntryPricing;
  /** Whose price list charges follow, and whether the figures net of them are wanted; null or left out: no charges. */
  readonly charges?: { readonly broker: BrokerId; readonly wantsNet: boolean } | null;
  readonly factorInBookedPnl: boolean;
  /** Rupees; counted when checked. */
  readonly manualPnl: { readonly isChecked: boolean; readonly pnl: number };
  readonly wantsPayoffChart: boolean;
  readonly wantsPayoffTable: boolean;
  readonly wantsTradeDetails: boolean;
  /** Greeks, decay and the P&L table as Σ q m g; either off divides by it, see `domain/strategy/greek-factors.ts`. */
  readonly multiplyByLotSize: boolean;
  readonly multiplyByLots: boolean;
}
