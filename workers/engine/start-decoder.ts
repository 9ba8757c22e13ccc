import { type PricingKernel, referenceKernel } from "#domain/pricing/kernel.ts";
import { createDecoder, type Decoder } from "#wasm/decoder.ts";
import { createWasmKernel } from "#wasm/kernel.ts";
import { createReferenceDecoder } from "#wasm/reference-decoder.ts";
import type { EngineHealth } from "./api.ts";
import type { Clock, EngineEdges } from "./edges.ts";

/** A compile that hangs must not hold up the market: TypeScript does the same work. */
const WASM_WAIT_MS = 4_000;

/** The promise's value, or null when it takes longer. @throws what the promise rejects with in that time */
export function within<T>(clock: Clock, promise: Promise<T>, ms: number): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => resolve(null), ms);
    promise.then(resolve, reject).finally(() => clock.clearTimeout(timer));
  });
}

export interface StartedDecoder {
  readonly decoder: Decoder;
  readonly kernel: PricingKernel;
  readonly kind: EngineHealth["decoder"];
}

/** Decoder and pricing kernel: of WebAssembly where it is to be had, else their TypeScript twins. Never fails. */
export async function startDecoder(
  edges: Pick<EngineEdges, "clock" | "loadWasm" | "log">,
): Promise<StartedDecoder> {
  try {
    const module = await within(edges.clock, edges.loadWasm(), WASM_WAIT_MS);
    if (module !== null) {
      return { decoder: createDecoder(module), kernel: createWasmKernel(module), kind: "wasm" };
    }
  } catch (reason) {
    edges.log(`WebAssembly is not to be had (${String(reason)}); decoding in TypeScript`);
  }
  return { decoder: createReferenceDecoder(), kernel: referenceKernel, kind: "typescript" };
}
