/** Names of the columns that a chain can show: what a view is an ordered set of. */

/** Those that calls and puts both have. */
export const SIDE_COLUMN_IDS = [
  "oiChangePct",
  "oiChange",
  "oi",
  "volume",
  "theta",
  "delta",
  "bid",
  "ask",
  "ltp",
  "changePct",
  "change",
  "timeValue",
  "intrinsic",
  "intrinsicSpot",
  "breakeven",
  "breakevenPct",
  "pop",
  "popSeller",
] as const;

/** Those that a strike has once; from the straddle on they are of its call and put together. */
export const CENTRE_COLUMN_IDS = [
  "vega",
  "gamma",
  "strike",
  "iv",
  "ivChange",
  "pcr",
  "straddle",
  "straddleChange",
  "straddleChangePct",
  "impliedMove",
  "straddleLower",
  "straddleUpper",
  "totalOi",
  "netDelta",
  "netGamma",
  "netTheta",
  "netVega",
] as const;

/** Decay has no name of its own in a view: on the last day it stands where theta did. */
export type SideColumnId = (typeof SIDE_COLUMN_IDS)[number] | "decay";
export type CentreColumnId = (typeof CENTRE_COLUMN_IDS)[number];
export type ColumnId = SideColumnId | CentreColumnId;

export const isCentreColumn = (id: ColumnId): id is CentreColumnId =>
  (CENTRE_COLUMN_IDS as readonly ColumnId[]).includes(id);

/** Whose size the bars of a chain show. */
export const BAR_FIGURES = ["oi", "oiChange", "volume", "none"] as const;
export type BarFigure = (typeof BAR_FIGURES)[number];

/** How OI and volume are written; `auto` is lakh where the chain has one, else units. */
export const QUANTITY_UNITS = ["auto", "lakh", "lots", "units"] as const;
export type QuantityUnitName = (typeof QUANTITY_UNITS)[number];
