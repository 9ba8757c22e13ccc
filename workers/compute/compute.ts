/** The browser's answers to builder requests: the server's code over the live market, or the one that a server's answer brought. */

import { builderAnswer } from "#analysis/builder-answer.ts";
import { type BuilderMarket, builderMarketOf } from "#analysis/builder-market.ts";
import { namedContracts } from "#analysis/leg-contracts.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import { createWasmStrategyKernel } from "#wasm/load-strategy-kernel.ts";
import { STREAM_WINDOW, type StreamMessage } from "../engine/streams/stream-spec.ts";
import type { AnsweredIn, ComputeApi, ComputeOutcome, Difference, MarketHead, MarketRefusal } from "./api.ts";
import { createLiveMarket, marketFor } from "./live-market.ts";
import { isStale, marketHead } from "./market-head.ts";

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
  const { referenceStrategyKernel: kernel } = await import("#domain/pricing/strategy-kernel-port.ts");
  return { name: "typescript", kernel };
}

interface Chosen {
  readonly market: BuilderMarket;
  readonly source: AnsweredIn["source"];
}

/** Market time by which an answer's market is ahead of one that goes on only if that does not go on after all. */
const OUTDATED_MS = 5_000;

const MISSING: Difference = { relative: Infinity, where: "the answer" };

function noMarket({ underlying_token: underlying }: BuilderRequest) {
  const message = "The browser has no market of this underlying yet.";
  return { ok: false, refusal: { code: "prices.failed", message, details: { underlying } } } as const;
}

/** A fault of our own: this question has no answer here, the next one may have. */
const FAULT = {
  ok: false,
  refusal: { code: "server.internal", message: "The browser could not compute this.", details: {} },
} as const;

/** What most strategies are never asked comes when it is. */
const looks = () => import("#analysis/strategy-looks.ts");
const calculator = () => import("#domain/pricing/calculator/option-calculator.ts");
/** The server's first answer comes after ours. */
const comparing = () => import("./difference.ts");

export function createCompute(edges: ComputeEdges): ComputeApi {
  const loading = loadKernel(edges);
  const live = createLiveMarket();
  /** Of the last answer. */
  let answered: BuilderMarket | null = null;
  let marketPort: MessagePort | null = null;
  let watcher: MessagePort | null = null;
  let told: MarketHead | MarketRefusal | null = null;
  let verified = 0;
  let held = 0;
  /** Logged last: a question that is put again with every frame is logged once. */
  let fault = "";

  function tell(news: MarketHead | MarketRefusal): void {
    told = news;
    watcher?.postMessage(news);
  }

  function take(message: StreamMessage<"strategy-market">): void {
    if ("refused" in message) return tell({ refused: message.refused });
    const view = live.take(message.data);
    if (view !== null) tell(marketHead(view));
  }

  /** The live market, unless it stands still and an answer has brought a later one: frames end with a hidden tab or a lost engine. */
  function choose(request: BuilderRequest): Chosen | null {
    const own = answered?.strategy.token === request.underlying_token ? answered : null;
    const view = live.newest;
    const market = view === null ? null : marketFor(view, request, own);
    const behind = own === null || market === null ? 0 : own.strategy.now - market.strategy.now;
    const isLate = view !== null && behind > (isStale(view) ? 0 : OUTDATED_MS);
    if (market !== null && !isLate) return { market, source: "live" };
    return own === null ? null : { market: own, source: "answer" };
  }

  async function answerTo(request: BuilderRequest): Promise<ComputeOutcome> {
    // Of the moment it was asked in: the next market may come while the kernel loads.
    const chosen = choose(request);
    if (chosen === null) return noMarket(request);
    const { kernel } = await loading;
    const { market, source } = chosen;
    const outcome = builderAnswer(request, market, kernel);
    if (!outcome.ok) return outcome;
    const { strategy, versions = [] } = market;
    return { ...outcome, market: { source, asOf: strategy.now, expiries: versions } };
  }

  /** Quotes of futures and shares have no place in a stream: at the same places of the chains they may be others. */
  function isOfOptions(request: BuilderRequest, market: BuilderMarket): boolean {
    const contracts = namedContracts(request, market);
    return contracts.every((each) => each !== undefined && each.type !== "FUT" && each.type !== "EQ");
  }

  return {
    kernel: async () => (await loading).name,
    setMarket(body) {
      answered = builderMarketOf(body);
    },
    async builder(request) {
      try {
        return await answerTo(request);
      } catch (error) {
        const told = String(error);
        if (told !== fault) edges.log(`An analysis failed: ${told}`);
        fault = told;
        return FAULT;
      }
    },
    async look(request, wants) {
      const chosen = choose(request);
      if (chosen === null) return noMarket(request);
      const [{ kernel }, { strategyLook }] = await Promise.all([loading, looks()]);
      return strategyLook(request, wants, chosen.market, kernel);
    },
    async adjust(question) {
      const view = live.newest;
      const own = answered?.strategy.token === question.request.underlying_token ? answered : null;
      const [{ kernel }, { adjustIn, NO_LIVE_MARKET }] = await Promise.all([
        loading,
        import("./adjusting.ts"),
      ]);
      return view === null ? NO_LIVE_MARKET : adjustIn(view, question, own, kernel);
    },
    takeMarketPort(port) {
      marketPort?.close();
      marketPort = port;
      port.onmessage = (event: MessageEvent<StreamMessage<"strategy-market">>) => {
        // A frame that cannot be read does not end the stream: the next one may be whole.
        try {
          take(event.data);
        } finally {
          port.postMessage(1);
        }
      };
      port.postMessage(STREAM_WINDOW);
    },
    watchMarket(port) {
      watcher?.close();
      watcher = port;
      if (told !== null) port.postMessage(told);
    },
    async option(inputs) {
      const { calculateOption } = await calculator();
      return calculateOption(inputs);
    },
    async verify(request, payload) {
      if (payload.market === undefined) return null;
      const [{ kernel }, { difference }] = await Promise.all([loading, comparing()]);
      const compare = (market: BuilderMarket): Difference => {
        const outcome = builderAnswer(request, market, kernel);
        return outcome.ok ? difference(payload, outcome.payload) : MISSING;
      };
      const own = builderMarketOf(payload.market);
      const view = live.heldAt(payload.market_versions);
      const market = view === null ? null : marketFor(view, request, own);
      verified++;
      if (view !== null) held++;
      const isComparable = market !== null && isOfOptions(request, market);
      return {
        own: compare(own),
        live: isComparable ? compare(market) : null,
        wasHeld: view !== null,
        verified,
        held,
      };
    },
  };
}
