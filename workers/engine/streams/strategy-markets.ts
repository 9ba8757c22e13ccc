import { roundToTick } from "#domain/units/tick.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { type LinearQuote, writeStrategyMarket } from "#protocol/frames/strategy-market.ts";
import { quoteTick } from "#protocol/wire/quote-tick.ts";
import type { DecodeResult, Decoder } from "#wasm/decoder.ts";
import type { Outcome, Refusal } from "../api.ts";
import type { Metacache } from "../chains/kept-metacache.ts";
import type { RelayLink } from "../connection/relay-link.ts";
import type { Interest } from "../connection/wanted-streams.ts";
import type { Clock } from "../edges.ts";
import { refuse } from "../refuse.ts";
import type { EngineParts } from "./engine-parts.ts";
import { createPacketChains, type PacketChain, type PacketId } from "./packet-chains.ts";
import type { QuoteTable } from "./quote-table.ts";
import { marketFault } from "./strategy-faults.ts";
import { createStrategyListing } from "./strategy-listing.ts";
import type { Deliveries, Source } from "./stream-deliveries.ts";
import type { StrategyMarketNews } from "./stream-snapshots.ts";
import type { StreamSpecOf } from "./stream-spec.ts";

type Spec = StreamSpecOf<"strategy-market">;

/**
 * Markets of an underlying and some expiries, for compute workers: packets as they came, and the quotes of what has no chain (its
 * futures, and the share itself). The relay is asked for these expiries and no others, and for no quote of an option: packets carry
 * those, and only packets have a place in a stream that a server's answer can be compared at (decision 0031).
 */
export interface StrategyMarkets {
  /** Where a market of this specification gets its messages from, or why there can be none. */
  sourceOf(spec: Spec): Promise<Outcome<Source>>;
  takeChain(result: DecodeResult): void;
  takeQuotes(result: DecodeResult): void;
  chains(): Iterable<PacketChain>;
  /** The relay refuses the chain's stream. */
  refused(chain: PacketChain, refusal: Refusal): void;
  /** The instruments are others. */
  listed(): void;
  lost(): void;
}

interface StrategyMarketEdges {
  readonly clock: Clock;
  readonly decoder: Decoder;
  readonly parts: EngineParts;
  /** Its own. */
  readonly quotes: QuoteTable;
  readonly deliveries: Deliveries;
  readonly link: RelayLink;
  readonly metacache: Pick<Metacache, "current" | "ready">;
}

/** Packets of one feed turn are several messages: wait for all of them. */
const GATHER_MS = 2;
/** Quotes alone are told so often; with packets they are told anyway. */
const QUOTES_EVERY_MS = 1_000;

/** From the worst: a market is what its worst expiry is. */
const WORST_FIRST: readonly FeedState[] = [
  "refused",
  "failed",
  "offline",
  "loading",
  "stale",
  "empty",
  "closed",
  "delayed",
  "live",
];

const worstOf = (states: readonly FeedState[]): FeedState =>
  WORST_FIRST.find((state) => states.includes(state)) ?? "loading";

const idsOf = ({ underlying, expiries }: Spec): PacketId[] =>
  [...expiries].sort().map((expiry) => ({ underlying, expiry }));

