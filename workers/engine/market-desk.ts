import type { Decoder } from "#wasm/decoder.ts";
import type { EngineHealth, Refusal } from "./api.ts";
import type { EngineStore } from "./chains/engine-store.ts";
import { createMetacache, type Metacache } from "./chains/kept-metacache.ts";
import { createLateRefusals } from "./chains/late-refusals.ts";
import { createMarket, type Market } from "./chains/live-market.ts";
import { createLivePrices, type LivePrices } from "./chains/live-prices.ts";
import type { PolledPrices } from "./chains/polled-prices.ts";
import type { Refusals } from "./chains/stream-refusals.ts";
import { isRefused, type RelayLink } from "./connection/relay-link.ts";
import type { ServerUrls } from "./connection/server-urls.ts";
import { startDecoder } from "./connection/start-decoder.ts";
import type { SharedStream } from "./connection/wanted-streams.ts";
import type { EngineEdges } from "./edges.ts";
import type { LateCalls } from "./late-calls.ts";
import type { TabStreams } from "./streams/tab-streams.ts";
import { type ChainViewEdges, type ChainViews, createChainViews } from "./tabs/chain-views.ts";

/** The market with the decoder that its rows live in, and the views of tabs onto it. */
export interface DecodedMarket {
  readonly decoder: Decoder;
  readonly kind: EngineHealth["decoder"];
  readonly market: Market;
  readonly views: ChainViews;
}

/** Chains and instruments with all that keeps them: relay, HTTP and storage. */
export interface MarketDesk {
  /** Settles when the decoder is there: it needs WebAssembly, which takes a moment and is loaded at once. */
  readonly ready: Promise<DecodedMarket>;
  /** null until then, as are market and views. */
  readonly decoded: DecodedMarket | null;
  readonly market: Market | null;
  readonly views: ChainViews | null;
  /** Memory of the decoder; null when TypeScript decodes. */
  readonly wasmBytes: number | null;
  readonly metacache: Metacache;
  readonly refusals: Refusals;
  readonly livePrices: LivePrices;
  /** Nobody looks: nothing is asked for any more. */
  rest(): void;
}

interface MarketDeskEdges
  extends Pick<EngineEdges, "clock" | "fetch" | "loadWasm" | "log">,
    Pick<ChainViewEdges, "isFocused" | "measures"> {
  readonly link: RelayLink;
  readonly http: LateCalls;
  readonly store: EngineStore;
  readonly urls: ServerUrls;
  /** The decoder is there: messages can be read. */
  onDecoded(made: DecodedMarket): void;
  /** The feed started anew: instruments may have changed. */
  onEpoch(): void;
  /** The instruments are others, or could not be had. */
  onInstruments(): void;
  /** Which keep chains besides those in view, whose streams may be refused too; null while there are none. */
  streams(): TabStreams | null;
  /** The relay refuses what is one stream for all tabs. */
  onSharedRefused(stream: SharedStream, refusal: Refusal): void;
  /** Live prices of an underlying came by HTTP; null when the newest are those that came before. */
  onPrices(underlying: number, prices: PolledPrices | null): void;
  onPricesFailed(underlying: number): void;
}

export function createMarketDesk(edges: MarketDeskEdges): MarketDesk {
  const { clock, fetch, link, log, store, urls } = edges;
  let decoded: DecodedMarket | null = null;
  const marketOf = (): Market | null => decoded?.market ?? null;

  const metacache = createMetacache({
    clock,
    fetch,
    store,
    url: urls.metacache,
    log,
    onChange: edges.onInstruments,
  });
  const refusals = createLateRefusals({
    clock,
    subscriptions: link.subscriptions,
    streams: edges.streams,
    chains: () => marketOf()?.derivatives.chains() ?? [],
    onRefused(chain) {
      marketOf()?.derivatives.refuse(chain);
      decoded?.views.changed();
    },
    onShared: edges.onSharedRefused,
    log,
  });
  const livePrices = createLivePrices({
    clock,
    calls: edges.http,
    isRefused: () => isRefused(link.connection),
    isNeeded: (underlying) => marketOf()?.isAwaited(underlying) ?? false,
    onPrices(underlying, fresh) {
      if (fresh !== null && marketOf()?.applyPolled(underlying, fresh.overlay)) decoded?.views.changed();
      edges.onPrices(underlying, fresh?.prices ?? null);
    },
    onFailed: edges.onPricesFailed,
    log,
  });
  const ready = start();

  async function start(): Promise<DecodedMarket> {
    const { decoder, kernel, kind } = await startDecoder(edges);
    const market = createMarket({
      clock,
      decoder,
      link,
      store,
      onChange: () => views.changed(),
      onEpoch: edges.onEpoch,
    });
    const views = createChainViews({
      clock,
      kernel,
      market,
      serverClock: link.serverClock,
      isFocused: edges.isFocused,
      measures: edges.measures,
      multiplierOf: (underlying) => metacache.current?.multiplierOf(underlying) ?? Number.NaN,
      onUnderlyings: (underlyings) => livePrices.watch("views", underlyings),
    });
    decoded = { decoder, kind, market, views };
    edges.onDecoded(decoded);
    return decoded;
  }

  return {
    ready,
    get decoded() {
      return decoded;
    },
    get market() {
      return marketOf();
    },
    get views() {
      return decoded?.views ?? null;
    },
    get wasmBytes() {
      return decoded?.kind === "wasm" ? decoded.decoder.words.buffer.byteLength : null;
    },
    metacache,
    refusals,
    livePrices,
    rest() {
      refusals.forget();
      livePrices.watch("views", new Set());
      metacache.stop();
    },
  };
}
