/**
 * Columns of the option chain as they lie on the screen. Painter, React, DOM renderer and copy all read this one table.
 */
import type {
  BarFigure,
  CentreColumnId,
  ColumnId,
  QuantityUnitName,
  SideColumnId,
} from "../chain/column-ids.ts";
import type { ChainField } from "../chain/fields.ts";
import { type GreekDecimals, USUAL_DECIMALS } from "./greek-decimals.ts";
import { decimalsOfTick } from "./number.ts";

export type ColumnFormat =
  | "price"
  | "level"
  | "signedPrice"
  | "signedPct"
  | "pct1"
  | "pct2"
  | "quantity"
  | "signedQuantity"
  | "delta"
  | "gamma"
  | "theta"
  | "vega"
  | "ratio";

export interface ChainColumn {
  readonly id: ColumnId;
  readonly side: "call" | "put" | "centre";
  readonly format: ColumnFormat;
  /** Frame field of the figure; the strike has none. */
  readonly field: ChainField | null;
  /** A second figure in the same cell, such as the change beside the LTP. */
  readonly companion: ChainField | null;
  /** Narrowest width, CSS pixels. */
  readonly width: number;
  /** Bars of its figures' sizes are drawn beside them. */
  readonly bar: boolean;
  /** Its figures are of a lot, not of a unit (rule CHAIN-41). */
  readonly ofLot: boolean;
  /** Its ground says which quote it is (rule CHAIN-43). */
  readonly quote: "bid" | "ask" | null;
}

/** Columns of a trader's own, as they lie on a wide screen and on each page of a phone; see `ownView`. */
export interface OwnView {
  readonly wide: readonly ChainColumn[];
  readonly pages: readonly (readonly ChainColumn[])[];
}

/** CSS pixels that the widest figure of a column takes with all that stands beside it; a column may have none. */
export type ColumnWidths = Readonly<Partial<Record<ColumnId, number>>>;

export const CHAIN_VIEWS = ["ltp", "greeks", "all"] as const;
/** The built-in views that lie ready, by their short names in the address (rule CHAIN-1). */
export type ChainViewName = (typeof CHAIN_VIEWS)[number];
export type ChainView = ChainViewName | OwnView;
/** With that of straddles, whose columns come with it: what toolbar and address have. */
export const VIEW_NAMES = [...CHAIN_VIEWS, "straddle"] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** How quantities of a chain are written: divided by `divisor`, with `decimals`; the heading names the unit. */
export interface QuantityUnit {
  readonly name: Exclude<QuantityUnitName, "auto">;
  readonly divisor: number;
  readonly decimals: number;
}

/** Columns from left to right with their x positions, as the painter draws them. */
export interface ChainViewLayout {
  readonly columns: readonly ChainColumn[];
  /** left edge of each column, CSS pixels; one more entry than columns */
  readonly edges: readonly number[];
  readonly quantity: QuantityUnit;
  /** Of premiums: rupees a unit, or a lot. */
  readonly priceDecimals: number;
  /** Of prices of the underlying. */
  readonly levelDecimals: number;
  readonly strikeDecimals: number;
  readonly greeks: GreekDecimals;
  /** Delta and gamma of currency options are shown times 0.1 (rule CHAIN-3), and their headings say so. */
  readonly deltaScale: number;
  /** Figures of a lot are shown times this; null where none are. */
  readonly perLot: number | null;
  readonly bars: BarFigure;
  /** Phones write the change under no figure: cells keep one line and one number. */
  readonly compact: boolean;
  /** The columns are wider than the space: the strikes stay in sight while the others are scrolled (rule CHAIN-40). */
  readonly isPinned: boolean;
}

/** Quantities in the unit that was chosen. @param maxOi units @param lotSize units a lot */
export function quantityUnit(
  maxOi: number,
  name: QuantityUnitName = "auto",
  lotSize = Number.NaN,
): QuantityUnit {
  if (name === "lakh" || (name === "auto" && maxOi >= 1e5))
    return { name: "lakh", divisor: 1e5, decimals: 2 };
  if (name === "lots" && lotSize > 0) return { name, divisor: lotSize, decimals: 0 };
  return { name: "units", divisor: 1, decimals: 0 };
}

