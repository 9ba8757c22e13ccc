/** Batch pricing in WebAssembly: what `referenceKernel` of domain/pricing does, faster. */

import type { GreekColumns, PricingKernel } from "#domain/pricing/kernel-port.ts";

interface KernelExports {
  readonly memory: WebAssembly.Memory;
  solveChain(count: number, forward: number, years: number, rate: number, fallback: number): void;
  impliedVolatility(count: number, forward: number, years: number): void;
  greeks(count: number, forward: number, years: number, rate: number): void;
  readonly KERNEL_CAPACITY: WebAssembly.Global;
  readonly KERNEL_STRIKE: WebAssembly.Global;
  readonly KERNEL_PRICE: WebAssembly.Global;
  readonly KERNEL_IS_CALL: WebAssembly.Global;
  readonly KERNEL_VOLATILITY: WebAssembly.Global;
  readonly KERNEL_CALL_DELTA: WebAssembly.Global;
  readonly KERNEL_PUT_DELTA: WebAssembly.Global;
  readonly KERNEL_GAMMA: WebAssembly.Global;
  readonly KERNEL_VEGA: WebAssembly.Global;
  readonly KERNEL_CALL_THETA: WebAssembly.Global;
  readonly KERNEL_PUT_THETA: WebAssembly.Global;
}

/** A loop and not `set`: a subarray a column would be garbage ten times a second for every chain. */
function copy(from: Float64Array, size: number, to: Float64Array, at: number): void {
  for (let i = 0; i < size; i++) to[at + i] = from[i]!;
}

/**
 * An instance of its own: pages of the decoder's tables cost nothing until they are touched.
 * Agrees with the TypeScript reference to 1e-13 relative on volatilities and to a few ulps on greeks, as
 * tests/wasm/kernel.test.ts states it. Nothing is allocated per call; batches of any length are taken.
 * @param module the compiled `.build/wasm/strikewise.wasm`
 */
export function createWasmKernel(module: WebAssembly.Module): PricingKernel {
  const exports = new WebAssembly.Instance(module, {}).exports as unknown as KernelExports;
  const { buffer } = exports.memory;
  const capacity = exports.KERNEL_CAPACITY.value as number;
  const column = (at: WebAssembly.Global): Float64Array => new Float64Array(buffer, at.value, capacity);
  const strikes = column(exports.KERNEL_STRIKE);
  const prices = column(exports.KERNEL_PRICE);
  const calls = new Uint8Array(buffer, exports.KERNEL_IS_CALL.value, capacity);
  const volatilities = column(exports.KERNEL_VOLATILITY);
  const callDelta = column(exports.KERNEL_CALL_DELTA);
  const putDelta = column(exports.KERNEL_PUT_DELTA);
  const gamma = column(exports.KERNEL_GAMMA);
  const vega = column(exports.KERNEL_VEGA);
  const callTheta = column(exports.KERNEL_CALL_THETA);
  const putTheta = column(exports.KERNEL_PUT_THETA);

  function takeGreeks(from: number, size: number, out: GreekColumns): void {
    copy(callDelta, size, out.callDelta, from);
    copy(putDelta, size, out.putDelta, from);
    copy(gamma, size, out.gamma, from);
    copy(vega, size, out.vega, from);
    copy(callTheta, size, out.callTheta, from);
    copy(putTheta, size, out.putTheta, from);
  }

  function givePrices(
    from: number,
    size: number,
    price: Float64Array,
    strike: Float64Array,
    isCall: Uint8Array,
  ): void {
    for (let i = 0; i < size; i++) {
      strikes[i] = strike[from + i]!;
      prices[i] = price[from + i]!;
      calls[i] = isCall[from + i]!;
    }
  }

  return {
    impliedVolatility(count, price, forward, strike, years, isCall, out) {
      for (let from = 0; from < count; from += capacity) {
        const size = Math.min(capacity, count - from);
        givePrices(from, size, price, strike, isCall);
        exports.impliedVolatility(size, forward, years);
        copy(volatilities, size, out, from);
      }
    },

    greeks(count, forward, strike, years, rate, sigma, out) {
      for (let from = 0; from < count; from += capacity) {
        const size = Math.min(capacity, count - from);
        for (let i = 0; i < size; i++) {
          strikes[i] = strike[from + i]!;
          volatilities[i] = sigma[from + i]!;
        }
        exports.greeks(size, forward, years, rate);
        takeGreeks(from, size, out);
      }
    },

    chainCapacity: capacity,

    solveChain(count, price, forward, strike, years, rate, isCall, fallback, sigma, out) {
      givePrices(0, count, price, strike, isCall);
      exports.solveChain(count, forward, years, rate, fallback);
      copy(volatilities, count, sigma, 0);
      takeGreeks(0, count, out);
    },
  };
}
