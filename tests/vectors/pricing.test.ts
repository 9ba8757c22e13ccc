import { beforeAll, describe, expect, test } from "vitest";
import {
  IV_REASON_ABOVE_BOUND,
  IV_REASON_BELOW_INTRINSIC,
  IV_REASON_EXPIRED,
  IV_REASON_NO_PRICE,
  IV_REASON_NONE,
} from "#domain/chain/flags.ts";
import { type Black76, black76, type OptionType } from "#domain/pricing/black76.ts";
import { ivReason } from "#domain/pricing/implied-volatility.ts";
import type { GreekColumns, PricingKernel } from "#domain/pricing/kernel-port.ts";
import { normalisedImpliedVolatility } from "#domain/pricing/normalised-implied-volatility.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { createWasmKernel } from "#wasm/load-kernel.ts";
import { loadWasm } from "../support/wasm.ts";
import { expectFigure, numberOr, vectorFile } from "./vector-file.ts";

interface Kernel {
  readonly name: string;
  kernel: PricingKernel;
}
const KERNELS: Kernel[] = [
  { name: "the reference", kernel: referenceKernel },
  { name: "WebAssembly", kernel: referenceKernel },
];
beforeAll(async () => {
  KERNELS[1]!.kernel = createWasmKernel(await loadWasm());
});

interface OptionInput {
  readonly type: OptionType;
  readonly forward: number;
  readonly strike: number;
  readonly years: number;
  readonly sigma: number;
  readonly rate: number;
}

const FIGURES = ["price", "delta", "gamma", "theta", "vega", "rho"] as const;

function greeksOf(kernel: PricingKernel, at: OptionInput) {
  const column = () => new Float64Array(1);
  const out: GreekColumns = {
    callDelta: column(),
    putDelta: column(),
    gamma: column(),
    vega: column(),
    callTheta: column(),
    putTheta: column(),
  };
  const { forward, strike, years, rate, sigma } = at;
  kernel.greeks(1, forward, Float64Array.of(strike), years, rate, Float64Array.of(sigma), out);
  const isCall = at.type === "CE";
  return {
    delta: (isCall ? out.callDelta : out.putDelta)[0]!,
    gamma: out.gamma[0]!,
    theta: (isCall ? out.callTheta : out.putTheta)[0]!,
    vega: out.vega[0]!,
  };
}

describe("black-76.json", () => {
  const { cases, tolerance } = vectorFile<OptionInput, Black76>("black-76.json");

  test("the single option has every price and greek", () => {
    expect(cases.length).toBeGreaterThan(100);
    for (const { id, input, output } of cases) {
      const got = black76(input.type, input.forward, input.strike, input.years, input.sigma, input.rate);
      for (const name of FIGURES) expectFigure(got[name], output[name], tolerance, `${id} ${name}`);
    }
  });

  test.each(KERNELS)("$name has every greek in batches", (each) => {
    for (const { id, input, output } of cases) {
      const got = greeksOf(each.kernel, input);
      for (const name of ["delta", "gamma", "theta", "vega"] as const) {
        expectFigure(got[name], output[name], tolerance, `${id} ${name}`);
      }
    }
  });
});

interface SpotInput {
  readonly type: OptionType;
  readonly spot: number;
  readonly strike: number;
  readonly dividendYield: number;
  readonly rate: number;
  readonly years: number;
  readonly sigma: number;
}

/** Black-Scholes-Merton on spot from Black-76 on F = S e^{(r - q)T}: greeks to the spot, per 1.00, a year. */
function onSpot({ type, spot, strike, dividendYield, rate, years, sigma }: SpotInput): Black76 {
  const growth = Math.exp((rate - dividendYield) * years);
  const forward = spot * growth;
  const got = black76(type, forward, strike, years, sigma, rate);
  return {
    price: got.price,
    delta: got.delta * growth,
    gamma: got.gamma * growth * growth,
    vega: 100 * got.vega,
    // As time passes at an unchanged spot, the forward sinks towards it.
    theta: 365 * got.theta - got.delta * forward * (rate - dividendYield),
    rho: 100 * got.rho + got.delta * forward * years,
  };
}

test("published-black-scholes.json: the textbook's values come back", () => {
  const { cases, tolerance } = vectorFile<SpotInput, Partial<Black76>>("published-black-scholes.json");
  expect(cases.length).toBeGreaterThan(50);
  for (const { id, input, output } of cases) {
    const got = onSpot(input);
    for (const [name, value] of Object.entries(output)) {
      expectFigure(got[name as keyof Black76], value, tolerance, `${id} ${name}`);
    }
  }
});

interface IvInput {
  readonly type: OptionType;
  readonly price: number | null;
  readonly forward: number | null;
  readonly strike: number;
  readonly years: number;
}
const REASONS = {
  BELOW_INTRINSIC: IV_REASON_BELOW_INTRINSIC,
  ABOVE_BOUND: IV_REASON_ABOVE_BOUND,
  EXPIRED: IV_REASON_EXPIRED,
  NO_PRICE: IV_REASON_NO_PRICE,
} as const;
interface IvOutput {
  readonly sigma: number | null;
  readonly reason: keyof typeof REASONS | null;
}

describe("implied-volatility.json", () => {
  const { cases, tolerance } = vectorFile<IvInput, IvOutput>("implied-volatility.json");

  test.each(KERNELS)("$name solves every price or leaves it unknown", (each) => {
    expect(cases.length).toBeGreaterThan(50);
    const out = new Float64Array(1);
    for (const { id, input, output } of cases) {
      const { type, strike, years } = input;
      const price = Float64Array.of(numberOr(input.price));
      const isCall = Uint8Array.of(type === "CE" ? 1 : 0);
      each.kernel.impliedVolatility(
        1,
        price,
        numberOr(input.forward),
        Float64Array.of(strike),
        years,
        isCall,
        out,
      );
      expectFigure(out[0]!, output.sigma, tolerance, id);
    }
  });

  test("every price without a volatility has its reason", () => {
    for (const { id, input, output } of cases) {
      const { type, price, forward, strike, years } = input;
      const got = ivReason(numberOr(price), numberOr(forward), strike, years, type === "CE");
      expect(got, id).toBe(output.reason === null ? IV_REASON_NONE : REASONS[output.reason]);
    }
  });
});

test("normalised-volatility.json: the solver holds at its extremes", () => {
  const { cases, tolerance } = vectorFile<{ x: number; beta: number }, { s: number }>(
    "normalised-volatility.json",
  );
  expect(Math.min(...cases.map(({ input }) => input.beta))).toBeLessThan(1e-280);
  for (const { id, input, output } of cases) {
    expectFigure(normalisedImpliedVolatility(input.beta, input.x), output.s, tolerance, id);
  }
});
