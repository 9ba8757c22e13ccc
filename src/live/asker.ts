/**
 * One question that is asked again: at once, or a while later at a moment of this page's own, so that thousands of pages which notice
 * the same do not ask at the same time. The newest counts, and nothing is asked while nobody sees the page.
 */
export interface AskerEdges {
  /** The device's clock, epoch ms. */
  now(): number;
  /** Uniform in [0, 1). */
  random(): number;
  isVisible(): boolean;
  /** Calls `run` when the page is seen again. @returns ends it */
  onVisible(run: () => void): () => void;
  /** Ms after which what failed is asked again; null: never, since it was asked wrongly or is not for the caller. */
  retryIn(error: unknown): number | null;
}

interface AskerRules<Q, A> {
  ask(question: Q, signal: AbortSignal): Promise<A>;
  done(answer: A, question: Q): void;
  failed(error: unknown): void;
  /** Of two that wait, the one that answers both. */
  either(a: Q, b: Q): Q;
}

export interface Asker<Q> {
  now(question: Q): void;
  /** After `ms` and up to ten seconds more. */
  soon(question: Q, ms: number): void;
  /** Nothing is under way or planned after it. */
  stop(): void;
  close(): void;
}

/** All that notice something at once ask within this. */
export const SPREAD_MS = 10_000;
/** From one answer to the next question at least. */
const PAUSE_MS = 15_000;

export function createAsker<Q, A>(edges: AskerEdges, rules: AskerRules<Q, A>): Asker<Q> {
  let asking: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let planned: { readonly question: Q; readonly at: number } | null = null;
  /** the plan is due, and waits for the page to be seen */
  let isDue = false;
  let notBefore = Number.NEGATIVE_INFINITY;

  function rest(): void {
    clearTimeout(timer);
    [planned, isDue] = [null, false];
  }

  function put(question: Q): void {
    rest();
    asking?.abort();
    const { signal } = (asking = new AbortController());
    rules.ask(question, signal).then(
      (answer) => {
        if (signal.aborted) return;
        asking = null;
        notBefore = edges.now() + PAUSE_MS;
        rules.done(answer, question);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        asking = null;
        rules.failed(error);
        const wait = edges.retryIn(error);
        if (wait !== null) plan(question, wait);
      },
    );
  }

  function due(): void {
    if (planned === null) return;
    if (edges.isVisible()) put(planned.question);
    else isDue = true;
  }

  function plan(question: Q, ms: number): void {
    const at = Math.max(edges.now() + ms, notBefore) + edges.random() * SPREAD_MS;
    const next =
      planned === null
        ? { question, at }
        : { question: rules.either(planned.question, question), at: Math.min(planned.at, at) };
    rest();
    planned = next;
    timer = setTimeout(due, Math.max(0, next.at - edges.now()));
  }

  const endVisible = edges.onVisible(() => {
    if (isDue) due();
  });

  return {
    now: put,
    soon: plan,
    stop() {
      rest();
      asking?.abort();
      asking = null;
    },
    close() {
      this.stop();
      endVisible();
    },
  };
}
