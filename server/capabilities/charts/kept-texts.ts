/** What was written of something, and how many bytes of it are to be counted. */
interface Sized {
  readonly bytes: number;
}

interface Kept<T> {
  readonly value: T;
  /** names what it was made of: of another one it is not told any more */
  readonly revision: string;
  /** market time, epoch ms */
  readonly at: number;
}

/** Texts under names, those least lately asked for given up first. */
export interface KeptTexts<T> {
  /** @param now market time, epoch ms; null where nothing is kept that may still be told */
  get(name: string, revision: string, now: number): T | null;
  put(name: string, value: T, revision: string, now: number): void;
  /** of all that is kept */
  bytes(): number;
}

/** Another process may have written of the same session since. */
const KEPT_MS = 10 * 60_000;

export function createKeptTexts<T extends Sized>(mostBytes: number): KeptTexts<T> {
  const kept = new Map<string, Kept<T>>();
  let bytes = 0;

  function drop(name: string): void {
    bytes -= kept.get(name)?.value.bytes ?? 0;
    kept.delete(name);
  }

  return {
    get(name, revision, now) {
      const known = kept.get(name);
      if (known === undefined) return null;
      if (known.revision !== revision || Math.abs(now - known.at) >= KEPT_MS) {
        drop(name);
        return null;
      }
      kept.delete(name);
      kept.set(name, known);
      return known.value;
    },
    put(name, value, revision, now) {
      drop(name);
      kept.set(name, { value, revision, at: now });
      bytes += value.bytes;
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
    bytes: () => bytes,
  };
}
