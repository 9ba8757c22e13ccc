import type { BarTableView, DecodeResult, Decoder } from "#wasm/decoder.ts";
import type { Outcome, Refusal } from "../api.ts";
import type { Metacache } from "../chains/kept-metacache.ts";
import type { LivePrices } from "../chains/live-prices.ts";
import type { PolledPrices } from "../chains/polled-prices.ts";
import type { RelayLink } from "../connection/relay-link.ts";
import {
  DEPTH_QUOTES,
  type Interest,
  type SharedStream,
  STREAM_QUOTES,
} from "../connection/wanted-streams.ts";
import type { EngineEdges } from "../edges.ts";
import { createLatePart } from "../late-part.ts";
import { refuse } from "../refuse.ts";
import { ENGINE_PARTS } from "./engine-parts.ts";
import { createLivePriceTable } from "./live-price-table.ts";
import type { PacketChain } from "./packet-chains.ts";
import { createPolledQuotes } from "./polled-quotes.ts";
import { DEPTH_SHAPE } from "./quote-shapes.ts";
import { createQuoteRows, createQuoteTable } from "./quote-table.ts";
import { barKey, createRunningBars } from "./running-bars.ts";
import { createScreenerTable } from "./screener-table.ts";
import { createStatsTable } from "./stats-table.ts";
import type { StrategyMarkets } from "./strategy-markets.ts";
import type { Deliveries, Source } from "./stream-deliveries.ts";
import { faultOf } from "./stream-faults.ts";
import type { StreamKind, StreamSpec, StreamSpecOf } from "./stream-spec.ts";
import type { TokenSpec, TokenTable } from "./token-table.ts";

/**
 * What streams of tabs tell beside chains: quotes, books, running bars, stats of underlyings, the screener and live prices. Each is
 * subscribed while a tab that holds it is on screen, and kept while any tab holds it: who comes back finds the old figures, stale.
 */
export interface TabStreams {
  /** Where a stream of this specification gets its messages from, or why there can be none. */
  sourceOf(spec: StreamSpec): Outcome<Source> | Promise<Outcome<Source>>;
  takeQuotes(result: DecodeResult): void;
  takeChain(result: DecodeResult): void;
  takeBars(table: BarTableView, epoch: number): void;
  takeStats(message: Uint8Array): void;
  takeScreener(message: Uint8Array, epoch: number): void;
  /** Live prices of an underlying; null when the newest are those that were told before. */
  takePrices(underlying: number, prices: PolledPrices | null): void;
  pricesFailed(underlying: number): void;
  /** The relay refuses a subscription. */
  refused(stream: SharedStream, refusal: Refusal): void;
  /** Chains that are kept besides those in view. */
  packetChains(): Iterable<PacketChain>;
  chainRefused(chain: PacketChain, refusal: Refusal): void;
  /** The instruments are others, or could not be had. */
  listed(): void;
  /** The connection is gone: what is known is stale until it is said again. */
  lost(): void;
}

interface TabStreamEdges extends Pick<EngineEdges, "clock" | "fetch" | "origin" | "log"> {
  readonly decoder: Decoder;
  readonly deliveries: Deliveries;
  readonly link: RelayLink;
  readonly livePrices: LivePrices;
  readonly metacache: Metacache;
  /** There is a live connection to a relay whose feed is not silent. */
  isFresh(): boolean;
  /** The market may not be given to us. */
  isRefused(): boolean;
}

/** Kinds that have a source of their own. */
type OwnKind = "health" | "strategy-market";

const tokensOf = (specs: readonly TokenSpec[]): Set<number> => new Set(specs.flatMap(({ tokens }) => tokens));

/** The source of a table of instruments. @param rows what of the table a stream is of */
function sourceOfTable<S extends StreamSpec>(
  { clock, isFresh }: TabStreamEdges,
  table: TokenTable<unknown>,
  interest: (spec: S) => Interest,
  rows: (spec: S) => TokenSpec,
): Source<S> {
  return {
    interests: (spec) => [interest(spec)],
    settle: (held, watched) => table.keep(tokensOf(held.map(rows)), tokensOf(watched.map(rows))),
    news: (spec) => table.news(rows(spec), isFresh, clock.monotonic()),
    isAwaited: (spec) => isFresh() && !table.isComplete(rows(spec), clock.monotonic()),
    snapshot: (spec) => table.read(rows(spec), isFresh, clock.monotonic()),
  };
}

/** Most tables are of instruments. */
const itself = (spec: TokenSpec): TokenSpec => spec;

