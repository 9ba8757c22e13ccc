import {
  CHAIN_FLAG_SNAPSHOT,
  CHAIN_ROOT_EXPIRY,
  CHAIN_ROOT_FLAGS,
  CHAIN_ROOT_ROW_COUNT,
  CHAIN_ROOT_ROW_LENGTH,
  CHAIN_ROOT_SIZE,
  CHAIN_ROOT_TOTAL_ROWS,
  CHAIN_ROOT_UNDERLYING,
  CHAIN_ROW_INDEX,
  HEADER_BLOCK_LENGTH,
  HEADER_EPOCH,
  HEADER_ID,
  HEADER_SEQUENCE,
  HEADER_SIZE,
  ID_OPTION_CHAIN,
} from "#protocol/generated/layout.ts";
import { buildFrame, OPCODE_BINARY } from "../frames.ts";

/** What a packet 3 says about itself; every length is checked against the message. */
export interface ChainInfo {
  readonly underlying: number;
  readonly expiry: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly isSnapshot: boolean;
  readonly rowsAt: number;
  readonly rowLength: number;
  readonly rowCount: number;
  readonly totalRows: number;
}

/** @returns null when the bytes are no whole packet 3 */
export function inspectChain(message: Uint8Array): ChainInfo | null {
  if (message.length < HEADER_SIZE + CHAIN_ROOT_SIZE || message[HEADER_ID] !== ID_OPTION_CHAIN) return null;
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const rowsAt = HEADER_SIZE + view.getUint16(HEADER_BLOCK_LENGTH);
  const rowLength = view.getUint16(HEADER_SIZE + CHAIN_ROOT_ROW_LENGTH);
  const rowCount = view.getUint16(HEADER_SIZE + CHAIN_ROOT_ROW_COUNT);
  if (rowsAt < HEADER_SIZE + CHAIN_ROOT_SIZE || rowsAt + rowCount * rowLength > message.length) return null;
  return {
    underlying: view.getUint32(HEADER_SIZE + CHAIN_ROOT_UNDERLYING),
    expiry: view.getUint32(HEADER_SIZE + CHAIN_ROOT_EXPIRY),
    epoch: view.getUint32(HEADER_EPOCH),
    sequence: view.getUint32(HEADER_SEQUENCE),
    isSnapshot: (view.getUint16(HEADER_SIZE + CHAIN_ROOT_FLAGS) & CHAIN_FLAG_SNAPSHOT) !== 0,
    rowsAt,
    rowLength,
    rowCount,
    totalRows: view.getUint16(HEADER_SIZE + CHAIN_ROOT_TOTAL_ROWS),
  };
}

/** "old" repeats what is known; "gap" lost something and needs a new snapshot. */
type ChainChange = "snapshot" | "delta" | "old" | "gap";

/** The whole newest state of one chain as wire bytes, so that any client can be given a snapshot at any time. */
export class ChainMirror {
  #message: Buffer | null = null;
  #info: ChainInfo | null = null;
  #snapshot: Buffer | null = null;

  get isKnown(): boolean {
    return this.#info !== null;
  }

  forget(): void {
    this.#message = null;
    this.#info = null;
    this.#snapshot = null;
  }

  take(message: Uint8Array, info: ChainInfo): ChainChange {
    const known = this.#info;
    if (info.isSnapshot) {
      if (info.rowCount !== info.totalRows) return "gap";
      if (known !== null && known.epoch === info.epoch && info.sequence < known.sequence) return "old";
      this.#message = Buffer.from(message);
      this.#info = info;
      this.#snapshot = null;
      return "snapshot";
    }
    if (known === null || this.#message === null || known.epoch !== info.epoch) return "gap";
    if (info.sequence <= known.sequence) return "old";
    const rowsFit = info.rowLength === known.rowLength && info.rowsAt === known.rowsAt;
    if (info.sequence !== known.sequence + 1 || !rowsFit || info.totalRows !== known.totalRows) return "gap";
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    for (let i = 0, at = info.rowsAt; i < info.rowCount; i++, at += info.rowLength) {
      if (view.getUint16(at + CHAIN_ROW_INDEX) >= known.totalRows) return "gap";
    }
    this.#patch(message, view, info);
    this.#info = { ...known, sequence: info.sequence };
    return "delta";
  }

  #patch(message: Uint8Array, view: DataView, info: ChainInfo): void {
    const state = this.#message as Buffer;
    state.set(message.subarray(0, info.rowsAt), 0);
    const rootAt = HEADER_SIZE;
    const flags = view.getUint16(rootAt + CHAIN_ROOT_FLAGS) | CHAIN_FLAG_SNAPSHOT;
    state.writeUInt16BE(flags, rootAt + CHAIN_ROOT_FLAGS);
    state.writeUInt16BE(info.totalRows, rootAt + CHAIN_ROOT_ROW_COUNT);
    for (let i = 0, at = info.rowsAt; i < info.rowCount; i++, at += info.rowLength) {
      const index = view.getUint16(at + CHAIN_ROW_INDEX);
      state.set(message.subarray(at, at + info.rowLength), info.rowsAt + index * info.rowLength);
    }
    this.#snapshot = null;
  }

  /** Frame of the newest snapshot, built once per change; null while nothing is known. */
  snapshotFrame(): Buffer | null {
    if (this.#message === null) return null;
    this.#snapshot ??= buildFrame(OPCODE_BINARY, this.#message);
    return this.#snapshot;
  }
}
