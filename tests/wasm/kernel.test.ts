import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { ChainColumns } from "#domain/chain/chain-columns.ts";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import type { ChainSolution } from "#domain/chain/solution.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import type { GreekColumns, PricingKernel } from "#domain/pricing/kernel-port.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { createWasmKernel } from "#wasm/load-kernel.ts";
import { contextOf, EXPIRY, NOW, pricedChain, quote, silence } from "../domain/chain/chain-fixture.ts";
import { HAUG, QUANT_REFERENCE } from "../domain/pricing/black76.reference.ts";
import { loadWasm } from "../support/wasm.ts";

let kernel: PricingKernel;
beforeAll(async () => {
  kernel = createWasmKernel(await loadWasm());
});

const ULP = 2 ** -52;
/** Greeks agree to this many ulps at the money; see `nearGreek` for the wings. */
const GREEK_ULPS = 4;
const IV_TOLERANCE = 1e-13;

const GREEKS = ["callDelta", "putDelta", "gamma", "vega", "callTheta", "putTheta"] as const;

function greekColumns(count: number): GreekColumns {
  const columns: Partial<GreekColumns> = {};
  for (const name of GREEKS) columns[name] = new Float64Array(count).fill(-7);
  return columns as GreekColumns;
}

function greeksOf(
  by: PricingKernel,
  forward: number,
  strike: Float64Array,
  years: number,
  rate: number,
  sigma: Float64Array,
): GreekColumns {
  const out = greekColumns(strike.length);
  by.greeks(strike.length, forward, strike, years, rate, sigma, out);
  return out;
}

function volatilities(
  by: PricingKernel,
  price: Float64Array,
  forward: number,
  strike: Float64Array,
  years: number,
  isCall: Uint8Array,
): Float64Array {
  const out = new Float64Array(strike.length).fill(-7);
  by.impliedVolatility(strike.length, price, forward, strike, years, isCall, out);
  return out;
}

/** `scale` stands for the size of the terms whose sum the value is. */
function near(got: number, wanted: number, tolerance: number, what: string, scale = Math.abs(wanted)): void {
  if (Object.is(got, wanted) || (got === 0 && wanted === 0)) return;
  expect(Math.abs(got - wanted), `${what}: ${got} for ${wanted}`).toBeLessThanOrEqual(
    tolerance * scale + 1e-300,
  );
}

/**
 * The bell e^{-d²/2} turns an ulp of d, which is what ln(F/K) carries, into d² ulps: no two libraries agree better.
 * A theta is the sum of decay and interest, and is held to its terms.
 */
function expectSameGreeks(got: GreekColumns, wanted: GreekColumns, at: GreekCase): void {
  const { forward, strike, years, sigma } = at;
  for (let i = 0; i < strike.length; i++) {
    const v = sigma[i]! * Math.sqrt(years > 0 ? years : 0);
    const d = v > 0 ? Math.log(forward / strike[i]!) / v + v / 2 : 0;
    const tolerance = GREEK_ULPS * ULP * (1 + d * d);
    const decay = v > 0 ? (-100 * wanted.vega[i]! * sigma[i]!) / (2 * years * 365) : 0;
    for (const name of GREEKS) {
      const value = wanted[name][i]!;
      const terms = Math.abs(decay) + Math.abs(value - decay);
      const scale = name.endsWith("Theta") ? terms : Math.abs(value);
      near(got[name][i]!, value, tolerance, `${name} at ${strike[i]}, σ ${sigma[i]}, ${years} years`, scale);
    }
  }
}

interface GreekCase {
  forward: number;
  strike: Float64Array;
  years: number;
  sigma: Float64Array;
}

const FORWARDS = fc.constantFrom(0.01, 85.25, 24060, 54000.35, 3e6);
const YEARS = fc.oneof(
  fc.double({ min: 1 / (365 * 24 * 60), max: 3, noNaN: true }),
  fc.constantFrom(5 / (365 * 24 * 60), 7 / 365, 30 / 365),
);
const SIGMA = fc.double({ min: 0.005, max: 4, noNaN: true });

