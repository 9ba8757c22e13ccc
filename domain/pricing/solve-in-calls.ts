/** Apart from reference-kernel.ts, whose arithmetic no page should load that has WebAssembly. */

import type { ChainSolve, PricingKernel } from "./kernel-port.ts";
import { fillSmile } from "./smile.ts";

/** `solveChain` out of a kernel's parts: what it means, and the way for chains beyond its capacity. */
export function solveInCalls(
  kernel: Pick<PricingKernel, "impliedVolatility" | "greeks">,
  ...[count, price, forward, strike, years, rate, isCall, fallback, sigma, out]: Parameters<ChainSolve>
): void {
  kernel.impliedVolatility(count, price, forward, strike, years, isCall, sigma);
  fillSmile(count, strike, sigma, fallback);
  kernel.greeks(count, forward, strike, years, rate, sigma, out);
}
