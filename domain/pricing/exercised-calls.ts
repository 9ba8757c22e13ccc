/** Apart from black76.ts, whose arithmetic a chain that is solved in WebAssembly has no use for. */

/** 1 if calls are exercised, 0 if puts are, half of either at the strike exactly; NaN where the price is. */
export function exercisedCalls(price: number, strike: number): number {
  return 0.5 + 0.5 * Math.sign(price - strike);
}
