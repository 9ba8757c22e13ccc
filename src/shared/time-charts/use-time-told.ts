import { useMemo, useRef, useState } from "react";
import { accessRefusalOf } from "../../api/access-refusal.ts";
import { textOf } from "../../api/api-failure.ts";
import type { Asked } from "../../live/asked.ts";
import { type Handle, useStream } from "../../live/streams.ts";

/** What was told of a question whose answer goes on with the market. */
export interface Told<T> {
  /** the newest answer; another question's, of the same matter, until this one is answered; null before the first */
  readonly answer: T | null;
  /** it is another question's, or the last attempt failed */
  readonly isOld: boolean;
  /** why, in words for people; null when nothing is amiss */
  readonly failure: string | null;
  readonly retry: () => void;
}

const NOTHING: Asked<never> = { answer: null, status: "asked", error: null, isStale: false };
/** Of nothing that is wanted nothing is asked. */
const SILENT: Handle<Asked<never>> = { subscribe: () => () => {}, read: () => NOTHING };

interface Options {
  /** What it is about: of another matter nothing is kept. */
  readonly of: string;
  readonly isWanted?: boolean;
  /** The page is everybody's: that access is denied is the market's refusal, which the page says itself. */
  readonly isForAll?: boolean;
}

/**
 * What was told of a stretch of time, and goes on as the market does. That the account may not ask at all is thrown, for the page to
 * say so (rule ACC-16).
 * @param series opens what is asked; a constant of its module
 * @param body what is asked, the same object for as long as it is the same
 */
export function useTimeTold<Body, Payload>(
  series: (body: Body) => Handle<Asked<Payload>>,
  body: Body,
  { of, isWanted = true, isForAll = false }: Options,
): Told<Payload> {
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  const handle = useMemo<Handle<Asked<Payload>>>(
    () => (isWanted ? series(body) : SILENT),
    [series, body, isWanted, attempt],
  );
  const { answer, status, error, isStale } = useStream(handle, (state) => state);
  const kept = useRef<{ readonly of: string; readonly answer: Payload } | null>(null);
  if (answer !== null) kept.current = { of, answer };
  const before = kept.current?.of === of ? kept.current.answer : null;
  const isFailed = status === "failed";
  const refusal = isFailed ? accessRefusalOf(error) : null;
  const isSaidInPlace =
    refusal?.code === "access.upgrade_needed" || (isForAll && refusal?.code === "access.denied");
  if (refusal !== null && !isSaidInPlace) throw refusal;
  return {
    answer: answer ?? before,
    isOld: answer === null || isStale || isFailed,
    failure: isFailed ? textOf(error) : null,
    retry: () => setAttempt((count) => count + 1),
  };
}