export function createStrategyMarkets(edges: StrategyMarketEdges): StrategyMarkets {
  const { clock, deliveries, link, metacache, parts, quotes } = edges;
  const { connection, subscriptions } = link;
  const instruments = () => metacache.current?.body ?? null;
  const isFresh = (): boolean => connection.state === "live";
  const listing = createStrategyListing(instruments);
  let listedLast = instruments();
  /** Counts turns of quotes, and when the next may be. */
  let quotesTold = 0;
  let quotesDue = 0;
  let isQuoteWaiting = false;
  let frames = 0;
  let isGathering = false;

  const chains = createPacketChains({
    clock,
    decoder: edges.decoder,
    parts,
    facts: link.facts,
    resend: ({ underlying, expiry }) => subscriptions.resend(parts.chainId(underlying, expiry)),
  });

  function linearQuotes(underlying: number): LinearQuote[] {
    const spec = { tokens: listing.linear(underlying) };
    return quotes.read(spec, isFresh, clock.monotonic()).map((quote) => {
      // As a server reads the same packet, to the bit.
      const price = (rupees: number): number => roundToTick(rupees, quoteTick(quote.token));
      return {
        token: quote.token,
        lastPrice: price(quote.lastPrice),
        previousClose: price(quote.previousClose),
        bid: price(quote.bid),
        ask: price(quote.ask),
        volume: quote.volume,
        oi: quote.oi,
        lastTradeTime: quote.lastTradeTime,
      };
    });
  }

  const known = (spec: Spec): PacketChain[] => idsOf(spec).flatMap((id) => chains.get(id) ?? []);

  function frameOf(spec: Spec): ArrayBuffer {
    const written = known(spec).map(chains.written, chains);
    let newest: PacketChain | null = null;
    for (const chain of known(spec)) {
      if (chain.root !== null && chain.root.marketTime >= (newest?.root?.marketTime ?? 0)) newest = chain;
    }
    return writeStrategyMarket(
      {
        frame: ++frames,
        state: worstOf(written.map(({ state }) => state)),
        receivedAt: newest?.receivedAt ?? Number.NaN,
      },
      written,
      linearQuotes(spec.underlying),
    );
  }

  const source: Source<Spec> = {
    interests(spec) {
      const asked: Interest[] = idsOf(spec).map((id) => ({ kind: "chain", ...id }));
      const tokens = listing.linear(spec.underlying);
      if (tokens.length > 0) asked.push({ kind: "quotes", group: parts.quoteGroup, mode: "full", tokens });
      return asked;
    },
    settle(held, watched) {
      chains.keep(held.flatMap(idsOf), watched.flatMap(idsOf));
      const tokens = (specs: readonly Spec[]) =>
        new Set(specs.flatMap(({ underlying }) => listing.linear(underlying)));
      quotes.keep(tokens(held), tokens(watched));
    },
    news(spec) {
      const body = instruments();
      if (body === null) return null;
      const parts = known(spec).map((chain) => `${chain.version} ${chains.stateOf(chain)}`);
      return `${body.etag}|${quotesTold} ${parts.join()}`;
    },
    isAwaited: (spec) => known(spec).some(({ stream }) => stream.status === "waiting"),
    snapshot(spec, told): StrategyMarketNews {
      const etag = instruments()?.etag;
      return { terms: told?.startsWith(`${etag}|`) ? null : listing.terms(spec), frame: frameOf(spec) };
    },
    transfers: (news) => [(news as StrategyMarketNews).frame],
  };

  function changed(): void {
    if (isGathering) return;
    isGathering = true;
    clock.setTimeout(() => {
      isGathering = false;
      deliveries.changed(source);
    }, GATHER_MS);
  }

  function tellQuotes(): void {
    isQuoteWaiting = false;
    quotesTold++;
    quotesDue = clock.monotonic() + QUOTES_EVERY_MS;
    changed();
  }

  return {
    async sourceOf(spec) {
      const fault = marketFault(spec);
      if (fault !== null) return refuse("request.invalid", `The market cannot be opened: ${fault}`);
      if ((await metacache.ready()) === null)
        return refuse("metacache.failed", "Instrument metacache failed");
      if (listing.has(spec.underlying)) return { ok: true, value: source };
      return refuse("underlying.not_found", `Could not find underlying with symbol ${spec.underlying}`);
    },
    takeChain(result) {
      if (chains.take(result)) changed();
    },
    takeQuotes(result) {
      if (!quotes.take(result) || isQuoteWaiting) return;
      isQuoteWaiting = true;
      // The last one of a second is told too: another may not come for long.
      clock.setTimeout(tellQuotes, Math.max(0, quotesDue - clock.monotonic()));
    },
    chains: chains.all,
    refused(chain, { code, message }) {
      chains.refuse(chain);
      deliveries.refused(
        source,
        { code, message },
        (spec) =>
          spec.kind === "strategy-market" &&
          spec.underlying === chain.underlying &&
          spec.expiries.includes(chain.expiry),
      );
      changed();
    },
    listed() {
      const body = instruments();
      if (body === listedLast) return;
      listedLast = body;
      // What they ask of the relay is another, and what was told of contracts.
      for (const stream of deliveries.all.values()) {
        if (stream.source === source) deliveries.configure(stream, stream.spec);
      }
    },
    lost() {
      chains.lost();
      quotes.lost();
      deliveries.changed(source);
    },
  };
}
