import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { createWasmKernel } from "#wasm/load-kernel.ts";
import { createWasmStrategyKernel } from "#wasm/load-strategy-kernel.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { loadWasm } from "../wasm.ts";
import type { ComputeKernels } from "./calls.ts";
import { type ComputeService, createComputeService, type ServiceOptions } from "./service.ts";

/** The fastest arithmetic there is: WASM where it has been built. */
export function openKernels(): ComputeKernels {
  const module = loadWasm();
  if (module === null) return { pricing: referenceKernel, strategy: referenceStrategyKernel };
  return { pricing: createWasmKernel(module), strategy: createWasmStrategyKernel(module) };
}

export function openCompute(bus: Bus, onError: ServiceOptions["onError"] = () => {}): ComputeService {
  return createComputeService({ bus, kernels: openKernels(), onError });
}
