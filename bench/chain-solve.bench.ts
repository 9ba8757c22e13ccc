/**
 * How many times a second can an expiry of 120 strikes be solved, and what does the WebAssembly kernel gain over the
 * same method in TypeScript? Prices lie on ticks, as quotes do: off a smooth smile neighbours would help too much.
 */
import { readFileSync } from "node:fs";
import { type ChainColumns, createChainColumns } from "#domain/chain/columns.ts";
import { createChainSolution } from "#domain/chain/solution.ts";
import { type ChainContext, createChainSolver, type PricingKernel } from "#domain/chain/solve.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { referenceKernel } from "#domain/pricing/kernel.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { roundToTick } from "#domain/units/tick.ts";
import { createWasmKernel } from "#wasm/kernel.ts";
import { buildWasm } from "../scripts/build-wasm.ts";
import { goals } from "./chain-solve/goals.ts";
import { type Bench, type Context, compare, goal, type Table } from "./harness.ts";

const STRIKES = 120;
const STEP = 50;
const TICK = 0.05;
/** Chains in turn, of moving forwards: a single one would train the branch predictor. */
const CHAINS = 32;
const NOW = Date.UTC(2026, 7, 19, 6);
const EXPIRY = Date.UTC(2026, 7, 25, 10, 10);

const WASM = "WASM kernel";
const TWIN = "our TypeScript twin";

interface Sample {
  chain: ChainColumns;
  context: ChainContext;
  forward: number;
  years: number;
  /** Out-of-the-money prices: what the solver hands to the kernel. */
  price: Float64Array;
  isCall: Uint8Array;
}

function createSample(index: number, rate: number): Sample {
  const forward = 24000 + 37 * index;
  const years = yearsToExpiry(NOW, EXPIRY);
  const chain = createChainColumns(STRIKES);
  chain.count = STRIKES;
  const price = new Float64Array(STRIKES);
  const isCall = new Uint8Array(STRIKES);
  for (let i = 0; i < STRIKES; i++) {
    const strike = forward - (forward % STEP) + STEP * (i - STRIKES / 2);
    const moneyness = Math.log(strike / forward);
    const sigma = 0.13 - 0.4 * moneyness + 4 * moneyness * moneyness;
    chain.strikes[i] = strike;
    isCall[i] = strike >= forward ? 1 : 0;
    for (const [type, side] of [["CE", chain.call] as const, ["PE", chain.put] as const]) {
      const value = Math.max(TICK, roundToTick(blackPrice(type, forward, strike, years, sigma, rate), TICK));
      side.bid[i] = Math.max(TICK, value - TICK);
      side.ask[i] = value + TICK;
      side.ltp[i] = value;
      side.lastTradeTime[i] = NOW - 1000;
      side.oi[i] = 65 * (100 + ((i * 37) % 101));
      side.volume[i] = 650;
      if ((type === "CE") === (isCall[i] === 1)) price[i] = value * Math.exp(rate * years);
    }
  }
  const context: ChainContext = {
    now: NOW,
    expiryInstant: EXPIRY,
    sessionClose: EXPIRY,
    spot: forward - 20,
    future: { bid: forward - 0.1, ask: forward + 0.1, ltp: forward, lastTradeTime: NOW - 500 },
    isCommodity: false,
    previousForward: Number.NaN,
    near: null,
    fallbackAtmIv: Number.NaN,
    rate,
    tickSize: TICK,
    roundStep: 100,
    strikeStep: STEP,
  };
  return { chain, context, forward, years, price, isCall };
}

const createSamples = (rate: number): Sample[] =>
  Array.from({ length: CHAINS }, (_, index) => createSample(index, rate));

/** One pass over all samples is a batch. */
function each(samples: readonly Sample[], work: (sample: Sample) => void): () => number {
  return () => {
    for (const sample of samples) work(sample);
    return samples.length;
  };
}

/** IV and greeks alone: 120 volatilities, the greeks of 240 options. */
function kernelPass(kernel: PricingKernel): (sample: Sample) => void {
  const out = createChainSolution(STRIKES);
  return ({ chain, context, forward, years, price, isCall }) => {
    kernel.impliedVolatility(STRIKES, price, forward, chain.strikes, years, isCall, out.iv);
    kernel.greeks(STRIKES, forward, chain.strikes, years, context.rate, out.iv, out);
  };
}

function solverPass(kernel: PricingKernel): (sample: Sample) => void {
  const solve = createChainSolver(kernel);
  return ({ chain, context }) => void solve(chain, context);
}

/** Before anything is measured: both kernels find the same volatilities. */
function checkAgreement(samples: readonly Sample[], kernel: PricingKernel): void {
  const ours = createChainSolver(kernel);
  const twin = createChainSolver(referenceKernel);
  for (const { chain, context } of samples) {
    const got = ours(chain, context).iv;
    const wanted = twin(chain, context).iv;
    for (let i = 0; i < STRIKES; i++) {
      if (!(Math.abs(got[i]! / wanted[i]! - 1) < 1e-12)) throw new Error(`kernels differ in row ${i}`);
    }
  }
}

async function scenario(
  kernel: PricingKernel,
  rate: number,
  whole: boolean,
  context: Context,
): Promise<Table> {
  const samples = createSamples(rate);
  checkAgreement(samples, kernel);
  const pass = whole ? solverPass : kernelPass;
  const what = whole ? "the whole chain solver" : "IV and greeks alone";
  const measured = await compare(
    [
      { name: WASM, batch: each(samples, pass(kernel)) },
      { name: TWIN, batch: each(samples, pass(referenceKernel)) },
    ],
    context,
    `${what}, rate ${rate}`,
  );
  return {
    title: `${what}, ${STRIKES} strikes, 240 options, rate ${rate}`,
    unit: "chains/s",
    rows: measured,
    ratios: goal(measured, WASM, TWIN, whole ? {} : goals.kernel),
  };
}

export const bench: Bench = {
  name: "chain-solve",
  question: "How fast is an expiry of 120 strikes solved, in WebAssembly beside the same in TypeScript?",
  about:
    "From prices on ticks to implied volatilities, greeks and the chain's own figures: the sum that every change of a price asks for anew. Both kernels are first held to agree to twelve digits.",
  compared: {
    [WASM]: "two options at a time in WebAssembly SIMD",
    [TWIN]: "the same method in TypeScript, which is our fallback and the best JavaScript we know",
  },
  async run(context) {
    const { path } = await buildWasm();
    const kernel = createWasmKernel(await WebAssembly.compile(new Uint8Array(readFileSync(path))));
    const tables = [
      await scenario(kernel, 0, false, context),
      await scenario(kernel, 0.065, false, context),
      await scenario(kernel, 0, true, context),
    ];
    return { tables, notes: [] };
  },
};
