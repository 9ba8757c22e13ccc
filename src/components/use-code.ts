import { useEffect, useReducer, useState } from "react";
import { loadPart, PartMissing } from "./load-part.ts";

/** By what loads it. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * Code that is no component, loaded once it is wanted; null until it is there. What shows it goes on without it meanwhile.
 * @param load the same function each time
 * @throws PartMissing when it is not to be had: where that is told, it is asked for anew
 */
export function useCode<T extends object>(load: () => Promise<T>, isWanted: boolean): T | null {
  const [, tell] = useReducer((count: number) => count + 1, 0);
  const [missing, setMissing] = useState<PartMissing | null>(null);
  const code = (loaded.get(load) as T | undefined) ?? null;
  const isMissing = isWanted && code === null;
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    loadPart(load).then(
      (found) => {
        loaded.set(load, found);
        if (!isOver) tell();
      },
      (cause: unknown) => {
        // Shown anew after the fault it asks again by itself.
        if (!isOver) setMissing(new PartMissing(cause, () => undefined));
      },
    );
    return () => {
      isOver = true;
    };
  }, [load, isMissing]);
  if (missing !== null) throw missing;
  return code;
}
