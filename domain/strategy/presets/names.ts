/** The ready-made strategies, as they are sent and stored. */
export const PRESETS = [
  "BUY_CALL",
  "SELL_PUT",
  "BUY_CALL_SPREAD",
  "SELL_PUT_SPREAD",
  "CALL_RATIO_BACK_SPREAD",
  "LONG_CALENDAR_WITH_CALLS",
  "BULL_CONDOR",
  "BULL_BUTTERFLY",
  "RANGE_FORWARD",
  "BUY_FUTURE",
  "LONG_SYNTHETIC_FUTURE",
  "BUY_PUT",
  "SELL_CALL",
  "BUY_PUT_SPREAD",
  "SELL_CALL_SPREAD",
  "PUT_RATIO_BACK_SPREAD",
  "LONG_CALENDAR_WITH_PUTS",
  "BEAR_CONDOR",
  "BEAR_BUTTERFLY",
  "RISK_REVERSAL",
  "SELL_FUTURE",
  "SHORT_SYNTHETIC_FUTURE",
  "SHORT_STRADDLE",
  "SHORT_STRANGLE",
  "SHORT_IRON_BUTTERFLY",
  "SHORT_IRON_CONDOR",
  "BATMAN",
  "DOUBLE_PLATEAU",
  "JADE_LIZARD",
  "REVERSE_JADE_LIZARD",
  "CALL_RATIO_SPREAD",
  "PUT_RATIO_SPREAD",
  "LONG_STRADDLE",
  "LONG_STRANGLE",
  "LONG_IRON_BUTTERFLY",
  "LONG_IRON_CONDOR",
  "STRIP",
  "STRAP",
] as const;
export type PresetName = (typeof PRESETS)[number];

/**
 * Where the trader thinks the underlying will be at expiry: of a level (NOT_ABOVE, ABOVE, BELOW, NOT_BELOW: that of today),
 * around one level, or between two.
 */
export const MARKET_VIEWS = ["NOT_ABOVE", "ABOVE", "AROUND", "BETWEEN", "BELOW", "NOT_BELOW"] as const;
export type MarketView = (typeof MARKET_VIEWS)[number];

export function isPresetName(text: string): text is PresetName {
  return (PRESETS as readonly string[]).includes(text);
}
