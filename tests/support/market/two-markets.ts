import type { BuilderMarket } from "#analysis/builder-market.ts";
import { createMarketStates } from "#domain/chain/market-states.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { chainView, decodeQuotePacket } from "#protocol/wire/codec.ts";
import { decodeQuotes } from "#protocol/wire/quote-packets.ts";
import { readChain } from "#server/market/compute/snapshot/read-chains.ts";
import type { MarketSnapshot } from "#server/market/compute/snapshot/snapshots.ts";
import { snapshotMarket } from "#server/market/compute/snapshot/strategy-market.ts";
import { createChainBook } from "#server/market/feed/chains/chain-book.ts";
import { encodeMetacache } from "#server/market/feed/encode-metacache.ts";
import { createInterest } from "#server/market/feed/interest.ts";
import { createPublisher } from "#server/market/feed/quote-publisher.ts";
import { createInstrumentDirectory } from "#server/market/instruments/directory.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import type { StrategyMarketNews } from "#workers/engine/api.ts";
import { createEngineWorld, jsonResponse } from "../engine/engine-world.ts";
import { openStream } from "../engine/stream-port.ts";
import { ist, simulatedMarket } from "./simulated-market.ts";

const METACACHE = "/v1/compute/cache/instrument_metacache/1";
const MINUTE_MS = 60_000;

/** One simulated moment of an underlying, told in packets to a server and to a browser's engine. */
export interface TwoMarkets {
  readonly token: number;
  readonly symbol: string;
  /** Of its options, near to far. */
  readonly expiries: readonly IsoDate[];
  /** All contracts of the named expiries and all futures, and the share. */
  readonly contracts: readonly string[];
  /** As the compute role has it: of these expiries, or all of them. */
  server(expiries?: readonly IsoDate[]): BuilderMarket;
  /** What a compute worker is told of these expiries. */
  browser(expiries: readonly IsoDate[]): Promise<StrategyMarketNews>;
}

/** @param at such as 2026-08-19T11:00; the nearest expiry's packet is a minute younger than the others */
export function twoMarkets(symbol: string, at: string): TwoMarkets {
  const market = simulatedMarket({ startAt: ist(at), universe: [symbol] });
  const { underlying } = market.underlying(symbol);
  const { token } = underlying;
  const bus = createLocalBus();
  const book = createChainBook({
    table: market.table(),
    source: market.source,
    kernel: referenceKernel,
    states: createMarketStates(true),
    interest: createInterest(),
    bus,
    epoch: 5,
    cpuNow: () => 0,
  });
  const solve = (now: number): Uint8Array[] => {
    book.solveAll(now, now);
    return book.snapshots(token, now, now) ?? [];
  };
  const older = solve(ist(at)).map((packet) => packet.slice());
  market.advance(ist(at) + MINUTE_MS);
  const newer = solve(ist(at) + MINUTE_MS);
  const packets = older.map((packet, i) => (i === 0 ? newer[0]! : packet));

  const body = encodeMetacache(market.source.universe(), market.source, ist(at));
  const directory = createInstrumentDirectory(body);
  const u = directory.underlyer(token);
  const futures = directory.futures(u);
  const own = createInstrumentDirectory(directory.subset(new Set([u])));
  const linear = [...futures.map((each) => each.instrument_token), token];
  const rows = linear.map((each) =>
    market.source.universe().instruments.findIndex((instrument) => instrument.token === each),
  );
  const quotes = createPublisher(bus, market.table(), 5).snapshot(
    rows.filter((row) => row >= 0),
    ist(at),
  );

  const snapshot: MarketSnapshot = {
    listed: { underlying, directory: own, linear },
    chains: packets.map(readChain),
    quotes: new Map(
      quotesOf(quotes).flatMap((packet) => {
        const quote = decodeQuotePacket(packet);
        return quote === null ? [] : [[quote.instrumentToken, quote] as const];
      }),
    ),
    ivRank: null,
    settlements: new Map(),
    version: "",
  };

  return {
    token,
    symbol,
    expiries: own.expiries(0),
    contracts: [...own.options(0), ...futures, own.spot(0)].map((each) => each.tradingsymbol),
    server: (expiries) =>
      snapshotMarket(snapshot, {
        marketTime: Number.NaN,
        keepsSessions: true,
        ...(expiries === undefined ? {} : { expiries: new Set(expiries) }),
      }),
    async browser(expiries) {
      const world = createEngineWorld();
      world.routes.set(METACACHE, () => jsonResponse(body));
      const tab = await world.tab();
      world.relay.socket.open();
      const { port } = await openStream(world, tab.id, {
        kind: "strategy-market",
        underlying: token,
        expiries,
        maxRate: 10,
      });
      await world.clock.run(50);
      for (const packet of packets) {
        const view = chainView(packet);
        if (!("error" in view)) world.relay.socket.say(packet);
      }
      world.relay.socket.say(quotes);
      await world.clock.run(1_500);
      const told = port.messages.flatMap((message) => ("data" in message ? [message.data] : []));
      return { terms: told[0]!.terms, frame: told.at(-1)!.frame };
    },
  };
}

function quotesOf(message: Uint8Array): readonly Uint8Array[] {
  const decoded = decodeQuotes(message);
  if ("error" in decoded) throw new Error("no quotes");
  return decoded.packets;
}
