/** Packets of a header, a root block and, some of them, rows: checked, and rows of chains and bars copied to the output. */

import * as layout from "#protocol/generated/layout.ts";
import { RESULT_WORD, type Regions } from "./host.ts";
import type { ResultWriter } from "./reference-result.ts";
import { BAR_ROW_WORDS, CHAIN_ROW_WORDS } from "./words.ts";

/** Takes the message's length; the rows written, 0 for packets whose rows stay in the message, or a DECODE_ code. */
type ReadBlock = (length: number) => number;

interface BlockReader {
  readonly chain: ReadBlock;
  readonly bars: ReadBlock;
  readonly stats: ReadBlock;
  readonly screener: ReadBlock;
  readonly text: ReadBlock;
  readonly ping: ReadBlock;
}

type WriteRow = (at: number, to: number) => void;

/** @param view of the input region */
export function createBlockReader(regions: Regions, view: DataView, result: ResultWriter): BlockReader {
  const output = new Int32Array(regions.buffer, regions.output, regions.outputBytes / 4);

  /** Offset behind the root block, or a DECODE_ code. */
  function openBlock(length: number, rootSize: number): number {
    if (length < layout.HEADER_SIZE) return layout.DECODE_TRUNCATED;
    const block = view.getUint16(layout.HEADER_BLOCK_LENGTH);
    if (block < rootSize) return layout.DECODE_BAD_LENGTH;
    return length < layout.HEADER_SIZE + block ? layout.DECODE_TRUNCATED : layout.HEADER_SIZE + block;
  }

  /** 0 when `stated` bytes fill the rest of the message exactly, and its header is then in the result. */
  function close(length: number, at: number, stated: number): number {
    if (length - at < stated) return layout.DECODE_TRUNCATED;
    if (length - at > stated) return layout.DECODE_BAD_LENGTH;
    result.stamp(layout.HEADER_EPOCH);
    return 0;
  }

  /** Rows behind a block, each handed to `write` with its number; 0 or a DECODE_ code when there is nothing to write. */
  function rows(
    length: number,
    rootSize: number,
    countAt: number,
    lengthAt: number,
    rowSize: number,
    write?: WriteRow,
  ): number {
    const first = openBlock(length, rootSize);
    if (first < 0) return first;
    const total = view.getUint16(layout.HEADER_SIZE + countAt);
    const rowLength = view.getUint16(layout.HEADER_SIZE + lengthAt);
    if (total > 0 && rowLength < rowSize) return layout.DECODE_BAD_LENGTH;
    const fault = close(length, first, total * rowLength);
    if (fault < 0 || write === undefined) return fault;
    for (let i = 0; i < total; i += 1) write(first + i * rowLength, i);
    result.words[RESULT_WORD.count] = total;
    return total;
  }

  function chainRow(at: number, row: number): void {
    const to = row * CHAIN_ROW_WORDS;
    for (let word = 0; word < CHAIN_ROW_WORDS; word += 1) output[to + word] = view.getInt32(at + word * 4);
    output[to + 1] =
      view.getUint16(at + layout.CHAIN_ROW_INDEX) | (view.getUint16(at + layout.CHAIN_ROW_PREVIOUS_IV) << 16);
  }

  function barRow(at: number, row: number): void {
    const to = row * BAR_ROW_WORDS;
    for (let word = 0; word < BAR_ROW_WORDS; word += 1) output[to + word] = view.getInt32(at + word * 4);
    // The two halves of a double change places, as its bytes do. (Through words, so that a NaN keeps its bits.)
    output[to + 2] = view.getInt32(at + layout.CHART_ROW_BAR_TIME + 4);
    output[to + 3] = view.getInt32(at + layout.CHART_ROW_BAR_TIME);
  }

  return {
    chain: (length) =>
      rows(
        length,
        layout.CHAIN_ROOT_SIZE,
        layout.CHAIN_ROOT_ROW_COUNT,
        layout.CHAIN_ROOT_ROW_LENGTH,
        layout.CHAIN_ROW_SIZE,
        chainRow,
      ),
    bars: (length) =>
      rows(
        length,
        layout.CHART_ROOT_SIZE,
        layout.CHART_ROOT_ROW_COUNT,
        layout.CHART_ROOT_ROW_LENGTH,
        layout.CHART_ROW_SIZE,
        barRow,
      ),
    stats: (length) =>
      rows(
        length,
        layout.STATS_ROOT_SIZE,
        layout.STATS_ROOT_ROW_COUNT,
        layout.STATS_ROOT_ROW_LENGTH,
        layout.STATS_ROW_SIZE,
      ),
    screener: (length) =>
      rows(
        length,
        layout.SCREENER_ROOT_SIZE,
        layout.SCREENER_ROOT_ROW_COUNT,
        layout.SCREENER_ROOT_ROW_LENGTH,
        layout.SCREENER_ROW_SIZE,
      ),
    text(length) {
      const at = openBlock(length, layout.TEXT_ROOT_SIZE);
      if (at < 0) return at;
      return close(length, at, view.getUint32(layout.HEADER_SIZE + layout.TEXT_ROOT_BYTE_LENGTH));
    },
    ping(length) {
      const at = openBlock(length, layout.PING_ROOT_SIZE);
      return at < 0 ? at : close(length, at, 0);
    },
  };
}
