import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { blackPrice } from "#domain/pricing/black76.ts";
import type { GreekColumns, PricingKernel } from "#domain/pricing/kernel-port.ts";
import { normalisedBlack } from "#domain/pricing/normalised-black.ts";
import { normalisedImpliedVolatility } from "#domain/pricing/normalised-implied-volatility.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { createWasmKernel } from "#wasm/load-kernel.ts";
import { loadWasm } from "../support/wasm.ts";

let module: WebAssembly.Module;
let kernel: PricingKernel;
beforeAll(async () => {
  module = await loadWasm();
  kernel = createWasmKernel(module);
});

const ULP = 2 ** -52;
const MINUTE = 1 / (365 * 24 * 60);
const ROWS = 64;
const GREEKS = ["callDelta", "putDelta", "gamma", "vega", "callTheta", "putTheta"] as const;

/** An `expect` a figure would take longer than all the figures. */
function hold(difference: number, tolerance: number, what: () => string): void {
  if (!(difference <= tolerance)) expect(difference, what()).toBeLessThanOrEqual(tolerance);
}

/** Evenly spread, where `fc.double` likes numbers near 0. */
const uniform = (least: number, most: number) =>
  fc.integer({ min: 0, max: 2 ** 30 }).map((n) => least + ((most - least) * n) / 2 ** 30);
const between = (least: number, most: number) => uniform(Math.log(least), Math.log(most)).map(Math.exp);
const rowsOf = <T>(row: fc.Arbitrary<T>) => fc.array(row, { minLength: ROWS, maxLength: ROWS });

function greekColumns(): GreekColumns {
  const column = (): Float64Array => new Float64Array(ROWS);
  return {
    callDelta: column(),
    putDelta: column(),
    gamma: column(),
    vega: column(),
    callTheta: column(),
    putTheta: column(),
  };
}

/** Half of the moneynesses anywhere, half by deviations: else nearly all would be far out. */
const MONEYNESS = fc.tuple(uniform(-5, 5), uniform(-38, 38), fc.boolean());

function moneynessOf([anywhere, deviations, byDeviations]: [number, number, boolean], v: number): number {
  return byDeviations ? Math.max(-5, Math.min(5, deviations * v)) : anywhere;
}

describe("from a minute to five years, σ 1e-4 to 5, ln(F/K) from -5 to 5", () => {
  test("greeks are the reference's to 4 ulps times 1 + d², down to 1e-300", () => {
    let wings = 0;
    const got = greekColumns();
    const wanted = greekColumns();
    fc.assert(
      fc.property(
        fc.constantFrom(0.85, 24060, 3e6),
        between(MINUTE, 5),
        fc.constantFrom(0, 0.065),
        rowsOf(fc.tuple(MONEYNESS, between(1e-4, 5))),
        (forward, years, rate, rows) => {
          const sigma = Float64Array.from(rows, ([, s]) => s);
          const root = Math.sqrt(years);
          const strike = Float64Array.from(
            rows,
            ([where, s]) => forward * Math.exp(-moneynessOf(where, s * root)),
          );
          kernel.greeks(ROWS, forward, strike, years, rate, sigma, got);
          referenceKernel.greeks(ROWS, forward, strike, years, rate, sigma, wanted);
          for (let i = 0; i < ROWS; i++) {
            const v = sigma[i]! * root;
            const d = Math.log(forward / strike[i]!) / v + v / 2;
            const decay = (-100 * wanted.vega[i]! * sigma[i]!) / (2 * years * 365);
            if (wanted.vega[i]! < 1e-100) wings++;
            for (const name of GREEKS) {
              const value = wanted[name][i]!;
              // A theta is held to its terms, decay and interest.
              const scale = name.endsWith("Theta")
                ? Math.abs(decay) + Math.abs(value - decay)
                : Math.abs(value);
              const allowed = 4 * ULP * (1 + d * d) * scale + 1e-298;
              hold(
                Math.abs(got[name][i]! - value),
                allowed,
                () => `${name}: ${got[name][i]} for ${value}, d ${d}, v ${v}`,
              );
            }
          }
        },
      ),
      { numRuns: 200 },
    );
    expect(wings).toBeGreaterThan(500);
  });

  test("a price gives its volatility back to 1e-12, or as far as the price's own digits go", () => {
    let solved = 0;
    const iv = new Float64Array(ROWS);
    fc.assert(
      fc.property(between(MINUTE, 5), rowsOf(fc.tuple(MONEYNESS, between(1e-4, 5))), (years, rows) => {
        const forward = 24060;
        const root = Math.sqrt(years);
        const strike = Float64Array.from(
          rows,
          ([where, s]) => forward * Math.exp(-moneynessOf(where, s * root)),
        );
        const isCall = Uint8Array.from(strike, (k) => (k >= forward ? 1 : 0));
        const price = Float64Array.from(rows, ([, s], i) =>
          blackPrice(isCall[i] === 1 ? "CE" : "PE", forward, strike[i]!, years, s, 0),
        );
        kernel.impliedVolatility(ROWS, price, forward, strike, years, isCall, iv);
        for (const [i, [, s]] of rows.entries()) {
          const bound = isCall[i] === 1 ? forward : strike[i]!;
          if (price[i]! <= 1e-12 * forward || price[i]! >= bound) {
            expect(iv[i]).toBeNaN();
            continue;
          }
          solved++;
          const v = s * root;
          const d = Math.log(forward / strike[i]!) / v + v / 2;
          // Rounding of the price over its slope in ln σ.
          const slope = forward * Math.exp(-0.5 * d * d) * 0.3989422804014327 * v;
          const carried = (8 * ULP * price[i]!) / slope;
          expect(
            Math.abs(iv[i]! / s - 1),
            `σ ${s} of ${strike[i]}, ${years} years, price ${price[i]}`,
          ).toBeLessThanOrEqual(1e-12 + carried);
        }
      }),
      { numRuns: 200 },
    );
    expect(solved).toBeGreaterThan(1000);
  });
});

