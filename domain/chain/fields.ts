/** Names of a chain row's figures, shared by column specifications, frames and painters. */
const SIDE = [
  "ltp",
  "change", // ltp less previous close, rupees
  "changePct", // that over the previous close, × 100
  "bid",
  "ask",
  "oi", // units
  "oiChange", // units
  "oiChangePct",
  "volume", // units
  "delta",
  "theta",
  "decay", // by tomorrow or by expiry, rupees
  "timeValue",
  "intrinsic",
  "intrinsicSpot",
  "breakeven",
  "breakevenPct",
  "pop", // buyer's, percent
  "popSeller", // percent
  "flags", // domain/chain/flags.ts
  "lastTradeTime", // epoch ms, 0 never
  "token",
] as const;

export type SideField = (typeof SIDE)[number];
const SHARED = [
  "iv",
  "ivChange",
  "gamma",
  "vega",
  "pcr",
  "straddle",
  "straddleChange", // rupees
  "straddleChangePct",
  "impliedMove", // premium over the forward, percent
  "straddleLower", // breakevens
  "straddleUpper",
  "totalOi", // of both sides, units
  "netDelta", // of one call and one put held
  "netGamma",
  "netTheta",
  "netVega",
] as const;
export type SharedField = (typeof SHARED)[number];
export type ChainField = `call.${SideField}` | `put.${SideField}` | SharedField;

/** Cell fields of a chain view in frame order. Percentages are × 100, IV is × 100 (percent), money in rupees. */
export const CHAIN_FIELDS: readonly ChainField[] = [
  ...SIDE.map((s) => `call.${s}` as const),
  ...SHARED,
  ...SIDE.map((s) => `put.${s}` as const),
];
