import { useEffect, useRef } from "react";
import { isPagesKey } from "../pages-key.ts";

/**
 * C opens a chart: where keys are in the window named, or without one anywhere on the page but in windows.
 * @param open told what has the keys; null: it is not heard; @param within id of a floating window
 */
export function useChartKey(open: ((target: EventTarget | null) => void) | null, within?: string): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const heard = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
      if (key.toLowerCase() !== "c" || ctrlKey || metaKey || altKey || repeat || !isPagesKey(event)) return;
      const around = target instanceof Element ? target.closest<HTMLElement>("[data-window]") : null;
      if (latest.current === null || around?.dataset.window !== within) return;
      event.preventDefault();
      latest.current(target);
    };
    window.addEventListener("keydown", heard);
    return () => window.removeEventListener("keydown", heard);
  }, [within]);
}
