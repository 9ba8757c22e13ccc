import {
  ID_QUOTE_BATCH,
  QUOTE_FULL_CLOSE,
  QUOTE_FULL_SIZE,
  QUOTE_INDEX_CLOSE,
  QUOTE_INDEX_SIZE,
  QUOTE_LTP_CLOSE,
  QUOTE_LTP_SIZE,
  QUOTE_MINI_SIZE,
  QUOTE_TRAILER_EPOCH,
  QUOTE_TRAILER_SEQUENCE,
  QUOTE_TRAILER_SERVER_TIME,
  QUOTE_TRAILER_SIZE,
} from "#protocol/generated/layout.ts";
import type { BarBook } from "./bars.ts";
import { frameHeaderSize, OPCODE_BINARY, writeFrameHeader } from "./frames.ts";

/** Weakest first; a token wanted in several modes is sent in the greatest. */
export const MODE_LTP = 1;
export const MODE_MINI = 2;
export const MODE_FULL = 3;
export type QuoteModeRank = 1 | 2 | 3;

/** What a batch from the bus says about itself. */
export interface BatchInfo {
  readonly epoch: number;
  readonly sequence: number;
  readonly serverTime: number;
}

/** A quote-batch frame without its sequence, which every connection counts for itself. */
export interface QuoteFrame {
  readonly bytes: Buffer;
  /** where the u32 sequence goes */
  readonly sequenceAt: number;
}

/** Index packets (32 bytes) have no depth and no mini form; both stand whole for every mode but ltp. */
function wireSize(stored: number, mode: QuoteModeRank): number {
  if (mode === MODE_LTP) return QUOTE_LTP_SIZE;
  return mode === MODE_MINI ? Math.min(stored, QUOTE_MINI_SIZE) : stored;
}

const MESSAGE_HEAD = 3;
const LENGTH_SIZE = 2;

/**
 * Newest packet of every instrument, one 184-byte slot each. Slots are never given back: an installation meets a few
 * hundred thousand tokens in a year at most, and a new epoch only empties them.
 */
export class QuoteStore {
  readonly #bars: BarBook | null;
  #slots = new Map<number, number>();
  #bytes = Buffer.alloc(1024 * QUOTE_FULL_SIZE);
  #sizes = new Uint8Array(1024);
  #stamps = new Float64Array(1024);
  #changed: number[] = [];
  #turn = 1;

  /** @param bars told of every packet */
  constructor(bars: BarBook | null = null) {
    this.#bars = bars;
  }

  /** Slots changed in this turn, each once. */
  get changed(): readonly number[] {
    return this.#changed;
  }

  get turn(): number {
    return this.#turn;
  }

  /** Slot that a token has had since it was first met, -1 for a stranger; between two epochs it has no packet. */
  placeOf(token: number): number {
    return this.#slots.get(token) ?? -1;
  }

  /** Slot of a token whose packet is known, -1 otherwise. */
  slotOf(token: number): number {
    const slot = this.#slots.get(token);
    return slot !== undefined && this.#sizes[slot] !== 0 ? slot : -1;
  }

