/** Ten legs over three expiries, at 401 prices and two dates, as a strategy's page draws it. */
import type { PayoffLegs } from "#domain/pricing/strategy-kernel.ts";

export const POINTS = 401;
export const DATES = 2;
const LEGS = 10;

export interface Strategy {
  readonly legs: PayoffLegs;
  readonly spot: Float64Array;
}

export function createStrategy(): Strategy {
  const days = [6, 13, 41];
  const legs: PayoffLegs = {
    count: LEGS,
    // Four calls, four puts, a future, and a call.
    kind: Uint8Array.of(0, 1, 0, 1, 0, 1, 0, 1, 2, 0),
    strike: Float64Array.from({ length: LEGS }, (_, i) => 23400 + 150 * i),
    quantity: Float64Array.from({ length: LEGS }, (_, i) => (i % 3 === 0 ? -65 : 65) * (1 + (i % 2))),
    years: new Float64Array(LEGS * DATES),
    sigma: new Float64Array(LEGS * DATES),
    basis: new Float64Array(LEGS * DATES),
  };
  for (let date = 0; date < DATES; date++) {
    for (let leg = 0; leg < LEGS; leg++) {
      const left = days[leg % 3]! - (date === 0 ? 0 : days[0]!);
      legs.years[date * LEGS + leg] = left / 365;
      legs.sigma[date * LEGS + leg] = 0.11 + 0.006 * leg;
      legs.basis[date * LEGS + leg] = 2 * left;
    }
  }
  const spot = Float64Array.from({ length: POINTS }, (_, i) => 22000 + (4000 * i) / (POINTS - 1));
  return { legs, spot };
}
