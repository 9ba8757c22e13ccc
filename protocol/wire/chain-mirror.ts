/** A chain as its packets leave it, in the bytes of the wire: what relay and engine keep of one. */
import {
  CHAIN_FLAG_SNAPSHOT,
  CHAIN_ROOT_EXPIRY,
  CHAIN_ROOT_FLAGS,
  CHAIN_ROOT_ROW_COUNT,
  CHAIN_ROOT_ROW_LENGTH,
  CHAIN_ROOT_SIZE,
  CHAIN_ROOT_TOTAL_ROWS,
  CHAIN_ROOT_UNDERLYING,
  CHAIN_ROW_CALL,
  CHAIN_ROW_INDEX,
  CHAIN_ROW_PUT,
  CHAIN_ROW_SIZE,
  CHAIN_SIDE_IV,
  CHAIN_SIDE_TOKEN,
  HEADER_BLOCK_LENGTH,
  HEADER_EPOCH,
  HEADER_ID,
  HEADER_SEQUENCE,
  HEADER_SERVER_TIME,
  HEADER_SIZE,
  ID_OPTION_CHAIN,
  ID_OPTION_CHAIN_DELTA,
} from "../generated/layout.ts";
import { viewOf } from "./blocks.ts";
import {
  CELL_OFFSETS,
  type ChainDelta,
  eachDeltaRow,
  eachRootWord,
  IV_BIT,
  readChainDelta,
} from "./chain-delta.ts";

/** What a packet 3 or 4 says about itself; every length is checked against the message. */
export interface ChainInfo {
  readonly underlying: number;
  /** YYYYMMDD */
  readonly expiry: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly serverTime: number;
  readonly isSnapshot: boolean;
  readonly rowCount: number;
  readonly totalRows: number;
  /** Of a packet 3: where its rows lie. */
  readonly rowsAt: number;
  readonly rowLength: number;
  /** Of a packet 4; null of a packet 3. */
  readonly delta: ChainDelta | null;
}

function inspectDelta(message: Uint8Array): ChainInfo | null {
  const delta = readChainDelta(message);
  if ("error" in delta) return null;
  const { header, root } = delta;
  return {
    underlying: root.underlying,
    expiry: root.expiry,
    epoch: header.epoch,
    sequence: header.sequence,
    serverTime: header.serverTime,
    isSnapshot: false,
    rowCount: root.rowCount,
    totalRows: root.totalRows,
    rowsAt: delta.rowsAt,
    rowLength: 0,
    delta,
  };
}

/** @returns null when the bytes are no whole packet 3 or 4 */
export function inspectChain(message: Uint8Array): ChainInfo | null {
  if (message[HEADER_ID] === ID_OPTION_CHAIN_DELTA) return inspectDelta(message);
  if (message.length < HEADER_SIZE + CHAIN_ROOT_SIZE || message[HEADER_ID] !== ID_OPTION_CHAIN) return null;
  const view = viewOf(message);
  const rowsAt = HEADER_SIZE + view.getUint16(HEADER_BLOCK_LENGTH);
  const rowLength = view.getUint16(HEADER_SIZE + CHAIN_ROOT_ROW_LENGTH);
  const rowCount = view.getUint16(HEADER_SIZE + CHAIN_ROOT_ROW_COUNT);
  if (rowCount > 0 && rowLength < CHAIN_ROW_SIZE) return null;
  if (rowsAt < HEADER_SIZE + CHAIN_ROOT_SIZE || rowsAt + rowCount * rowLength > message.length) return null;
  return {
    underlying: view.getUint32(HEADER_SIZE + CHAIN_ROOT_UNDERLYING),
    expiry: view.getUint32(HEADER_SIZE + CHAIN_ROOT_EXPIRY),
    epoch: view.getUint32(HEADER_EPOCH),
    sequence: view.getUint32(HEADER_SEQUENCE),
    serverTime: view.getFloat64(HEADER_SERVER_TIME),
    isSnapshot: (view.getUint16(HEADER_SIZE + CHAIN_ROOT_FLAGS) & CHAIN_FLAG_SNAPSHOT) !== 0,
    rowsAt,
    rowLength,
    rowCount,
    totalRows: view.getUint16(HEADER_SIZE + CHAIN_ROOT_TOTAL_ROWS),
    delta: null,
  };
}

/** "old" repeats what is known; "gap" lost something and needs a new snapshot. */
export type ChainChange = "snapshot" | "delta" | "old" | "gap";

/** The whole newest state of one chain as a snapshot of packet 3, so that any reader can be given one at any time. */
export class ChainMirror {
  #bytes: Uint8Array | null = null;
  #view: DataView | null = null;
  #info: ChainInfo | null = null;

  get isKnown(): boolean {
    return this.#info !== null;
  }

  /** The snapshot: bytes of the mirror's own that the next `take` may change. Null while nothing is known. */
  get snapshot(): Uint8Array | null {
    return this.#bytes;
  }

  forget(): void {
    this.#bytes = null;
    this.#view = null;
    this.#info = null;
  }