  /** True when the slot's packet changed in `turn` or later. */
  changedSince(slot: number, turn: number): boolean {
    return (this.#stamps[slot] ?? 0) >= turn && this.#sizes[slot] !== 0;
  }

  tokenAt(slot: number): number {
    return this.#bytes.readUInt32BE(slot * QUOTE_FULL_SIZE);
  }

  /** Ends the turn: what changes from now on belongs to the next one. */
  endTurn(): void {
    this.#changed = [];
    this.#turn++;
  }

  /** Forgets every packet; slots stay with their tokens. */
  clear(): void {
    this.#sizes.fill(0);
    // Else what the new epoch brings in this very turn would pass for noted already.
    this.#stamps.fill(0);
    this.#changed = [];
    this.#bars?.clear();
  }

  #grow(): void {
    const room = this.#sizes.length * 2;
    const bytes = Buffer.alloc(room * QUOTE_FULL_SIZE);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    const sizes = new Uint8Array(room);
    sizes.set(this.#sizes);
    this.#sizes = sizes;
    const stamps = new Float64Array(room);
    stamps.set(this.#stamps);
    this.#stamps = stamps;
  }

  /** Trailer of a packet 2, null when the bytes are none. */
  static inspect(message: Uint8Array): BatchInfo | null {
    if (message.length < MESSAGE_HEAD + QUOTE_TRAILER_SIZE || message[0] !== ID_QUOTE_BATCH) return null;
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    const trailer = message.length - QUOTE_TRAILER_SIZE;
    return {
      epoch: view.getUint32(trailer + QUOTE_TRAILER_EPOCH),
      sequence: view.getUint32(trailer + QUOTE_TRAILER_SEQUENCE),
      serverTime: view.getFloat64(trailer + QUOTE_TRAILER_SERVER_TIME),
    };
  }

  /**
   * Takes every packet of a batch that `inspect` accepted.
   * @param known  true when only packets of unknown or changed bytes count as changes (answers to a request)
   * @returns packets taken
   */
  take(message: Uint8Array, known = false): number {
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    const count = view.getUint16(1);
    const end = message.length - QUOTE_TRAILER_SIZE;
    let at = MESSAGE_HEAD;
    this.#bars?.beginBatch();
    for (let i = 0; i < count; i++) {
      if (at + LENGTH_SIZE > end) return i;
      const size = view.getUint16(at);
      at += LENGTH_SIZE;
      if (at + size > end) return i;
      if (size === QUOTE_FULL_SIZE || size === QUOTE_INDEX_SIZE) this.#put(view, message, at, size, known);
      at += size;
    }
    return count;
  }

  #put(view: DataView, message: Uint8Array, at: number, size: number, known: boolean): void {
    const token = view.getUint32(at);
    let slot = this.#slots.get(token);
    if (slot === undefined) {
      slot = this.#slots.size;
      if (slot >= this.#sizes.length) this.#grow();
      this.#slots.set(token, slot);
    }
    const to = slot * QUOTE_FULL_SIZE;
    const packet = message.subarray(at, at + size);
    if (known && this.#sizes[slot] === size && this.#bytes.compare(packet, 0, size, to, to + size) === 0)
      return;
    this.#bytes.set(packet, to);
    this.#sizes[slot] = size;
    this.#bars?.take(slot, view, at, size);
    if (this.#stamps[slot] === this.#turn) return;
    this.#stamps[slot] = this.#turn;
    this.#changed.push(slot);
  }

  /** One frame with the given slots in the given modes; slots without a packet are left out. */
  encode(slots: ArrayLike<number>, modes: ArrayLike<number>, epoch: number, serverTime: number): QuoteFrame {
    let length = MESSAGE_HEAD + QUOTE_TRAILER_SIZE;
    let count = 0;
    for (let i = 0; i < slots.length; i++) {
      const stored = this.#sizes[slots[i] as number] ?? 0;
      if (stored === 0) continue;
      length += LENGTH_SIZE + wireSize(stored, modes[i] as QuoteModeRank);
      count++;
    }
    const bytes = Buffer.allocUnsafe(frameHeaderSize(length) + length);
    let at = writeFrameHeader(bytes, OPCODE_BINARY, length);
    bytes[at] = ID_QUOTE_BATCH;
    at = bytes.writeUInt16BE(count, at + 1);
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      const stored = this.#sizes[slot] ?? 0;
      if (stored === 0) continue;
      const mode = modes[i] as QuoteModeRank;
      const size = wireSize(stored, mode);
      at = bytes.writeUInt16BE(size, at);
      const from = slot * QUOTE_FULL_SIZE;
      if (mode === MODE_LTP) {
        this.#bytes.copy(bytes, at, from, from + QUOTE_LTP_CLOSE);
        const close = from + (stored === QUOTE_INDEX_SIZE ? QUOTE_INDEX_CLOSE : QUOTE_FULL_CLOSE);
        this.#bytes.copy(bytes, at + QUOTE_LTP_CLOSE, close, close + 4);
      } else {
        this.#bytes.copy(bytes, at, from, from + size);
      }
      at += size;
    }
    bytes.writeUInt32BE(epoch, at + QUOTE_TRAILER_EPOCH);
    bytes.writeUInt32BE(0, at + QUOTE_TRAILER_SEQUENCE);
    bytes.writeDoubleBE(serverTime, at + QUOTE_TRAILER_SERVER_TIME);
    return { bytes, sequenceAt: at + QUOTE_TRAILER_SEQUENCE };
  }
}
