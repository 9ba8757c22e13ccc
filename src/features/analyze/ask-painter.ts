import type { Painter, PainterCommand, RowPrices } from "#workers/painter/api.ts";
import { askPainter } from "../../live/ask-painter.ts";

/** What a row says as it is painted now; null where there is none. */
export const readRow = (painter: Painter, row: number): Promise<RowPrices | null> =>
  askPainter(painter, (port) => ({ type: "read", row, port }));

/** @returns false when the code that marks trades could not be had */
export const markTrades = (
  painter: Painter,
  tags: Omit<Extract<PainterCommand, { type: "tags" }>, "type" | "port">,
): Promise<boolean> => askPainter(painter, (port) => ({ type: "tags", ...tags, port }));
