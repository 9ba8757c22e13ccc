/**
 * The decoder in plain TypeScript: oracle of the WebAssembly one and its stand-in where WebAssembly is missing. Field
 * by field and readable on purpose; rows, masks, results and even row numbers are the same as the module's.
 */
import * as layout from "#protocol/generated/layout.ts";
import type { Decoder, DecoderOptions } from "./decoder.ts";
import { createHost, type DecoderCore, RESULT_WORD, RESULT_WORDS, type Regions } from "./host.ts";
import { createBlockReader } from "./reference-blocks.ts";
import { createQuoteReader } from "./reference-quotes.ts";
import { createResultWriter } from "./reference-result.ts";
import { createRowTable } from "./reference-table.ts";

const INPUT_BYTES = 1 << 20;

function createCore(regions: Regions): DecoderCore {
  const view = new DataView(regions.buffer, regions.input, regions.inputBytes);
  const table = createRowTable(regions);
  const result = createResultWriter(regions, view);
  const quotes = createQuoteReader(regions, view, table.find, result);
  const blocks = createBlockReader(regions, view, result);

  function decode(length: number): number {
    result.words.fill(0, 0, 8);
    if (length === 0) return layout.DECODE_EMPTY;
    if (length > regions.inputBytes) return layout.DECODE_TOO_LARGE;
    const id = view.getUint8(0);
    result.words[RESULT_WORD.id] = id;
    switch (id) {
      case layout.ID_QUOTE:
        return quotes.one(length);
      case layout.ID_QUOTE_BATCH:
        return quotes.batch(length);
      case layout.ID_OPTION_CHAIN:
        return blocks.chain(length);
      case layout.ID_CHART_QUOTES:
        return blocks.bars(length);
      case layout.ID_UNDERLYING_STATS:
        return blocks.stats(length);
      case layout.ID_SCREENER_STATS:
        return blocks.screener(length);
      case layout.ID_ORDER_UPDATES:
      case layout.ID_ORDER_UPDATES_V2:
      case layout.ID_COMMON_EVENTS:
      case layout.ID_NSE_EVENTS:
        return blocks.text(length);
      case layout.ID_PING:
        return blocks.ping(length);
      default:
        return layout.DECODE_UNKNOWN_ID;
    }
  }

  return { ...table, decode, setTracking: quotes.setTracking };
}

/** A decoder with a table of its own, without WebAssembly. */
export function createReferenceDecoder(options: DecoderOptions = {}): Decoder {
  const sizes = {
    input: INPUT_BYTES,
    output: INPUT_BYTES,
    rows: layout.ROW_CAPACITY * layout.ROW_BYTES,
    changed: layout.ROW_CAPACITY * 8,
    dirty: layout.ROW_CAPACITY / 8,
    result: RESULT_WORDS * 4,
  };
  let end = 0;
  const place = (bytes: number): number => (end += bytes) - bytes;
  const offsets = {
    input: place(sizes.input),
    output: place(sizes.output),
    rows: place(sizes.rows),
    changed: place(sizes.changed),
    dirty: place(sizes.dirty),
    result: place(sizes.result),
  };
  const regions: Regions = {
    buffer: new ArrayBuffer(end),
    ...offsets,
    inputBytes: sizes.input,
    outputBytes: sizes.output,
  };
  return createHost(regions, createCore(regions), options.tracking ?? true);
}
