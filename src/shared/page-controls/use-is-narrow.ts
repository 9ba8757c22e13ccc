import { useSyncExternalStore } from "react";

/** Where controls are in a sheet (rules OI-12, LCHART-10 and CHART-21); the style sheets say the same. */
const query = (): MediaQueryList => window.matchMedia("(max-width: 760px)");

function subscribe(listener: () => void): () => void {
  const asked = query();
  asked.addEventListener("change", listener);
  return () => asked.removeEventListener("change", listener);
}

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
