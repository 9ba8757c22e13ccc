import { type Black76, black76, type OptionType } from "#domain/pricing/black76.ts";
import { optionOnSpot } from "#domain/pricing/calculator/on-spot.ts";
import { ivReason } from "#domain/pricing/iv-reason.ts";
import type { GreekColumns, PricingKernel } from "#domain/pricing/kernel-port.ts";
import { normalisedImpliedVolatility } from "#domain/pricing/normalised-implied-volatility.ts";
import { type StrikePrices, strikeVolatility } from "#domain/pricing/strike-volatility.ts";
import { numberOr, vectorCheck } from "../vector-check.ts";
import { reasonName } from "./reasons.ts";

interface OptionInput {
  readonly type: OptionType;
  readonly forward: number;
  readonly strike: number;
  readonly years: number;
  readonly sigma: number;
  readonly rate: number;
}

const FIGURES = ["price", "delta", "gamma", "theta", "vega", "rho"] as const;
const KERNEL_FIGURES = ["delta", "gamma", "theta", "vega"] as const;

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

/** One option alone, and its greeks again in a batch of the kernel. */
export const checkBlack76 = vectorCheck<OptionInput, Black76>((figures, { input, output }, { pricing }) => {
  const { type, forward, strike, years, sigma, rate } = input;
  const single = black76(type, forward, strike, years, sigma, rate);
  for (const name of FIGURES) figures.number(name, single[name], output[name]);
  const batch = greeksOf(pricing, input);
  for (const name of KERNEL_FIGURES) figures.number(`${name} in batches`, batch[name], output[name]);
}, true);

interface SpotInput {
  readonly type: OptionType;
  readonly spot: number;
  readonly strike: number;
  readonly dividendYield: number;
  readonly rate: number;
  readonly years: number;
  readonly sigma: number;
}

/** The vectors' greeks are per 1.00 of volatility and rate, and a year. */
function onSpot({ type, spot, strike, dividendYield, rate, years, sigma }: SpotInput): Black76 {
  const got = optionOnSpot(type, spot, strike, years, sigma, rate, dividendYield);
  return { ...got, vega: 100 * got.vega, theta: 365 * got.theta, rho: 100 * got.rho };
}

export const checkPublished = vectorCheck<SpotInput, Partial<Black76>>((figures, { input, output }) => {
  const got = onSpot(input);
  for (const name of FIGURES) {
    const wanted = output[name];
    if (wanted !== undefined) figures.number(name, got[name], wanted);
  }
});

interface IvInput {
  readonly type: OptionType;
  readonly price: number | null;
  readonly forward: number | null;
  readonly strike: number;
  readonly years: number;
}

interface IvOutput {
  readonly sigma: number | null;
  readonly reason: string | null;
}

export const checkImpliedVolatility = vectorCheck<IvInput, IvOutput>(
  (figures, { input, output }, { pricing }) => {
    const { type, strike, years } = input;
    const price = numberOr(input.price);
    const forward = numberOr(input.forward);
    const isCall = type === "CE";
    const out = new Float64Array(1);
    const calls = Uint8Array.of(isCall ? 1 : 0);
    pricing.impliedVolatility(1, Float64Array.of(price), forward, Float64Array.of(strike), years, calls, out);
    figures.number("sigma", out[0]!, output.sigma);
    figures.word("reason", reasonName(ivReason(price, forward, strike, years, isCall)), output.reason);
  },
  true,
);

export const checkNormalised = vectorCheck<
  { readonly x: number; readonly beta: number },
  { readonly s: number }
>((figures, { input, output }) => {
  figures.number("s", normalisedImpliedVolatility(input.beta, input.x), output.s);
});

type StrikeInput = Omit<StrikePrices, "forward" | "call" | "put"> &
  Readonly<Record<"forward" | "call" | "put", number | null>>;

export const checkStrikeVolatility = vectorCheck<StrikeInput, { readonly sigma: number | null }>(
  (figures, { input, output }) => {
    const { forward, call, put } = input;
    const prices = { ...input, forward: numberOr(forward), call: numberOr(call), put: numberOr(put) };
    figures.number("sigma", strikeVolatility(prices), output.sigma);
  },
);
