/** Columns of the option chain: what they hold, how they are written, which views show them. Shared by painter, React and copy. */

export type ColumnFormat =
  | "price"
  | "signed"
  | "signedPct"
  | "pct1"
  | "lakh"
  | "signedLakh"
  | "greek2"
  | "greek4"
  | "plain";

export type SideColumnId =
  | "ltp"
  | "oi"
  | "oiChange"
  | "oiChangePct"
  | "volume"
  | "delta"
  | "theta"
  | "bid"
  | "ask"
  | "timeValue"
  | "intrinsic"
  | "intrinsicSpot"
  | "breakeven"
  | "breakevenPct"
  | "pop";

export type CentreColumnId = "strike" | "iv" | "ivChange" | "gamma" | "vega" | "pcr" | "straddle";

export interface ChainColumn {
  readonly id: SideColumnId | CentreColumnId;
  readonly side: "call" | "put" | "centre";
  /** Heading, unit included: "OI (lakh)". */
  readonly label: string;
  /** Spoken name: "Call open interest". */
  readonly name: string;
  readonly format: ColumnFormat;
  /** CSS pixels. */
  readonly width: number;
  /** OI columns draw a bar behind the figure. */
  readonly bar: boolean;
}

/** Columns from left to right with their x positions, as the painter draws them. */
export interface ChainViewLayout {
  readonly columns: readonly ChainColumn[];
  /** left edge of each column, CSS pixels; one more entry than columns */
  readonly edges: readonly number[];
  readonly perLot: boolean;
  readonly lotSize: number;
}
