/**
 * Bits of an option's `flags` word, as the feed computes them and the wire carries them (quant.md §4, §6).
 */
export const FLAG_WIDE_SPREAD = 1 << 0;
export const FLAG_NO_ASK = 1 << 1;
export const FLAG_NO_BID = 1 << 2;
export const FLAG_NO_QUOTES = 1 << 3;
export const FLAG_CROSSED = 1 << 4;
export const FLAG_STALE_LTP = 1 << 5;
export const FLAG_NO_VOLUME = 1 << 6;
export const FLAG_NO_OI = 1 << 7;
export const FLAG_ODD_STRIKE = 1 << 8;
export const FLAG_IS_LIQUID = 1 << 9;
export const FLAG_IV_INTERPOLATED = 1 << 10;
export const FLAG_IV_SUSPECT = 1 << 11;
export const FLAG_STALE_TIME_VALUE = 1 << 16;
/** Set by the engine alone: the row's probability is lognormal with the ATM IV, for the quotes carry no smile (quant.md §9). */
export const FLAG_POP_FROM_ATM = 1 << 17;

/** Why a strike has no IV of its own: four bits from `IV_REASON_SHIFT`. */
export const IV_REASON_SHIFT = 12;
export const IV_REASON_MASK = 0xf << IV_REASON_SHIFT;
export const IV_REASON_NONE = 0;
export const IV_REASON_BELOW_INTRINSIC = 1;
export const IV_REASON_ABOVE_BOUND = 2;
export const IV_REASON_EXPIRED = 3;
export const IV_REASON_NO_PRICE = 4;

export type LiquidityWarning =
  | "WIDE_SPREAD"
  | "NO_ASK"
  | "NO_BID"
  | "NO_QUOTES"
  | "CROSSED"
  | "STALE_LTP"
  | "NO_VOLUME"
  | "NO_OI"
  | "ODD_STRIKE";

const WARNINGS: readonly (readonly [number, LiquidityWarning])[] = [
  [FLAG_WIDE_SPREAD, "WIDE_SPREAD"],
  [FLAG_NO_ASK, "NO_ASK"],
  [FLAG_NO_BID, "NO_BID"],
  [FLAG_NO_QUOTES, "NO_QUOTES"],
  [FLAG_CROSSED, "CROSSED"],
  [FLAG_STALE_LTP, "STALE_LTP"],
  [FLAG_NO_VOLUME, "NO_VOLUME"],
  [FLAG_NO_OI, "NO_OI"],
  [FLAG_ODD_STRIKE, "ODD_STRIKE"],
];

/** The liquidity warnings of an option, in the order of quant.md §4. */
export function liquidityWarnings(flags: number): LiquidityWarning[] {
  return WARNINGS.filter(([bit]) => (flags & bit) !== 0).map(([, name]) => name);
}

export const FORWARD_NONE = 0;
export const FORWARD_FUTURE = 1;
export const FORWARD_SYNTHETIC = 2;
export const FORWARD_CARRY = 3;
/** What the expiry settled at: its payoff is fixed. */
export const FORWARD_SETTLEMENT = 4;
export type ForwardSource = 0 | 1 | 2 | 3 | 4;
/** As answers name them (quant.md §3). */
export const FORWARD_SOURCES = ["FUTURE", "SYNTHETIC", "CARRY", "SETTLEMENT"] as const;
/** By number; null for none. */
export const FORWARD_NAMES = [null, ...FORWARD_SOURCES] as const;

/**
 * Market state of a chain, one of the `state` values on the wire. On an expiry day: spot_auction while the closing auction
 * lasts, then settled (the payoff is fixed, trading goes on) and expired (the last trade was); the other expiries'
 * chains are spot_closed until derivatives close.
 */
export const CHAIN_STATES = [
  "live",
  "before_open",
  "spot_auction",
  "closed",
  "no_underlying",
  "expired",
  "spot_closed",
  "settled",
] as const;
export type ChainState = (typeof CHAIN_STATES)[number];
