/** Charges that the underlying alone decides, as straight lines of it: all legs together, for a curve asks at hundreds of prices. */

/** Rupees at S' from `at` on: constant + slope × S'. */
export interface Line {
  readonly at: number;
  readonly constant: number;
  readonly slope: number;
}

/** Adds the charges at price[i] and others that are the same at all, times the factor, to out[i]. */
type AddStraight = (price: Float64Array, out: Float64Array, factor: number, others: number) => void;

const NONE: Line = { at: -Infinity, constant: 0, slope: 0 };

/**
 * The sum of them all and a constant, in whatever order prices come: quickest where they ascend.
 * @param legs lines of each, ascending; of those at one price the last holds
 */
export function straightCharges(legs: readonly (readonly Line[])[], constant: number): AddStraight {
  const lines: Line[] = [{ ...NONE, constant }];
  for (const own of legs) {
    let before = NONE;
    for (const line of own) {
      const { at } = line;
      // They are a few, put in their places quicker than they are sorted.
      let place = lines.length;
      for (; at < lines[place - 1]!.at; place--) lines[place] = lines[place - 1]!;
      lines[place] = { at, constant: line.constant - before.constant, slope: line.slope - before.slope };
      before = line;
    }
  }
  for (let i = 1; i < lines.length; i++) {
    const [sum, more] = [lines[i - 1]!, lines[i]!];
    lines[i] = { at: more.at, constant: sum.constant + more.constant, slope: sum.slope + more.slope };
  }

  return (price, out, factor, others) => {
    let here = 0;
    for (let i = 0; i < price.length; ) {
      let at = price[i]!;
      while (at >= (lines[here + 1]?.at ?? Infinity)) here++;
      while (at < lines[here]!.at) here--;
      const { at: from, constant, slope } = lines[here]!;
      const to = lines[here + 1]?.at ?? Infinity;
      // All the prices that follow on the same line.
      do {
        out[i] = out[i]! + factor * (constant + others + slope * at);
        at = price[++i]!;
      } while (at >= from && at < to);
    }
  };
}
