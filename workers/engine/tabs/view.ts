import { compactDate } from "#domain/calendar/ist.ts";
import {
  CHAIN_FIELD_INDEX,
  createFrameBuffer,
  FEED_STATES,
  type FeedState,
  FRAME_DELTA,
  FRAME_FULL,
  HEAD_INDEX as H,
  HEAD_LENGTH,
  type HeadField,
} from "#protocol/frames/chain-frame.ts";
import type { ChainViewSpec } from "../api.ts";
import { FIELD_COUNT, FIELD_SLACK } from "../chains/chain-cells.ts";
import type { ChainModel } from "../chains/chain-model.ts";
import type { LiveChain } from "../chains/derivatives.ts";
import type { PortLike } from "../edges.ts";

export const DEFAULT_RATE = 10;
const MAX_RATE = 60;

/** What a tab looks at, and what it last took. */
export interface View {
  readonly id: number;
  readonly tabId: number;
  readonly port: PortLike;
  spec: ChainViewSpec;
  chain: LiveChain;
  /** Field numbers, ascending. */
  fields: Uint8Array;
  /** ms between frames */
  intervalMs: number;
  visible: boolean;
  /** Frames that the receiver can still take. */
  credit: number;
  /** Storage is being asked for the last known chain: a frame without figures would only flash. */
  isHeld: boolean;
  /** The next frame must replace everything. */
  needsFull: boolean;
  /** The tab waits for this one: it does not wait for the shared tick. */
  isUrgent: boolean;
  /** The receiver was told that there are no figures yet: the first ones do not wait either. */
  isBlank: boolean;
  frame: number;
  /** Monotonic. */
  postedAt: number;
  seenVersion: number;
  seenState: FeedState | null;
  /** Table the window is of, and its centre; -1 none yet. */
  windowTable: unknown;
  centre: number;
  /** Chain rows of the window, ascending; the first `rowCount`. */
  rows: Int32Array;
  rowCount: number;
  /** What the receiver holds: `row * fields.length + k`, and the head. */
  values: Float64Array;
  readonly head: Float64Array;
}

export function createView(
  id: number,
  tabId: number,
  port: PortLike,
  spec: ChainViewSpec,
  chain: LiveChain,
  visible: boolean,
): View {
  const view: View = {
    id,
    tabId,
    port,
    spec,
    chain,
    fields: new Uint8Array(0),
    intervalMs: 0,
    visible,
    credit: 0,
    isHeld: false,
    needsFull: true,
    isUrgent: true,
    isBlank: false,
    frame: 0,
    postedAt: Number.NEGATIVE_INFINITY,
    seenVersion: -1,
    seenState: null,
    windowTable: null,
    centre: -1,
    rows: new Int32Array(0),
    rowCount: 0,
    values: new Float64Array(0),
    head: new Float64Array(HEAD_LENGTH).fill(Number.NaN),
  };
  configureView(view, spec, chain);
  return view;
}

/** What is wrong with a view's specification; null when nothing is. A tab of another mind must not break the engine. */
export function faultOf(spec: ChainViewSpec): string | null {
  if (!Number.isInteger(spec.underlying) || spec.underlying <= 0) return "underlying is no token";
  if (!/^\d{4}-\d{2}-\d{2}$/.test(spec.expiry)) return "expiry is no date YYYY-MM-DD";
  if (!(spec.strikesAbove >= 0) || !(spec.strikesBelow >= 0))
    return "strikesAbove or strikesBelow is no count";
  return Array.isArray(spec.fields) ? null : "fields is no list";
}

/** Points the view elsewhere; its next frame is full and goes out at once. */
export function configureView(view: View, spec: ChainViewSpec, chain: LiveChain): void {
  const numbers = new Set<number>();
  for (const field of spec.fields) {
    const number: number | undefined = CHAIN_FIELD_INDEX[field];
    if (number !== undefined) numbers.add(number);
  }
  const rate = spec.maxRate > 0 ? Math.min(spec.maxRate, MAX_RATE) : DEFAULT_RATE;
  view.spec = spec;
  view.chain = chain;
  view.fields = Uint8Array.from(numbers).sort();
  view.intervalMs = 1000 / rate;
  view.needsFull = true;
  view.isUrgent = true;
  view.windowTable = null;
  view.centre = -1;
  view.rowCount = 0;
}

