/** A part of the engine whose code or data comes later than the engine: only what needs it waits for it. */
interface LatePart<T> {
  /** null until it is there. */
  readonly current: T | null;
  /** Brings it, once however many ask. @throws when it is not to be had; the next call tries again */
  load(): Promise<T>;
}

/** @param bring fetches what the part needs; what it returns then makes the part */
export function createLatePart<T>(bring: () => Promise<() => T>): LatePart<T> {
  let current: T | null = null;
  let loading: Promise<T> | null = null;

  async function bringAndMake(): Promise<T> {
    try {
      const make = await bring();
      current = make();
      return current;
    } catch (reason) {
      loading = null;
      throw reason;
    }
  }

  return {
    get current() {
      return current;
    },
    load() {
      loading ??= bringAndMake();
      return loading;
    },
  };
}
