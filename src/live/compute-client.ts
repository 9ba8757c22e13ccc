/**
 * The page's door to its compute worker: strategies that are dragged about are analysed here, in the market of the last
 * answer of the server, at the rate the screen is painted. Loaded by pages that analyse, and by no other.
 */
import * as Comlink from "comlink";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderMarketBody } from "#protocol/http/builder-market-body.ts";
import type { BuilderOutcome, ComputeApi } from "#workers/compute/api.ts";
import computeUrl from "../../workers/compute/index.ts?worker&url";

export interface ComputeClient {
  kernel(): Promise<"wasm" | "typescript">;
  /** The `market` of an answer; requests after it are answered in it. */
  setMarket(market: BuilderMarketBody): void;
  /**
   * The worker's answer, or null when a newer request took this one's turn: one is computed, one waits.
   * Rejects when the worker's script does not load or run; then the server must be asked.
   */
  builder(request: BuilderRequest): Promise<BuilderOutcome | null>;
  dispose(): void;
}

/** What is needed of a worker. */
export interface SpawnedCompute {
  readonly api: Comlink.Remote<ComputeApi>;
  /** Rejects when the worker cannot run. */
  readonly broken: Promise<never>;
  terminate(): void;
}

function spawnCompute(): SpawnedCompute {
  const worker = new Worker(computeUrl, { type: "module", name: "strikewise-compute" });
  const broken = new Promise<never>((_, reject) => {
    worker.onerror = () => reject(new Error("The compute worker's script did not load."));
  });
  return { api: Comlink.wrap<ComputeApi>(worker), broken, terminate: () => worker.terminate() };
}

interface Waiting {
  readonly request: BuilderRequest;
  readonly resolve: (outcome: BuilderOutcome | null) => void;
  readonly reject: (error: unknown) => void;
}

export function createComputeClient(spawn: () => SpawnedCompute = spawnCompute): ComputeClient {
  const { api, broken, terminate } = spawn();
  // The caller hears of it; no other listener is needed.
  broken.catch(() => {});
  let isBusy = false;
  let waiting: Waiting | null = null;

  async function run(job: Waiting): Promise<void> {
    isBusy = true;
    try {
      // Comlink's mapped type splits a union of outcomes; what travels is the same.
      job.resolve((await Promise.race([api.builder(job.request), broken])) as BuilderOutcome);
    } catch (error) {
      job.reject(error);
    }
    isBusy = false;
    const next = waiting;
    waiting = null;
    if (next !== null) void run(next);
  }

  return {
    kernel: () => Promise.race([api.kernel(), broken]),
    setMarket: (market) => void Promise.race([api.setMarket(market), broken]).catch(() => {}),
    builder: (request) =>
      new Promise((resolve, reject) => {
        const job = { request, resolve, reject };
        if (!isBusy) return void run(job);
        waiting?.resolve(null);
        waiting = job;
      }),
    dispose() {
      waiting?.resolve(null);
      waiting = null;
      terminate();
    },
  };
}
