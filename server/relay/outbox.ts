import type { Socket } from "node:net";
import type { QuoteFrame } from "./quote-store.ts";

/** Up to this much is joined into one buffer and so into one system call; larger turns go out as one `writev`. */
const JOIN_BYTES = 256 * 1024;
/** More than this waiting in one turn and chains are sent as one snapshot instead of delta after delta. */
export const CROWDED_BYTES = 512 * 1024;

/** A turn's frames joined, without sequences. Connections that get the same frames share it. */
interface Joined {
  readonly frames: readonly Buffer[];
  readonly bytes: Buffer;
}

let lastJoined: Joined | null = null;

/**
 * Where sequences are filled in, shared by all connections of the thread: a write that the kernel takes whole leaves it
 * free at once. One that is queued keeps its bytes, and the next connection gets a fresh one.
 */
let scratch = Buffer.allocUnsafeSlow(JOIN_BYTES);

function isSame(a: readonly Buffer[], b: readonly Buffer[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function join(frames: readonly Buffer[], size: number): Buffer {
  if (lastJoined !== null && isSame(lastJoined.frames, frames)) return lastJoined.bytes;
  lastJoined = { frames, bytes: Buffer.concat(frames as Buffer[], size) };
  return lastJoined.bytes;
}

/** Lets go of the turn's joined bytes. */
export function endTurn(): void {
  lastJoined = null;
}

/** What one connection gets in this turn, in order. Nothing waits here beyond the turn. */
export class Outbox {
  readonly #socket: Socket;
  #frames: Buffer[] = [];
  /** [frame, offset in it] of the sequences to fill in, in order */
  #sequences: number[] = [];
  #bytes = 0;
  /** last sequence of the quote stream */
  #sequence = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get count(): number {
    return this.#frames.length;
  }

  get bytes(): number {
    return this.#bytes;
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
    // The offset from the start of everything, so that one patch of the joined bytes is enough.
    this.#sequences.push(this.#bytes + sequenceAt);
    this.push(bytes);
  }

  clear(): void {
    this.#frames = [];
    this.#sequences = [];
    this.#bytes = 0;
  }

  /** Writes everything with one call. @returns false when the socket wants no more before its `drain` */
  flush(): boolean {
    if (this.#frames.length === 0) return true;
    const free = this.#write();
    this.clear();
    // `write` also answers false for one large chunk that the kernel took whole; only what is left counts.
    return free || this.#socket.writableLength === 0;
  }

  #write(): boolean {
    if (this.#bytes > JOIN_BYTES) return this.#writeMany();
    const [first] = this.#frames as [Buffer];
    const joined = this.#frames.length === 1 ? first : join(this.#frames, this.#bytes);
    if (this.#sequences.length === 0) return this.#socket.write(joined);
    joined.copy(scratch, 0);
    for (const at of this.#sequences) scratch.writeUInt32BE(this.#next(), at);
    const free = this.#socket.write(scratch.subarray(0, joined.length));
    if (this.#socket.writableLength > 0) scratch = Buffer.allocUnsafeSlow(JOIN_BYTES);
    return free;
  }

  #writeMany(): boolean {
    let free = true;
    let start = 0;
    let next = 0;
    this.#socket.cork();
    for (const shared of this.#frames) {
      let frame = shared;
      const at = this.#sequences[next];
      if (at !== undefined && at < start + frame.length) {
        frame = Buffer.from(shared);
        frame.writeUInt32BE(this.#next(), at - start);
        next++;
      }
      start += frame.length;
      free = this.#socket.write(frame);
    }
    this.#socket.uncork();
    return free;
  }

  #next(): number {
    this.#sequence = (this.#sequence + 1) >>> 0;
    return this.#sequence;
  }
}
