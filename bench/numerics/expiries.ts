/** Whole expiries: IV and greeks in one call, and all that feed and engine make of a chain's quotes. */

import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import { createChainSolution } from "#domain/chain/solution.ts";
import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { solveInCalls } from "#domain/pricing/solve-in-calls.ts";
import { type Context, compare, goal, type Table, type Variant } from "../harness.ts";
import { type Batch, createSamples, type Sample, STRIKES } from "./chains.ts";
import { goals } from "./goals.ts";
import * as handTuned from "./hand-tuned.ts";
import { writeBatches } from "./native.ts";
import { BEST, each, hold, nativeVariants, SCALAR, TWIN, VECTOR, WASM, type World } from "./world.ts";

/** IV and greeks alone: 120 volatilities, the greeks of 240 options. */
export async function chains(world: World, rate: number, context: Context): Promise<Table> {
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
      ...goal(measured, WASM, BEST),
      ...goal(measured, WASM, TWIN, goals.chainOverTwin),
      ...goal(measured, WASM, SCALAR, goals.chainOfNative),
      ...goal(measured, WASM, VECTOR, goals.chainOfVectors),
    ],
  };
}

/** From quotes to the chain's own figures, as feed and engine do it. */
export async function solvers(world: World, context: Context): Promise<Table> {
  const samples = createSamples(0);
  const ours = createLoneChainSolver(world.kernel);
  const twin = createLoneChainSolver(referenceKernel);
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
