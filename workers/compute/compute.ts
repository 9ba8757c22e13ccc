/** The browser's answers to builder requests: the server's code over the market that a server's answer brought. */

import { builderAnswer } from "#analysis/builder-answer.ts";
import { type BuilderMarket, builderMarketOf } from "#analysis/builder-market.ts";
import { referenceStrategyKernel, type StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { createWasmStrategyKernel } from "#wasm/load-strategy-kernel.ts";
import type { ComputeApi } from "./api.ts";

export interface ComputeEdges {
  /** Null where there is no WebAssembly; may reject. */
  readonly loadWasm: () => Promise<WebAssembly.Module | null>;
  readonly log: (message: string) => void;
}

interface NamedKernel {
  readonly name: "wasm" | "typescript";
  readonly kernel: StrategyKernel;
}

async function loadKernel({ loadWasm, log }: ComputeEdges): Promise<NamedKernel> {
  try {
    const module = await loadWasm();
    if (module !== null) return { name: "wasm", kernel: createWasmStrategyKernel(module) };
  } catch (error) {
    log(`WebAssembly did not load (${String(error)}); computing in TypeScript`);
  }
  return { name: "typescript", kernel: referenceStrategyKernel };
}

export function createCompute(edges: ComputeEdges): ComputeApi {
  const loading = loadKernel(edges);
  let market: BuilderMarket | null = null;

  return {
    kernel: async () => (await loading).name,
    setMarket(body) {
      market = builderMarketOf(body);
    },
    async builder(request) {
      // Of the moment it was asked in: the next market may come while the kernel loads.
      const current = market;
      if (current === null || current.strategy.token !== request.underlying_token) {
        const details = { underlying: request.underlying_token };
        const message = "The browser has no market of this underlying yet.";
        return { ok: false, refusal: { code: "prices.failed", message, details } };
      }
      const { kernel } = await loading;
      return builderAnswer(request, current, kernel);
    },
  };
}
