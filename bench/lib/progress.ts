/** Lines are rare where they cannot be overwritten, such as in the log of a build. */
const LINE_EVERY_MS = 5_000;

export interface Progress {
  show(text: string): void;
  /** Takes the line away before a result is printed. */
  clear(): void;
}

/** What a bench is doing now: one line that is overwritten in a terminal, a line now and then elsewhere. */
export function createProgress(
  out: { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown },
  now: () => number = Date.now,
): Progress {
  const startedAt = now();
  let shownAt = -Infinity;
  let isShown = false;
  return {
    show(text) {
      const line = `  ${Math.round((now() - startedAt) / 1000)} s  ${text}`;
      if (out.isTTY === true) {
        out.write(`\r\x1b[K${line.slice(0, (out.columns ?? 80) - 1)}`);
        isShown = true;
      } else if (now() - shownAt >= LINE_EVERY_MS) {
        shownAt = now();
        out.write(`${line}\n`);
      }
    },
    clear() {
      if (isShown) out.write("\r\x1b[K");
      isShown = false;
    },
  };
}
