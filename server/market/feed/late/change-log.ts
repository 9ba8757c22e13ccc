import { ROW_WORDS } from "../market-table.ts";

/** Words of a record before its values: the row, and the two halves of the mask of words that follow. */
const HEAD_WORDS = 3;
const MOST_RECORD_WORDS = HEAD_WORDS + ROW_WORDS;
/** 256 KiB a chunk. */
const CHUNK_WORDS = 65_536;
/** Chunks kept for reuse; more come free only after a new universe or a burst. */
const SPARE_CHUNKS = 8;

interface Chunk {
  readonly words: Int32Array;
  used: number;
}

/**
 * Changes of table rows, first in first out: of each row only the words that differ from what was put last. A quote changes
 * 18 of its 48 words on average, so a minute of the whole simulated market takes 12 MB instead of 29.
 */
interface ChangeLog {
  /** @returns false when the row is as it was put last, so that nothing was added */
  put(words: Int32Array, row: number): boolean;
  /** Writes the oldest `count` records into a table and forgets them; `touched` is told each row. */
  take(count: number, words: Int32Array, touched: (row: number) => void): void;
  /** From here on rows are of another universe, all zero so far; what was put before can still be taken. */
  restart(rows: number): void;
  /** held by records, spare room aside */
  readonly bytes: number;
}

export function createChangeLog(): ChangeLog {
  const chunks: Chunk[] = [];
  const spare: Chunk[] = [];
  /** every row as it was put last */
  let reference = new Int32Array(0);
  let readAt = 0;
  let held = 0;

  function room(): Chunk {
    const last = chunks.at(-1);
    if (last !== undefined && last.used + MOST_RECORD_WORDS <= CHUNK_WORDS) return last;
    const chunk = spare.pop() ?? { words: new Int32Array(CHUNK_WORDS), used: 0 };
    chunk.used = 0;
    chunks.push(chunk);
    return chunk;
  }

  /** The chunk that the oldest record is in. */
  function oldest(): Chunk {
    let chunk = chunks[0]!;
    while (readAt >= chunk.used) {
      chunks.shift();
      readAt = 0;
      if (spare.length < SPARE_CHUNKS) spare.push(chunk);
      chunk = chunks[0]!;
    }
    return chunk;
  }

  return {
    put(words, row) {
      const chunk = room();
      const out = chunk.words;
      const from = row * ROW_WORDS;
      let at = chunk.used + HEAD_WORDS;
      let low = 0;
      let high = 0;
      for (let k = 0; k < ROW_WORDS; k++) {
        const word = words[from + k]!;
        if (reference[from + k] === word) continue;
        reference[from + k] = word;
        out[at++] = word;
        if (k < 32) low |= 1 << k;
        else high |= 1 << (k - 32);
      }
      if (low === 0 && high === 0) return false;
      out[chunk.used] = row;
      out[chunk.used + 1] = low;
      out[chunk.used + 2] = high;
      held += at - chunk.used;
      chunk.used = at;
      return true;
    },
    take(count, words, touched) {
      for (let i = 0; i < count; i++) {
        const { words: from } = oldest();
        const row = from[readAt]!;
        let at = readAt + HEAD_WORDS;
        for (let half = 0; half < 2; half++) {
          const base = row * ROW_WORDS + 32 * half;
          for (let mask = from[readAt + 1 + half]!; mask !== 0; mask &= mask - 1) {
            words[base + 31 - Math.clz32(mask & -mask)] = from[at++]!;
          }
        }
        held -= at - readAt;
        readAt = at;
        touched(row);
      }
    },
    restart(rows) {
      reference = new Int32Array(rows * ROW_WORDS);
    },
    get bytes() {
      return 4 * held;
    },
  };
}
