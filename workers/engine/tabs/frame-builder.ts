import { compactDate } from "#domain/calendar/ist.ts";
import {
  createFrameBuffer,
  FEED_STATES,
  type FeedState,
  FRAME_DELTA,
  FRAME_FULL,
  HEAD_INDEX as H,
  HEAD_LENGTH,
  type HeadField,
} from "#protocol/frames/chain-frame.ts";
import type { ChainModel } from "../chains/chain-model.ts";
import { FIELD_COUNT, FIELD_SLACK } from "../chains/model-cells.ts";
import type { View } from "./view.ts";

/** Head fields that say how a frame travelled, not what it shows: they alone are no reason to send one. */
const PASSING: readonly HeadField[] = [
  "kind",
  "frame",
  "changed",
  "epoch",
  "sequence",
  "serverTime",
  "receivedAt",
  "postedAt",
  "clockOffset",
  "measured",
  "asOf",
];
const COMPARED = Object.keys(H)
  .filter((name) => !PASSING.includes(name as HeadField))
  .map((name) => H[name as HeadField]);

const differs = (a: number, b: number): boolean => a !== b && !(Number.isNaN(a) && Number.isNaN(b));

export interface FrameStamp {
  readonly state: FeedState;
  /** Server clock less the device's, ms; NaN unknown. */
  readonly clockOffset: number;
  /** Device's clock, epoch ms. */
  readonly postedAt: number;
  readonly measured: boolean;
}

/** What the receiver of a view's frames holds. */
export interface HeldFrame {
  /** Number of the last frame, 0 before the first. */
  frame: number;
  /** `row * fields.length + k` */
  values: Float64Array;
  readonly head: Float64Array;
}

export const createHeldFrame = (): HeldFrame => ({
  frame: 0,
  values: new Float64Array(0),
  head: new Float64Array(HEAD_LENGTH).fill(Number.NaN),
});

/** Builds frames of views. What a frame needs besides its own buffer is kept between calls. */
interface FrameBuilder {
  /** The whole view as it is now; `held` takes it as what its receiver holds. */
  full(view: View, held: HeldFrame, model: ChainModel | null, stamp: FrameStamp): ArrayBuffer;
  /** What has changed since the last frame, null when nothing has. */
  delta(view: View, held: HeldFrame, model: ChainModel, stamp: FrameStamp): ArrayBuffer | null;
}

/** Rows of the window whose strike is below a level; -1 when the level is unknown. */
function lineOf({ chain, window }: View, level: number): number {
  const { table } = chain;
  const { rows, rowCount } = window;
  if (table === null || !(level > 0)) return -1;
  let under = 0;
  while (under < rowCount && table.columns.strikes[rows[under]!]! < level) under++;
  return under;
}

function rowOf({ chain, window }: View, strike: number): number {
  const { table } = chain;
  const { rows, rowCount } = window;
  for (let r = 0; table !== null && r < rowCount; r++) {
    if (table.columns.strikes[rows[r]!] === strike) return r;
  }
  return -1;
}

function maxOiOf({ chain, window }: View): number {
  const { table } = chain;
  const { rows, rowCount } = window;
  let most = 0;
  for (let r = 0; table !== null && r < rowCount; r++) {
    const i = rows[r]!;
    most = Math.max(most, table.columns.call.oi[i]!, table.columns.put.oi[i]!);
  }
  return most;
}

/** Everything of a head but what the frame itself decides: its kind, its number and how much it changes. */
function fillHead(head: Float64Array, view: View, model: ChainModel | null, stamp: FrameStamp): void {
  const { chain, window } = view;
  if (model === null) {
    head.fill(Number.NaN);
    head[H.simulated] = 0;
    head[H.totalRows] = 0;
  } else {
    head.set(model.head);
  }
  // Also a frame without figures says whose it is.
  head[H.underlying] = chain.underlying;
  head[H.expiry] = compactDate(chain.expiry);
  const rowCount = model === null ? 0 : window.rowCount;
  head[H.rows] = rowCount;
  head[H.state] = FEED_STATES.indexOf(stamp.state);
  head[H.epoch] = chain.stream.epoch;
  head[H.sequence] = chain.stream.sequence;
  head[H.serverTime] = chain.serverTime > 0 ? chain.serverTime : Number.NaN;
  head[H.receivedAt] = chain.receivedAt;
  head[H.postedAt] = stamp.postedAt;
  head[H.clockOffset] = stamp.clockOffset;
  head[H.measured] = stamp.measured ? 1 : 0;
  head[H.firstRow] = rowCount > 0 ? window.rows[0]! : 0;
  head[H.atmRow] = model === null || model.atmIndex < 0 ? -1 : rowOf(view, model.head[H.atmStrike]!);
  head[H.forwardLine] = model === null ? -1 : lineOf(view, model.forward);
  head[H.spotLine] = model === null ? -1 : lineOf(view, model.head[H.spot]!);
  head[H.maxOi] = model === null ? 0 : maxOiOf(view);
  head[H.maxPainRow] = model === null ? -1 : rowOf(view, model.maxPain);
}

