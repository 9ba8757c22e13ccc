/** Rows in one canvas: tall enough that few canvases cover a screen, short enough to repaint within a frame. */
export const STRIP_ROWS = 12;

/**
 * Gives every visible strip a canvas: the strip of each slot, -1 where a canvas has nothing to show. One that scrolls out
 * leaves its canvas to one that scrolls in, and a chain leaves all of them to the next: canvases are never taken away.
 */
export function assignSlots(held: readonly number[], visible: readonly number[]): number[] {
  const next = held.map((strip) => (visible.includes(strip) ? strip : -1));
  for (const strip of visible) {
    if (next.includes(strip)) continue;
    const free = next.indexOf(-1);
    if (free < 0) next.push(strip);
    else next[free] = strip;
  }
  return next;
}

/** Row of the strike nearest to the given one; strikes ascend. */
export function nearestRow(strikes: Float64Array, strike: number): number {
  let best = 0;
  for (let i = 1; i < strikes.length; i++) {
    if (Math.abs(strikes[i]! - strike) < Math.abs(strikes[best]! - strike)) best = i;
  }
  return best;
}
