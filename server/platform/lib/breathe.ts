/** Those that wait for a turn of this thread. */
const waiting: (() => void)[] = [];

function next(): void {
  const resume = waiting.shift();
  if (waiting.length > 0) setImmediate(next);
  resume?.();
}

/**
 * Lets what else this thread has to do come first, between two slices of long work. However many are at such work, one of them resumes
 * a turn: their slices do not add up before a packet goes out.
 */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