describe("greeks", () => {
  test.each(QUANT_REFERENCE)(
    "%s F %d K %d, %d days, σ %d, r %d: the reference values to 1e-9",
    (type, f, k, days, s, r, ...wanted) => {
      const out = greeksOf(kernel, f, Float64Array.of(k), days / 365, r, Float64Array.of(s));
      const call = type === "C";
      const [, delta, gamma, theta, vega] = wanted;
      expect((call ? out.callDelta : out.putDelta)[0]! / delta! - 1).toBeCloseTo(0, 9);
      expect(out.gamma[0]! / gamma! - 1).toBeCloseTo(0, 9);
      expect((call ? out.callTheta : out.putTheta)[0]! / theta! - 1).toBeCloseTo(0, 9);
      expect(out.vega[0]! / vega! - 1).toBeCloseTo(0, 9);
    },
  );

  test("agree with the reference to 4 ulps times 1 + d², from the money to forty deviations away", () => {
    fc.assert(
      fc.property(
        FORWARDS,
        YEARS,
        fc.constantFrom(0, 0.065, 0.12),
        fc.array(fc.tuple(fc.double({ min: -40, max: 40, noNaN: true }), SIGMA, fc.boolean()), {
          minLength: 1,
          maxLength: 60,
          size: "max",
        }),
        (forward, years, rate, rows) => {
          const strike = Float64Array.from(rows, ([deviations, s, close]) => {
            const z = close ? deviations / 20 : deviations;
            return forward * Math.exp(Math.max(-20, Math.min(20, z * s * Math.sqrt(years))));
          });
          const sigma = Float64Array.from(rows, ([, s]) => s);
          const wanted = greeksOf(referenceKernel, forward, strike, years, rate, sigma);
          const got = greeksOf(kernel, forward, strike, years, rate, sigma);
          expectSameGreeks(got, wanted, { forward, strike, years, sigma });
        },
      ),
      { numRuns: 400 },
    );
  });

  test("exactly at the forward the call and the put split the discount", () => {
    const out = greeksOf(kernel, 24000, Float64Array.of(24000), 0.25, 0.065, Float64Array.of(0.14));
    expect(out.callDelta[0]! - out.putDelta[0]!).toBeCloseTo(Math.exp(-0.065 * 0.25), 15);
  });

  test.each([
    ["expired", 0, 0.13],
    ["past expiry", -1, 0.13],
    ["certain", 0.25, 0],
    ["certain and expired", 0, 0],
    ["of a negative volatility", 0.25, -0.1],
    ["expired with an unknown volatility", 0, Number.NaN],
  ])(
    "of an option that is %s are the reference's, bit for bit but for the discount",
    (_, years, volatility) => {
      const strike = Float64Array.of(23900, 24000, 24100);
      const sigma = new Float64Array(3).fill(volatility);
      for (const rate of [0, 0.065]) {
        const got = greeksOf(kernel, 24000, strike, years, rate, sigma);
        const wanted = greeksOf(referenceKernel, 24000, strike, years, rate, sigma);
        expectSameGreeks(got, wanted, { forward: 24000, strike, years, sigma });
        const discount = years > 0 ? Math.exp(-rate * years) : 1;
        near(got.callDelta[0]!, discount, GREEK_ULPS * ULP, "callDelta");
        near(got.callDelta[1]!, 0.5 * discount, GREEK_ULPS * ULP, "callDelta");
        expect(got.callDelta[2]!).toBe(0);
        expect([...got.gamma, ...got.vega, ...got.callTheta, ...got.putTheta].every((g) => g === 0)).toBe(
          true,
        );
      }
    },
  );

  test("an unknown volatility or forward gives NaN and spoils no neighbour", () => {
    const strike = Float64Array.of(23900, 24000, 24100, 24200, 24300);
    const sigma = Float64Array.of(0.13, Number.NaN, 0.13, Number.NaN, 0.13);
    const got = greeksOf(kernel, 24000, strike, 0.1, 0.065, sigma);
    const wanted = greeksOf(referenceKernel, 24000, strike, 0.1, 0.065, sigma);
    for (const name of GREEKS) {
      expect([...got[name]].map(Number.isNaN)).toEqual([false, true, false, true, false]);
      expect([...wanted[name]].map(Number.isNaN)).toEqual([false, true, false, true, false]);
    }
    expect(greeksOf(kernel, Number.NaN, strike, 0.1, 0, sigma).gamma[0]).toBeNaN();
  });
});

