/**
 * The page's door to its compute worker: strategies that are dragged about are analysed here, in the live market or that of the last
 * answer of the server, at the rate the screen is painted. Loaded by pages that analyse, and by no other.
 */
import * as Comlink from "comlink";
import type { OptionAnswer, OptionQuestion } from "#domain/pricing/calculator/option-calculator.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderMarketBody } from "#protocol/http/builder-market-body.ts";
import type {
  AdjustOutcome,
  AdjustQuestion,
  ComputeApi,
  ComputeOutcome,
  LookOutcome,
  LookWants,
  MarketHead,
  MarketRefusal,
  Verification,
} from "#workers/compute/api.ts";
import computeUrl from "../../workers/compute/index.ts?worker&url";
import { answersUntil } from "./answers-until.ts";

/** As `ComputeApi`. What is asked rejects when the worker does not load, or ends before it answers: then the server must be asked. */
export interface ComputeClient {
  kernel(): Promise<"wasm" | "typescript">;
  /** The `market` of an answer; requests after it may be answered in it. */
  setMarket(market: BuilderMarketBody): void;
  /** The worker's answer, or null when a newer request took this one's turn: one is computed, one waits. */
  builder(request: BuilderRequest): Promise<ComputeOutcome | null>;
  /** What is looked at beside the analysis. It takes no turn of `builder`: one at a time is asked by each view. */
  look(request: BuilderRequest, wants: LookWants): Promise<LookOutcome>;
  /** As `builder`: the newest question waits while one is answered. */
  adjust(question: AdjustQuestion): Promise<AdjustOutcome | null>;
  verify(request: BuilderRequest, payload: BuilderPayload): Promise<Verification | null>;
  option(question: OptionQuestion): Promise<OptionAnswer>;
  /** Hands over the port that a market's frames come on (`strategy-market.ts`). */
  takeMarketPort(port: MessagePort): void;
  /** Told what each frame of the live market says of it as a whole. @returns ends it */
  onMarket(listener: (news: MarketHead | MarketRefusal) => void): () => void;
  /** Told when the worker has been started anew: it knows the last answer's market, and needs a port. @returns ends it */
  onRestart(listener: () => void): () => void;
  dispose(): void;
}

/** What is needed of a worker. */
export interface SpawnedCompute {
  readonly api: Comlink.Remote<ComputeApi>;
  /** Rejects when the worker cannot run. */
  readonly broken: Promise<never>;
  terminate(): void;
}

/** A worker that breaks is started again after a moment, and given up when it breaks each time. */
const RESTART_MS = 500;
const MOST_RESTARTS = 3;

function spawnCompute(): SpawnedCompute {
  const worker = new Worker(computeUrl, { type: "module", name: "strikewise-compute" });
  const broken = new Promise<never>((_, reject) => {
    worker.onerror = () => reject(new Error("The compute worker's script did not load."));
  });
  const api = Comlink.wrap<ComputeApi>(worker);
  return {
    api,
    broken,
    terminate() {
      // Comlink keeps a worker for as long as its proxy is held, and the handler of its errors holds those who hold the proxy.
      worker.onerror = null;
      api[Comlink.releaseProxy]();
      worker.terminate();
    },
  };
}

interface Waiting<Q, A> {
  readonly question: Q;
  readonly resolve: (answer: A | null) => void;
  readonly reject: (error: unknown) => void;
}

/** One question is answered while the newest of the others waits; those it overtook are answered null. */
function latestOf<Q, A>(answer: (question: Q) => Promise<A>) {
  let isBusy = false;
  let waiting: Waiting<Q, A> | null = null;

  async function run(job: Waiting<Q, A>): Promise<void> {
    isBusy = true;
    try {
      job.resolve(await answer(job.question));
    } catch (error) {
      job.reject(error);
    }
    isBusy = false;
    const next = waiting;
    waiting = null;
    if (next !== null) void run(next);
  }

  return {
    ask: (question: Q): Promise<A | null> =>
      new Promise((resolve, reject) => {
        const job = { question, resolve, reject };
        if (!isBusy) return void run(job);
        waiting?.resolve(null);
        waiting = job;
      }),
    end(): void {
      waiting?.resolve(null);
      waiting = null;
    },
  };
}

function listenersOf<T extends unknown[]>() {
  const all = new Set<(...news: T) => void>();
  return {
    add(listener: (...news: T) => void): () => void {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell(...news: T): void {
      for (const listener of [...all]) listener(...news);
    },
  };
}

export function createComputeClient(spawn: () => SpawnedCompute = spawnCompute): ComputeClient {
  const heads = listenersOf<[MarketHead | MarketRefusal]>();
  const restarts = listenersOf<[]>();
  let lastMarket: BuilderMarketBody | null = null;
  let headPort: MessagePort | null = null;
  let isWatched = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let thread = spawn();
  let untilBroken = answersUntil(thread.broken);
  watchHealth(thread);

  function watchHealth(own: SpawnedCompute): void {
    own.broken.catch(() => {
      if (own !== thread || ++failures > MOST_RESTARTS) return;
      timer = setTimeout(restart, RESTART_MS * failures);
    });
  }

  function restart(): void {
    thread.terminate();
    thread = spawn();
    untilBroken = answersUntil(thread.broken);
    watchHealth(thread);
    if (lastMarket !== null) told(thread.api.setMarket(lastMarket));
    if (isWatched) watchHeads();
    restarts.tell();
  }

  // Comlink's mapped type splits a union of outcomes; what travels is the same.
  const answered = <T>(call: Promise<unknown>): Promise<T> => untilBroken(call) as Promise<T>;
  const told = (call: Promise<unknown>): void => void answered(call).catch(() => {});

  function watchHeads(): void {
    isWatched = true;
    headPort?.close();
    const { port1, port2 } = new MessageChannel();
    headPort = port1;
    port1.onmessage = (event: MessageEvent<MarketHead | MarketRefusal>) => heads.tell(event.data);
    told(thread.api.watchMarket(Comlink.transfer(port2, [port2])));
  }

  const summaries = latestOf(async (request: BuilderRequest) => {
    const outcome = await answered<ComputeOutcome>(thread.api.builder(request));
    failures = 0;
    return outcome;
  });
  const adjustments = latestOf((question: AdjustQuestion) =>
    answered<AdjustOutcome>(thread.api.adjust(question)),
  );

  return {
    kernel: () => answered(thread.api.kernel()),
    setMarket(market) {
      lastMarket = market;
      told(thread.api.setMarket(market));
    },
    builder: summaries.ask,
    adjust: adjustments.ask,
    look: (request, wants) => answered(thread.api.look(request, wants)),
    verify: (request, payload) => answered(thread.api.verify(request, payload)),
    option: (question) => answered<OptionAnswer>(thread.api.option(question)),
    takeMarketPort: (port) => told(thread.api.takeMarketPort(Comlink.transfer(port, [port]))),
    onMarket(listener) {
      const end = heads.add(listener);
      if (!isWatched) watchHeads();
      return end;
    },
    onRestart: restarts.add,
    dispose() {
      clearTimeout(timer);
      summaries.end();
      adjustments.end();
      headPort?.close();
      thread.terminate();
    },
  };
}
