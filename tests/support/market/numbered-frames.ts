import { EXPIRY_LENGTH, HEAD, PLACE } from "#protocol/frames/strategy-market.ts";
import type { StrategyMarketNews } from "#workers/engine/api.ts";

/** The same market under other numbers: what a stream tells when nothing moves but its sequences. @param receivedAt device's clock */
export function numbered(
  { terms, frame }: StrategyMarketNews,
  sequences: readonly number[],
  receivedAt: number,
): StrategyMarketNews {
  const copy = frame.slice(0);
  const numbers = new Float64Array(copy, 0, HEAD.length + sequences.length * EXPIRY_LENGTH);
  numbers[HEAD.indexOf("receivedAt")] = receivedAt;
  for (const [i, sequence] of sequences.entries()) {
    numbers[HEAD.length + i * EXPIRY_LENGTH + PLACE.indexOf("sequence")] = sequence;
  }
  return { terms, frame: copy };
}
