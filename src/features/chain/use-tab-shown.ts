import { useEffect } from "react";
import type { Painter } from "#workers/painter/api.ts";

/** Who looks at another tab for a moment comes back to a picture; who stays there gets the memory back. */
const LET_GO_MS = 5000;

/** Tells the painter when nobody can see the tab, so that its canvases are let go. */
export function useTabShown(painter: Painter | null): void {
  useEffect(() => {
    if (painter === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") painter.post({ type: "shown", shown: true });
      else timer = setTimeout(() => painter.post({ type: "shown", shown: false }), LET_GO_MS);
    };
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", tell);
    };
  }, [painter]);
}
