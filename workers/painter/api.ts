/**
 * What a tab asks of whoever paints its grid. The painter is one module that knows no thread: the same commands go to the
 * painter worker (canvas strips), to the main-thread canvas painter and to the DOM renderer.
 */
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";

/** Resolved CSS custom properties, by name without the dashes. */
export type ThemeColours = Readonly<Record<string, string>>;

export interface PainterTheme {
  readonly colours: ThemeColours;
  readonly fontFamily: string;
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
}

/** A canvas strip: `slot` is the canvas, `strip` the row range it shows (rows strip × stripRows …). */
export interface StripAssignment {
  readonly slot: number;
  readonly strip: number;
}

export interface MirrorRow {
  readonly row: number;
  readonly strike: string;
  /** One text a column, in layout order; what screen readers, find-in-page and copy get. */
  readonly cells: readonly string[];
}

export interface PaintedFrame {
  readonly frame: number;
  readonly sequence: number;
  readonly serverTime: number;
  readonly receivedAt: number;
  readonly postedAt: number;
  readonly paintedAt: number;
}

export type PainterCommand =
  | { readonly type: "attach"; readonly port: MessagePort }
  | { readonly type: "slot"; readonly slot: number; readonly canvas: OffscreenCanvas }
  | { readonly type: "assign"; readonly strips: readonly StripAssignment[] }
  | { readonly type: "geometry"; readonly geometry: PainterGeometry }
  | { readonly type: "layout"; readonly layout: ChainViewLayout }
  | { readonly type: "theme"; readonly theme: PainterTheme }
  | { readonly type: "hover"; readonly row: number }
  | { readonly type: "focus"; readonly row: number; readonly column: number }
  | { readonly type: "mirror"; readonly firstRow: number; readonly lastRow: number; readonly on: boolean }
  | { readonly type: "visible"; readonly visible: boolean }
  | { readonly type: "log" };

export type PainterEvent =
  | { readonly type: "ready" }
  /** Head of the newest frame (protocol/frames HEAD order), at most 4 times a second, and at once when the frame is full. */
  | {
      readonly type: "head";
      readonly head: Float64Array;
      readonly full: boolean;
      readonly strikes: Float64Array | null;
    }
  | { readonly type: "mirror"; readonly rows: readonly MirrorRow[] }
  | { readonly type: "log"; readonly frames: readonly PaintedFrame[] }
  | { readonly type: "failed"; readonly message: string };
