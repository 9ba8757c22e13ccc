import { useCallback, useRef, useSyncExternalStore } from "react";
import { subscribe } from "valtio";
import { isSame } from "./is-same.ts";

/**
 * What is taken of a state: the component is drawn again only when that is something else, not with each change of what it was taken from.
 * @param take what is small and plain
 */
export function useTaken<S extends object, T>(state: S, take: (state: S) => T): T {
  const taken = useRef<{ readonly value: T } | null>(null);
  const read = (): T => {
    const value = take(state);
    if (taken.current === null || !isSame(taken.current.value, value)) taken.current = { value };
    return taken.current.value;
  };
  return useSyncExternalStore(
    useCallback((changed) => subscribe(state, changed), [state]),
    read,
    read,
  );
}
