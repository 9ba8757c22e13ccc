/** Packet 4: what changed of one expiry's option chain, cell by cell (decision 35). */
import {
  CHAIN_DELTA_ROOT_EXPIRY,
  CHAIN_DELTA_ROOT_ROOT_WORDS_HIGH,
  CHAIN_DELTA_ROOT_ROOT_WORDS_LOW,
  CHAIN_DELTA_ROOT_ROW_COUNT,
  CHAIN_DELTA_ROOT_SIZE,
  CHAIN_DELTA_ROOT_TOTAL_ROWS,
  CHAIN_DELTA_ROOT_UNDERLYING,
  CHAIN_DELTA_ROW_CELLS,
  CHAIN_DELTA_ROW_INDEX,
  CHAIN_DELTA_ROW_SIZE,
  CHAIN_ROOT_SIZE,
  CHAIN_ROW_CALL,
  CHAIN_ROW_PUT,
  CHAIN_ROW_SIZE,
  CHAIN_SIDE_ASK,
  CHAIN_SIDE_BID,
  CHAIN_SIDE_FLAGS,
  CHAIN_SIDE_IV,
  CHAIN_SIDE_LAST_PRICE,
  CHAIN_SIDE_LAST_TRADE_TIME,
  CHAIN_SIDE_OI,
  CHAIN_SIDE_VOLUME,
  DECODE_BAD_LENGTH,
  DECODE_TRUNCATED,
  HEADER_SIZE,
  ID_OPTION_CHAIN_DELTA,
  VERSION_OPTION_CHAIN_DELTA,
} from "../generated/layout.ts";
import {
  type ChainDeltaRoot,
  type ChainDeltaRow,
  type Header,
  writeChainDeltaRoot,
  writeChainDeltaRow,
} from "../generated/records.ts";
import { type DecodeError, openMessage, readBlock, type Stamp } from "./blocks.ts";

const SIDE_CELLS = [
  CHAIN_SIDE_LAST_PRICE,
  CHAIN_SIDE_BID,
  CHAIN_SIDE_ASK,
  CHAIN_SIDE_OI,
  CHAIN_SIDE_VOLUME,
  CHAIN_SIDE_LAST_TRADE_TIME,
  CHAIN_SIDE_FLAGS,
];

/** Where in a row of packet 3 the cell of each bit lies, bytes: seven of the call, seven of the put, the call's IV. */
export const CELL_OFFSETS: readonly number[] = [
  ...SIDE_CELLS.map((offset) => CHAIN_ROW_CALL + offset),
  ...SIDE_CELLS.map((offset) => CHAIN_ROW_PUT + offset),
  CHAIN_ROW_CALL + CHAIN_SIDE_IV,
];

/** The bit of the IV: of each side of the row that is listed. */
export const IV_BIT = CELL_OFFSETS.length - 1;
const KNOWN_CELLS = (1 << CELL_OFFSETS.length) - 1;
const ROOT_WORDS = CHAIN_ROOT_SIZE / 4;

function countBits(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}

/** A bit for each word of the root that follows, as chainDeltaRoot has them. */
export interface RootWords {
  low: number;
  high: number;
}

const hasRootWord = ({ rootWordsLow, rootWordsHigh }: ChainDeltaRoot, k: number): boolean =>
  ((k < 32 ? rootWordsLow >>> k : rootWordsHigh >>> (k - 32)) & 1) !== 0;

/** Takes the words of `fresh` that differ over into `told`, both a chainRoot. @returns which they were */
export function takeRootWords(told: DataView, fresh: DataView): RootWords {
  const words = { low: 0, high: 0 };
  for (let k = 0; k < ROOT_WORDS; k++) {
    const word = fresh.getUint32(4 * k);
    if (told.getUint32(4 * k) === word) continue;
    told.setUint32(4 * k, word);
    if (k < 32) words.low = (words.low | (1 << k)) >>> 0;
    else words.high = (words.high | (1 << (k - 32))) >>> 0;
  }
  return words;
}

/** Rows of a delta: the first `count` of these numbers, each with its cells. */
export interface ChangedRows {
  readonly count: number;
  readonly indices: Uint16Array;
  readonly cells: Uint16Array;
}

/**
 * @param root the whole root, CHAIN_ROOT_SIZE bytes of which `words` are sent
 * @param rows all rows of the chain as packet 3 has them, CHAIN_ROW_SIZE bytes each
 */
export function encodeChainDelta(
  chain: Pick<ChainDeltaRoot, "underlying" | "expiry" | "totalRows">,
  root: DataView,
  words: RootWords,
  rows: DataView,
  changed: ChangedRows,
  stamp: Stamp,
): Uint8Array {
  let cells = countBits(words.low) + countBits(words.high);
  for (let i = 0; i < changed.count; i++) cells += countBits(changed.cells[i]!);
  const tailSize = changed.count * CHAIN_DELTA_ROW_SIZE + 4 * cells;
  const { bytes, view, tail } = openMessage(
    ID_OPTION_CHAIN_DELTA,
    VERSION_OPTION_CHAIN_DELTA,
    stamp,
    CHAIN_DELTA_ROOT_SIZE,
    tailSize,
  );
  const head = { ...chain, rowCount: changed.count, rootWordsLow: words.low, rootWordsHigh: words.high };
  writeChainDeltaRoot(view, HEADER_SIZE, head);
  let at = tail;
  const put = (from: DataView, offset: number): void => {
    view.setUint32(at, from.getUint32(offset));
    at += 4;
  };
  for (let k = 0; k < ROOT_WORDS; k++) if (hasRootWord(head, k)) put(root, 4 * k);
  for (let i = 0; i < changed.count; i++) {
    const row = { index: changed.indices[i]!, cells: changed.cells[i]! };
    writeChainDeltaRow(view, at, row);
    at += CHAIN_DELTA_ROW_SIZE;
    const from = row.index * CHAIN_ROW_SIZE;
    CELL_OFFSETS.forEach((offset, bit) => {
      if ((row.cells & (1 << bit)) !== 0) put(rows, from + offset);
    });
  }
  return bytes;
}

