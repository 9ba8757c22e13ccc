import { useRef } from "react";
import type { Call, CallInput } from "#protocol/http/call.ts";
import type { AnswerOf, Endpoint } from "#protocol/http/contract.ts";
import { textOf } from "../../api/api-failure.ts";
import { useAnswer } from "../../shared/answers/use-answer.ts";
import type { Told } from "../../shared/time-charts/use-time-told.ts";

const MINUTE_MS = 60_000;
/** A minute is known a moment after its end, and not everybody asks in the same one. */
const SETTLED_MS = 1_500;
const SPREAD_MS = 4_000;

interface Options<T> {
  /** What it is about: of another matter nothing is kept. */
  readonly of: string;
  readonly isWanted?: boolean;
  /** Market time, epoch ms, if there will be more of what was told; null when it is all there is. */
  readonly goesOn: (answer: T) => number | null;
}

const untilNextMinute = (now: number): number =>
  MINUTE_MS - (now % MINUTE_MS) + SETTLED_MS + Math.random() * SPREAD_MS;

/** Asked once a minute while the tab is seen, and at once when it is seen again. */
export function useTold<E extends Endpoint>(
  call: Call<E>,
  input: CallInput<E>,
  { of, isWanted = true, goesOn }: Options<AnswerOf<E>>,
): Told<AnswerOf<E>> {
  const asked = useAnswer(call, input, {
    isWanted,
    staleTime: MINUTE_MS / 2,
    refetchInterval: ({ state }) => {
      const now = state.data === undefined ? null : goesOn(state.data as AnswerOf<E>);
      return now === null ? false : untilNextMinute(now);
    },
  });
  const kept = useRef<{ readonly of: string; readonly answer: AnswerOf<E> } | null>(null);
  if (asked.data !== undefined) kept.current = { of, answer: asked.data };
  const before = kept.current?.of === of ? kept.current.answer : null;
  const isFailed = isWanted && asked.isError && !asked.isFetching;
  return {
    answer: asked.data ?? before,
    isOld: asked.data === undefined || isFailed,
    failure: isFailed ? textOf(asked.error) : null,
    retry: () => void asked.refetch(),
  };
}
