/** Greeks and implied volatilities, an expiry's options at a time. */
import { createChainSolution } from "#domain/chain/solution.ts";
import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { type Context, compare, goal, type Table } from "../harness.ts";
import { type Batch, createSamples, STRIKES } from "./chains.ts";
import { goals } from "./goals.ts";
import * as handTuned from "./hand-tuned.ts";
import { writeBatches } from "./native.ts";
import { worstVolatility } from "./peers.ts";
import {
  BEST,
  each,
  hold,
  NPM,
  nativeVariants,
  SCALAR,
  strikeByStrike,
  TWIN,
  UQEE,
  VECTOR,
  WASM,
  type World,
} from "./world.ts";

export async function greeks(world: World, context: Context): Promise<Table> {
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

export async function volatilities(
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
