/** Looks in the time that a silence may last. */
const LOOKS = 4;

export interface SilenceWatch {
  /** The other side was heard just now. */
  heard(): void;
  end(): void;
}

/**
 * Tells once when nothing was heard for so long. A look that comes late itself counts the silence anew: the machine slept, or
 * this thread was busy, and what the other side has said is still on its way.
 * @param silenceMs counted from now
 */
export function watchSilence(silenceMs: number, onSilent: () => void): SilenceWatch {
  const everyMs = silenceMs / LOOKS;
  let heardAt = Date.now();
  let lookedAt = heardAt;
  const timer = setInterval(() => {
    const now = Date.now();
    const isLate = now - lookedAt > 2 * everyMs;
    lookedAt = now;
    if (isLate) heardAt = now;
    if (now - heardAt < silenceMs) return;
    clearInterval(timer);
    onSilent();
  }, everyMs);
  timer.unref();
  return {
    heard() {
      heardAt = Date.now();
    },
    end: () => clearInterval(timer),
  };
}