  /** @param info what `inspectChain` found in the message */
  take(message: Uint8Array, info: ChainInfo): ChainChange {
    const known = this.#info;
    if (info.isSnapshot) {
      if (info.rowCount !== info.totalRows) return "gap";
      if (known !== null && known.epoch === info.epoch && info.sequence < known.sequence) return "old";
      this.#bytes = new Uint8Array(message);
      this.#view = viewOf(this.#bytes);
      this.#info = info;
      return "snapshot";
    }
    if (known === null || known.epoch !== info.epoch) return "gap";
    if (info.sequence <= known.sequence) return "old";
    if (info.sequence !== known.sequence + 1 || info.totalRows !== known.totalRows) return "gap";
    if (info.delta === null ? !this.#takeRows(message, info, known) : !this.#takeCells(info.delta, known)) {
      return "gap";
    }
    this.#info = { ...known, sequence: info.sequence };
    return "delta";
  }

  /** Epoch, sequence and time of the state; the root's flags and row count are those of a snapshot. */
  #stamp(from: Uint8Array, known: ChainInfo): void {
    const view = this.#view!;
    this.#bytes!.set(from.subarray(HEADER_EPOCH, HEADER_SIZE), HEADER_EPOCH);
    const flags = view.getUint16(HEADER_SIZE + CHAIN_ROOT_FLAGS) | CHAIN_FLAG_SNAPSHOT;
    view.setUint16(HEADER_SIZE + CHAIN_ROOT_FLAGS, flags);
    view.setUint16(HEADER_SIZE + CHAIN_ROOT_ROW_COUNT, known.totalRows);
  }

  #takeRows(message: Uint8Array, info: ChainInfo, known: ChainInfo): boolean {
    if (info.rowLength !== known.rowLength || info.rowsAt !== known.rowsAt) return false;
    const view = viewOf(message);
    const end = info.rowsAt + info.rowCount * info.rowLength;
    for (let at = info.rowsAt; at < end; at += info.rowLength) {
      if (view.getUint16(at + CHAIN_ROW_INDEX) >= known.totalRows) return false;
    }
    const bytes = this.#bytes!;
    bytes.set(message.subarray(HEADER_SIZE, info.rowsAt), HEADER_SIZE);
    for (let at = info.rowsAt; at < end; at += info.rowLength) {
      const row = view.getUint16(at + CHAIN_ROW_INDEX);
      bytes.set(message.subarray(at, at + info.rowLength), info.rowsAt + row * info.rowLength);
    }
    this.#stamp(message, known);
    return true;
  }

  #takeCells(delta: ChainDelta, known: ChainInfo): boolean {
    const view = this.#view!;
    const from = delta.view;
    eachRootWord(delta, (word, at) => view.setUint32(HEADER_SIZE + 4 * word, from.getUint32(at)));
    eachDeltaRow(delta, (index, cells, at) => {
      const row = known.rowsAt + index * known.rowLength;
      let cell = at;
      for (let bit = 0; bit < CELL_OFFSETS.length; bit++) {
        if ((cells & (1 << bit)) === 0) continue;
        const word = from.getUint32(cell);
        cell += 4;
        if (bit === IV_BIT) this.#setIv(row, word);
        else view.setUint32(row + CELL_OFFSETS[bit]!, word);
      }
    });
    this.#stamp(new Uint8Array(from.buffer, from.byteOffset, from.byteLength), known);
    return true;
  }

  /** A side that is not listed has no IV. */
  #setIv(row: number, word: number): void {
    const view = this.#view!;
    for (const side of [row + CHAIN_ROW_CALL, row + CHAIN_ROW_PUT]) {
      if (view.getUint32(side + CHAIN_SIDE_TOKEN) !== 0) view.setUint32(side + CHAIN_SIDE_IV, word);
    }
  }

  /** Bytes of what `writeRows` makes of a packet 4 that has just been taken. */
  rowsSize({ rowCount }: ChainInfo): number {
    const { rowsAt, rowLength } = this.#info!;
    return rowsAt + rowCount * rowLength;
  }

  /**
   * The packet 4 that has just been taken as a delta of packet 3: its rows whole, as they are now.
   * @param into at least `rowsSize` bytes
   */
  writeRows({ delta, rowCount }: ChainInfo, into: Uint8Array): void {
    const bytes = this.#bytes!;
    const { rowsAt, rowLength } = this.#info!;
    into.set(bytes.subarray(0, rowsAt));
    const view = viewOf(into);
    const flags = view.getUint16(HEADER_SIZE + CHAIN_ROOT_FLAGS) & ~CHAIN_FLAG_SNAPSHOT;
    view.setUint16(HEADER_SIZE + CHAIN_ROOT_FLAGS, flags);
    view.setUint16(HEADER_SIZE + CHAIN_ROOT_ROW_COUNT, rowCount);
    let to = rowsAt;
    eachDeltaRow(delta!, (index) => {
      const from = rowsAt + index * rowLength;
      into.set(bytes.subarray(from, from + rowLength), to);
      to += rowLength;
    });
  }
}
