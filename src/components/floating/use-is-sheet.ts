import { useSyncExternalStore } from "react";

/** Where a window is a sheet at the foot of the screen (rule SHELL-28); the style sheet says the same. */
const query = (): MediaQueryList => window.matchMedia("(max-width: 600px)");

function subscribe(listener: () => void): () => void {
  const asked = query();
  asked.addEventListener("change", listener);
  return () => asked.removeEventListener("change", listener);
}

const isSheet = (): boolean => query().matches;

export const useIsSheet = (): boolean => useSyncExternalStore(subscribe, isSheet);
