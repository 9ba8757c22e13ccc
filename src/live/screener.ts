import { SCREENER_FIELDS, type ScreenerField, type ScreenerSnapshot } from "#workers/engine/api.ts";
import { streamOf } from "./streams.ts";

/** Figures of every underlying with derivatives, once a second. */
export const screener = streamOf({ kind: "screener" });

/** In units as in `ScreenerSnapshot`. */
export type ScreenerFigures = Readonly<Record<ScreenerField, number>>;

/** @returns null where nothing is said of the underlying */
export function figuresOf(all: ScreenerSnapshot, token: number): ScreenerFigures | null {
  const at = all.tokens.indexOf(token) * SCREENER_FIELDS.length;
  if (at < 0) return null;
  return Object.fromEntries(
    SCREENER_FIELDS.map((field, i) => [field, all.values[at + i]]),
  ) as ScreenerFigures;
}
