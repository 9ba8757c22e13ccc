import { referenceKernel } from "#domain/pricing/kernel.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel.ts";
import { createWasmKernel } from "#wasm/kernel.ts";
import type { Bus } from "../bus/bus.ts";
import { loadWasm } from "../lib/wasm.ts";
import { type ComputeService, createComputeService, type ServiceOptions } from "./service.ts";

/** The service with the fastest arithmetic there is. */
export function openCompute(bus: Bus, onError: ServiceOptions["onError"] = () => {}): ComputeService {
  const module = loadWasm();
  const pricing = module === null ? referenceKernel : createWasmKernel(module);
  return createComputeService({ bus, kernels: { pricing, strategy: referenceStrategyKernel }, onError });
}
