import { useEffect, useState } from "react";
import type { Painter } from "#workers/painter/api.ts";

/**
 * A user who looks at another tab for a moment comes back to a picture; while the user stays there, the
 * memory is given back.
 */
const LET_GO_MS = 5_000;
/** So long unseen, a tab gives up its painter and its stream too; coming back then takes a moment longer. */
const SLEEP_MS = 60_000;

const isShown = (): boolean => document.visibilityState === "visible";

/** Calls `tell` with true as soon as the tab is seen, with false once it has not been for `ms`; at once with how it is. */
function watchTab(ms: number, tell: (shown: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (isShown()) tell(true);
    else timer = setTimeout(() => tell(false), ms);
  };
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

/** Tells the painter when the tab is out of sight, so that its canvases are let go. */
export function useTabShown(painter: Painter | null): void {
  useEffect(() => {
    if (painter === null) return;
    return watchTab(LET_GO_MS, (shown) => painter.post({ type: "shown", shown }));
  }, [painter]);
}

/** The tab has been out of sight for a minute. */
export function useAsleep(): boolean {
  const [asleep, setAsleep] = useState(false);
  useEffect(() => watchTab(SLEEP_MS, (shown) => setAsleep(!shown)), []);
  return asleep;
}
