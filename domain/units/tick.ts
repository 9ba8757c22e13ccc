/** Inverse ticks that are integers, so that rounding can multiply exactly and divide once. */
function inverse(tick: number): number {
  const ticksPerRupee = Math.round(1 / tick);
  return ticksPerRupee >= 1 && Math.abs(ticksPerRupee * tick - 1) < 1e-9 ? ticksPerRupee : 0;
}

/**
 * Nearest multiple of the tick, as the double closest to its decimal (24350.05, not 24350.050000000003).
 * Halves round away from zero. The price comes back as it is when it is not finite or the tick is not positive.
 * @param price rupees
 * @param tick rupees, e.g. 0.05 or 0.0025
 */
export function roundToTick(price: number, tick: number): number {
  if (!Number.isFinite(price) || !(tick > 0)) return price;
  const ticksPerRupee = inverse(tick);
  const raw = ticksPerRupee > 0 ? price * ticksPerRupee : price / tick;
  // A half that binary fractions put just below .5 (24350.075 at 0.05) still rounds away from zero.
  const magnitude = Math.abs(raw);
  const ticks = Math.floor(magnitude + 0.5 + magnitude * 2e-15);
  const rounded = ticksPerRupee > 0 ? ticks / ticksPerRupee : Number((ticks * tick).toFixed(7));
  return raw < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Rupees to the wire's integer; NaN (unknown) becomes 0, which the wire uses for "none". */
export function toWirePrice(rupees: number, divisor: number): number {
  const wire = Math.round(rupees * divisor);
  return Number.isFinite(wire) ? wire + 0 : 0;
}