const isHundred = (strike: number): boolean => {
  const rest = strike % 100;
  return rest < 1e-6 || rest > 100 - 1e-6;
};

/**
 * Chooses the window's rows around the centre: so many strikes on either side, of those that the filter lets through (the
 * centre always is).
 */
export function fillWindow(
  rows: Int32Array,
  strikes: Float64Array,
  count: number,
  centre: number,
  spec: Pick<ChainViewSpec, "strikesAbove" | "strikesBelow" | "hundredsOnly">,
): number {
  const takes = (i: number): boolean => i === centre || !spec.hundredsOnly || isHundred(strikes[i]!);
  let first = centre;
  let below = spec.strikesBelow;
  for (let i = centre - 1; i >= 0 && below > 0; i--) {
    if (!takes(i)) continue;
    first = i;
    below--;
  }
  let used = 0;
  let above = spec.strikesAbove;
  for (let i = first; i < count; i++) {
    if (!takes(i)) continue;
    if (i > centre && above-- <= 0) break;
    rows[used++] = i;
  }
  return used;
}

/**
 * Brings the window up to the model. It stays where it is until the at-the-money strike moves or the strikes themselves
 * change; without an ATM it keeps its place, or is the middle of the chain.
 * @returns true when the rows are others than before
 */
export function updateWindow(view: View, model: ChainModel): boolean {
  const { table } = view.chain;
  if (table === null) return false;
  const { count, strikes } = table.columns;
  const isNewTable = view.windowTable !== table;
  const keeps = model.atmIndex < 0 && view.centre >= 0 && !isNewTable;
  const centre = keeps ? view.centre : model.atmIndex >= 0 ? model.atmIndex : (count - 1) >> 1;
  if (!isNewTable && centre === view.centre) return false;
  if (view.rows.length < count) view.rows = new Int32Array(count);
  view.windowTable = table;
  view.centre = centre;
  view.rowCount = count === 0 ? 0 : fillWindow(view.rows, strikes, count, centre, view.spec);
  return true;
}

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

/** Builds frames of views. What a frame needs besides its own buffer is kept between calls. */
export interface FrameBuilder {
  /** The whole view as it is now; `view` takes it as what its receiver holds. */
  full(view: View, model: ChainModel | null, stamp: FrameStamp): ArrayBuffer;
  /** What has changed since the last frame, null when nothing has. */
  delta(view: View, model: ChainModel, stamp: FrameStamp): ArrayBuffer | null;
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

  /** Rows of the window whose strike is below a level; -1 when the level is unknown. */
  function line(view: View, level: number): number {
    const { table } = view.chain;
    if (table === null || !(level > 0)) return -1;
    let under = 0;
    while (under < view.rowCount && table.columns.strikes[view.rows[under]!]! < level) under++;
    return under;
  }

  function rowAt(view: View, strike: number): number {
    const { table } = view.chain;
    for (let r = 0; table !== null && r < view.rowCount; r++) {
      if (table.columns.strikes[view.rows[r]!] === strike) return r;
    }
    return -1;
  }

  function windowMaxOi(view: View): number {
    const { table } = view.chain;
    let most = 0;
    for (let r = 0; table !== null && r < view.rowCount; r++) {
      const i = view.rows[r]!;
      most = Math.max(most, table.columns.call.oi[i]!, table.columns.put.oi[i]!);
    }
    return most;
  }