/** Prices an option model gives, and prices no option has. */
const PRICE = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.double({ min: -0.2, max: 1.3, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, 0, -1, Infinity, 1, 1e-12, 1e-13, 0.999999) },
);

describe("implied volatility", () => {
  test.each(QUANT_REFERENCE)(
    "of the reference price, %s F %d K %d, %d days: σ %d",
    (type, f, k, days, s, r, price) => {
      const years = days / 365;
      const undiscounted = Float64Array.of(price! * Math.exp(r * years));
      const isCall = Uint8Array.of(type === "C" ? 1 : 0);
      const [iv] = volatilities(kernel, undiscounted, f, Float64Array.of(k), years, isCall);
      expect(Math.abs(iv! / s - 1)).toBeLessThan(1e-9);
    },
  );

  test.each(HAUG)(
    "of Haug's prices, T %d σ %d F %d K %d, within their rounding",
    (years, s, f, k, call, put) => {
      const grow = Math.exp(0.1 * years);
      const strike = Float64Array.of(k, k);
      const iv = volatilities(
        kernel,
        Float64Array.of(call * grow, put * grow),
        f,
        strike,
        years,
        Uint8Array.of(1, 0),
      );
      for (const solved of iv) {
        expect(Math.abs(blackPrice("CE", f, k, years, solved, 0.1) - call)).toBeLessThan(1e-4);
        expect(Math.abs(solved / s - 1)).toBeLessThan(5e-3);
      }
    },
  );

  test("agrees with the reference to 1e-13 relative, wings and impossible prices included", () => {
    let solved = 0;
    let refused = 0;
    fc.assert(
      fc.property(
        FORWARDS,
        YEARS,
        fc.array(fc.tuple(fc.double({ min: -9, max: 9, noNaN: true }), SIGMA, fc.boolean(), PRICE), {
          minLength: 1,
          maxLength: 60,
          size: "max",
        }),
        (forward, years, rows) => {
          const count = rows.length;
          const strike = new Float64Array(count);
          const price = new Float64Array(count);
          const isCall = new Uint8Array(count);
          for (const [i, [deviations, s, call, fraction]] of rows.entries()) {
            const k = forward * Math.exp(Math.max(-6, Math.min(6, deviations * s * Math.sqrt(years))));
            strike[i] = k;
            isCall[i] = call ? 1 : 0;
            price[i] =
              fraction === undefined
                ? blackPrice(call ? "CE" : "PE", forward, k, years, s, 0)
                : fraction * (call ? forward : k);
          }
          const wanted = volatilities(referenceKernel, price, forward, strike, years, isCall);
          const got = volatilities(kernel, price, forward, strike, years, isCall);
          for (let i = 0; i < count; i++) {
            const what = `price ${price[i]} of ${strike[i]} on ${forward}, ${years} years`;
            expect(Number.isNaN(got[i]!), what).toBe(Number.isNaN(wanted[i]!));
            if (Number.isNaN(wanted[i]!)) {
              refused++;
              continue;
            }
            solved++;
            // Near its bound a price holds few digits of its volatility, in either kernel.
            const vega = greeksOf(
              referenceKernel,
              forward,
              strike.subarray(i, i + 1),
              years,
              0,
              wanted.subarray(i, i + 1),
            );
            const carried = (8 * ULP * price[i]!) / (100 * vega.vega[0]! * wanted[i]!);
            near(got[i]!, wanted[i]!, IV_TOLERANCE + carried, what);
          }
        },
      ),
      { numRuns: 400 },
    );
    expect(solved).toBeGreaterThan(2000);
    expect(refused).toBeGreaterThan(200);
  });

  // biome-ignore format: a table
  const impossible: [string, number, number, number, number, number][] = [
    ["exactly intrinsic", 500, 24500, 24000, 7 / 365, 1], ["below intrinsic", 450, 24500, 24000, 7 / 365, 1],
    ["a put below intrinsic", 450, 24000, 24500, 7 / 365, 0], ["time value of rounding size", 500 + 2e-8, 24500, 24000, 7 / 365, 1],
    ["zero", 0, 24000, 24500, 7 / 365, 1], ["a call at the forward", 24000, 24000, 24500, 7 / 365, 1],
    ["a put at the strike", 23000, 24000, 23000, 7 / 365, 0], ["expired", 100, 24000, 24000, 0, 1],
    ["past expiry", 100, 24000, 24000, -0.1, 1], ["unknown time", 100, 24000, 24000, Number.NaN, 1],
    ["no price", Number.NaN, 24000, 24000, 7 / 365, 1], ["no forward", 100, Number.NaN, 24000, 7 / 365, 1],
    ["a forward of 0", 100, 0, 24000, 7 / 365, 0], ["a strike of 0", 100, 24000, 0, 7 / 365, 1],
  ];
  test.each(impossible)("a price that is %s has none", (_, price, forward, strike, years, call) => {
    const columns = [Float64Array.of(price), Float64Array.of(strike)] as const;
    const [got] = volatilities(kernel, columns[0], forward, columns[1], years, Uint8Array.of(call));
    expect(got).toBeNaN();
  });
});

