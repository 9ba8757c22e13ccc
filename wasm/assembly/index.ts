/**
 * Entry of the module: what the typed hosts (`wasm/wasm-decoder.ts`, `wasm/load-kernel.ts`) call. Imports nothing from outside.
 * A new part is a file of its own beside this one, its region in `memory.ts` and its exports here.
 */
export {
  CHANGED_BASE,
  DIRTY_BASE,
  INPUT_BASE,
  INPUT_BYTES,
  KERNEL_BASE,
  KERNEL_BYTES,
  KERNEL_CALL_DELTA,
  KERNEL_CALL_THETA,
  KERNEL_CAPACITY,
  KERNEL_GAMMA,
  KERNEL_IS_CALL,
  KERNEL_PRICE,
  KERNEL_PUT_DELTA,
  KERNEL_PUT_THETA,
  KERNEL_STRIKE,
  KERNEL_VEGA,
  KERNEL_VOLATILITY,
  MEMORY_END,
  OUTPUT_BASE,
  OUTPUT_BYTES,
  RESULT_BASE,
  ROWS_BASE,
  STATIC_LIMIT,
  STRATEGY_BASIS,
  STRATEGY_FORWARD,
  STRATEGY_KIND,
  STRATEGY_LEGS,
  STRATEGY_MOVE,
  STRATEGY_OUT,
  STRATEGY_POINTS,
  STRATEGY_QUANTITY,
  STRATEGY_RATE,
  STRATEGY_SHIFT,
  STRATEGY_SIGMA,
  STRATEGY_SPOT,
  STRATEGY_STRIKE,
  STRATEGY_VALUES,
  STRATEGY_YEARS,
} from "./memory";
/** First address behind the compiler's static data, for the build's check against STATIC_LIMIT. */
export const STATIC_END: usize = __heap_base;
export { impliedVolatility, normalisedVolatilities, solveChain } from "./kernel";
export { greeks } from "./kernel-greeks";
export { decode } from "./messages";
export { setTracking } from "./quotes";
export { payoffGrid, scenarioScan } from "./strategy";
export { acquire, find, release } from "./table";
