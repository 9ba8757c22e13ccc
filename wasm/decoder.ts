/**
 * The quote table and its decoder, as callers see them. `createDecoder` (wasm-decoder.ts) runs the WebAssembly module,
 * `createReferenceDecoder` (reference-decoder.ts) is the same in TypeScript; both answer with identical bytes, so either can
 * stand in.
 */
import type { ChainRoot, PingRoot } from "#protocol/generated/records.ts";

export interface DecodeResult {
  /** Packet id; 0 for an empty or oversized message. */
  id: number;
  /** Packets merged or rows written, 0 for messages that carry neither; below zero a DECODE_ code: refused whole. */
  code: number;
  epoch: number;
  sequence: number;
  /** Epoch ms. */
  serverTime: number;
  /** Quote packets merged into rows. */
  packets: number;
  /** Quote packets dropped: malformed ones and those of tokens without an owner. */
  skipped: number;
  /** Those among `skipped` that were well formed, of tokens without an owner. */
  unknown: number;
}

export interface DecoderStats {
  messages: number;
  packets: number;
  skipped: number;
  unknown: number;
  refused: number;
}

/** The last option-chain message: valid until the next `decode`. Word numbers are in words.ts. */
export interface ChainTableView {
  /** Rows in the message; 0 when the last message was no chain. */
  readonly count: number;
  /** CHAIN_ROW_WORDS words a row; `floats` are the same bytes, for the two IVs. */
  readonly words: Int32Array;
  readonly floats: Float32Array;
  /** Root block of the message, which must have been a chain. */
  root(): ChainRoot;
}

/** The last chart-quotes message: valid until the next `decode`. */
export interface BarTableView {
  readonly count: number;
  /** BAR_ROW_WORDS words a row. */
  readonly words: Int32Array;
  /** BAR_ROW_WORDS / 2 doubles a row; the one at BAR_TIME_DOUBLE is the bar's start, epoch ms. */
  readonly doubles: Float64Array;
}

export interface Decoder {
  /** Where messages go; a caller may fill it from its start and pass the filled part to `decode`, which saves the copy. */
  readonly input: Uint8Array;
  /** Decodes one message. The result object is reused by the next call. Never throws, whatever the bytes. */
  decode(message: Uint8Array): DecodeResult;
  /** Row of a token, -1 when it has no owner. */
  rowOf(token: number): number;
  /** Row of a token, zeroed at its first acquisition; every call needs a `release`. -1: the table is full (engine.capacity). */
  acquire(token: number): number;
  /** Undoes one `acquire`; the last one evicts the row. Unknown tokens are ignored. */
  release(token: number): void;
  /** ROW_WORDS little-endian words a row: `words[row * ROW_WORDS + field]`. */
  readonly words: Int32Array;
  /** One bit a row. */
  readonly dirty: Uint32Array;
  /** Two words a row, low first: bit n is word n of the row, accumulated until taken. */
  readonly changed: Uint32Array;
  /**
   * Writes the numbers of dirty rows to `out`, ascending, and clears them. Rows beyond the length of `out` stay dirty.
   * @param masks receives two words a row, low first: which words of the row changed
   * @returns rows written
   */
  takeDirty(out: Uint32Array, masks?: Uint32Array): number;
  readonly chain: ChainTableView;
  readonly bars: BarTableView;
  /** Root block of the last message, which must have been a ping. */
  ping(): PingRoot;
  stats(): DecoderStats;
}

export interface DecoderOptions {
  /** Keep the changed-field masks (default). Without them a row is dirty whenever a packet came: faster, blinder. */
  tracking?: boolean;
}
