import { CHAIN_FLAG_DELAYED, CHAIN_FLAG_SNAPSHOT } from "#protocol/generated/layout.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import type { ChainTableView } from "#wasm/decoder.ts";
import { CHAIN_ROW_WORDS, CHAIN_WORD } from "#wasm/words.ts";
import { isInSession } from "../chains/chain-model.ts";
import { isWholeSnapshot } from "../chains/chain-table.ts";
import { feedState } from "../chains/feed-state.ts";
import { chainId, STREAM_QUOTES } from "../connection/wanted-streams.ts";

/**
 * Parts of the engine that code which comes later is handed: were it to import them, the bundler would cut what every chain waits
 * for into more pieces.
 */
export interface EngineParts {
  readonly feedState: typeof feedState;
  readonly isInSession: typeof isInSession;
  readonly isWholeSnapshot: typeof isWholeSnapshot;
  readonly chainId: typeof chainId;
  /** Group of the quotes that streams want. */
  readonly quoteGroup: string;
  /** The rows of the message that was decoded last, as words. */
  copyRows(chain: ChainTableView): Int32Array;
  /** Lays the rows of a delta over these. @returns false, and nothing is changed, when one of them has no place there */
  mergeRows(words: Int32Array, chain: ChainTableView): boolean;
  countRows(words: Int32Array): number;
  isSnapshot(root: ChainRoot): boolean;
  isDelayed(root: ChainRoot): boolean;
}

/** Where a row of a delta lies among all rows. */
const placeOf = ({ words }: ChainTableView, from: number): number =>
  (words[from + CHAIN_WORD.indexAndPreviousIv]! & 0xffff) * CHAIN_ROW_WORDS;

/** Each row names one that is there by its index and its strike. */
function fits(words: Int32Array, chain: ChainTableView): boolean {
  for (let r = 0; r < chain.count; r++) {
    const from = r * CHAIN_ROW_WORDS;
    const at = placeOf(chain, from);
    const strike = chain.words[from + CHAIN_WORD.strike];
    if (at >= words.length || words[at + CHAIN_WORD.strike] !== strike) return false;
  }
  return true;
}

export const ENGINE_PARTS: EngineParts = {
  feedState,
  isInSession,
  isWholeSnapshot,
  chainId,
  quoteGroup: STREAM_QUOTES,
  copyRows: ({ words, count }) => words.slice(0, count * CHAIN_ROW_WORDS),
  mergeRows(words, chain) {
    if (!fits(words, chain)) return false;
    for (let r = 0; r < chain.count; r++) {
      const from = r * CHAIN_ROW_WORDS;
      words.set(chain.words.subarray(from, from + CHAIN_ROW_WORDS), placeOf(chain, from));
    }
    return true;
  },
  countRows: (words) => words.length / CHAIN_ROW_WORDS,
  isSnapshot: ({ flags }) => (flags & CHAIN_FLAG_SNAPSHOT) !== 0,
  isDelayed: ({ flags }) => (flags & CHAIN_FLAG_DELAYED) !== 0,
};
