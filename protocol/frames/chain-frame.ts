/**
 * The frame that an engine posts to the painter of a chain view (a tab's painter worker, or its main
 * thread): one transferred ArrayBuffer of native-endian numbers. Engine and tab come from one build
 * (handshake), so there is no versioning here.
 *
 *   Float64 × HEAD_LENGTH                 head, indices below
 *   Float64 × rows                        strikes, only when head[kind] is FRAME_FULL
 *   Float64 × changed                     new values
 *   Uint32  × changed                     cell = row * CHAIN_FIELDS.length + field
 *
 * A full frame replaces everything the receiver holds; a delta changes cells of the full one before it.
 */
import { CHAIN_FIELDS, type ChainField } from "#domain/chain/fields.ts";

export const FRAME_FULL = 1;
export const FRAME_DELTA = 2;

const HEAD = [
  "kind",
  "frame", // counts frames of the view from 1
  "rows", // strikes in the window
  "changed", // cells in this frame
  "state", // index into FEED_STATES
  "marketState", // index into CHAIN_STATES (domain/chain/flags.ts)
  "epoch",
  "sequence",
  "serverTime", // of the newest message in this frame, server epoch ms
  "receivedAt", // when the engine got it, client epoch ms
  "postedAt", // when the engine posted this frame, client epoch ms
  "clockOffset", // server clock less client clock, ms (estimated from pings)
  "measured", // 1: a tab watches the engine's performance, so the painter says when it took and painted this
  "asOf", // market time of the figures, epoch ms
  "simulated", // 0 or 1
  "atmRow", // row of the at-the-money strike in the window, -1 none
  "forwardLine", // row boundary where the forward lies: rows below it are under the forward
  "spotLine",
  "totalRows", // strikes of the whole chain
  "firstRow", // position of the window's first strike in the chain
  "underlying", // token
  "expiry", // YYYYMMDD
  "expiryInstant",
  "lotSize",
  "multiplier",
  "spot",
  "spotPreviousClose",
  "spotHigh",
  "spotLow",
  "future",
  "forward",
  "forwardSource",
  "synthetic",
  "discount", // of a rupee on the expiry
  "discountError", // NaN where it is not told
  "discountSource", // as in packet 3
  "discountLender",
  "atmStrike",
  "atmIv",
  "atmIvPrevious",
  "atmIvPercentile",
  "pcr",
  "pcrChange",
  "maxPain",
  "vix",
  "straddle", // at-the-money call plus put, rupees
  "callOi",
  "putOi",
  "callVolume",
  "putVolume",
  "callOiChange",
  "putOiChange",
  "maxOi", // of both sides of the window, for the bars
  "maxPainRow", // -1 outside the window
  "strikeStep",
  "tickSize",
  "ivCloses",
  "ivCloseOrigins", // as in packet 3
  "lastSpot", // the last real spot while `spot` is implied, else NaN
  "iv30", // of which percentile and rank are
  "ivRank",
] as const;

export type HeadField = (typeof HEAD)[number];
export const HEAD_LENGTH = HEAD.length;
export const HEAD_INDEX = Object.fromEntries(HEAD.map((name, i) => [name, i])) as Record<HeadField, number>;
export const HEAD_FIELDS: readonly HeadField[] = HEAD;

/** What a live figure can be (rule LIVE-15); `head.state` is an index into it. */
export const FEED_STATES = [
  "loading",
  "live",
  "delayed",
  "stale",
  "closed",
  "offline",
  "failed",
  "empty",
  "refused", // this market may not be passed on to this visitor
] as const;
export type FeedState = (typeof FEED_STATES)[number];

export { CHAIN_FIELDS, type ChainField };
export const CHAIN_FIELD_INDEX = Object.fromEntries(CHAIN_FIELDS.map((name, i) => [name, i])) as Record<
  ChainField,
  number
>;

export interface ChainFrame {
  readonly head: Float64Array;
  /** rupees ascending; empty in a delta */
  readonly strikes: Float64Array;
  readonly values: Float64Array;
  readonly cells: Uint32Array;
}

export function createFrameBuffer(rows: number, changed: number): ArrayBuffer {
  return new ArrayBuffer((HEAD_LENGTH + rows + changed) * 8 + changed * 4);
}

/** Views over a frame's buffer, without copying. */
export function readChainFrame(buffer: ArrayBuffer): ChainFrame {
  const head = new Float64Array(buffer, 0, HEAD_LENGTH);
  const rows = head[HEAD_INDEX.kind] === FRAME_FULL ? (head[HEAD_INDEX.rows] ?? 0) : 0;
  const changed = head[HEAD_INDEX.changed] ?? 0;
  const valuesAt = (HEAD_LENGTH + rows) * 8;
  return {
    head,
    strikes: new Float64Array(buffer, HEAD_LENGTH * 8, rows),
    values: new Float64Array(buffer, valuesAt, changed),
    cells: new Uint32Array(buffer, valuesAt + changed * 8, changed),
  };
}
