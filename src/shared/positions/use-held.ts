import { positions } from "#protocol/generated/http/calls/positions/positions.ts";
import type { PositionsResponse } from "#protocol/http/positions.ts";
import { useAnswer } from "../answers/use-answer.ts";

/** A broker moves no position by itself: what another app deals in is seen a minute later. */
const EVERY_MS = 60_000;
/** Who comes back to the tab is shown those of now. */
const FRESH_MS = 10_000;
/** Two rounds in vain. */
const OLD_MS = 150_000;

export interface Held {
  /** null until they were told once. */
  readonly data: PositionsResponse["data"] | null;
  readonly isOld: boolean;
  /** Why nothing newer is told, in words for people; null when nothing is amiss. */
  readonly failure: string | null;
  readonly again: () => void;
}

/** What the account holds, asked for again every minute while the tab is on screen, and when it comes back to it. @param isWanted whether there are any to be told */
export function useHeld(isWanted = true, now: () => number = Date.now): Held {
  const answer = useAnswer(
    positions,
    {},
    {
      isAside: true,
      isWanted,
      staleTime: FRESH_MS,
      refetchInterval: EVERY_MS,
      select: ({ data }) => data,
    },
  );
  const { data = null, error, dataUpdatedAt, refetch } = answer;
  const failure = error === null ? null : error.message;
  return {
    data,
    isOld: data !== null && (failure !== null || now() - dataUpdatedAt > OLD_MS),
    failure,
    again: () => void refetch(),
  };
}
