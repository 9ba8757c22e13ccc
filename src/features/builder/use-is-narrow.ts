import { useSyncExternalStore } from "react";

/** Where legs are cards and the picker is a sheet; the style sheets say the same. */
const query = (): MediaQueryList => window.matchMedia("(max-width: 700px)");

function subscribe(listener: () => void): () => void {
  const asked = query();
  asked.addEventListener("change", listener);
  return () => asked.removeEventListener("change", listener);
}

const isNarrow = (): boolean => query().matches;

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}
