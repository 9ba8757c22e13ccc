import type { Socket } from "node:net";
import type { QuoteFrame } from "../quote-store.ts";
import { SocketWriter } from "./socket-writer.ts";

/** Up to this much is joined into one buffer and so into one system call; larger turns go out as one `writev`. */
const JOIN_BYTES = 256 * 1024;
/** More than this waiting in one turn and chains are sent as one snapshot instead of delta after delta. */
export const CROWDED_BYTES = 512 * 1024;

/**
 * Where a turn's bytes are put together and sequences filled in, shared by all connections of the thread: a write that the
 * kernel takes whole leaves it free at once. One that is queued keeps its bytes, and the next connection gets a fresh one.
 */
let scratch = Buffer.allocUnsafeSlow(JOIN_BYTES);

/** The frames that lie in the scratch one after another, sequences aside. Connections that get the same ones share them. */
let joined: { readonly frames: readonly Buffer[]; readonly bytes: Buffer } | null = null;

/** A buffer to build a frame in that is written before anything else is built. */
export function lendScratch(): Buffer {
  joined = null;
  return scratch;
}

function giveScratchAway(): void {
  joined = null;
  scratch = Buffer.allocUnsafeSlow(JOIN_BYTES);
}

function isSame(a: readonly Buffer[], b: readonly Buffer[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function join(frames: readonly Buffer[], size: number): Buffer {
  if (joined !== null && isSame(joined.frames, frames)) return joined.bytes;
  let at = 0;
  for (const frame of frames) at += frame.copy(scratch, at);
  joined = { frames: [...frames], bytes: scratch.subarray(0, size) };
  return joined.bytes;
}

/** Lets go of the turn's frames. */
export function endTurn(): void {
  joined = null;
}

/** What one connection gets in this turn, in order. Nothing waits here beyond the turn. */
export class Outbox {
  readonly #writer: SocketWriter;
  readonly #frames: Buffer[] = [];
  /** offsets from the start of everything of the sequences to fill in, in order */
  readonly #sequences: number[] = [];
  #bytes = 0;
  /** last sequence of the quote stream */
  #sequence = 0;
  #waiting = 0;

  /** @param onDrain called once for each write that answered false, unless the socket ends */
  constructor(socket: Socket, onDrain: () => void) {
    this.#writer = new SocketWriter(socket, onDrain);
  }

  get count(): number {
    return this.#frames.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes of memory that the last write holds when it answered false: of a small one all that it was put together in. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The quote stream starts anew, with 1. */
  restartSequence(): void {
    this.#sequence = 0;
  }

  push(frame: Buffer): void {
    this.#frames.push(frame);
    this.#bytes += frame.length;
  }

  pushQuotes({ bytes, sequenceAt }: QuoteFrame): void {
    // So that one patch of the joined bytes is enough.
    this.#sequences.push(this.#bytes + sequenceAt);
    this.push(bytes);
  }

  clear(): void {
    this.#frames.length = 0;
    this.#sequences.length = 0;
    this.#bytes = 0;
  }

  /** Writes everything with one call. @returns false when the socket wants no more before `onDrain` */
  flush(): boolean {
    if (this.#frames.length === 0) return true;
    const isFree = this.#bytes > JOIN_BYTES ? this.#writeMany() : this.#writeJoined();
    this.clear();
    return isFree;
  }

  /**
   * Writes a frame of this turn while nothing else is waiting, filling the sequence in where it lies.
   * @returns false when the socket keeps the frame's bytes until `onDrain`
   */
  writeQuotes({ bytes, sequenceAt }: QuoteFrame): boolean {
    bytes.writeUInt32BE(this.#next(), sequenceAt);
    if (this.#writer.write(bytes)) return true;
    this.#waiting = bytes.buffer.byteLength;
    if (bytes.buffer === scratch.buffer) giveScratchAway();
    return false;
  }

  #writeJoined(): boolean {
    const [first] = this.#frames as [Buffer];
    this.#waiting = this.#bytes;
    if (this.#frames.length === 1 && this.#sequences.length === 0) return this.#writer.write(first);
    const bytes = join(this.#frames, this.#bytes);
    for (const at of this.#sequences) bytes.writeUInt32BE(this.#next(), at);
    if (this.#writer.write(bytes)) return true;
    this.#waiting = JOIN_BYTES;
    giveScratchAway();
    return false;
  }

  #writeMany(): boolean {
    this.#waiting = this.#bytes;
    let start = 0;
    let next = 0;
    const frames = this.#frames.map((shared) => {
      const at = this.#sequences[next];
      const end = start + shared.length;
      const offset = at === undefined || at >= end ? -1 : at - start;
      start = end;
      if (offset < 0) return shared;
      next++;
      const frame = Buffer.from(shared);
      frame.writeUInt32BE(this.#next(), offset);
      return frame;
    });
    return this.#writer.writeAll(frames);
  }

  #next(): number {
    this.#sequence = (this.#sequence + 1) >>> 0;
    return this.#sequence;
  }
}
