/** `Date.now` counts whole milliseconds: a stamp of it may be this far from the moment that was meant. */
const LOST_MS = 1.5;

/**
 * The device's clock with fractions, epoch ms: alike in every worker of a browser, so that a stamp of one may be taken from
 * a stamp of another. `performance.timeOrigin + performance.now()` alone falls behind by as long as the device slept, and
 * knows nothing of a clock that was set.
 */
export function createEpochClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
  origin = performance.timeOrigin,
): () => number {
  let offset = origin;
  return () => {
    const now = monotonic();
    // The middle of the millisecond that the device's clock names.
    const middle = wall() + 0.5;
    if (Math.abs(middle - now - offset) > LOST_MS) offset = middle - now;
    return offset + now;
  };
}
