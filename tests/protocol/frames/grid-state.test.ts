import { expect, test } from "vitest";
import {
  CHAIN_FIELD_INDEX,
  CHAIN_FIELDS,
  createFrameBuffer,
  FEED_STATES,
  type FeedState,
  FRAME_DELTA,
  FRAME_FULL,
  HEAD_INDEX,
  HEAD_LENGTH,
  readChainFrame,
} from "#protocol/frames/chain-frame.ts";
import { applyFrame, createGridState } from "#protocol/frames/grid-state.ts";

const LTP = CHAIN_FIELD_INDEX["call.ltp"];

function frame(kind: number, state: FeedState, expiry: number, ltps: readonly number[]): ArrayBuffer {
  const full = kind === FRAME_FULL;
  const buffer = createFrameBuffer(full ? ltps.length : 0, ltps.length);
  const head = new Float64Array(buffer, 0, HEAD_LENGTH);
  head[HEAD_INDEX.kind] = kind;
  head[HEAD_INDEX.rows] = full ? ltps.length : 2;
  head[HEAD_INDEX.changed] = ltps.length;
  head[HEAD_INDEX.state] = FEED_STATES.indexOf(state);
  head[HEAD_INDEX.underlying] = 256265;
  head[HEAD_INDEX.expiry] = expiry;
  const view = readChainFrame(buffer);
  ltps.forEach((ltp, row) => {
    if (full) view.strikes[row] = 24_000 + 50 * row;
    view.values[row] = ltp;
    view.cells[row] = row * CHAIN_FIELDS.length + LTP;
  });
  return buffer;
}

const ltpOf = (state: ReturnType<typeof createGridState>, row: number) =>
  state.values[row * CHAIN_FIELDS.length + LTP];
const stateOf = (state: ReturnType<typeof createGridState>) => FEED_STATES[state.head[HEAD_INDEX.state]!];

test("a full frame replaces everything, a delta only its cells", () => {
  const state = createGridState();
  expect(applyFrame(state, frame(FRAME_FULL, "live", 20261124, [10, 20]))).toBe(true);
  expect(applyFrame(state, frame(FRAME_DELTA, "live", 20261124, [11]))).toBe(false);
  expect([ltpOf(state, 0), ltpOf(state, 1)]).toEqual([11, 20]);
  applyFrame(state, frame(FRAME_FULL, "live", 20261201, [5]));
  expect([state.rows, ltpOf(state, 0)]).toEqual([1, 5]);
});

test("an engine that has just started does not wipe the figures of the same chain; they are stale until it knows better", () => {
  const state = createGridState();
  applyFrame(state, frame(FRAME_FULL, "live", 20261124, [10, 20]));
  expect(applyFrame(state, frame(FRAME_FULL, "loading", 20261124, []))).toBe(false);
  expect([state.rows, ltpOf(state, 1), stateOf(state)]).toEqual([2, 20, "stale"]);
  expect(state.changed).toHaveLength(0);
  applyFrame(state, frame(FRAME_FULL, "live", 20261124, [12, 22]));
  expect([ltpOf(state, 1), stateOf(state)]).toEqual([22, "live"]);
});

test("a chain that is loading leaves nothing of the chain before it, and a chain that fails or is empty says so", () => {
  const state = createGridState();
  applyFrame(state, frame(FRAME_FULL, "live", 20261124, [10, 20]));
  expect(applyFrame(state, frame(FRAME_FULL, "loading", 20261201, []))).toBe(true);
  expect([state.rows, stateOf(state)]).toEqual([0, "loading"]);
  applyFrame(state, frame(FRAME_FULL, "live", 20261201, [1, 2]));
  expect(applyFrame(state, frame(FRAME_FULL, "failed", 20261201, []))).toBe(true);
  expect([state.rows, stateOf(state)]).toEqual([0, "failed"]);
});