export interface ChainDelta {
  readonly header: Header;
  readonly root: ChainDeltaRoot;
  readonly view: DataView;
  /** Where the words of the root begin, and behind them the rows. */
  readonly wordsAt: number;
  readonly rowsAt: number;
}

/** Bytes of a row and its cells; 0 where the message ends before, or has cells that no version of ours knows. */
function rowSize(view: DataView, at: number): number {
  if (at + CHAIN_DELTA_ROW_SIZE > view.byteLength) return 0;
  const cells = view.getUint16(at + CHAIN_DELTA_ROW_CELLS);
  if ((cells & ~KNOWN_CELLS) !== 0) return 0;
  const size = CHAIN_DELTA_ROW_SIZE + 4 * countBits(cells);
  return at + size > view.byteLength ? 0 : size;
}

/** As `readChainDeltaRoot`, which the bundler would have every page load with what no chain waits for. */
function readRoot(view: DataView): ChainDeltaRoot {
  const at = HEADER_SIZE;
  return {
    underlying: view.getUint32(at + CHAIN_DELTA_ROOT_UNDERLYING),
    expiry: view.getUint32(at + CHAIN_DELTA_ROOT_EXPIRY),
    rowCount: view.getUint16(at + CHAIN_DELTA_ROOT_ROW_COUNT),
    totalRows: view.getUint16(at + CHAIN_DELTA_ROOT_TOTAL_ROWS),
    rootWordsLow: view.getUint32(at + CHAIN_DELTA_ROOT_ROOT_WORDS_LOW),
    rootWordsHigh: view.getUint32(at + CHAIN_DELTA_ROOT_ROOT_WORDS_HIGH),
  };
}

/** Head of a packet 4 and the places of what follows, with every length and every row's number checked. */
export function readChainDelta(message: Uint8Array): ChainDelta | DecodeError {
  const block = readBlock(message, CHAIN_DELTA_ROOT_SIZE);
  if ("error" in block) return block;
  const { header, view, tail } = block;
  const root = readRoot(view);
  if (root.rootWordsHigh >>> (ROOT_WORDS - 32) !== 0) return { error: DECODE_BAD_LENGTH };
  const rowsAt = tail + 4 * (countBits(root.rootWordsLow) + countBits(root.rootWordsHigh));
  let at = rowsAt;
  for (let i = 0; i < root.rowCount; i++) {
    const size = rowSize(view, at);
    if (size === 0) return { error: DECODE_TRUNCATED };
    if (view.getUint16(at + CHAIN_DELTA_ROW_INDEX) >= root.totalRows) return { error: DECODE_BAD_LENGTH };
    at += size;
  }
  if (at !== message.length) return { error: at < message.length ? DECODE_BAD_LENGTH : DECODE_TRUNCATED };
  return { header, root, view, wordsAt: tail, rowsAt };
}

/** Tells each word of the root that a delta carries: its number, and where it lies in the message. */
export function eachRootWord(delta: ChainDelta, tell: (word: number, at: number) => void): void {
  let at = delta.wordsAt;
  for (let k = 0; k < ROOT_WORDS; k++) {
    if (!hasRootWord(delta.root, k)) continue;
    tell(k, at);
    at += 4;
  }
}

/** Tells each row of a delta: its number, its cells, and where they lie in the message. */
export function eachDeltaRow(
  { root, view, rowsAt }: ChainDelta,
  tell: (index: number, cells: number, at: number) => void,
): void {
  let at = rowsAt;
  for (let i = 0; i < root.rowCount; i++) {
    const cells = view.getUint16(at + CHAIN_DELTA_ROW_CELLS);
    tell(view.getUint16(at + CHAIN_DELTA_ROW_INDEX), cells, at + CHAIN_DELTA_ROW_SIZE);
    at += CHAIN_DELTA_ROW_SIZE + 4 * countBits(cells);
  }
}

/** A packet 4 as plain objects: words and cells as unsigned integers, in the order they have in the message. */
export interface DecodedChainDelta {
  readonly header: Header;
  readonly root: ChainDeltaRoot;
  readonly rootWords: readonly number[];
  readonly rows: readonly (ChainDeltaRow & { readonly words: readonly number[] })[];
}

export function decodeChainDelta(message: Uint8Array): DecodedChainDelta | DecodeError {
  const delta = readChainDelta(message);
  if ("error" in delta) return delta;
  const rootWords: number[] = [];
  eachRootWord(delta, (_, at) => rootWords.push(delta.view.getUint32(at)));
  const rows: (ChainDeltaRow & { words: number[] })[] = [];
  eachDeltaRow(delta, (index, cells, at) => {
    const words = Array.from({ length: countBits(cells) }, (_, i) => delta.view.getUint32(at + 4 * i));
    rows.push({ index, cells, words });
  });
  return { header: delta.header, root: delta.root, rootWords, rows };
}
