/** Packet 3: one expiry's option chain. */
import {
  CHAIN_ROOT_SIZE,
  CHAIN_ROW_SIZE,
  HEADER_SIZE,
  ID_OPTION_CHAIN,
  VERSION_OPTION_CHAIN,
} from "../generated/layout.ts";
import { type ChainRoot, type Header, readChainRoot, writeChainRoot } from "../generated/records.ts";
import { checkRows, type DecodeError, openMessage, readBlock, type Stamp } from "./blocks.ts";

/**
 * @param root its `rowCount` and `rowLength` are taken from `rows` instead
 * @param rows wire rows of CHAIN_ROW_SIZE bytes, as `writeChainRow` lays them out
 * @throws RangeError when `rows` is no whole number of rows, or more than a message can count
 */
export function encodeChain(root: ChainRoot, rows: Uint8Array, stamp: Stamp): Uint8Array {
  const rowCount = rows.length / CHAIN_ROW_SIZE;
  if (!Number.isInteger(rowCount) || rowCount > 0xffff) {
    throw new RangeError(`encodeChain: ${rows.length} bytes are not up to 65535 rows of ${CHAIN_ROW_SIZE}`);
  }
  const message = openMessage(ID_OPTION_CHAIN, VERSION_OPTION_CHAIN, stamp, CHAIN_ROOT_SIZE, rows.length);
  writeChainRoot(message.view, HEADER_SIZE, { ...root, rowCount, rowLength: CHAIN_ROW_SIZE });
  message.bytes.set(rows, message.tail);
  return message.bytes;
}

export interface ChainView {
  readonly header: Header;
  readonly root: ChainRoot;
  /** Row n begins at `rowsOffset + n * rowLength`; read it with `readChainRow`. */
  readonly rowsOffset: number;
  readonly rowLength: number;
}

/** Header figures and the place of the rows, with every length checked. */
export function chainView(message: Uint8Array): ChainView | DecodeError {
  const block = readBlock(message, CHAIN_ROOT_SIZE);
  if ("error" in block) return block;
  const root = readChainRoot(block.view, HEADER_SIZE);
  const fault = checkRows(message, block.tail, root, CHAIN_ROW_SIZE);
  return fault ?? { header: block.header, root, rowsOffset: block.tail, rowLength: root.rowLength };
}
