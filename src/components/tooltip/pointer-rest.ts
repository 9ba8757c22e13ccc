/** How long the pointer rests on something before that tells of itself (rule SHELL-9). */
export const TELLS_AFTER_MS = 500;

export interface PointerRest {
  /** The pointer has come over this, or over nothing that tells. */
  on(what: HTMLElement | null): void;
  /** What it rests on is told in another way, or not at all: nothing more comes of its rest. */
  stop(): void;
}

/**
 * Follows a mouse or a pen over several things, of which one at a time tells.
 * @param tell the one to tell of; null: the pointer has moved on, what was told is over
 */
export function pointerRest(tell: (told: HTMLElement | null) => void): PointerRest {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pointed: HTMLElement | null = null;
  return {
    on(what) {
      if (what === pointed) return;
      clearTimeout(timer);
      pointed = what;
      tell(null);
      if (what !== null) timer = setTimeout(() => tell(what), TELLS_AFTER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
