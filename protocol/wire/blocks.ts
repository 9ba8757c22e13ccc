/** The frame of our own packets: header, root block, tail. Shared by every encoder and by the oracle. */
import { DECODE_BAD_LENGTH, DECODE_TRUNCATED, HEADER_SIZE } from "../generated/layout.ts";
import { type Header, readHeader, writeHeader } from "../generated/records.ts";

/** Where a message stands in its stream, and when it was built (epoch ms). */
export interface Stamp {
  readonly epoch: number;
  readonly sequence: number;
  readonly serverTime: number;
}

/** `error` is one of the DECODE_ codes of the layout. */
export interface DecodeError {
  readonly error: number;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A zeroed message with its header written; the root block begins at HEADER_SIZE, the tail behind it. */
export function openMessage(
  id: number,
  version: number,
  stamp: Stamp,
  rootSize: number,
  tailSize: number,
): { bytes: Uint8Array; view: DataView; tail: number } {
  const tail = HEADER_SIZE + rootSize;
  const bytes = new Uint8Array(tail + tailSize);
  const view = viewOf(bytes);
  writeHeader(view, 0, {
    id,
    version,
    blockLength: rootSize,
    epoch: stamp.epoch,
    sequence: stamp.sequence,
    serverTime: stamp.serverTime,
  });
  return { bytes, view, tail };
}

/** Header of a message whose block is at least `rootSize` long, and the offset of what follows the block. */
export function readBlock(
  message: Uint8Array,
  rootSize: number,
): { header: Header; view: DataView; tail: number } | DecodeError {
  if (message.length < HEADER_SIZE) return { error: DECODE_TRUNCATED };
  const view = viewOf(message);
  const header = readHeader(view, 0);
  if (header.blockLength < rootSize) return { error: DECODE_BAD_LENGTH };
  const tail = HEADER_SIZE + header.blockLength;
  return message.length < tail ? { error: DECODE_TRUNCATED } : { header, view, tail };
}

/** Null when `stated` bytes fill the message from `tail` on exactly. */
export function checkTail(message: Uint8Array, tail: number, stated: number): DecodeError | null {
  const left = message.length - tail;
  if (left === stated) return null;
  return { error: left < stated ? DECODE_TRUNCATED : DECODE_BAD_LENGTH };
}

/** As `checkTail` for rows, which may be longer than we know them but not shorter. */
export function checkRows(
  message: Uint8Array,
  tail: number,
  root: { readonly rowCount: number; readonly rowLength: number },
  rowSize: number,
): DecodeError | null {
  if (root.rowCount > 0 && root.rowLength < rowSize) return { error: DECODE_BAD_LENGTH };
  return checkTail(message, tail, root.rowCount * root.rowLength);
}