interface LayoutOptions {
  readonly view: ChainView;
  /** CSS pixels to fill */
  readonly width: number;
  /** Page of columns on a phone, from 0. */
  readonly page: number;
  readonly quantity: QuantityUnit;
  readonly tickSize: number;
  readonly strikeStep: number;
  readonly isCurrency: boolean;
  /** of this chain's figures, where its columns' own widths were too small for them */
  readonly widest?: ColumnWidths;
  /** A day or less to expiry: decay stands where theta did (rule CHAIN-10). */
  readonly isLastDay: boolean;
  /** Lot size × multiplier, for columns that are of a lot; none are by default. */
  readonly perLot?: number | null;
  /** By default OI, which the built-in views have. */
  readonly bars?: BarFigure;
  /** By default those of a chain of which nothing is known. */
  readonly greeks?: GreekDecimals;
}

export const PHONE_WIDTH = 600;
/** Past this the eye loses the row between one figure and the next: a wider screen gets margins instead. */
const MAX_STRETCH = 1.7;

/** A column of its own width, or of its widest figure's; calls and puts alike. */
function widened(columns: readonly ChainColumn[], widest: ColumnWidths): ChainColumn[] {
  return columns.map((column) => ({ ...column, width: Math.max(column.width, widest[column.id] ?? 0) }));
}

export interface ColumnSpec {
  readonly format: ColumnFormat;
  readonly width: number;
  readonly companion?: "changePct";
  readonly bar?: boolean;
}

/** Those that the built-in views show; others come with a view of a trader's own. */
export const SIDE = {
  ltp: { format: "price", width: 116, companion: "changePct" },
  oi: { format: "quantity", width: 104, bar: true },
  oiChange: { format: "signedQuantity", width: 78 },
  oiChangePct: { format: "signedPct", width: 72 },
  volume: { format: "quantity", width: 78 },
  delta: { format: "delta", width: 58 },
  theta: { format: "theta", width: 64 },
  decay: { format: "price", width: 64 },
  bid: { format: "price", width: 74 },
  ask: { format: "price", width: 74 },
} as const satisfies Partial<Record<SideColumnId, ColumnSpec>>;

export const CENTRE = {
  strike: { format: "level", width: 80 },
  iv: { format: "pct1", width: 56 },
  gamma: { format: "gamma", width: 70 },
  vega: { format: "vega", width: 62 },
  straddle: { format: "price", width: 76 },
} as const satisfies Partial<Record<CentreColumnId, ColumnSpec>>;

type BuiltInSide = keyof typeof SIDE;
type BuiltInCentre = keyof typeof CENTRE;

/** Call columns from the outside in; puts mirror them. Centre columns follow the strike. */
const VIEWS: Record<ChainViewName, { side: BuiltInSide[]; centre: BuiltInCentre[] }> = {
  ltp: { side: ["oiChange", "oi", "volume", "delta", "ltp"], centre: ["strike", "iv"] },
  greeks: {
    side: ["oi", "theta", "delta", "ltp"],
    centre: ["vega", "gamma", "strike", "iv"],
  },
  all: {
    side: ["oiChangePct", "oiChange", "oi", "volume", "theta", "delta", "bid", "ask", "ltp"],
    centre: ["vega", "gamma", "strike", "iv", "straddle"],
  },
};

/** On a phone two side columns fit beside the strike; a swipe goes from page to page. */
export const PHONE_PAGES: Record<ChainViewName, readonly (readonly [BuiltInSide, BuiltInSide])[]> = {
  ltp: [
    ["oi", "ltp"],
    ["oiChange", "volume"],
    ["delta", "ltp"],
  ],
  greeks: [
    ["delta", "ltp"],
    ["theta", "delta"],
  ],
  all: [
    ["oi", "ltp"],
    ["oiChange", "volume"],
    ["bid", "ask"],
    ["theta", "delta"],
  ],
};

/** Widths on a phone, CSS pixels: of the outer column, the one beside the strike, and the strike. */
export const PHONE_COLUMNS = [74, 80, 66] as const;

const pagesOf = (view: ChainView): readonly unknown[] =>
  typeof view === "string" ? PHONE_PAGES[view] : view.pages;

/** Pages that a phone shows a view on: as many as its swipes turn. */
export const phonePages = (view: ChainView): number => pagesOf(view).length;

