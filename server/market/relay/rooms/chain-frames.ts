import { CELLS_PROTOCOL_VERSION } from "#protocol/version.ts";
import { type ChainChange, type ChainInfo, ChainMirror } from "#protocol/wire/chain-mirror.ts";
import { buildFrame, OPCODE_BINARY } from "../frames.ts";

/** Newest state of one chain, and its messages as frames: each is built once, however many get it. */
export class ChainFrames {
  readonly #mirror = new ChainMirror();
  #snapshot: Buffer | null = null;

  get isKnown(): boolean {
    return this.#mirror.isKnown;
  }

  forget(): void {
    this.#mirror.forget();
    this.#snapshot = null;
  }

  take(message: Uint8Array, info: ChainInfo): ChainChange {
    const change = this.#mirror.take(message, info);
    if (change === "snapshot" || change === "delta") this.#snapshot = null;
    return change;
  }

  /** Frame of the newest snapshot; null while nothing is known. */
  snapshotFrame(): Buffer | null {
    const { snapshot } = this.#mirror;
    if (snapshot === null) return null;
    this.#snapshot ??= buildFrame(OPCODE_BINARY, snapshot);
    return this.#snapshot;
  }

  /** @returns the frame of the delta that has just been taken, for a client of a version of the protocol */
  deltaFrames(message: Uint8Array, info: ChainInfo): (version: number) => Buffer {
    const asTold = buildFrame(OPCODE_BINARY, message);
    if (info.delta === null) return () => asTold;
    let rows: Buffer | null = null;
    return (version) => {
      if (version >= CELLS_PROTOCOL_VERSION) return asTold;
      rows ??= this.#rowsFrame(info);
      return rows;
    };
  }

  #rowsFrame(info: ChainInfo): Buffer {
    const message = new Uint8Array(this.#mirror.rowsSize(info));
    this.#mirror.writeRows(info, message);
    return buildFrame(OPCODE_BINARY, message);
  }
}
