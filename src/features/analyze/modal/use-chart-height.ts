import { type RefObject, useEffect, useState } from "react";

/** px: what stands over and under a plot in the window. */
const AROUND = 300;
const LEAST = 200;
const MOST = 560;
/** A plot is made anew for another height: not for every pixel of a drag. */
const STEP = 20;

/** How high a plot may be for all of its tab to be in sight; undefined before it was measured, and where the whole window scrolls. */
export function useChartHeight(box: RefObject<HTMLElement | null>): number | undefined {
  const [height, setHeight] = useState<number | undefined>(undefined);
  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const measure = (): void => {
      const isBeside = getComputedStyle(current).overflowY === "auto";
      const room = Math.floor((current.clientHeight - AROUND) / STEP) * STEP;
      setHeight(isBeside ? Math.max(LEAST, Math.min(MOST, room)) : undefined);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, [box]);
  return height;
}
