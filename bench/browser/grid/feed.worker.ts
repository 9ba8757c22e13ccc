/**
 * The market of the grid bench: twenty ticks a second of so many random cells. Peers get every tick, or ten times a second the
 * newest value of each cell that moved, as a transferred array, the cheapest way there is; a painter of ours gets frames at the
 * same rate over its port as the engine sends them.
 */
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import {
  createFrameBuffer,
  FEED_STATES,
  FRAME_DELTA,
  FRAME_FULL,
  HEAD_INDEX,
  HEAD_LENGTH,
} from "#protocol/frames/chain-frame.ts";
import { creditOf } from "#workers/engine/tabs/credit.ts";
import { COLUMNS, FIELD_OF, ROWS, STEP, startValue, strikeOf, TICKING, TICKS } from "./columns.ts";

export type FeedCommand =
  /** @property pageRate messages a second to the page, 0 none */
  | { readonly type: "rate"; readonly perSecond: number; readonly pageRate: number }
  | { readonly type: "view"; readonly port: MessagePort; readonly maxRate: number };

const WIDTH = COLUMNS.length;
const values = Float64Array.from({ length: ROWS * WIDTH }, (_, i) =>
  startValue(Math.floor(i / WIDTH), i % WIDTH),
);
const pending = new Uint8Array(ROWS * WIDTH);
let perTick = 0;
let pageRate = 0;
let ticks = 0;
let view: { port: MessagePort; intervalMs: number; credit: number; postedAt: number } | null = null;
let frame = 0;
let spot = strikeOf(60) + 10;

function move(cell: number): number {
  const old = values[cell]!;
  const next = old + (Math.random() - 0.5) * Math.max(0.4, Math.abs(old) * 0.004);
  values[cell] = next;
  return next;
}

function tick(): void {
  if (perTick === 0) return;
  spot += (Math.random() - 0.5) * 2;
  const out = new Float64Array(perTick * 2);
  for (let i = 0; i < perTick; i++) {
    const row = Math.floor(Math.random() * ROWS);
    const cell = row * WIDTH + TICKING[Math.floor(Math.random() * TICKING.length)]!;
    out[i * 2] = cell;
    out[i * 2 + 1] = move(cell);
    pending[cell] = 1;
  }
  ticks += 1;
  if (pageRate === TICKS) tellPage(out);
  else if (pageRate > 0 && ticks % (TICKS / pageRate) === 0) tellPage(moved());
  publish();
}

function tellPage(cells: Float64Array<ArrayBuffer>): void {
  self.postMessage({ cells }, { transfer: [cells.buffer] });
}

/** The newest value of each cell that has moved since last asked. */
function moved(): Float64Array<ArrayBuffer> {
  const cells: number[] = [];
  pending.forEach((isMoved, cell) => {
    if (isMoved === 1) cells.push(cell, values[cell]!);
  });
  pending.fill(0);
  return Float64Array.from(cells);
}

function publish(): void {
  if (view === null || view.credit === 0) return;
  const now = performance.now();
  if (now - view.postedAt < view.intervalMs - 5) return;
  const buffer = frame === 0 ? full() : delta();
  view.credit--;
  view.postedAt = now;
  view.port.postMessage(buffer, [buffer]);
}

function fillHead(buffer: ArrayBuffer, kind: number, changed: number): void {
  const head = new Float64Array(buffer, 0, HEAD_LENGTH).fill(Number.NaN);
  const now = performance.timeOrigin + performance.now();
  const known: Partial<Record<keyof typeof HEAD_INDEX, number>> = {
    kind,
    changed,
    frame: ++frame,
    rows: ROWS,
    state: FEED_STATES.indexOf("live"),
    marketState: 1,
    sequence: frame,
    serverTime: now,
    receivedAt: now,
    postedAt: now,
    clockOffset: 0,
    asOf: now,
    simulated: 1,
    atmRow: 60,
    forwardLine: 61,
    spotLine: 61,
    totalRows: ROWS,
    firstRow: 0,
    underlying: 256265,
    expiry: 20261124,
    expiryInstant: now + 3 * 864e5,
    lotSize: 75,
    multiplier: 1,
    spot,
    spotPreviousClose: strikeOf(60),
    forward: strikeOf(60) + 12,
    atmStrike: strikeOf(60),
    maxOi: 9.1e6,
    maxPainRow: 58,
    strikeStep: STEP,
    tickSize: 0.05,
  };
  for (const [name, value] of Object.entries(known))
    head[HEAD_INDEX[name as keyof typeof HEAD_INDEX]] = value;
}

function full(): ArrayBuffer {
  const ticking = TICKING.length * ROWS;
  const buffer = createFrameBuffer(ROWS, ticking);
  fillHead(buffer, FRAME_FULL, ticking);
  new Float64Array(buffer, HEAD_LENGTH * 8, ROWS).set(
    Float64Array.from({ length: ROWS }, (_, r) => strikeOf(r)),
  );
  const at = (HEAD_LENGTH + ROWS) * 8;
  write(buffer, at, ticking, () => true);
  return buffer;
}

function delta(): ArrayBuffer {
  let changed = 0;
  for (const flag of pending) changed += flag;
  const buffer = createFrameBuffer(0, changed);
  fillHead(buffer, FRAME_DELTA, changed);
  write(buffer, HEAD_LENGTH * 8, changed, (cell) => pending[cell] === 1);
  return buffer;
}

function write(buffer: ArrayBuffer, at: number, count: number, takes: (cell: number) => boolean): void {
  const out = new Float64Array(buffer, at, count);
  const cells = new Uint32Array(buffer, at + count * 8, count);
  let n = 0;
  for (let row = 0; row < ROWS; row++) {
    for (const column of TICKING) {
      const cell = row * WIDTH + column;
      if (!takes(cell)) continue;
      out[n] = values[cell]!;
      cells[n++] = row * CHAIN_FIELDS.length + FIELD_OF[column]!;
    }
  }
  pending.fill(0);
}

self.onmessage = ({ data }: MessageEvent<FeedCommand>) => {
  if (data.type === "rate") {
    perTick = data.perSecond / TICKS;
    pageRate = data.pageRate;
    return;
  }
  const { port } = data;
  const opened = {
    port,
    intervalMs: 1000 / data.maxRate,
    credit: 0,
    postedAt: Number.NEGATIVE_INFINITY,
  };
  view = opened;
  frame = 0;
  port.onmessage = (event) => {
    opened.credit += creditOf(event.data);
    if (view === opened && frame === 0) publish();
  };
};

setInterval(tick, 1000 / TICKS);
