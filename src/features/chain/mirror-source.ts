import type { MirrorRow } from "#workers/painter/api.ts";

/** The newest mirrored rows, told to one watcher without going through React. */
export interface MirrorSource {
  take(rows: readonly MirrorRow[]): void;
  /** Tells the rows at hand at once, and every later change until the returned function is called. */
  watch(show: (rows: readonly MirrorRow[]) => void): () => void;
}

export function createMirrorSource(): MirrorSource {
  let rows: readonly MirrorRow[] = [];
  let watcher: ((rows: readonly MirrorRow[]) => void) | null = null;
  return {
    take(next) {
      rows = next;
      watcher?.(next);
    },
    watch(show) {
      watcher = show;
      show(rows);
      return () => {
        if (watcher === show) watcher = null;
      };
    },
  };
}
