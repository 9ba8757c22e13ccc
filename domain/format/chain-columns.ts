/**
 * Columns of the option chain: what they hold, how they are written, which view shows them and where they lie.
 * Painter, React, DOM renderer and copy all read this one table.
 */
import type { ChainField } from "../chain/fields.ts";
import { decimalsOfTick } from "./number.ts";

export type ColumnFormat =
  | "price"
  | "signedPrice"
  | "signedPct"
  | "pct1"
  | "quantity"
  | "signedQuantity"
  | "delta"
  | "greek"
  | "ratio";

type SideColumnId =
  | "ltp"
  | "oi"
  | "oiChange"
  | "oiChangePct"
  | "volume"
  | "delta"
  | "theta"
  | "decay"
  | "bid"
  | "ask"
  | "timeValue"
  | "intrinsic"
  | "breakeven"
  | "pop"
  | "popSeller";

type CentreColumnId = "strike" | "iv" | "ivChange" | "gamma" | "vega" | "pcr" | "straddle";

/** CSS pixels that the widest figure of a column takes with all that stands beside it; a column may have none. */
export type ColumnWidths = Readonly<Partial<Record<SideColumnId | CentreColumnId, number>>>;

export interface ChainColumn {
  readonly id: SideColumnId | CentreColumnId;
  readonly side: "call" | "put" | "centre";
  readonly format: ColumnFormat;
  /** Frame field of the figure; the strike has none. */
  readonly field: ChainField | null;
  /** A second figure in the same cell, such as the change beside the LTP. */
  readonly companion: ChainField | null;
  /** Narrowest width, CSS pixels. */
  readonly width: number;
  /** OI columns draw a bar behind the figure. */
  readonly bar: boolean;
}

/** How quantities of a chain are written: divided by `divisor`, with `decimals`; the heading names the unit. */
export interface QuantityUnit {
  readonly divisor: number;
  readonly decimals: number;
}

/** Columns from left to right with their x positions, as the painter draws them. */
export interface ChainViewLayout {
  readonly columns: readonly ChainColumn[];
  /** left edge of each column, CSS pixels; one more entry than columns */
  readonly edges: readonly number[];
  readonly quantity: QuantityUnit;
  readonly priceDecimals: number;
  readonly strikeDecimals: number;
  /** Delta and gamma of currency options are shown times 0.1 (rule CHAIN-3), and their headings say so. */
  readonly deltaScale: number;
  /** Phones write the change under no figure: cells keep one line and one number. */
  readonly compact: boolean;
}

interface SideSpec {
  readonly format: ColumnFormat;
  readonly width: number;
  readonly companion?: "changePct";
  readonly bar?: boolean;
}

const SIDE: Record<SideColumnId, SideSpec> = {
  ltp: { format: "price", width: 116, companion: "changePct" },
  oi: { format: "quantity", width: 104, bar: true },
  oiChange: { format: "signedQuantity", width: 78 },
  oiChangePct: { format: "signedPct", width: 72 },
  volume: { format: "quantity", width: 78 },
  delta: { format: "delta", width: 58 },
  theta: { format: "greek", width: 64 },
  decay: { format: "price", width: 64 },
  bid: { format: "price", width: 74 },
  ask: { format: "price", width: 74 },
  timeValue: { format: "price", width: 74 },
  intrinsic: { format: "price", width: 74 },
  breakeven: { format: "price", width: 82 },
  pop: { format: "pct1", width: 68 },
  popSeller: { format: "pct1", width: 68 },
};

const CENTRE: Record<CentreColumnId, { format: ColumnFormat; width: number }> = {
  strike: { format: "price", width: 80 },
  iv: { format: "pct1", width: 56 },
  ivChange: { format: "signedPct", width: 60 },
  gamma: { format: "greek", width: 70 },
  vega: { format: "greek", width: 62 },
  pcr: { format: "ratio", width: 56 },
  straddle: { format: "price", width: 76 },
};

export const CHAIN_VIEWS = ["ltp", "greeks", "all"] as const;
/** The views, by their short names in the address (rule CHAIN-1). */
export type ChainViewName = (typeof CHAIN_VIEWS)[number];

