/** Charges that the underlying alone decides, as straight lines of it: all legs together, for a curve asks at hundreds of prices. */

/** Rupees at S': constant + slope × S'. */
export interface Line {
  readonly constant: number;
  readonly slope: number;
}

/** From where on, on the axis of S', another line holds. */
export interface Bend extends Line {
  readonly at: number;
  /** Not there itself: charges jump just above it. */
  readonly isAbove: boolean;
}

/** The charges of one leg. */
export interface StraightCharge {
  /** Below all bends. */
  readonly first: Line;
  /** Ascending. */
  readonly bends: readonly Bend[];
}

/** Adds the charges at price[i] and others that are the same at all, times the factor, to out[i]. */
type AddStraight = (price: Float64Array, out: Float64Array, factor: number, others: number) => void;

const goesBefore = (a: Bend, b: Bend): boolean => a.at < b.at || (a.at === b.at && !a.isAbove && b.isAbove);

const holds = ({ at, isAbove }: Bend, price: number): boolean => price > at || (price === at && !isAbove);

/** What is added to all charges from each bend on, ascending; of those at one price, what holds there too goes first. */
function stepsOf(charges: readonly StraightCharge[]): Bend[] {
  const steps: Bend[] = [];
  for (const { first, bends } of charges) {
    let before = first;
    for (const bend of bends) {
      const { at, isAbove } = bend;
      const step = {
        at,
        isAbove,
        constant: bend.constant - before.constant,
        slope: bend.slope - before.slope,
      };
      // They are a few, put in their places quicker than they are sorted.
      let place = steps.length;
      for (; place > 0 && goesBefore(step, steps[place - 1]!); place--) steps[place] = steps[place - 1]!;
      steps[place] = step;
      before = bend;
    }
  }
  return steps;
}

/** The lines before each step, and after the last. */
function linesOf(charges: readonly StraightCharge[], steps: readonly Bend[], constant: number): Line[] {
  let sum: Line = { constant, slope: 0 };
  for (const { first } of charges) {
    sum = { constant: sum.constant + first.constant, slope: sum.slope + first.slope };
  }
  const lines = [sum];
  for (const step of steps) {
    sum = { constant: sum.constant + step.constant, slope: sum.slope + step.slope };
    lines.push(sum);
  }
  return lines;
}

/** The sum of them all and a constant, in whatever order prices come: quickest where they ascend. */
export function straightCharges(charges: readonly StraightCharge[], constant: number): AddStraight {
  const steps = stepsOf(charges);
  const lines = linesOf(charges, steps, constant);
  return (price, out, factor, others) => {
    const { length } = price;
    let piece = 0;
    for (let i = 0; i < length; ) {
      const here = price[i]!;
      while (piece < steps.length && holds(steps[piece]!, here)) piece++;
      while (piece > 0 && !holds(steps[piece - 1]!, here)) piece--;
      const base = factor * (lines[piece]!.constant + others);
      const rate = factor * lines[piece]!.slope;
      const from = steps[piece - 1]?.at ?? -Infinity;
      const to = steps[piece]?.at ?? Infinity;
      // All the prices that follow between the same steps.
      let at = here;
      do {
        out[i] = out[i]! + base + rate * at;
        at = price[++i]!;
      } while (i < length && at > from && at < to);
    }
  };
}