export function createFrameBuilder(): FrameBuilder {
  const head = new Float64Array(HEAD_LENGTH);
  let values = new Float64Array(1024);
  let cells = new Uint32Array(1024);

  function reserve(size: number): void {
    if (values.length >= size) return;
    values = new Float64Array(size * 2);
    cells = new Uint32Array(size * 2);
  }

  /** Gathers every cell of the window. @returns how many */
  function gatherAll({ fields, window }: View, model: ChainModel | null): number {
    if (model === null) return 0;
    const width = fields.length;
    const { rows, rowCount } = window;
    reserve(rowCount * width);
    let n = 0;
    for (let r = 0; r < rowCount; r++) {
      const from = rows[r]! * FIELD_COUNT;
      for (let k = 0; k < width; k++) {
        const field = fields[k]!;
        values[n] = model.cells[from + field]!;
        cells[n++] = r * FIELD_COUNT + field;
      }
    }
    return n;
  }

  /** Gathers the cells that moved beyond their slack and notes them as sent. @returns how many */
  function gatherChanged({ fields, window, finer }: View, sent: Float64Array, model: ChainModel): number {
    const width = fields.length;
    const { rows, rowCount } = window;
    reserve(rowCount * width);
    let n = 0;
    for (let r = 0; r < rowCount; r++) {
      const from = rows[r]! * FIELD_COUNT;
      for (let k = 0; k < width; k++) {
        const field = fields[k]!;
        const at = r * width + k;
        const value = model.cells[from + field]!;
        const held = sent[at]!;
        const slack = FIELD_SLACK[field]! / finer;
        if (value === held || Math.abs(value - held) <= slack || !differs(value, held)) continue;
        sent[at] = value;
        values[n] = value;
        cells[n++] = r * FIELD_COUNT + field;
      }
    }
    return n;
  }

  function write({ chain, window }: View, kind: number, changed: number): ArrayBuffer {
    const rows = kind === FRAME_FULL ? head[H.rows]! : 0;
    head[H.kind] = kind;
    head[H.changed] = changed;
    const buffer = createFrameBuffer(rows, changed);
    new Float64Array(buffer, 0, HEAD_LENGTH).set(head);
    const { table } = chain;
    if (rows > 0 && table !== null) {
      const strikes = new Float64Array(buffer, HEAD_LENGTH * 8, rows);
      for (let r = 0; r < rows; r++) strikes[r] = table.columns.strikes[window.rows[r]!]!;
    }
    const at = (HEAD_LENGTH + rows) * 8;
    new Float64Array(buffer, at, changed).set(values.subarray(0, changed));
    new Uint32Array(buffer, at + changed * 8, changed).set(cells.subarray(0, changed));
    return buffer;
  }

  return {
    full(view, held, model, stamp) {
      fillHead(head, view, model, stamp);
      head[H.frame] = ++held.frame;
      const changed = gatherAll(view, model);
      if (held.values.length < changed) held.values = new Float64Array(changed);
      held.values.set(values.subarray(0, changed));
      held.head.set(head);
      return write(view, FRAME_FULL, changed);
    },
    delta(view, held, model, stamp) {
      fillHead(head, view, model, stamp);
      const changed = gatherChanged(view, held.values, model);
      const hasNewHead = COMPARED.some((i) => differs(head[i]!, held.head[i]!));
      if (changed === 0 && !hasNewHead) return null;
      head[H.frame] = ++held.frame;
      held.head.set(head);
      return write(view, FRAME_DELTA, changed);
    },
  };
}
