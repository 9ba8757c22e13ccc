/** One question at a time: a newer one aborts the older, whose answer is not heard any more. */

export interface Asker {
  ask<T>(
    call: (signal: AbortSignal) => Promise<T>,
    done: (answer: T) => void,
    failed: (error: unknown) => void,
  ): void;
  isAsking(): boolean;
  abort(): void;
}

export function createAsker(): Asker {
  let current: AbortController | null = null;

  function abort(): void {
    current?.abort();
    current = null;
  }

  return {
    ask(call, done, failed) {
      abort();
      const mine = new AbortController();
      current = mine;
      const isMine = (): boolean => {
        if (current !== mine) return false;
        current = null;
        return true;
      };
      call(mine.signal).then(
        (answer) => {
          if (isMine()) done(answer);
        },
        (error: unknown) => {
          if (isMine()) failed(error);
        },
      );
    },
    isAsking: () => current !== null,
    abort,
  };
}
