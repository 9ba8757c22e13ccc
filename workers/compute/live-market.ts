import type { BuilderContract, BuilderMarket } from "#analysis/builder-market.ts";
import { namedContracts, namedExpiries } from "#analysis/leg-contracts.ts";
import { type ContractTerms, expiryOf, type MarketTerms, namedPackets } from "#analysis/market-packets.ts";
import { type ContractLookup, packetMarket } from "#analysis/strategy-market.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { readStrategyMarket } from "#protocol/frames/read-strategy-market.ts";
import type { ChainPacket, StrategyMarketFrame } from "#protocol/frames/strategy-market.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import type { MarketVersion } from "#protocol/http/builder-market-body.ts";
import type { StrategyMarketNews } from "../engine/streams/stream-snapshots.ts";

/** The market of one frame. Markets of parts of it are made when they are asked for. */
export interface LiveView {
  readonly frame: StrategyMarketFrame;
  readonly terms: MarketTerms;
  /** Expiries that are there, near to far. */
  readonly packets: readonly ChainPacket[];
  /** Of all its expiries, or of these alone. */
  market(expiries?: ReadonlySet<IsoDate>): BuilderMarket;
}

/** The live market of a tab, and its last moments. */
export interface LiveMarket {
  /** @returns the newest; null for a frame of instruments that were not told */
  take(news: StrategyMarketNews): LiveView | null;
  readonly newest: LiveView | null;
  /** The market of packets at these places of their streams, whichever of its last frames each came with; null where one is not held. */
  heldAt(versions: readonly MarketVersion[]): LiveView | null;
}

/**
 * A server's answer is as old as its way here, the snapshot it was computed in (up to two seconds) and the time until it is computed
 * again. Frames of so long are kept: five where one comes a second, as many as 40 while the server is asked again and again; 10 to
 * 25 kB an expiry each.
 */
const KEPT_MS = 5_000;
const MOST_FRAMES = 40;

/** As the server's directory finds them: without regard to case, with or without the exchange before a symbol. */
function lookupOf(contracts: readonly ContractTerms[]): ContractLookup {
  const byToken = new Map(contracts.map((each) => [each.instrument_token, each]));
  const bySymbol = new Map<string, ContractTerms>();
  for (const each of contracts) {
    const symbol = each.tradingsymbol.toUpperCase();
    bySymbol.set(symbol, each);
    bySymbol.set(`${each.exchange}:${symbol}`, each);
  }
  return {
    byToken: (token) => byToken.get(token) ?? null,
    bySymbol: (symbol) => bySymbol.get(symbol.trim().toUpperCase()) ?? null,
  };
}

const isAt = (packet: ChainPacket, { expiry, epoch, sequence }: MarketVersion): boolean =>
  packet.sequence === sequence && packet.epoch === epoch && expiryOf(packet) === expiry;

/** A packet that has been there before stays the one it was, with all that was read and fitted of it. */
function packetsOf({ expiries }: StrategyMarketFrame, before: readonly ChainPacket[]): ChainPacket[] {
  const isSame = (a: ChainPacket, b: ChainPacket): boolean =>
    a.root.expiry === b.root.expiry && a.epoch === b.epoch && a.sequence === b.sequence;
  return expiries.flatMap(({ packet }) =>
    packet === null ? [] : (before.find((each) => isSame(each, packet)) ?? packet),
  );
}

function viewOf(
  frame: StrategyMarketFrame,
  packets: readonly ChainPacket[],
  terms: MarketTerms,
  lookup: ContractLookup,
): LiveView {
  const quotes = new Map(frame.quotes.map((quote) => [quote.token, quote]));
  const made = new Map<string, BuilderMarket>();
  return {
    frame,
    terms,
    packets,
    market(expiries) {
      const own = expiries === undefined ? packets : namedPackets(packets, expiries);
      const key = own.map(({ root }) => root.expiry).join();
      const known = made.get(key);
      if (known !== undefined) return known;
      const source = { listed: terms.listed, lookup, marketTime: Number.NaN, keepsSessions: true };
      const market = packetMarket({ packets: own, quotes }, source);
      made.set(key, market);
      return market;
    },
  };
}