  function fillHead(view: View, model: ChainModel | null, stamp: FrameStamp): void {
    const { chain } = view;
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
    const rowCount = model === null ? 0 : view.rowCount;
    head[H.rows] = rowCount;
    head[H.state] = FEED_STATES.indexOf(stamp.state);
    head[H.epoch] = chain.epoch;
    head[H.sequence] = chain.sequence;
    head[H.serverTime] = chain.serverTime > 0 ? chain.serverTime : Number.NaN;
    head[H.receivedAt] = chain.receivedAt;
    head[H.postedAt] = stamp.postedAt;
    head[H.clockOffset] = stamp.clockOffset;
    head[H.measured] = stamp.measured ? 1 : 0;
    head[H.firstRow] = rowCount > 0 ? view.rows[0]! : 0;
    head[H.atmRow] = model === null || model.atmIndex < 0 ? -1 : rowAt(view, model.head[H.atmStrike]!);
    head[H.forwardLine] = model === null ? -1 : line(view, model.forward);
    head[H.spotLine] = model === null ? -1 : line(view, model.head[H.spot]!);
    head[H.maxOi] = model === null ? 0 : windowMaxOi(view);
    head[H.maxPainRow] = model === null ? -1 : rowAt(view, model.maxPain);
  }

  /** Gathers every cell of the window. @returns how many */
  function gatherAll(view: View, model: ChainModel | null): number {
    if (model === null) return 0;
    const width = view.fields.length;
    reserve(view.rowCount * width);
    let n = 0;
    for (let r = 0; r < view.rowCount; r++) {
      const from = view.rows[r]! * FIELD_COUNT;
      for (let k = 0; k < width; k++) {
        const field = view.fields[k]!;
        values[n] = model.cells[from + field]!;
        cells[n++] = r * FIELD_COUNT + field;
      }
    }
    return n;
  }

  /** Gathers the cells that moved beyond their slack and notes them as sent. @returns how many */
  function gatherChanged(view: View, model: ChainModel): number {
    const width = view.fields.length;
    reserve(view.rowCount * width);
    let n = 0;
    for (let r = 0; r < view.rowCount; r++) {
      const from = view.rows[r]! * FIELD_COUNT;
      for (let k = 0; k < width; k++) {
        const field = view.fields[k]!;
        const at = r * width + k;
        const value = model.cells[from + field]!;
        const held = view.values[at]!;
        if (value === held || Math.abs(value - held) <= FIELD_SLACK[field]! || !differs(value, held))
          continue;
        view.values[at] = value;
        values[n] = value;
        cells[n++] = r * FIELD_COUNT + field;
      }
    }
    return n;
  }

  function write(view: View, kind: number, changed: number): ArrayBuffer {
    const rows = kind === FRAME_FULL ? head[H.rows]! : 0;
    head[H.kind] = kind;
    head[H.changed] = changed;
    const buffer = createFrameBuffer(rows, changed);
    new Float64Array(buffer, 0, HEAD_LENGTH).set(head);
    const { table } = view.chain;
    if (rows > 0 && table !== null) {
      const strikes = new Float64Array(buffer, HEAD_LENGTH * 8, rows);
      for (let r = 0; r < rows; r++) strikes[r] = table.columns.strikes[view.rows[r]!]!;
    }
    const at = (HEAD_LENGTH + rows) * 8;
    new Float64Array(buffer, at, changed).set(values.subarray(0, changed));
    new Uint32Array(buffer, at + changed * 8, changed).set(cells.subarray(0, changed));
    return buffer;
  }

  return {
    full(view, model, stamp) {
      fillHead(view, model, stamp);
      head[H.frame] = ++view.frame;
      const changed = gatherAll(view, model);
      if (view.values.length < changed) view.values = new Float64Array(changed);
      view.values.set(values.subarray(0, changed));
      view.head.set(head);
      return write(view, FRAME_FULL, changed);
    },
    delta(view, model, stamp) {
      fillHead(view, model, stamp);
      const changed = gatherChanged(view, model);
      const hasNewHead = COMPARED.some((i) => differs(head[i]!, view.head[i]!));
      if (changed === 0 && !hasNewHead) return null;
      head[H.frame] = ++view.frame;
      view.head.set(head);
      return write(view, FRAME_DELTA, changed);
    },
  };
}
