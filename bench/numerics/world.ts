/** What all tables of the bench share: who takes part, and that they are held to compute the same. */
import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { createWasmKernel } from "#wasm/load-kernel.ts";
import { createWasmStrategyKernel } from "#wasm/load-strategy-kernel.ts";
import type { Variant } from "../harness.ts";
import { type Batch, STRIKES } from "./chains.ts";
import { type Native, type NativeTask, scalarProgram, vectorProgram } from "./native.ts";
import { loppatto, type Peer, uqee } from "./peers.ts";

export const WASM = "WASM kernel";
export const TWIN = "our TypeScript twin";
export const BEST = "best JavaScript";
export const NPM = "npm black-scholes, greeks, implied-volatility";
export const UQEE = "npm @uqee/black-scholes";
export const SCALAR = "native C";
export const VECTOR = "native C, vectorised";

/** Where peers put their sums, so that nothing is optimised away. */
export const sink = { sum: 0 };

export interface World {
  readonly kernel: PricingKernel;
  readonly strategyKernel: StrategyKernel;
  readonly natives: readonly { readonly name: string; readonly program: Native }[];
  readonly peers: readonly { readonly name: string; readonly peer: Peer }[];
}

export function createWorld(module: WebAssembly.Module): World {
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
export function each<T>(batches: readonly T[], units: number, work: (batch: T) => void): () => number {
  return () => {
    for (const batch of batches) work(batch);
    return batches.length * units;
  };
}

/** A strike a batch: the slowest takes ten milliseconds for one. */
export function strikeByStrike(
  batches: readonly Batch[],
  units: number,
  work: (batch: Batch, strike: number) => number,
): () => number {
  let next = 0;
  return () => {
    sink.sum += work(batches[next % batches.length]!, Math.floor(next / batches.length) % STRIKES);
    next += 1;
    return units;
  };
}

export const nativeVariants = (world: World, task: NativeTask, file: string): Variant[] =>
  world.natives.map(({ name, program }) => ({ name, rate: (ms) => program.rate(task, file, ms) }));

/** Before anything is measured: all sides compute the same. */
export function hold(
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
