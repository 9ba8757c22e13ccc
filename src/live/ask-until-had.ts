/** Asks for what is good to have but not worth asking for ever: a server that has just started cannot tell it in its first seconds. */
interface AskEdges {
  /** Uniform in [0, 1). */
  random(): number;
  /** Ms for which the server does not want to be asked again, 0 where it said nothing; null: it will never be had. */
  restAfter(error: unknown): number | null;
}

/** After each failure, and up to as long again, so that pages which failed together do not ask together; after the last it is given up. */
export const WAITS_MS = [2_000, 5_000, 15_000, 45_000];

/** Asks at once. @returns ends it: nothing is under way or planned after it */
export function askUntilHad<A>(
  ask: (signal: AbortSignal) => Promise<A>,
  edges: AskEdges,
  had: (answer: A) => void,
): () => void {
  const asking = new AbortController();
  const { signal } = asking;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function attempt(failures: number): void {
    ask(signal).then(
      (answer) => {
        if (!signal.aborted) had(answer);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const rest = edges.restAfter(error);
        const wait = WAITS_MS[failures];
        if (rest === null || wait === undefined) return;
        timer = setTimeout(() => attempt(failures + 1), Math.max(wait, rest) + edges.random() * wait);
      },
    );
  }

  attempt(0);
  return () => {
    clearTimeout(timer);
    asking.abort();
  };
}
