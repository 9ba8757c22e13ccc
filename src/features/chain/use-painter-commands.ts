/*
 * What the grid tells its painter, each piece whenever it changes. The painter is null until there is one.
 */
import { useEffect } from "react";
import { useSnapshot } from "valtio";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { Painter } from "#workers/painter/api.ts";
import { resolvePainterTheme, themeState } from "../../components/theme/theme-state.ts";
import { strikePlace } from "./pinned-strike.ts";
import { STRIP_ROWS } from "./slots.ts";
import { useLasting, usePixelRatio, useSlots } from "./use-measures.ts";
import type { StripRange, Strips } from "./use-strips.ts";

/**
 * Columns, and the pixels they and the rows take.
 * @param gridWidth of the part on screen, 0 before it is known: nothing is told until then @param width of all columns
 */
export function usePainterLayout(
  painter: Painter | null,
  layout: ChainViewLayout,
  gridWidth: number,
  width: number,
  rowHeight: number,
): void {
  const devicePixelRatio = usePixelRatio();
  useEffect(() => {
    if (painter === null || gridWidth === 0) return;
    painter.post({ type: "layout", layout });
    painter.post({
      type: "geometry",
      geometry: { width, rowHeight, devicePixelRatio, stripRows: STRIP_ROWS, strikes: strikePlace(layout) },
    });
  }, [painter, layout, width, rowHeight, gridWidth, devicePixelRatio]);
}

/** @returns the strip that each canvas shows; see `assignSlots` */
export function usePainterSlots(painter: Painter | null, near: StripRange): readonly number[] {
  const slots = useSlots(near);
  useEffect(() => {
    painter?.post({ type: "assign", strips: slots.map((strip, slot) => ({ slot, strip })) });
  }, [painter, slots]);
  return slots;
}

export function usePainterTheme(painter: Painter | null, fontSize: number): void {
  // `version` rises when resolved colours may have changed.
  const { version } = useSnapshot(themeState);
  useEffect(() => {
    void version;
    painter?.post({ type: "theme", theme: resolvePainterTheme(fontSize) });
  }, [painter, version, fontSize]);
}

/** A wheel rests between its turns: so long without one, and the reader reads. */
const REST_MS = 400;

/** @param mirrored the strips whose text is to be read, of so many rows in all */
export function usePainterMirror(
  painter: Painter | null,
  { first, last }: StripRange,
  rows: number,
  everyMs: number,
  isScrolling: boolean,
): void {
  const firstRow = first * STRIP_ROWS;
  const lastRow = Math.min(rows, (last + 1) * STRIP_ROWS) - 1;
  // Text that passes by is not read: it follows when the scrolling has come to rest.
  const isResting = useLasting(!isScrolling, REST_MS);
  useEffect(() => {
    if (!isResting) return;
    painter?.post({ type: "mirror", firstRow, lastRow, everyMs });
  }, [painter, isResting, firstRow, lastRow, everyMs]);
}

/** How the grid is scrolled: which strips are on screen, and whether they move. */
export function usePainterScroll(painter: Painter | null, { seen, isScrolling }: Strips): void {
  const { first: firstStrip, last: lastStrip } = seen;
  useEffect(() => {
    painter?.post({ type: "seen", firstStrip, lastStrip });
  }, [painter, firstStrip, lastStrip]);
  useEffect(() => {
    painter?.post({ type: "scrolling", isScrolling });
  }, [painter, isScrolling]);
}