export function createTabStreams(edges: TabStreamEdges): TabStreams {
  const { clock, deliveries, isFresh, livePrices } = edges;
  const quotes = createQuoteTable(edges.decoder);
  const books = createQuoteRows(edges.decoder, DEPTH_SHAPE);
  const bars = createRunningBars();
  const stats = createStatsTable();
  const screener = createScreenerTable();
  const prices = createLivePriceTable();
  // Of pages that analyse strategies alone.
  const markets = createLatePart<StrategyMarkets>(async () => {
    const { createStrategyMarkets } = await import("./strategy-markets.ts");
    const own = { quotes: createQuoteTable(edges.decoder), parts: ENGINE_PARTS };
    return () => createStrategyMarkets({ ...edges, ...own });
  });

  const screenerSource: Source<StreamSpecOf<"screener">> = {
    interests: () => [{ kind: "screener" }],
    settle: (held, watched) => screener.keep(held.length > 0, watched.length > 0),
    news: () => screener.news(isFresh()),
    isAwaited: () => isFresh() && !screener.isCurrent,
    snapshot: () => screener.read(isFresh()),
  };
  const priceSource: Source<StreamSpecOf<"live-prices">> = {
    interests: () => [],
    settle(held, watched) {
      prices.keep(new Set(held.map(({ underlying }) => underlying)));
      livePrices.watch("streams", new Set(watched.map(({ underlying }) => underlying)));
    },
    news: ({ underlying }) => prices.news(underlying),
    isAwaited: () => false,
    snapshot: ({ underlying }) => prices.read(underlying),
  };
  const polledQuotes = createPolledQuotes({
    ...edges,
    onQuotes(newest) {
      quotes.poll(newest);
      books.poll(newest);
      deliveries.changed(quoteSource);
      deliveries.changed(depthSource);
    },
  });
  const polled = { quotes: new Set<number>(), depth: new Set<number>() };
  function poll(kind: keyof typeof polled, watched: Set<number>): void {
    polled[kind] = watched;
    polledQuotes.watch(new Set([...polled.quotes, ...polled.depth]));
  }
  const ofQuotes = sourceOfTable<StreamSpecOf<"quotes">>(
    edges,
    quotes,
    ({ mode, tokens }) => ({ kind: "quotes", group: STREAM_QUOTES, mode, tokens }),
    itself,
  );
  const quoteSource: Source<StreamSpecOf<"quotes">> = {
    ...ofQuotes,
    settle(held, watched) {
      ofQuotes.settle(held, watched);
      poll("quotes", tokensOf(watched));
    },
  };
  const bookOf = ({ token }: StreamSpecOf<"depth">): TokenSpec => ({ tokens: [token] });
  const ofBooks = sourceOfTable<StreamSpecOf<"depth">>(
    edges,
    books,
    (spec) => ({ kind: "quotes", group: DEPTH_QUOTES, mode: "full", ...bookOf(spec) }),
    bookOf,
  );
  const depthSource: Source<StreamSpecOf<"depth">> = {
    ...ofBooks,
    settle(held, watched) {
      ofBooks.settle(held, watched);
      poll("depth", tokensOf(watched.map(bookOf)));
    },
    snapshot: (spec) => books.read(bookOf(spec), isFresh, clock.monotonic())[0],
  };
  const sources = {
    quotes: quoteSource,
    depth: depthSource,
    bars: sourceOfTable<StreamSpecOf<"bars">>(
      edges,
      bars,
      ({ kind, tokens, seconds = 60 }) => ({ kind, tokens, seconds }),
      ({ tokens, seconds = 60 }) => ({ tokens: tokens.map((token) => barKey(token, seconds)) }),
    ),
    stats: sourceOfTable<StreamSpecOf<"stats">>(
      edges,
      stats,
      ({ kind, tokens }) => ({ kind, tokens }),
      itself,
    ),
    screener: screenerSource,
    "live-prices": priceSource,
  } satisfies Readonly<Record<Exclude<StreamKind, OwnKind>, Source>>;

  return {
    sourceOf(spec) {
      if (spec.kind === "strategy-market") return markets.load().then((part) => part.sourceOf(spec));
      const fault = faultOf(spec);
      if (fault !== null) return refuse("request.invalid", `The stream cannot be opened: ${fault}`);
      if (spec.kind === "health") return refuse("request.invalid", "Health is told by the engine itself");
      const isFull =
        spec.kind === "quotes"
          ? !quotes.hasRoom(spec.tokens)
          : spec.kind === "depth" && !books.hasRoom(bookOf(spec).tokens);
      if (isFull) {
        return refuse("engine.capacity", "There are quotes of too many instruments already; close some tabs");
      }
      return { ok: true, value: sources[spec.kind] };
    },
    takeQuotes(result) {
      if (quotes.take(result)) deliveries.changed(sources.quotes);
      if (books.take(result)) deliveries.changed(sources.depth);
      markets.current?.takeQuotes(result);
    },
    takeChain: (result) => markets.current?.takeChain(result),
    takeBars(table, epoch) {
      bars.take(table, epoch, clock.monotonic());
      deliveries.changed(sources.bars);
    },
    takeStats(message) {
      stats.take(message);
      deliveries.changed(sources.stats);
    },
    takeScreener(message, epoch) {
      screener.take(message, epoch);
      deliveries.changed(screenerSource);
    },
    takePrices(underlying, newest) {
      if (newest === null) prices.same(underlying);
      else prices.take(underlying, newest);
      deliveries.changed(priceSource);
    },
    pricesFailed(underlying) {
      prices.failed(underlying);
      if (prices.news(underlying) !== null) return deliveries.changed(priceSource);
      const message = "Live prices could not be fetched; they are asked for again every 30 s";
      deliveries.refused(
        priceSource,
        { code: "prices.failed", message },
        (spec) => spec.kind === "live-prices" && spec.underlying === underlying,
      );
    },
    refused(stream, refusal) {
      if (stream !== "events") deliveries.refused(sources[stream], refusal);
    },
    packetChains: () => markets.current?.chains() ?? [],
    chainRefused: (chain, refusal) => markets.current?.refused(chain, refusal),
    listed: () => markets.current?.listed(),
    lost() {
      markets.current?.lost();
      quotes.lost();
      books.lost();
      bars.lost();
      stats.lost();
      screener.lost();
      deliveries.changed();
    },
  };
}