describe("batches", () => {
  /** 0.04 % a row: every row is solved from its neighbour. */
  const smooth = (i: number) => 0.1 + 0.00004 * i;
  /** Up to threefold a row: next to none is. */
  const jagged = (i: number) => 0.1 + 0.2 * ((i * 0.618) % 1);

  test.each([
    ["a smooth smile", smooth],
    ["a smile without order", jagged],
  ])("longer than the module's columns agree with the reference and with one by one, on %s", (_, smile) => {
    const count = 2500;
    const strike = Float64Array.from({ length: count }, (_, i) => 20000 + 4 * i);
    const isCall = Uint8Array.from(strike, (k) => (k >= 24000 ? 1 : 0));
    const sigma = Float64Array.from(strike, (_, i) => smile(i));
    const price = Float64Array.from(strike, (k, i) =>
      blackPrice(isCall[i] === 1 ? "CE" : "PE", 24000, k, 0.2, sigma[i]!, 0),
    );
    const iv = volatilities(kernel, price, 24000, strike, 0.2, isCall);
    const wanted = volatilities(referenceKernel, price, 24000, strike, 0.2, isCall);
    const greeks = greeksOf(kernel, 24000, strike, 0.2, 0, sigma);
    for (let i = 0; i < count; i++) {
      near(iv[i]!, wanted[i]!, IV_TOLERANCE, `row ${i}`);
      if (i % 100 > 1 && i % 1024 > 1) continue;
      const one = (column: Float64Array) => column.slice(i, i + 1);
      const own = volatilities(kernel, one(price), 24000, one(strike), 0.2, isCall.slice(i, i + 1));
      near(iv[i]!, own[0]!, IV_TOLERANCE, `row ${i} alone`);
      const alone = greeksOf(kernel, 24000, one(strike), 0.2, 0, one(sigma));
      for (const name of GREEKS) expect(greeks[name][i]).toBe(alone[name][0]);
    }
  });

  test("leave rows past the count as they were, and a batch of none touches nothing", () => {
    const strike = Float64Array.of(24000, 24100, 24200);
    const filled = Float64Array.of(0.1, 0.1, 0.1);
    const out = greekColumns(3);
    kernel.greeks(1, 24000, strike, 0.1, 0, filled, out);
    for (const name of GREEKS)
      expect([out[name][0] === -7, out[name][1], out[name][2]]).toEqual([false, -7, -7]);
    kernel.greeks(0, 24000, strike, 0.1, 0, filled, out);
    const iv = Float64Array.of(-7, -7, -7);
    kernel.impliedVolatility(0, filled, 24000, strike, 0.1, Uint8Array.of(1, 1, 1), iv);
    expect([...iv]).toEqual([-7, -7, -7]);
  });
});