/** Call columns from the outside in; puts mirror them. Centre columns follow the strike. */
const VIEWS: Record<ChainViewName, { side: SideColumnId[]; centre: CentreColumnId[] }> = {
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
const PHONE_PAGES: Record<ChainViewName, readonly (readonly [SideColumnId, SideColumnId])[]> = {
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

export const phonePages = (view: ChainViewName): number => PHONE_PAGES[view].length;

function sideColumn(id: SideColumnId, side: "call" | "put"): ChainColumn {
  const spec = SIDE[id];
  return {
    id,
    side,
    format: spec.format,
    field: `${side}.${id}`,
    companion: spec.companion ? `${side}.${spec.companion}` : null,
    width: spec.width,
    bar: spec.bar ?? false,
  };
}

function centreColumn(id: CentreColumnId): ChainColumn {
  return {
    id,
    side: "centre",
    ...CENTRE[id],
    field: id === "strike" ? null : id,
    companion: null,
    bar: false,
  };
}

/** Quantities are written in lakh when the chain's largest OI reaches one lakh, else in units. */
export function quantityUnit(maxOi: number): QuantityUnit {
  if (maxOi >= 1e5) return { divisor: 1e5, decimals: 2 };
  return { divisor: 1, decimals: 0 };
}

interface LayoutOptions {
  readonly view: ChainViewName;
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
}

export const PHONE_WIDTH = 600;
/** Past this the eye loses the row between one figure and the next: a wider screen gets margins instead. */
const MAX_STRETCH = 1.7;

/** A column of its own width, or of its widest figure's; calls and puts alike. */
function widened(columns: ChainColumn[], widest: ColumnWidths): ChainColumn[] {
  return columns.map((column) => ({ ...column, width: Math.max(column.width, widest[column.id] ?? 0) }));
}

function columnsFor(options: Pick<LayoutOptions, "view" | "width" | "page" | "isLastDay">): ChainColumn[] {
  const onTheDay = (id: SideColumnId): SideColumnId => (options.isLastDay && id === "theta" ? "decay" : id);
  if (options.width < PHONE_WIDTH) {
    const pages = PHONE_PAGES[options.view];
    const [outer, inner] = pages[Math.min(options.page, pages.length - 1)]!.map(onTheDay) as [
      SideColumnId,
      SideColumnId,
    ];
    return [
      { ...sideColumn(outer, "call"), width: 74 },
      { ...sideColumn(inner, "call"), width: 80 },
      { ...centreColumn("strike"), width: 66 },
      { ...sideColumn(inner, "put"), width: 80 },
      { ...sideColumn(outer, "put"), width: 74 },
    ];
  }
  const { centre } = VIEWS[options.view];
  const side = VIEWS[options.view].side.map(onTheDay);
  return [
    ...side.map((id) => sideColumn(id, "call")),
    ...centre.map(centreColumn),
    ...[...side].reverse().map((id) => sideColumn(id, "put")),
  ];
}

/**
 * Columns of a view fitted to a width: each gets its own width and a share of what is left over in proportion, so calls
 * and puts stay mirror images, up to a readable width. A view wider than the space keeps its widths and scrolls sideways; a
 * phone's, which has pages instead, is made to fit.
 */
export function layoutChain(options: LayoutOptions): ChainViewLayout {
  const columns = widened(columnsFor(options), options.widest ?? {});
  const compact = options.width < PHONE_WIDTH;
  const natural = columns.reduce((sum, c) => sum + c.width, 0);
  const fitting = options.width / natural;
  const stretch = Math.min(MAX_STRETCH, compact && options.width > 0 ? fitting : Math.max(1, fitting));
  const edges = [0];
  let x = 0;
  for (const column of columns) {
    x += column.width * stretch;
    edges.push(Math.round(x));
  }
  return {
    columns,
    edges,
    quantity: options.quantity,
    priceDecimals: Math.max(2, decimalsOfTick(options.tickSize)),
    strikeDecimals: decimalsOfTick(options.strikeStep),
    deltaScale: options.isCurrency ? 0.1 : 1,
    compact,
  };
}

/** What a column's figures are multiplied by where they are shown. */
export const scaleOf = (layout: ChainViewLayout, { id }: ChainColumn): number =>
  id === "delta" || id === "gamma" ? layout.deltaScale : 1;

/** Every frame field that a view's cells need, flags and ages included. */
export function viewFields(view: ChainViewName, isLastDay: boolean): ChainField[] {
  const fields = new Set<ChainField>([
    "call.flags",
    "put.flags",
    "call.oi",
    "put.oi",
    "call.oiChange",
    "put.oiChange",
  ]);
  const wide = columnsFor({ view, width: 4000, page: 0, isLastDay });
  const phone = PHONE_PAGES[view].flatMap((_, page) => columnsFor({ view, width: 0, page, isLastDay }));
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
