/** What the figures of a table are of, under the two multiplying toggles (rule STRAT-3). */

import { TEXTS } from "./texts.ts";

export type CountedFor = "whole" | keyof typeof TEXTS.countedFor;

export function countedForOf({
  multiplyByLotSize,
  multiplyByLots,
}: {
  readonly multiplyByLotSize: boolean;
  readonly multiplyByLots: boolean;
}): CountedFor {
  if (multiplyByLotSize) return multiplyByLots ? "whole" : "smallest";
  return multiplyByLots ? "unit" : "ratio";
}

/** @param hasShares shares of the capital stand beside, which are of the whole position always (rule STRAT-22) */
export function countedForText(countedFor: CountedFor, hasShares: boolean): string | undefined {
  if (countedFor === "whole") return undefined;
  const text = TEXTS.countedFor[countedFor];
  return hasShares ? `${text} ${TEXTS.wholeShare}` : text;
}