describe("the chain solver", () => {
  const EXACT = ["callUsable", "putUsable", "callFlags", "putFlags"] as const;

  function expectSameSolution(
    chain: ChainColumns,
    got: ChainSolution,
    wanted: ChainSolution,
    rate: number,
  ): void {
    const { count, strikes } = chain;
    for (const name of EXACT) expect(got[name].subarray(0, count)).toEqual(wanted[name].subarray(0, count));
    expect(got.forward).toEqual(wanted.forward);
    expect(got.maxPain).toEqual(wanted.maxPain);
    expect(Number.isNaN(got.atmIv)).toBe(Number.isNaN(wanted.atmIv));
    if (!Number.isNaN(wanted.atmIv)) near(got.atmIv, wanted.atmIv, IV_TOLERANCE, "atmIv");
    for (let i = 0; i < count; i++) {
      expect(Number.isNaN(got.iv[i]!)).toBe(Number.isNaN(wanted.iv[i]!));
      if (Number.isNaN(wanted.iv[i]!)) continue;
      near(got.iv[i]!, wanted.iv[i]!, IV_TOLERANCE, `iv at ${strikes[i]}`);
      const v = wanted.iv[i]! * Math.sqrt(wanted.years);
      const d = v > 0 ? Math.log(wanted.forward / strikes[i]!) / v + v / 2 : 0;
      const interest = (rate * Math.max(wanted.forward, strikes[i]!)) / 365;
      for (const name of GREEKS) {
        const value = wanted[name][i]!;
        // The volatilities differ by up to IV_TOLERANCE, which the bell makes d² times as much.
        near(
          got[name][i]!,
          value,
          IV_TOLERANCE * (1 + d * d),
          name,
          Math.abs(value) + (name.endsWith("Theta") ? interest : 0),
        );
      }
    }
  }

  test("finds on random chains what it finds with the reference kernel", () => {
    const withWasm = createLoneChainSolver(kernel);
    const withReference = createLoneChainSolver(referenceKernel);
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({
          forward: fc.double({ min: 22000, max: 27000, noNaN: true }),
          count: fc.integer({ min: 1, max: 120 }),
          rate: fc.constantFrom(0, 0.065),
          now: fc.constantFrom(
            NOW,
            EXPIRY - 3_600_000,
            EXPIRY - 60_000,
            EXPIRY,
            EXPIRY + 1,
            NOW - 90 * 86_400_000,
          ),
          spot: fc.constantFrom(24000, Number.NaN),
        }),
        fc.array(fc.tuple(unit, unit), { minLength: 120, maxLength: 120 }),
        ({ forward, count, rate, now, spot }, noise) => {
          const context = contextOf({ now, rate, spot, sessionClose: EXPIRY });
          const chain = pricedChain({ forward, count, first: 21000, context });
          for (let i = 0; i < count; i++) {
            const [kind, size] = noise[i]!;
            const side = size < 0.5 ? chain.call : chain.put;
            // A tenth dead, a fifth off the model by up to a third, some of them below intrinsic.
            if (kind < 0.1) silence(side, i);
            else if (kind < 0.3) quote(side, i, Math.max(0.05, side.ltp[i]! * (0.7 + 0.6 * size)), now);
          }
          const wanted = withReference(chain, context);
          expectSameSolution(chain, withWasm(chain, context), wanted, rate);
        },
      ),
    );
  });
});
