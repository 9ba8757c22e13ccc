/**
 * What a tab asks of the painter of its grid. The painter is one module that knows no thread: the same
 * commands go to the painter worker (canvas strips), to the main-thread canvas painter and to the DOM
 * renderer.
 */
import type { ChainViewLayout, ColumnWidths } from "#domain/format/chain-columns.ts";
import type { ContractTag, TagKind } from "#protocol/frames/grid-tags.ts";

export type { ContractTag } from "#protocol/frames/grid-tags.ts";
export type { RowPrices } from "#protocol/frames/row-prices.ts";

/** Custom properties the painter reads, resolved by the page, by name without the dashes. */
export const PAINT_COLOURS = [
  "paper",
  "ink",
  "ink-2",
  "ink-3",
  "line",
  "up",
  "down",
  "buy",
  "sell",
  "oi-call",
  "oi-put",
  "oi-call-strong",
  "oi-put-strong",
  "itm",
  "atm",
  "atm-soft",
  "hover",
  "tick-up",
  "tick-down",
  "bid-soft",
  "ask-soft",
  "warn",
] as const;
export type PaintColour = (typeof PAINT_COLOURS)[number];

export interface PainterTheme {
  readonly colours: Readonly<Record<PaintColour, string>>;
  /** CSS pixels */
  readonly fontSize: number;
  readonly reducedMotion: boolean;
}

export interface PainterGeometry {
  /** CSS pixels */
  readonly width: number;
  readonly rowHeight: number;
  readonly devicePixelRatio: number;
  /** Rows a strip holds. */
  readonly stripRows: number;
  /** Where the strikes lie, CSS pixels: what stays in sight when the other columns are scrolled. */
  readonly strikes: { readonly left: number; readonly width: number };
}

/** A canvas strip: `slot` names the canvas, `strip` the rows it shows (from strip × stripRows), -1 none. */
export interface StripAssignment {
  readonly slot: number;
  readonly strip: number;
}

export interface MirrorRow {
  readonly row: number;
  /** One text a column, in layout order; what screen readers, find-in-page and copy get. */
  readonly cells: readonly string[];
  /** What is marked in each, as `cellMarks` has it. */
  readonly marks: readonly number[];
}

/** When a frame was made, received and painted; `serverTime` is the server's clock, the others this machine's. */
export interface PaintedFrame {
  readonly frame: number;
  readonly sequence: number;
  readonly serverTime: number;
  readonly clockOffset: number;
  readonly receivedAt: number;
  readonly postedAt: number;
  readonly paintedAt: number;
  readonly cells: number;
  /** token */
  readonly underlying: number;
  /** YYYYMMDD */
  readonly expiry: number;
}

export type PainterCommand =
  | { readonly type: "attach"; readonly port: MessagePort }
  | { readonly type: "font"; readonly family: string; readonly url: string }
  | { readonly type: "slot"; readonly slot: number; readonly canvas: OffscreenCanvas | HTMLCanvasElementLike }
  /** A canvas that the strikes of a slot's strip are painted on as well, for where they stay in sight; null when there is none any more. */
  | {
      readonly type: "pin";
      readonly slot: number;
      readonly canvas: OffscreenCanvas | HTMLCanvasElementLike | null;
    }
  | { readonly type: "assign"; readonly strips: readonly StripAssignment[] }
  /** Strips on screen; others are painted twice a second, to be near when they are scrolled in. */
  | { readonly type: "seen"; readonly firstStrip: number; readonly lastStrip: number }
  /** Whether the grid is being scrolled: figures that pass by are not read, and the power is the scrolling's. */
  | { readonly type: "scrolling"; readonly isScrolling: boolean }
  /** Whether the tab is on screen; the canvases of one that is hidden are let go. */
  | { readonly type: "shown"; readonly shown: boolean }
  | { readonly type: "geometry"; readonly geometry: PainterGeometry }
  | { readonly type: "layout"; readonly layout: ChainViewLayout }
  | { readonly type: "theme"; readonly theme: PainterTheme }
  | { readonly type: "hover"; readonly row: number }
  | { readonly type: "focus"; readonly row: number; readonly column: number }
  /** Rows whose text the page mirrors, and how often; an empty range switches the mirror off. */
  | {
      readonly type: "mirror";
      readonly firstRow: number;
      readonly lastRow: number;
      /** ms */
      readonly everyMs: number;
    }
  /** All tags of a kind there are of an underlying (its token); those of before are gone. Answered on the port by whether the code to mark them is there. */
  | {
      readonly type: "tags";
      readonly kind: TagKind;
      readonly underlying: number;
      readonly tags: readonly ContractTag[];
      readonly port?: MessagePort;
    }
  /** Answered on the port by `RowPrices` of the row, null where there is none. */
  | { readonly type: "read"; readonly row: number; readonly port: MessagePort }
  /** Answered on the port by the `GridTable` of the columns shown, null before there are any, or without the code for it. */
  | { readonly type: "table"; readonly port: MessagePort }
  | { readonly type: "log" };

/** What the painter needs of a canvas, on either thread. */
interface HTMLCanvasElementLike {
  width: number;
  height: number;
  getContext(kind: "2d", options: { alpha: boolean }): unknown;
}

export type PainterEvent =
  /** Head of the newest frame (protocol/frames HEAD order): at once when the frame is full, else at most 4 times a second. */
  | { readonly type: "head"; readonly head: Float64Array; readonly strikes: Float64Array | null }
  /** The first figures are on screen; told once. */
  | { readonly type: "drawn" }
  | { readonly type: "mirror"; readonly rows: readonly MirrorRow[] }
  /** Figures of this chain did not fit their columns: what the widest of each takes. */
  | {
      readonly type: "widths";
      /** token */
      readonly underlying: number;
      /** YYYYMMDD */
      readonly expiry: number;
      readonly widths: ColumnWidths;
    }
  | { readonly type: "log"; readonly frames: readonly PaintedFrame[] }
  | { readonly type: "failed"; readonly message: string };

/** To the painter worker of a tab: for the painter of one of its grids, by its number; null: that grid is gone. */
export interface GridCommand {
  readonly grid: number;
  readonly command: PainterCommand | null;
}

/** From it, of one grid. */
export interface GridEvent {
  readonly grid: number;
  readonly event: PainterEvent;
}

/** Either side of a painter: commands in, events out. */
export interface Painter {
  post(command: PainterCommand, transfer?: Transferable[]): void;
  dispose(): void;
}
