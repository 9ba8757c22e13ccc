/** Strategy arithmetic in WebAssembly: what `referenceStrategyKernel` of domain/pricing does, faster. */

import type { PayoffLegs, ScanLegs, StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";

interface StrategyExports {
  readonly memory: WebAssembly.Memory;
  payoffGrid(count: number, points: number, dates: number, leastForward: number): void;
  scenarioScan(count: number, scenarios: number, leastForward: number, leastSigma: number): void;
  readonly STRATEGY_LEGS: WebAssembly.Global;
  readonly STRATEGY_POINTS: WebAssembly.Global;
  readonly STRATEGY_VALUES: WebAssembly.Global;
  readonly STRATEGY_KIND: WebAssembly.Global;
  readonly STRATEGY_STRIKE: WebAssembly.Global;
  readonly STRATEGY_QUANTITY: WebAssembly.Global;
  readonly STRATEGY_RATE: WebAssembly.Global;
  readonly STRATEGY_YEARS: WebAssembly.Global;
  readonly STRATEGY_SIGMA: WebAssembly.Global;
  readonly STRATEGY_BASIS: WebAssembly.Global;
  readonly STRATEGY_FORWARD: WebAssembly.Global;
  readonly STRATEGY_SPOT: WebAssembly.Global;
  readonly STRATEGY_MOVE: WebAssembly.Global;
  readonly STRATEGY_SHIFT: WebAssembly.Global;
  readonly STRATEGY_OUT: WebAssembly.Global;
}

/**
 * An instance of its own. A strategy is one call as long as legs × dates, prices × dates and scenarios fit the module's
 * columns (1,024, 16,384 and 4,096); larger ones are split. Agrees with the TypeScript reference as
 * tests/wasm/strategy-kernel.test.ts states it. Nothing is allocated per call.
 * @param module the compiled `.build/wasm/strikewise.wasm`
 */
export function createWasmStrategyKernel(module: WebAssembly.Module): StrategyKernel {
  const exports = new WebAssembly.Instance(module, {}).exports as unknown as StrategyExports;
  const { buffer } = exports.memory;
  const maxLegs = exports.STRATEGY_LEGS.value as number;
  const maxPoints = exports.STRATEGY_POINTS.value as number;
  const maxValues = exports.STRATEGY_VALUES.value as number;
  const column = (at: WebAssembly.Global, length: number): Float64Array =>
    new Float64Array(buffer, at.value as number, length);
  const kinds = new Uint8Array(buffer, exports.STRATEGY_KIND.value as number, maxLegs);
  const strikes = column(exports.STRATEGY_STRIKE, maxLegs);
  const quantities = column(exports.STRATEGY_QUANTITY, maxLegs);
  const rates = column(exports.STRATEGY_RATE, maxLegs);
  const years = column(exports.STRATEGY_YEARS, maxLegs);
  const sigmas = column(exports.STRATEGY_SIGMA, maxLegs);
  const bases = column(exports.STRATEGY_BASIS, maxLegs);
  const forwards = column(exports.STRATEGY_FORWARD, maxLegs);
  const spots = column(exports.STRATEGY_SPOT, maxPoints);
  const moves = column(exports.STRATEGY_MOVE, maxPoints);
  const shifts = column(exports.STRATEGY_SHIFT, maxPoints);
  const values = column(exports.STRATEGY_OUT, maxValues);

  /** What both kinds of legs have by leg: `size` of them from `first`. */
  function giveLegs(legs: PayoffLegs | ScanLegs, first: number, size: number): void {
    for (let i = 0; i < size; i++) {
      kinds[i] = legs.kind[first + i]!;
      strikes[i] = legs.strike[first + i]!;
      quantities[i] = legs.quantity[first + i]!;
      rates[i] = legs.rate[first + i]!;
    }
  }

  return {
    payoffGrid(legs, points, spot, dates, leastForward, out) {
      const legsAtOnce = Math.max(1, Math.min(legs.count, maxLegs));
      const pointsAtOnce = Math.max(1, Math.min(points, maxPoints));
      // The module works on pairs of prices.
      const even = (size: number): number => size + (size & 1);
      const datesAtOnce = Math.min(
        Math.floor(maxLegs / legsAtOnce),
        Math.floor(maxValues / even(pointsAtOnce)),
      );
      out.fill(0, 0, dates * points);
      for (let leg = 0; leg < legs.count; leg += legsAtOnce) {
        const count = Math.min(legsAtOnce, legs.count - leg);
        giveLegs(legs, leg, count);
        for (let date = 0; date < dates; date += datesAtOnce) {
          const rows = Math.min(datesAtOnce, dates - date);
          for (let row = 0; row < rows; row++) {
            for (let i = 0; i < count; i++) {
              const from = (date + row) * legs.count + leg + i;
              years[row * count + i] = legs.years[from]!;
              sigmas[row * count + i] = legs.sigma[from]!;
              bases[row * count + i] = legs.basis[from]!;
            }
          }
          for (let point = 0; point < points; point += pointsAtOnce) {
            const size = Math.min(pointsAtOnce, points - point);
            for (let i = 0; i < size; i++) spots[i] = spot[point + i]!;
            exports.payoffGrid(count, even(size), rows, leastForward);
            for (let row = 0; row < rows; row++) {
              const to = (date + row) * points + point;
              const from = row * even(size);
              for (let i = 0; i < size; i++) out[to + i] = out[to + i]! + values[from + i]!;
            }
          }
        }
      }
    },

    scenarioScan(legs, scenarios, move, shift, leastForward, leastSigma, out) {
      out.fill(0, 0, scenarios);
      for (let leg = 0; leg < legs.count; leg += maxLegs) {
        const count = Math.min(maxLegs, legs.count - leg);
        giveLegs(legs, leg, count);
        for (let i = 0; i < count; i++) {
          years[i] = legs.years[leg + i]!;
          sigmas[i] = legs.sigma[leg + i]!;
          forwards[i] = legs.forward[leg + i]!;
        }
        for (let at = 0; at < scenarios; at += maxPoints) {
          const size = Math.min(maxPoints, scenarios - at);
          for (let i = 0; i < size; i++) {
            moves[i] = move[at + i]!;
            shifts[i] = shift[at + i]!;
          }
          exports.scenarioScan(count, size + (size & 1), leastForward, leastSigma);
          for (let i = 0; i < size; i++) out[at + i] = out[at + i]! + values[i]!;
        }
      }
    },
  };
}