interface Solver {
  readonly memory: WebAssembly.Memory;
  readonly KERNEL_PRICE: WebAssembly.Global;
  readonly KERNEL_STRIKE: WebAssembly.Global;
  readonly KERNEL_VOLATILITY: WebAssembly.Global;
  normalisedVolatilities(count: number): void;
}

test("normalised prices down to 1e-300 give their volatility to 1e-12, as the reference's do", () => {
  const solver = new WebAssembly.Instance(module, {}).exports as unknown as Solver;
  const column = (at: WebAssembly.Global): Float64Array =>
    new Float64Array(solver.memory.buffer, at.value as number, ROWS);
  const [beta, x, found] = [
    column(solver.KERNEL_PRICE),
    column(solver.KERNEL_STRIKE),
    column(solver.KERNEL_VOLATILITY),
  ];
  let tiny = 0;
  fc.assert(
    fc.property(rowsOf(fc.tuple(uniform(0, 36.9), between(1e-6, 12))), (rows) => {
      const wanted: number[] = [];
      for (const [i, [deviations, s]] of rows.entries()) {
        // Far out, and with prices that neither underflow nor reach the bound.
        x[i] = -Math.min(20, deviations * s);
        beta[i] = normalisedBlack(x[i]!, s);
        if (!(beta[i]! >= 1e-300 && beta[i]! < Math.exp(0.5 * x[i]!) * (1 - 1e-6))) {
          x[i] = -0.1;
          beta[i] = normalisedBlack(-0.1, 0.2);
        }
        if (beta[i]! < 1e-200) tiny++;
        wanted.push(normalisedImpliedVolatility(beta[i]!, x[i]!));
      }
      solver.normalisedVolatilities(ROWS);
      for (const [i, s] of wanted.entries())
        hold(
          Math.abs(found[i]! / s - 1),
          1e-12 + carried(beta[i]!, x[i]!, s),
          () => `beta ${beta[i]}, x ${x[i]}, s ${s}`,
        );
    }),
    { numRuns: 1000 },
  );
  expect(tiny).toBeGreaterThan(1000);
});

/** What rounding of a price near its bound costs. */
function carried(beta: number, x: number, s: number): number {
  const slope = 0.3989422804014327 * Math.exp(-0.5 * ((x / s) ** 2 + 0.25 * s * s));
  return (8 * ULP * beta) / (slope * s);
}

describe("an expiry in one call", () => {
  const strike = Float64Array.from({ length: ROWS }, (_, i) => 22000 + 50 * i);
  const forward = 23610;
  const isCall = Uint8Array.from(strike, (k) => (k >= forward ? 1 : 0));
  const smile = (k: number): number => 0.12 + 4 * Math.log(k / forward) ** 2;

  test("fills the gaps of the smile as the reference does, whatever is missing", () => {
    const [got, wanted] = [greekColumns(), greekColumns()];
    const [sigma, expected] = [new Float64Array(ROWS), new Float64Array(ROWS)];
    fc.assert(
      fc.property(
        rowsOf(fc.boolean()),
        fc.integer({ min: 0, max: ROWS }),
        fc.integer({ min: 0, max: ROWS }),
        fc.constantFrom(0.2, Number.NaN),
        fc.constantFrom(0, 0.065),
        (known, from, to, fallback, rate) => {
          const price = Float64Array.from(strike, (k, i) =>
            known[i] && i >= from && i < to
              ? blackPrice(isCall[i] === 1 ? "CE" : "PE", forward, k, 0.05, smile(k), 0)
              : Number.NaN,
          );
          kernel.solveChain(ROWS, price, forward, strike, 0.05, rate, isCall, fallback, sigma, got);
          referenceKernel.solveChain(
            ROWS,
            price,
            forward,
            strike,
            0.05,
            rate,
            isCall,
            fallback,
            expected,
            wanted,
          );
          for (let i = 0; i < ROWS; i++) {
            if (Number.isNaN(expected[i]!)) {
              expect(sigma[i]).toBeNaN();
              continue;
            }
            hold(Math.abs(sigma[i]! / expected[i]! - 1), 1e-13, () => `σ of row ${i}`);
            for (const name of GREEKS) {
              const value = wanted[name][i]!;
              hold(
                Math.abs(got[name][i]! - value),
                2e-11 * Math.abs(value) + 1e-12,
                () => `${name} of row ${i}: ${got[name][i]} for ${value}`,
              );
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test("allocates nothing", () => {
    const price = Float64Array.from(strike, (k, i) =>
      blackPrice(isCall[i] === 1 ? "CE" : "PE", forward, k, 0.05, smile(k), 0),
    );
    const out = greekColumns();
    const sigma = new Float64Array(ROWS);
    const pass = (): void => {
      for (let i = 0; i < 2000; i++)
        kernel.solveChain(ROWS, price, forward, strike, 0.05, 0, isCall, Number.NaN, sigma, out);
    };
    pass();
    const before = process.memoryUsage().heapUsed;
    pass();
    // A subarray a column would be two megabytes; what else the process keeps in the meantime is some hundred kilobytes.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000_000);
  });
});
