import type { LocksLike } from "../edges.ts";

/**
 * The tabs that are there. Each tab holds a Web Lock for as long as it lives; the engine queues for it, and
 * being granted it is how it learns that the tab is gone, however it went. (Ports don't tell:
 * GoogleChromeLabs/comlink#673.)
 */
export interface Tab {
  readonly id: number;
  readonly lock: string;
  visible: boolean;
}

export interface Tabs {
  add(lock: string, visible: boolean): Tab;
  get(id: number): Tab | undefined;
  all(): Iterable<Tab>;
  isKnown(id: number): boolean;
  /** False also for a tab that is not known. */
  isVisible(id: number): boolean;
  /** A tab says whether the user works in it. Of several that say so the last one is right: there is one keyboard. */
  setFocused(id: number, focused: boolean): void;
  isFocused(id: number): boolean;
  readonly size: number;
}

export function createTabs(locks: LocksLike | null, onGone: (tab: Tab) => void): Tabs {
  const tabs = new Map<number, Tab>();
  let last = 0;
  let focusedId = 0;

  function remove(tab: Tab): void {
    if (tabs.delete(tab.id)) onGone(tab);
  }

  return {
    add(lock, visible) {
      // A tab that says hello twice, because the first answer was slow, is still one tab.
      for (const known of tabs.values()) {
        if (known.lock !== lock) continue;
        known.visible = visible;
        return known;
      }
      const tab: Tab = { id: ++last, lock, visible };
      tabs.set(tab.id, tab);
      // Without locks the worker belongs to this one tab and ends with it.
      locks
        ?.request(lock, async () => remove(tab))
        // A context that is being torn down may refuse; its tabs go with it.
        .catch(() => {});
      return tab;
    },
    get: (id) => tabs.get(id),
    all: () => tabs.values(),
    isKnown: (id) => tabs.has(id),
    isVisible: (id) => tabs.get(id)?.visible ?? false,
    setFocused(id, focused) {
      if (focused) focusedId = id;
      else if (focusedId === id) focusedId = 0;
    },
    isFocused: (id) => id === focusedId,
    get size() {
      return tabs.size;
    },
  };
}

/** Holds the engine's own lock until the worker dies. @returns settles once it is held, or cannot be */
export function holdEngineLock(locks: LocksLike | null, name: string): Promise<void> {
  if (locks === null) return Promise.resolve();
  return new Promise((held) => {
    locks
      .request(name, () => {
        held();
        return new Promise(() => {});
      })
      .catch(() => held());
  });
}
