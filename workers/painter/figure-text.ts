/**
 * Figures drawn in two pieces, cut where the fast digits begin. The browser keeps the shape of every text it has drawn, and a
 * price that never comes back is shaped anew and kept all the same: whole figures grew a painter by tens of megabytes in
 * seconds. Of pieces ("24,512" and ".35") there are few, so they are found again.
 */
import type { Context2D } from "./canvas-context.ts";

/** More pieces than a chain's figures have; beyond it the widths are measured anew. */
const MAX_WIDTHS = 8192;

/** @returns where the second piece begins: the decimals, else the last group of digits; 0 when the text is one piece */
export function cutOf(text: string): number {
  const point = text.lastIndexOf(".");
  return point > 0 ? point : text.lastIndexOf(",") + 1;
}

export interface FigureText {
  /**
   * Draws a text that ends at `right`, in the context's font, which `font` is. One that is wider than its room is drawn
   * narrower: cut off, it would be another figure.
   * @returns px that it takes as it should be drawn
   */
  draw(context: Context2D, font: string, text: string, right: number, middle: number, room: number): number;
  /** px, whatever font the context has; it may have this one afterwards */
  width(context: Context2D, font: string, text: string): number;
}

export function createFigureText(): FigureText {
  const fonts = new Map<string, Map<string, number>>();
  let size = 0;

  function pieceWidth(context: Context2D, font: string, piece: string): number {
    let widths = fonts.get(font);
    if (widths === undefined) {
      widths = new Map();
      fonts.set(font, widths);
    }
    let width = widths.get(piece);
    if (width === undefined) {
      if (size >= MAX_WIDTHS) {
        fonts.clear();
        fonts.set(font, widths);
        widths.clear();
        size = 0;
      }
      // What is kept under a font is of that font: a bar asks for its figure's while the context has another.
      context.font = font;
      width = context.measureText(piece).width;
      widths.set(piece, width);
      size++;
    }
    return width;
  }

  return {
    draw(context, font, text, right, middle, room) {
      const cut = cutOf(text);
      const [start, end] = [text.slice(0, cut), text.slice(cut)];
      const endWidth = pieceWidth(context, font, end);
      const width = endWidth + (cut === 0 ? 0 : pieceWidth(context, font, start));
      if (width > room) context.fillText(text, right, middle, Math.max(1, room));
      else {
        context.fillText(end, right, middle);
        if (cut > 0) context.fillText(start, right - endWidth, middle);
      }
      return width;
    },
    width(context, font, text) {
      const cut = cutOf(text);
      if (cut === 0) return pieceWidth(context, font, text);
      return pieceWidth(context, font, text.slice(0, cut)) + pieceWidth(context, font, text.slice(cut));
    },
  };
}
