/**
 * What both decoders share: views over one buffer, the result object, and taking dirty rows. The core behind it works
 * on the regions alone, so WebAssembly and TypeScript differ only in who moves the bytes.
 */
import { HEADER_SIZE, ID_CHART_QUOTES, ID_OPTION_CHAIN, ROW_CAPACITY } from "#protocol/generated/layout.ts";
import { readChainRoot, readPingRoot } from "#protocol/generated/records.ts";
import type { BarTableView, ChainTableView, DecodeResult, Decoder, DecoderStats } from "./decoder.ts";
import { ROW_WORDS } from "./words.ts";

/** Byte offsets of the regions in `buffer`, laid out as `wasm/assembly/memory.ts` says. */
export interface Regions {
  readonly buffer: ArrayBuffer;
  readonly input: number;
  readonly inputBytes: number;
  readonly output: number;
  readonly outputBytes: number;
  readonly rows: number;
  readonly changed: number;
  readonly dirty: number;
  readonly result: number;
}

export interface DecoderCore {
  /** Decodes the first `length` bytes of the input region; writes the result region. */
  decode(length: number): number;
  acquire(token: number): number;
  release(token: number): void;
  find(token: number): number;
  setTracking(on: number): void;
}

/** Word numbers inside the result region: the RESULT_ offsets of `wasm/assembly/memory.ts`, divided by four. */
export const RESULT_WORD = { id: 0, epoch: 1, sequence: 2, count: 3, unknown: 4, malformed: 5 } as const;
/** The server time, as a double. */
export const RESULT_TIME_DOUBLE = 3;
export const RESULT_WORDS = 16;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function createHost(regions: Regions, core: DecoderCore, tracking: boolean): Decoder {
  const { buffer } = regions;
  const input = new Uint8Array(buffer, regions.input, regions.inputBytes);
  const inputView = new DataView(buffer, regions.input, regions.inputBytes);
  const outputWords = new Int32Array(buffer, regions.output, regions.outputBytes / 4);
  const dirty = new Uint32Array(buffer, regions.dirty, ROW_CAPACITY / 32);
  const changed = new Uint32Array(buffer, regions.changed, ROW_CAPACITY * 2);
  const resultWords = new Uint32Array(buffer, regions.result, RESULT_WORDS);
  const resultDoubles = new Float64Array(buffer, regions.result, RESULT_WORDS / 2);

  const result: DecodeResult = {
    id: 0,
    code: 0,
    epoch: 0,
    sequence: 0,
    serverTime: 0,
    packets: 0,
    skipped: 0,
    unknown: 0,
  };
  const totals: DecoderStats = { messages: 0, packets: 0, skipped: 0, unknown: 0, refused: 0 };
  const chain: Mutable<ChainTableView> = {
    count: 0,
    words: outputWords,
    floats: new Float32Array(buffer, regions.output, regions.outputBytes / 4),
    root: () => readChainRoot(inputView, HEADER_SIZE),
  };
  const bars: Mutable<BarTableView> = {
    count: 0,
    words: outputWords,
    doubles: new Float64Array(buffer, regions.output, regions.outputBytes / 8),
  };

  core.setTracking(tracking ? 1 : 0);
  // Exports of a module are looked up as in a dictionary.
  const decodeInput = core.decode;
  const { input: inputAt, inputBytes } = regions;

  function decode(message: Uint8Array): DecodeResult {
    const length = message.length;
    // In this order: `buffer` calls into the runtime, and offsets nearly always differ.
    const inPlace = message.byteOffset === inputAt && message.buffer === buffer;
    if (!inPlace && length <= inputBytes) input.set(message);
    const code = decodeInput(length);
    const id = resultWords[RESULT_WORD.id]!;
    const hasRows = id === ID_OPTION_CHAIN || id === ID_CHART_QUOTES;
    const packets = hasRows ? 0 : resultWords[RESULT_WORD.count]!;
    const unknown = resultWords[RESULT_WORD.unknown]!;
    const skipped = unknown + resultWords[RESULT_WORD.malformed]!;
    const rows = hasRows && code > 0 ? code : 0;
    result.id = id;
    result.code = code;
    result.epoch = resultWords[RESULT_WORD.epoch]!;
    result.sequence = resultWords[RESULT_WORD.sequence]!;
    result.serverTime = resultDoubles[RESULT_TIME_DOUBLE]!;
    result.packets = packets;
    result.unknown = unknown;
    result.skipped = skipped;
    chain.count = id === ID_OPTION_CHAIN ? rows : 0;
    bars.count = rows - chain.count;
    totals.messages += 1;
    totals.packets += packets;
    totals.skipped += skipped;
    totals.unknown += unknown;
    if (code < 0) totals.refused += 1;
    return result;
  }

  function takeDirty(out: Uint32Array, masks?: Uint32Array): number {
    const room = masks === undefined ? out.length : Math.min(out.length, masks.length >>> 1);
    let count = 0;
    for (let word = 0; word < dirty.length && count < room; word += 1) {
      let bits = dirty[word]!;
      if (bits === 0) continue;
      while (bits !== 0 && count < room) {
        const lowest = bits & -bits;
        const row = word * 32 + 31 - Math.clz32(lowest);
        bits = (bits ^ lowest) >>> 0;
        out[count] = row;
        const mask = row * 2;
        if (masks !== undefined) {
          masks[count * 2] = changed[mask]!;
          masks[count * 2 + 1] = changed[mask + 1]!;
        }
        changed[mask] = 0;
        changed[mask + 1] = 0;
        count += 1;
      }
      dirty[word] = bits;
    }
    return count;
  }

  return {
    input,
    decode,
    rowOf: (token) => core.find(token),
    acquire: (token) => core.acquire(token),
    release: (token) => core.release(token),
    words: new Int32Array(buffer, regions.rows, ROW_CAPACITY * ROW_WORDS),
    dirty,
    changed,
    takeDirty,
    chain,
    bars,
    ping: () => readPingRoot(inputView, HEADER_SIZE),
    stats: () => ({ ...totals }),
  };
}
