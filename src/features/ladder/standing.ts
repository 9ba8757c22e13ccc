import { istDate } from "#domain/calendar/ist.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import { TEXTS } from "./texts.ts";

/** How a book stands where it is not simply live. */
export interface Standing {
  readonly text: string;
  /** What is shown is not to be traded on. */
  readonly isOld: boolean;
}

export interface BookFacts {
  /** Market time; NaN not known. */
  readonly now: number;
  /** Of the contract's last trade, epoch ms; NaN not known, null: its expiry is not listed. */
  readonly lastTrade: number | null;
  /** The chain has no such contract. */
  readonly isMissing: boolean;
  /** Why nothing newer is told; null when nothing is amiss. */
  readonly refused: string | null;
  /** Something is known of it, and its levels are. */
  readonly isKnown: boolean;
  readonly hasLevels: boolean;
  /** Its figures were not said since the connection was lost, or by an engine that is gone. */
  readonly isStale: boolean;
  /** Its exchange keeps hours, and these are none of them. */
  readonly isClosed: boolean;
}

/** The gravest that can be said; null when the book is live. */
export function standingOf(facts: BookFacts): Standing | null {
  const { now, lastTrade, isMissing, refused, isKnown, hasLevels, isStale, isClosed } = facts;
  const { standing } = TEXTS;
  if (lastTrade !== null && now >= lastTrade) {
    const when = `${formatExpiry(istDate(lastTrade), istDate(now))}, ${formatClock(lastTrade)}`;
    return { text: standing.expired(when), isOld: true };
  }
  if (lastTrade === null || isMissing) return { text: standing.notListed, isOld: true };
  if (refused !== null) return { text: standing.refused(refused), isOld: true };
  if (!isKnown) return { text: standing.waiting, isOld: false };
  if (isStale) return { text: standing.stale, isOld: true };
  if (isClosed) return { text: standing.closed, isOld: false };
  return hasLevels ? null : { text: standing.levelsToCome, isOld: false };
}
