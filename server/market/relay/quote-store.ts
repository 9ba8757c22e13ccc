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
import { frameHeaderSize, OPCODE_BINARY, writeFrameHeader } from "./frames.ts";
import type { BarBook } from "./rooms/bar-book.ts";

/** Weakest first; a token wanted in several modes is sent in the greatest. */
export const MODE_LTP = 1;
export const MODE_MINI = 2;
export const MODE_FULL = 3;
export type QuoteModeRank = 1 | 2 | 3;

/** What a batch from the bus says about itself. */
interface BatchInfo {
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

export function copyOf({ bytes, sequenceAt }: QuoteFrame): QuoteFrame {
  return { bytes: Buffer.from(bytes), sequenceAt };
}

/** Index packets (32 bytes) have no depth and no mini form; both stand whole for every mode but ltp. */
function wireSize(stored: number, mode: QuoteModeRank): number {
  if (mode === MODE_LTP) return QUOTE_LTP_SIZE;
  return mode === MODE_MINI ? Math.min(stored, QUOTE_MINI_SIZE) : stored;
}

const MESSAGE_HEAD = 3;
const LENGTH_SIZE = 2;
/** A slot is its packet as a message carries it, length first, so that neighbours are copied as one. */
const STRIDE = LENGTH_SIZE + QUOTE_FULL_SIZE;

/** Which slots in which modes; `positions` picks some of them, null is all. */
interface Selection {
  readonly slots: ArrayLike<number>;
  readonly modes: ArrayLike<number>;
  readonly positions?: ArrayLike<number>;
  readonly count?: number;
}

/**
 * Newest packet of every instrument, one slot each. Slots are never given back: an installation meets a few
 * hundred thousand tokens in a year at most, and a new epoch only empties them.
 */
export class QuoteStore {
  readonly #bars: BarBook | null;
  #slots = new Map<number, number>();
  /** the slots, and behind them room for the message that is being put together: copying within a buffer is cheapest */
  #bytes = Buffer.alloc(1024 * STRIDE);
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
    return this.#bytes.readUInt32BE(slot * STRIDE + LENGTH_SIZE);
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
    this.#resize(room * STRIDE);
    const sizes = new Uint8Array(room);
    sizes.set(this.#sizes);
    this.#sizes = sizes;
    const stamps = new Float64Array(room);
    stamps.set(this.#stamps);
    this.#stamps = stamps;
  }

  #resize(size: number): void {
    const bytes = Buffer.alloc(size);
    bytes.set(this.#bytes.subarray(0, Math.min(size, this.#sizes.length * STRIDE)));
    this.#bytes = bytes;
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
    this.#bars?.beginBatch(view.getFloat64(end + QUOTE_TRAILER_SERVER_TIME));
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
    const to = slot * STRIDE + LENGTH_SIZE;
    const packet = message.subarray(at, at + size);
    if (known && this.#sizes[slot] === size && this.#bytes.compare(packet, 0, size, to, to + size) === 0)
      return;
    this.#bytes.set(packet, to);
    this.#bytes.writeUInt16BE(size, to - LENGTH_SIZE);
    this.#sizes[slot] = size;
    this.#bars?.take(slot, view, at, size);
    if (this.#stamps[slot] === this.#turn) return;
    this.#stamps[slot] = this.#turn;
    this.#changed.push(slot);
  }

  /**
   * One frame with the newest packets of a selection; slots without a packet are left out.
   * @param into where the frame is built when there is room in it; otherwise it gets bytes of its own
   */
  encode(selection: Selection, epoch: number, serverTime: number, into?: Buffer): QuoteFrame {
    const base = this.#sizes.length * STRIDE;
    const end = this.#assemble(selection, base);
    const length = end - base + QUOTE_TRAILER_SIZE;
    const header = frameHeaderSize(length);
    const total = header + length;
    const bytes =
      into !== undefined && total <= into.length ? into.subarray(0, total) : Buffer.allocUnsafe(total);
    writeFrameHeader(bytes, OPCODE_BINARY, length);
    this.#bytes.copy(bytes, header, base, end);
    const at = total - QUOTE_TRAILER_SIZE;
    bytes.writeUInt32BE(epoch, at + QUOTE_TRAILER_EPOCH);
    bytes.writeUInt32BE(0, at + QUOTE_TRAILER_SEQUENCE);
    bytes.writeDoubleBE(serverTime, at + QUOTE_TRAILER_SERVER_TIME);
    return { bytes, sequenceAt: at + QUOTE_TRAILER_SEQUENCE };
  }

  /** Puts a message without its trailer together behind the slots. @returns its end */
  #assemble({ slots, modes, positions, count = slots.length }: Selection, base: number): number {
    const room = base + MESSAGE_HEAD + count * STRIDE;
    if (this.#bytes.length < room) this.#resize(Math.max(room, 2 * (this.#bytes.length - base) + base));
    const bytes = this.#bytes;
    const sizes = this.#sizes;
    let at = base + MESSAGE_HEAD;
    let packets = 0;
    // Neighbours that go whole, not copied yet.
    let from = 0;
    let to = 0;
    for (let i = 0; i < count; i++) {
      const position = positions === undefined ? i : (positions[i] as number);
      const slot = slots[position] as number;
      const stored = sizes[slot] ?? 0;
      if (stored === 0) continue;
      packets++;
      const mode = modes[position] as QuoteModeRank;
      const start = slot * STRIDE;
      const isWhole = wireSize(stored, mode) === stored;
      if (!isWhole || start !== to) {
        if (to > from) bytes.copyWithin(at, from, to);
        at += to - from;
        from = to = start;
      }
      if (isWhole) to += LENGTH_SIZE + stored;
      else at = this.#putPart(slot, stored, mode, at);
    }
    bytes.copyWithin(at, from, to);
    bytes[base] = ID_QUOTE_BATCH;
    bytes.writeUInt16BE(packets, base + 1);
    return at + to - from;
  }

  /** A packet in less than it is stored with. @returns its end */
  #putPart(slot: number, stored: number, mode: QuoteModeRank, at: number): number {
    const bytes = this.#bytes;
    const from = slot * STRIDE + LENGTH_SIZE;
    const size = wireSize(stored, mode);
    const to = bytes.writeUInt16BE(size, at);
    if (mode === MODE_LTP) {
      bytes.copyWithin(to, from, from + QUOTE_LTP_CLOSE);
      const close = from + (stored === QUOTE_INDEX_SIZE ? QUOTE_INDEX_CLOSE : QUOTE_FULL_CLOSE);
      bytes.copyWithin(to + QUOTE_LTP_CLOSE, close, close + 4);
    } else {
      bytes.copyWithin(to, from, from + size);
    }
    return to + size;
  }
}