export function columnOf(id: ColumnId, side: ChainColumn["side"], spec: ColumnSpec): ChainColumn {
  const of = side === "centre" ? "" : (`${side}.` as const);
  return {
    id,
    side,
    format: spec.format,
    field: id === "strike" ? null : (`${of}${id}` as ChainField),
    companion: spec.companion && side !== "centre" ? `${side}.${spec.companion}` : null,
    width: spec.width,
    bar: spec.bar ?? false,
    ofLot: false,
    quote: null,
  };
}

function columnsFor(
  options: Pick<LayoutOptions, "view" | "width" | "page" | "isLastDay">,
): readonly ChainColumn[] {
  const { view, isLastDay, page } = options;
  const isPhone = options.width < PHONE_WIDTH;
  const at = Math.min(page, phonePages(view) - 1);
  if (typeof view !== "string") return (isPhone ? view.pages[at] : view.wide)!;
  const sided = (side: "call" | "put") => (id: BuiltInSide) => {
    const own = isLastDay && id === "theta" ? "decay" : id;
    return columnOf(own, side, SIDE[own]);
  };
  const centred = (id: BuiltInCentre) => columnOf(id, "centre", CENTRE[id]);
  const pair = PHONE_PAGES[view][at]!;
  const { side, centre } = isPhone ? { side: pair, centre: ["strike" as const] } : VIEWS[view];
  const columns = [
    ...side.map(sided("call")),
    ...centre.map(centred),
    ...[...side].reverse().map(sided("put")),
  ];
  const [outer, inner, strike] = PHONE_COLUMNS;
  const widths = [outer, inner, strike, inner, outer];
  return isPhone ? columns.map((column, i) => ({ ...column, width: widths[i]! })) : columns;
}

/**
 * Columns of a view fitted to a width: each gets its own width and a share of what is left over in proportion, so calls
 * and puts stay mirror images, up to a readable width. A view wider than the space keeps its widths and scrolls sideways; a
 * phone's, which has pages instead, is made to fit.
 */
export function layoutChain(options: LayoutOptions): ChainViewLayout {
  const { perLot = null, bars = "oi" } = options;
  const columns = widened(columnsFor(options), options.widest ?? {});
  const compact = options.width < PHONE_WIDTH;
  const natural = columns.reduce((sum, c) => sum + c.width, 0);
  const fitting = options.width / natural;
  const stretch = compact && options.width > 0 ? fitting : Math.min(MAX_STRETCH, Math.max(1, fitting));
  const edges = [0];
  let x = 0;
  for (const column of columns) {
    x += column.width * stretch;
    edges.push(Math.round(x));
  }
  const decimals = Math.max(2, decimalsOfTick(options.tickSize));
  return {
    columns,
    edges,
    quantity: options.quantity,
    // A lot's money is rupees and paise, however fine the ticks of a unit are.
    priceDecimals: perLot === null ? decimals : 2,
    levelDecimals: decimals,
    strikeDecimals: decimalsOfTick(options.strikeStep),
    greeks: options.greeks ?? USUAL_DECIMALS,
    deltaScale: options.isCurrency ? 0.1 : 1,
    perLot,
    bars,
    compact,
    isPinned: !compact && fitting < 1,
  };
}

/** What currency's delta and gamma are multiplied by, and their headings say. */
export const currencyScaleOf = (layout: ChainViewLayout, { format }: ChainColumn): number =>
  format === "delta" || format === "gamma" ? layout.deltaScale : 1;

/** What a column's figures are multiplied by where they are shown. */
export const scaleOf = (layout: ChainViewLayout, column: ChainColumn): number =>
  currencyScaleOf(layout, column) * (column.ofLot ? (layout.perLot ?? 1) : 1);

/** Every frame field that a view's cells need, flags and ages included. */
export function viewFields(view: ChainView, isLastDay: boolean): ChainField[] {
  const fields = new Set<ChainField>([
    "call.flags",
    "put.flags",
    "call.oi",
    "put.oi",
    "call.oiChange",
    "put.oiChange",
  ]);
  const wide = columnsFor({ view, width: 4000, page: 0, isLastDay });
  const phone = pagesOf(view).flatMap((_, page) => columnsFor({ view, width: 0, page, isLastDay }));
  for (const column of [...wide, ...phone]) {
    if (column.field) fields.add(column.field);
    if (column.companion) fields.add(column.companion);
    if (column.id === "ltp" && column.side !== "centre") {
      fields.add(`${column.side}.bid`);
      fields.add(`${column.side}.ask`);
    }
  }
  return [...fields];
}
