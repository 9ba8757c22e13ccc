/** What a receiver of chain frames holds: the newest value of every cell of its view. */
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { FEED_STATES, FRAME_FULL, HEAD_INDEX, HEAD_LENGTH, readChainFrame } from "./chain-frame.ts";

export interface GridState {
  head: Float64Array;
  /** rupees ascending, one a row */
  strikes: Float64Array;
  /** row × CHAIN_FIELDS.length + field; NaN unknown */
  values: Float64Array;
  rows: number;
  /** Cells changed by the last frame, indices into `values`; empty after a full frame. */
  changed: Uint32Array;
}

const NOTHING = new Uint32Array(0);

/** @returns NaN where it is not known */
export const valueAt = (grid: GridState, row: number, field: number): number =>
  grid.values[row * CHAIN_FIELDS.length + field] ?? Number.NaN;

export function createGridState(): GridState {
  return {
    head: new Float64Array(HEAD_LENGTH),
    strikes: new Float64Array(0),
    values: new Float64Array(0),
    rows: 0,
    changed: NOTHING,
  };
}

const LOADING = FEED_STATES.indexOf("loading");
const STALE = FEED_STATES.indexOf("stale");

/** An engine that has just started knows nothing yet of a chain whose last figures are still here. */
function isOlderNews(state: GridState, head: Float64Array): boolean {
  return (
    head[HEAD_INDEX.rows] === 0 &&
    head[HEAD_INDEX.state] === LOADING &&
    state.rows > 0 &&
    state.head[HEAD_INDEX.underlying] === head[HEAD_INDEX.underlying] &&
    state.head[HEAD_INDEX.expiry] === head[HEAD_INDEX.expiry]
  );
}

/**
 * Takes a frame into the state. One that knows less than the state of the same chain leaves its figures, and makes them stale.
 * @returns true when the frame was a full one, which replaces every row
 */
export function applyFrame(state: GridState, buffer: ArrayBuffer): boolean {
  const frame = readChainFrame(buffer);
  if (isOlderNews(state, frame.head)) {
    state.head = state.head.slice();
    state.head[HEAD_INDEX.state] = STALE;
    state.changed = NOTHING;
    return false;
  }
  state.head = frame.head;
  const full = frame.head[HEAD_INDEX.kind] === FRAME_FULL;
  if (full) {
    state.rows = frame.strikes.length;
    state.strikes = frame.strikes;
    state.values = new Float64Array(state.rows * CHAIN_FIELDS.length).fill(Number.NaN);
  }
  const { cells, values } = frame;
  const target = state.values;
  for (let i = 0; i < cells.length; i++) target[cells[i]!] = values[i]!;
  state.changed = full ? NOTHING : cells;
  return full;
}
