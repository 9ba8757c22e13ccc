/** The grid of 120 rows that every implementation shows, with the texts of our own chain: 20 columns of it, or every column there is. */
import { CENTRE_COLUMN_IDS, SIDE_COLUMN_IDS } from "#domain/chain/column-ids.ts";
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { cellText, strikeText } from "#domain/format/chain-cells.ts";
import { type ChainColumn, type ChainViewLayout, layoutChain } from "#domain/format/chain-columns.ts";
import { type GridLook, ownView } from "#domain/format/own-columns.ts";

export const ROWS = 120;
/** Ticks of the market a second. */
export const TICKS = 20;
export const ROW_HEIGHT = 24;
export const STEP = 50;
export const FIRST_STRIKE = 22_000;
export const strikeOf = (row: number): number => FIRST_STRIKE + row * STEP;

/** The page's address says which; its worker has it as its name, and the bench asks for none. */
export const SHOWN =
  (typeof document === "undefined"
    ? (globalThis as { readonly name?: string }).name
    : new URLSearchParams(location.search).get("columns")) ?? "";
const isEvery = SHOWN === "every";

/** null: a built-in view */
export const LOOK: GridLook | null = isEvery
  ? {
      columns: [...SIDE_COLUMN_IDS, ...CENTRE_COLUMN_IDS],
      perLot: false,
      unit: "lakh",
      bars: "oi",
      bidFirst: false,
    }
  : null;

export const LAYOUT: ChainViewLayout = layoutChain({
  view: LOOK === null ? "all" : ownView(LOOK, false),
  width: 1700,
  page: 0,
  quantity: { name: "lakh", divisor: 1e5, decimals: 2 },
  tickSize: 0.05,
  strikeStep: STEP,
  isCurrency: false,
  isLastDay: false,
});

/** Every column, or our widest view less the columns that make it more than twenty. */
export const COLUMNS: readonly ChainColumn[] = LAYOUT.columns.filter(
  ({ id }) => isEvery || (id !== "oiChangePct" && id !== "straddle"),
);

/** Field of `CHAIN_FIELDS` that a column shows; -1 for the strike. */
export const FIELD_OF: readonly number[] = COLUMNS.map(({ field }) =>
  field === null ? -1 : CHAIN_FIELDS.indexOf(field),
);
export const TICKING: readonly number[] = COLUMNS.map((_, i) => i).filter((i) => FIELD_OF[i] !== -1);

export function textOf(row: number, column: number, value: number): string {
  const spec = COLUMNS[column]!;
  return spec.field === null ? strikeText(strikeOf(row), LAYOUT) : cellText(spec, value, LAYOUT);
}

/** Figures as an option chain has them, by column. */
export function startValue(row: number, column: number): number {
  const { id } = COLUMNS[column]!;
  const noise = ((row * 7919 + column * 104_729) % 1000) / 1000;
  if (id === "strike") return strikeOf(row);
  if (id === "oi" || id === "volume" || id === "totalOi") return 1e5 + noise * 9e6;
  if (id === "oiChange") return (noise - 0.5) * 1e6;
  if (id === "delta") return noise;
  if (id === "theta") return -noise * 20;
  if (id === "gamma") return 0.0001 + noise / 1000;
  if (id === "vega" || id === "iv") return 8 + noise * 12;
  return 5 + noise * 900;
}

/** A tick for the page: pairs of cell (row × columns + column) and value. */
export interface Tick {
  readonly cells: Float64Array;
}
