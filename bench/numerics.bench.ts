/**
 * How many greeks, implied volatilities, chains and payoff curves a second, beside npm's packages, the best JavaScript
 * and C? The plain alternative is `black-scholes` and its relatives, an option at a time.
 */
import { readFileSync } from "node:fs";
import { createChainSolution } from "#domain/chain/solution.ts";
import { createChainSolver, type PricingKernel } from "#domain/chain/solve.ts";
import { referenceKernel, solveInCalls } from "#domain/pricing/kernel.ts";
import { referenceStrategyKernel, type StrategyKernel } from "#domain/pricing/strategy-kernel.ts";
import { createWasmKernel } from "#wasm/kernel.ts";
import { createWasmStrategyKernel } from "#wasm/strategy-kernel.ts";
import { buildWasm } from "../scripts/build-wasm.ts";
import {
  type Bench,
  type Context,
  compare,
  goal,
  type Measured,
  type Table,
  type Variant,
} from "./harness.ts";
import { type Batch, createSamples, createScattered, type Sample, STRIKES } from "./numerics/chains.ts";
import { goals } from "./numerics/goals.ts";
import * as handTuned from "./numerics/hand-tuned.ts";
import {
  type Native,
  type NativeTask,
  scalarProgram,
  vectorProgram,
  writeBatches,
  writePayoff,
} from "./numerics/native.ts";
import { loppatto, type Peer, uqee, worstVolatility } from "./numerics/peers.ts";
import { createStrategy, DATES, POINTS } from "./numerics/strategy.ts";

const WASM = "WASM kernel";
const TWIN = "our TypeScript twin";
const BEST = "best JavaScript";
const NPM = "npm black-scholes, greeks, implied-volatility";
const UQEE = "npm @uqee/black-scholes";
const SCALAR = "native C";
const VECTOR = "native C, vectorised";

/** Where peers put their sums, so that nothing is optimised away. */
let sink = 0;

interface World {
  readonly kernel: PricingKernel;
  readonly strategyKernel: StrategyKernel;
  readonly natives: readonly { readonly name: string; readonly program: Native }[];
  readonly peers: readonly { readonly name: string; readonly peer: Peer }[];
}

function createWorld(module: WebAssembly.Module): World {
  const natives = [
    { name: SCALAR, program: scalarProgram() },
    { name: VECTOR, program: vectorProgram() },
  ];
  const peers = [
    { name: NPM, peer: loppatto() },
    { name: UQEE, peer: uqee() },
  ];
  return {
    kernel: createWasmKernel(module),
    strategyKernel: createWasmStrategyKernel(module),
    natives: natives.flatMap(({ name, program }) => (program === null ? [] : [{ name, program }])),
    peers: peers.flatMap(({ name, peer }) => (peer === null ? [] : [{ name, peer }])),
  };
}

/** One pass over all batches. @param units of one */
function each<T>(batches: readonly T[], units: number, work: (batch: T) => void): () => number {
  return () => {
    for (const batch of batches) work(batch);
    return batches.length * units;
  };
}

/** A strike a batch: the slowest takes ten milliseconds for one. */
function strikeByStrike(
  batches: readonly Batch[],
  units: number,
  work: (batch: Batch, strike: number) => number,
): () => number {
  let next = 0;
  return () => {
    sink += work(batches[next % batches.length]!, Math.floor(next / batches.length) % STRIKES);
    next += 1;
    return units;
  };
}

const nativeVariants = (world: World, task: NativeTask, file: string): Variant[] =>
  world.natives.map(({ name, program }) => ({ name, rate: (ms) => program.rate(task, file, ms) }));

/** Before anything is measured: everybody computes the same. */
function hold(
  what: string,
  got: ArrayLike<number>,
  wanted: ArrayLike<number>,
  tolerance: number,
  least = 0,
): void {
  for (let i = 0; i < wanted.length; i++) {
    const allowed = tolerance * Math.max(Math.abs(wanted[i]!), least);
    if (!(Math.abs(got[i]! - wanted[i]!) <= allowed))
      throw new Error(`${what} differs in figure ${i}: ${got[i]} for ${wanted[i]}`);
  }
}

