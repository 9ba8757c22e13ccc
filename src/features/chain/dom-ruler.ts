/** What figures of the plain renderer take, told by a canvas: the document itself would have to be laid out for it. */
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import { type ColumnNeeds, createColumnNeeds } from "#domain/format/column-needs.ts";

/** Beside a figure in its cell, CSS pixels: the cell's padding, the change beside a price, some air. */
const PADDING = 10;
const NOTE = 50;
const AIR = 6;

export interface DomRuler {
  readonly needs: ColumnNeeds;
  /** CSS pixels that a figure takes; 0 where the browser cannot tell. */
  width(text: string): number;
  /** Notes the room of a figure in the column of that index. */
  measure(layout: ChainViewLayout, index: number, text: string): void;
}

/** @param element whose font the figures have */
export function createDomRuler(element: HTMLElement): DomRuler {
  const needs = createColumnNeeds();
  const context = document.createElement("canvas").getContext("2d");
  const widths = new Map<string, number>();
  let isDressed = false;

  function widthOf(text: string): number {
    if (context === null) return 0;
    if (!isDressed) {
      const { fontFamily } = getComputedStyle(element);
      const size = getComputedStyle(document.documentElement).getPropertyValue("--text-13").trim();
      const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      context.font = `600 ${Number.parseFloat(size) * root}px ${fontFamily}`;
      isDressed = true;
    }
    // Digits are as wide as one another there, which a canvas cannot be told.
    const shape = text.replace(/\d/g, "0");
    let width = widths.get(shape);
    if (width === undefined) {
      width = context.measureText(shape).width;
      widths.set(shape, width);
    }
    return width;
  }

  return {
    needs,
    width: widthOf,
    measure(layout, index, text) {
      const column = layout.columns[index];
      if (column === undefined) return;
      const beside = PADDING + AIR + (column.companion !== null && !layout.compact ? NOTE : 0);
      needs.note(column, widthOf(text) + beside, layout.edges[index + 1]! - layout.edges[index]!);
    },
  };
}