export function createLiveMarket(): LiveMarket {
  let views: LiveView[] = [];
  let terms: MarketTerms | null = null;
  let lookup = lookupOf([]);

  return {
    take(news) {
      if (news.terms !== null) {
        // Frames of another underlying are at no place of this one's streams.
        if (news.terms.listed.underlying.token !== terms?.listed.underlying.token) views = [];
        terms = news.terms;
        lookup = lookupOf(terms.contracts);
      }
      if (terms === null) return null;
      const frame = readStrategyMarket(news.frame);
      const view = viewOf(frame, packetsOf(frame, views.at(-1)?.packets ?? []), terms, lookup);
      const isOld = (each: LiveView): boolean => each.frame.receivedAt < frame.receivedAt - KEPT_MS;
      views = [...views.filter((each) => !isOld(each)), view].slice(-MOST_FRAMES);
      return view;
    },
    get newest() {
      return views.at(-1) ?? null;
    },
    heldAt(versions) {
      const newest = views.at(-1);
      const all = views.flatMap(({ packets }) => packets);
      const packets = versions.flatMap((place) => all.find((packet) => isAt(packet, place)) ?? []);
      if (newest === undefined || terms === null) return null;
      if (packets.length === 0 || packets.length < versions.length) return null;
      return viewOf(newest.frame, packets, terms, lookup);
    },
  };
}

/** Contracts that are over do not change any more: what the last answer said of them holds. */
export function withExpired(live: BuilderMarket, answer: BuilderMarket | null): BuilderMarket {
  if (answer === null || answer.strategy.token !== live.strategy.token) return live;
  const over = (contract: BuilderContract | undefined): BuilderContract | undefined =>
    contract !== undefined && contract.expiryInstant <= live.strategy.now ? contract : undefined;
  return {
    ...live,
    byToken: (token) => live.byToken(token) ?? over(answer.byToken(token)),
    bySymbol: (symbol) => live.bySymbol(symbol) ?? over(answer.bySymbol(symbol)),
  };
}

/**
 * The market of the request's expiries in a frame.
 * @param answer the market of the last answer, for legs that are over
 * @returns null when the frame does not hold all that the request needs
 */
export function marketFor(
  { market, packets, terms }: LiveView,
  request: BuilderRequest,
  answer: BuilderMarket | null,
): BuilderMarket | null {
  if (request.underlying_token !== terms.listed.underlying.token || packets.length === 0) return null;
  const whole = withExpired(market(), answer);
  const own = new Map(packets.map((packet) => [expiryOf(packet), packet]));
  const { now } = whole.strategy;
  const isListed = (expiry: IsoDate): boolean => terms.expiries.includes(expiry);
  const isHeld = (contract: BuilderContract | undefined): boolean => {
    if (contract === undefined) return false;
    const { expiry, expiryInstant, type } = contract;
    if (expiry === null || expiryInstant <= now) return true;
    const packet = own.get(expiry);
    // A future may expire where no options do.
    if (packet === undefined) return type === "FUT" && !isListed(expiry);
    // Without an ATM IV another expiry's stands in: which one, only those who have all of them can say.
    return !Number.isNaN(packet.root.atmIv) || (answer?.versions ?? []).every((each) => own.has(each.expiry));
  };
  if (!namedContracts(request, whole).every(isHeld)) return null;
  const named = namedExpiries(request, whole);
  // Where no options are listed on any of them, the nearest of all speaks, and no other that happens to be held.
  if (![...named].some(isListed) && !own.has(terms.expiries[0] ?? "")) return null;
  return withExpired(market(named), answer);
}
