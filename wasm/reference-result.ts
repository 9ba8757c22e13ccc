import { RESULT_TIME_DOUBLE, RESULT_WORD, RESULT_WORDS, type Regions } from "./host.ts";

/** The result region, as the reference decoder fills it. */
export interface ResultWriter {
  readonly words: Uint32Array;
  /** One more in a word. */
  count(word: number): void;
  /** Epoch, sequence and time, which lie at an offset of the message in this order, in header and trailer alike. */
  stamp(at: number): void;
}

/** @param view of the input region */
export function createResultWriter(regions: Regions, view: DataView): ResultWriter {
  const words = new Uint32Array(regions.buffer, regions.result, RESULT_WORDS);
  const doubles = new Float64Array(regions.buffer, regions.result, RESULT_WORDS / 2);
  return {
    words,
    count(word) {
      words[word] = words[word]! + 1;
    },
    stamp(at) {
      words[RESULT_WORD.epoch] = view.getUint32(at);
      words[RESULT_WORD.sequence] = view.getUint32(at + 4);
      doubles[RESULT_TIME_DOUBLE] = view.getFloat64(at + 8);
    },
  };
}
