/** Figures of all strikes of one expiry, for a list that is written without React. */

import type { ChainField } from "#domain/chain/fields.ts";
import { FEED_STATES, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import type { ChainViewSpec } from "#workers/engine/api.ts";
import { type ChainGrid, cellAt, openChainGrid } from "../../../live/chain-grid.ts";
import type { OpenView } from "../../../live/views.ts";

export const LADDER_FIELDS = [
  "call.ltp",
  "call.oi",
  "call.delta",
  "iv",
  "put.ltp",
  "put.oi",
  "put.delta",
] as const satisfies readonly ChainField[];
export type LadderField = (typeof LADDER_FIELDS)[number];

/** Figures that are read while picking need no more. */
const MAX_RATE = 4;

export type Ladder = ChainGrid;

export const openLadder = (underlying: number, expiry: string, open: OpenView<ChainViewSpec>): Ladder =>
  openChainGrid({ underlying, expiry, fields: [...LADDER_FIELDS], maxRate: MAX_RATE }, open);

/** NaN where it is not known. */
export const figureAt = (grid: GridState, row: number, field: LadderField): number =>
  cellAt(grid, row, field);

/** Whether nothing newer has come though it should have. */
export function isOld({ head }: GridState): boolean {
  const state = FEED_STATES[head[HEAD_INDEX.state] ?? 0];
  return state === "stale" || state === "offline";
}

/** Row of the strike at the money, -1 unknown. */
export function atmRow({ head, rows }: GridState): number {
  const row = head[HEAD_INDEX.atmRow] ?? -1;
  return rows > 0 && row >= 0 && row < rows ? row : -1;
}
