import { useSyncExternalStore } from "react";

/** Below the two columns' width the panel is a bottom sheet (rule LOGIN-1). */
const phone = (): MediaQueryList => window.matchMedia("(max-width: 991.98px)");

function subscribe(run: () => void): () => void {
  const query = phone();
  query.addEventListener("change", run);
  return () => query.removeEventListener("change", run);
}

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone().matches);
}
