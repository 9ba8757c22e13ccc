import { beforeAll } from "vitest";
import { referenceStrategyKernel, type StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { createWasmStrategyKernel } from "#wasm/load-strategy-kernel.ts";
import { loadWasm } from "../support/wasm.ts";

export interface NamedKernel {
  readonly name: string;
  /** Of WebAssembly once the tests run, not while they are collected. */
  kernel: StrategyKernel;
}

/** Both kernels; to be called once in a test file. */
export function strategyKernels(): readonly NamedKernel[] {
  const wasm: NamedKernel = { name: "WebAssembly", kernel: referenceStrategyKernel };
  beforeAll(async () => {
    wasm.kernel = createWasmStrategyKernel(await loadWasm());
  });
  return [{ name: "the reference", kernel: referenceStrategyKernel }, wasm];
}
