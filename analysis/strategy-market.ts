/**
 * The market that strategies are analysed in, made of packets: one function for the compute role, which has every expiry, and for
 * the browser's worker, which has those that are looked at. The same packets give the same market, bit for bit (decision 0031).
 */

import { expiryInstant } from "#domain/calendar/expiries.ts";
import { CHAIN_STATES, FLAG_IV_INTERPOLATED, type ForwardSource } from "#domain/chain/flags.ts";
import { createMarketStates, type MarketStates } from "#domain/chain/market-states.ts";
import type { DiscountSource } from "#domain/pricing/discount-origin.ts";
import type { ExpiryMarket, StrategyMarket } from "#domain/strategy/model.ts";
import type { ChainPacket } from "#protocol/frames/strategy-market.ts";
import type { BuilderMarket } from "./builder-market.ts";
import {
  type ContractTerms,
  expiryOf,
  type ListedMarket,
  type MarketPackets,
  newestOf,
  versionsOf,
} from "./market-packets.ts";
import { createQuotedContracts } from "./quoted-contracts.ts";

/** Markets of one moment share what is read of a packet, whichever of its expiries they are made of. */
const expiries = new WeakMap<ChainPacket, ExpiryMarket>();

function expiryMarket(packet: ChainPacket): ExpiryMarket {
  const known = expiries.get(packet);
  if (known !== undefined) return known;
  const made = lazyExpiry(packet);
  expiries.set(packet, made);
  return made;
}

/**
 * Strikes and IVs of an expiry, read out of the packet when a strategy is priced with them, which for most expiries never
 * happens. Figures are the feed's (decision 0017): nothing is solved here.
 */
function lazyExpiry(packet: ChainPacket): ExpiryMarket {
  const { root, rowCount } = packet;
  let columns: Pick<ExpiryMarket, "strikes" | "iv" | "solved"> | null = null;
  const read = () => {
    const strikes = new Float64Array(rowCount);
    const iv = new Float64Array(rowCount);
    const solved = new Uint8Array(rowCount);
    for (let i = 0; i < rowCount; i++) {
      const { strike, call, put } = packet.row(i);
      strikes[i] = strike / root.priceDivisor;
      const side = call.token !== 0 ? call : put;
      iv[i] = side.iv;
      solved[i] = (side.flags & FLAG_IV_INTERPOLATED) === 0 && side.iv > 0 ? 1 : 0;
    }
    return { strikes, iv, solved };
  };
  return {
    expiry: expiryOf(packet),
    expiryInstant: root.expiryInstant,
    forward: root.forward,
    forwardSource: root.forwardSource as ForwardSource,
    synthetic: root.synthetic,
    discount: root.discount,
    discountError: root.discountError,
    discountSource: root.discountSource as DiscountSource,
    discountLender: root.discountLender,
    atmIv: root.atmIv,
    get strikes() {
      columns ??= read();
      return columns.strikes;
    },
    get iv() {
      columns ??= read();
      return columns.iv;
    },
    get solved() {
      columns ??= read();
      return columns.solved;
    },
  };
}

/** A market without packets still has a spot: that of the quote. */
function spotOf({ underlying }: ListedMarket, { packets, quotes }: MarketPackets): number {
  const newest = newestOf(packets);
  if (newest !== null) return newest.root.spot;
  const price = quotes.get(underlying.token)?.lastPrice ?? 0;
  return price > 0 ? price : Number.NaN;
}

/**
 * Spot and time are those of the newest packet.
 * @param marketTime for an underlying without chains, which carry their own
 */
function strategyMarket(listed: ListedMarket, known: MarketPackets, marketTime: number): StrategyMarket {
  const { underlying, futures } = listed;
  const root = newestOf(known.packets)?.root;
  const now = root?.marketTime ?? marketTime;
  const { derivativeExchange } = underlying;
  return {
    symbol: underlying.symbol,
    token: underlying.token,
    kind: underlying.kind,
    now,
    spot: spotOf(listed, known),
    isSpotImplied: CHAIN_STATES[root?.state ?? -1] === "spot_auction",
    strikeStep: root?.strikeStep ?? underlying.strikeStep,
    spotTickSize: underlying.spotTickSize,
    tickSize: root?.tickSize ?? underlying.spotTickSize,
    derivativeExchange: derivativeExchange as StrategyMarket["derivativeExchange"],
    closestFutureExpiry: futures.find((expiry) => expiryInstant(derivativeExchange, expiry) > now) ?? null,
    expiries: known.packets.filter((packet) => packet.root.expiryInstant > now).map(expiryMarket),
  };
}

const byCalendar = createMarketStates(true);
const always = createMarketStates(false);

/**
 * What the calendar says, unless the packets trade against it: then the feed ignores sessions, and ages count until now.
 * @param keepsSessions what is known of the feed where there is no packet to tell
 */
function statesOf({ underlying }: ListedMarket, packets: readonly ChainPacket[], keepsSessions: boolean) {
  const root = newestOf(packets)?.root;
  if (root === undefined) return keepsSessions ? byCalendar : always;
  const isLive = CHAIN_STATES[root.state] === "live";
  return isLive && byCalendar.of(underlying, root.marketTime) !== "live" ? always : byCalendar;
}

/** Finds what is listed on the underlying. */
export interface ContractLookup {
  byToken(token: number): ContractTerms | null;
  bySymbol(tradingsymbol: string): ContractTerms | null;
}

interface PacketMarketTerms {
  readonly listed: ListedMarket;
  readonly lookup: ContractLookup;
  /** Where there are no packets: epoch ms, and whether the feed keeps the calendar's sessions. */
  readonly marketTime: number;
  readonly keepsSessions: boolean;
  /** Told of each expiry (YYYYMMDD) that contracts are asked of. */
  readonly onExpiry?: (expiry: number) => void;
  readonly settlementOn?: BuilderMarket["settlementOn"];
}

/** The market of some expiries with the contracts of its underlying. */
export function packetMarket(known: MarketPackets, terms: PacketMarketTerms): BuilderMarket {
  const { listed, lookup, marketTime, keepsSessions, onExpiry, settlementOn } = terms;
  const strategy = strategyMarket(listed, known, marketTime);
  const states: MarketStates = statesOf(listed, known.packets, keepsSessions);
  return {
    strategy,
    versions: versionsOf(known.packets),
    ...createQuotedContracts({ listed, lookup, known, states, now: strategy.now, onExpiry }),
    ...(settlementOn === undefined ? {} : { settlementOn }),
  };
}
