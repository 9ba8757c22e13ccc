/** A chain whose discount its own put-call pairs tell, as far as they know: nobody else is asked. */

import { createDiscountFit } from "../pricing/discount.ts";
import { createDiscountCurve } from "../pricing/discount-curve.ts";
import type { PricingKernel } from "../pricing/kernel-port.ts";
import type { DiscountTeller } from "./solution.ts";
import { type ChainSolver, createChainSolver } from "./solve.ts";

/** A curve of one expiry. */
function createLoneTeller(): DiscountTeller {
  const fitDiscount = createDiscountFit();
  const curve = createDiscountCurve(1);
  const lives = new Float64Array(1);
  return (years, pairs, anchor, tickSize) => {
    lives[0] = years;
    curve.witness(0, years, fitDiscount(pairs, anchor, tickSize));
    curve.weigh(null);
    curve.fit(1, lives);
    return curve.at(0);
  };
}

/** As `createChainSolver`; a context that names who tells discounts keeps it. */
export function createLoneChainSolver(kernel: PricingKernel, capacity?: number): ChainSolver {
  const solve = createChainSolver(kernel, capacity);
  const alone = createLoneTeller();
  return (chain, context) => solve(chain, { ...context, discounts: context.discounts ?? alone });
}
