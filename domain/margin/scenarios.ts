/**
 * The sixteen scenarios of SPAN (CME's risk array as NSE Clearing runs it; quant.md §10): how far price and volatility move,
 * as multiples of the scan ranges, and how much of the loss counts. The two extreme moves stand for days beyond the range.
 */
interface Scenario {
  /** 1 to 16, as the clearing corporation numbers them. */
  readonly number: number;
  /** Of the price scan range. */
  readonly move: number;
  /** Of the volatility scan range. */
  readonly shift: number;
  readonly weight: number;
}

const THIRD = 1 / 3;
const EXTREME = { move: 2, weight: 0.35 } as const;

export const SCENARIOS: readonly Scenario[] = [
  ...[0, THIRD, -THIRD, 2 * THIRD, -2 * THIRD, 1, -1].flatMap((move) => [
    { move, shift: 1, weight: 1 },
    { move, shift: -1, weight: 1 },
  ]),
  { move: EXTREME.move, shift: 0, weight: EXTREME.weight },
  { move: -EXTREME.move, shift: 0, weight: EXTREME.weight },
].map((scenario, i) => ({ number: i + 1, ...scenario }));

export const SCENARIO_COUNT = SCENARIOS.length;

/** σ is never scanned below this: 0.01 %. */
export const LEAST_SIGMA = 0.0001;