async function greeks(world: World, context: Context): Promise<Table> {
  const samples = createSamples(0);
  const out = createChainSolution(STRIKES);
  const columns = [out.callDelta, out.putDelta, out.gamma, out.vega, out.callTheta, out.putTheta];
  const figures = (): number[] => columns.flatMap((column) => [...column.subarray(0, STRIKES)]);
  const by = (kernel: PricingKernel) => (batch: Batch) =>
    kernel.greeks(STRIKES, batch.forward, batch.strike, batch.years, 0, batch.sigma, out);
  by(referenceKernel)(samples[0]!);
  const wanted = figures();
  by(world.kernel)(samples[0]!);
  hold(WASM, figures(), wanted, 1e-12);
  handTuned.greeks(samples[0]!, samples[0]!.sigma, out);
  hold(BEST, figures(), wanted, 1e-10);
  const file = writeBatches("chains", samples);
  for (const { name, program } of world.natives)
    hold(name, (await program.figures("greeks", file)).subarray(0, wanted.length), wanted, 1e-9);
  const measured = await compare(
    [
      { name: WASM, batch: each(samples, 2 * STRIKES, by(world.kernel)) },
      { name: TWIN, batch: each(samples, 2 * STRIKES, by(referenceKernel)) },
      { name: BEST, batch: each(samples, 2 * STRIKES, (b) => handTuned.greeks(b, b.sigma, out)) },
      ...nativeVariants(world, "greeks", file),
      ...world.peers.map(({ name, peer }) => ({ name, batch: strikeByStrike(samples, 2, peer.greeks) })),
    ],
    context,
    "greeks",
  );
  return {
    title: "Greeks of calls and puts, 120 strikes a call",
    unit: "options/s",
    rows: measured,
    ratios: [
      ...goal(measured, WASM, SCALAR, goals.greeksOfNative),
      ...goal(measured, WASM, VECTOR),
      ...goal(measured, WASM, BEST),
      ...goal(measured, WASM, NPM, goals.greeksOverNpm),
      ...goal(measured, WASM, UQEE),
    ],
  };
}

async function volatilities(
  world: World,
  title: string,
  name: string,
  batches: readonly Batch[],
  context: Context,
): Promise<{ table: Table; notes: string[] }> {
  const out = new Float64Array(STRIKES);
  const by = (kernel: PricingKernel) => (batch: Batch) =>
    kernel.impliedVolatility(
      STRIKES,
      batch.price,
      batch.forward,
      batch.strike,
      batch.years,
      batch.isCall,
      out,
    );
  const exact = (batch: Batch): Float64Array => {
    by(referenceKernel)(batch);
    return out.slice();
  };
  for (const batch of batches) {
    const wanted = exact(batch);
    by(world.kernel)(batch);
    hold(WASM, out, wanted, 1e-12);
    handTuned.impliedVolatility(batch, out);
    hold(BEST, out, wanted, 1e-11);
  }
  const file = writeBatches(name, batches);
  const wanted = batches.flatMap((batch) => [...exact(batch)]);
  for (const { name, program } of world.natives) hold(name, await program.figures("iv", file), wanted, 1e-10);
  const measured = await compare(
    [
      { name: WASM, batch: each(batches, STRIKES, by(world.kernel)) },
      { name: TWIN, batch: each(batches, STRIKES, by(referenceKernel)) },
      { name: BEST, batch: each(batches, STRIKES, (b) => handTuned.impliedVolatility(b, out)) },
      ...nativeVariants(world, "iv", file),
      ...world.peers.map(({ name, peer }) => ({ name, batch: strikeByStrike(batches, 1, peer.volatility) })),
    ],
    context,
    title,
  );
  const table = {
    title,
    unit: "IV/s",
    rows: measured,
    ratios: [
      ...goal(measured, WASM, SCALAR, goals.volatilitiesOfNative),
      ...goal(measured, WASM, VECTOR),
      ...goal(measured, WASM, BEST),
      ...goal(measured, WASM, NPM),
      ...goal(measured, WASM, UQEE),
    ],
  };
  const notes = world.peers.map(
    ({ name, peer }) =>
      `${title}: ${name} is off by up to ${worstVolatility(peer, batches.slice(0, 1), exact).toPrecision(3)} volatility points`,
  );
  return { table, notes };
}

/** IV and greeks alone: 120 volatilities, the greeks of 240 options. */
async function chains(world: World, rate: number, context: Context): Promise<Table> {
  const samples = createSamples(rate);
  const out = createChainSolution(STRIKES);
  const by = (kernel: PricingKernel) => (b: Batch) =>
    kernel.solveChain(
      STRIKES,
      b.price,
      b.forward,
      b.strike,
      b.years,
      rate,
      b.isCall,
      Number.NaN,
      out.iv,
      out,
    );
  const variants: Variant[] = [
    { name: WASM, batch: each(samples, 1, by(world.kernel)) },
    {
      name: TWIN,
      batch: each(samples, 1, (b) =>
        solveInCalls(
          referenceKernel,
          STRIKES,
          b.price,
          b.forward,
          b.strike,
          b.years,
          rate,
          b.isCall,
          Number.NaN,
          out.iv,
          out,
        ),
      ),
    },
  ];
  if (rate === 0) {
    variants.push({
      name: BEST,
      batch: each(samples, 1, (b) => {
        handTuned.impliedVolatility(b, out.iv);
        handTuned.greeks(b, out.iv, out);
      }),
    });
    variants.push(...nativeVariants(world, "chain", writeBatches("chains", samples)));
  }
  const measured = await compare(variants, context, `chains, rate ${rate}`);
  return {
    title: `IV and greeks of a chain, ${STRIKES} strikes, 240 options, rate ${rate}`,
    unit: "chains/s",
    rows: measured,
    ratios: [
      ...goal(measured, WASM, BEST, goals.chainOverBest),
      ...goal(measured, WASM, TWIN),
      ...goal(measured, WASM, SCALAR),
      ...goal(measured, WASM, VECTOR),
    ],
  };
}

