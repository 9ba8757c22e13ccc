/**
 * What legs without time value are worth together: a piecewise-linear function of the underlying, kept as hockey sticks and
 * evaluated stick by stick, so that nothing cancels that the market did not. Prices S' >= 0, rupees.
 */

/** Units by kink; sticks of one kink are one. */
type Sticks = Map<number, number>;

export interface PiecewiseLinearParts {
  /** Rupees. */
  constant: number;
  /** Rupees of all that the constant is the sum of, each in its size: what that rounds by, also where it cancels. */
  constantSize: number;
  /** Units × S'. */
  slope: number;
  /** Units × max(0, S' - kink). */
  readonly calls: Sticks;
  /** Units × max(0, kink - S'). */
  readonly puts: Sticks;
}

interface PiecewiseLinear {
  /** Where the slope changes, S' > 0, ascending, without repeats. */
  readonly kinks: Float64Array;
  /** Of the last piece, rupees a rupee. */
  readonly tailSlope: number;
  value(price: number): number;
  /** Rupees that rounding can make of a value near here. */
  rounding(price: number): number;
}

/** A few dozen roundings of a sum. */
const ROUNDINGS = 32 * Number.EPSILON;

export function createParts(): PiecewiseLinearParts {
  return { constant: 0, constantSize: 0, slope: 0, calls: new Map(), puts: new Map() };
}

export function addConstant(parts: PiecewiseLinearParts, rupees: number): void {
  parts.constant += rupees;
  parts.constantSize += Math.abs(rupees);
}

export function addCall({ calls }: PiecewiseLinearParts, units: number, kink: number): void {
  calls.set(kink, (calls.get(kink) ?? 0) + units);
}

export function addPut({ puts }: PiecewiseLinearParts, units: number, kink: number): void {
  if (kink > 0) puts.set(kink, (puts.get(kink) ?? 0) + units);
}

export function createPiecewiseLinear(parts: PiecewiseLinearParts): PiecewiseLinear {
  const { constant, constantSize, slope } = parts;
  const callKink = Float64Array.from(parts.calls.keys());
  const callUnits = Float64Array.from(parts.calls.values());
  const putKink = Float64Array.from(parts.puts.keys());
  const putUnits = Float64Array.from(parts.puts.values());
  let gross = Math.abs(slope);
  let grossAtKinks = constantSize;
  for (const [kinks, units] of [
    [callKink, callUnits],
    [putKink, putUnits],
  ] as const) {
    for (let i = 0; i < kinks.length; i++) {
      gross += Math.abs(units[i]!);
      grossAtKinks += Math.abs(units[i]! * kinks[i]!);
    }
  }
  const tail = callUnits.reduce((sum, units) => sum + units, slope);
  const kinks = [
    ...callKink.filter((_, i) => callUnits[i] !== 0),
    ...putKink.filter((_, i) => putUnits[i] !== 0),
  ];

  return {
    kinks: Float64Array.from(new Set(kinks.filter((kink) => kink > 0))).sort(),
    // Thirds of a multiplier that cancel leave a rounding behind, not a slope.
    tailSlope: Math.abs(tail) <= ROUNDINGS * gross ? 0 : tail,
    value(price) {
      let sum = constant + slope * price;
      for (let i = 0; i < callKink.length; i++) {
        const above = price - callKink[i]!;
        if (above > 0) sum += callUnits[i]! * above;
      }
      for (let i = 0; i < putKink.length; i++) {
        const below = putKink[i]! - price;
        if (below > 0) sum += putUnits[i]! * below;
      }
      return sum;
    },
    rounding: (price) => ROUNDINGS * (gross * price + grossAtKinks),
  };
}