/** From quotes to the chain's own figures, as feed and engine do it. */
async function solvers(world: World, context: Context): Promise<Table> {
  const samples = createSamples(0);
  const ours = createChainSolver(world.kernel);
  const twin = createChainSolver(referenceKernel);
  for (const { chain, context: at } of samples) {
    const got = ours(chain, at).iv;
    hold(WASM, got.subarray(0, STRIKES), twin(chain, at).iv.subarray(0, STRIKES), 1e-12);
  }
  const by = (solve: typeof ours) => (sample: Sample) => void solve(sample.chain, sample.context);
  const measured = await compare(
    [
      { name: WASM, batch: each(samples, 1, by(ours)) },
      { name: TWIN, batch: each(samples, 1, by(twin)) },
    ],
    context,
    "the whole chain solver",
  );
  return {
    title: `The whole chain solver, ${STRIKES} strikes, 240 options`,
    unit: "chains/s",
    rows: measured,
    ratios: goal(measured, WASM, TWIN),
  };
}

/** Median time of one unit in ms. */
const millisecondsOf = (rows: readonly Measured[], name: string): number =>
  1000 / rows.find((row) => row.name === name)!.median;

async function strategies(world: World, context: Context): Promise<Table> {
  const { legs, spot } = createStrategy();
  const out = new Float64Array(POINTS * DATES);
  const by = (kernel: StrategyKernel): void => kernel.payoffGrid(legs, POINTS, spot, DATES, 0, 0.05, out);
  by(referenceStrategyKernel);
  const wanted = out.slice();
  by(world.strategyKernel);
  // Rupees of a value that is the sum of ten legs of a million and more each.
  hold(WASM, out, wanted, 1e-12, 1e6);
  const file = writePayoff("strategy", legs, spot, DATES);
  for (const { name, program } of world.natives)
    hold(name, await program.figures("payoff", file), wanted, 1e-11, 1e6);
  const one = (work: () => void) => () => {
    work();
    return 1;
  };
  const measured = await compare(
    [
      { name: WASM, batch: one(() => by(world.strategyKernel)) },
      { name: TWIN, batch: one(() => by(referenceStrategyKernel)) },
      ...nativeVariants(world, "payoff", file),
    ],
    context,
    "strategies",
  );
  return {
    title: `Payoff grid of a strategy, ${legs.count} legs × ${POINTS} prices × ${DATES} dates`,
    unit: "strategies/s",
    rows: measured,
    ratios: [
      { what: `${WASM}, a strategy`, value: millisecondsOf(measured, WASM), ...goals.strategy },
      ...goal(measured, WASM, TWIN),
      ...goal(measured, WASM, SCALAR),
      ...goal(measured, WASM, VECTOR),
    ],
  };
}

export const bench: Bench = {
  name: "numerics",
  question:
    "How fast are greeks, implied volatilities, chains and payoff curves, beside npm's packages, the best JavaScript and C?",
  about:
    "What every change of a price asks for anew: from prices on ticks to implied volatilities and greeks of an expiry of 120 strikes, and a strategy's value over prices and dates. Everybody is first held to compute the same.",
  compared: {
    [WASM]: "two options at a time in WebAssembly SIMD",
    [TWIN]: "the readable form in TypeScript, which is our oracle and our fallback",
    [BEST]:
      "the kernel's method by hand in JavaScript: shared exponentials, each volatility begun from its neighbour's",
    [NPM]:
      "the packages most people find first, by one author: a series of a hundred terms, and bisection down to a cent",
    [UQEE]:
      "a fast package, for its speed only: single precision, and volatilities to a thousandth of a rupee of price",
    [SCALAR]:
      "the textbook's formulas in C with the system's libm; volatilities by Newton's method on the price's logarithm",
    [VECTOR]: "the same source, built for this processor's widest vectors and with libm's vector functions",
  },
  async run(context) {
    const { path } = await buildWasm();
    const world = createWorld(await WebAssembly.compile(new Uint8Array(readFileSync(path))));
    const inChains = await volatilities(
      world,
      "Implied volatilities, strikes in order",
      "chains",
      createSamples(0),
      context,
    );
    const scattered = await volatilities(
      world,
      "Implied volatilities, options in no order",
      "scattered",
      createScattered(),
      context,
    );
    const tables = [
      await greeks(world, context),
      inChains.table,
      scattered.table,
      await chains(world, 0, context),
      await chains(world, 0.065, context),
      await solvers(world, context),
      await strategies(world, context),
    ];
    if (Number.isNaN(sink) && world.peers.length === 0) throw new Error("no peer has run");
    const absent = world.natives.length === 0 ? ["no native limit: it needs cc"] : [];
    return { tables, notes: [...inChains.notes, ...scattered.notes, ...absent] };
  },
};
