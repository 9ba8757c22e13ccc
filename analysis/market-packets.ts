/** What a market is made of, wherever it is put together: the packets of some expiries, quotes, and what is listed. */

import { fromCompactDate } from "#domain/calendar/ist.ts";
import type { Underlying } from "#domain/instruments/types.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ChainPacket, LinearQuote } from "#protocol/frames/strategy-market.ts";
import type { MarketVersion } from "#protocol/http/builder-market-body.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";

/** What the instrument list says of a contract or a share. */
export type ContractTerms = Pick<
  InstrumentDetails,
  | "instrument_token"
  | "tradingsymbol"
  | "instrument_type"
  | "exchange"
  | "strike"
  | "expiry"
  | "lot_size"
  | "multiplier"
  | "tick_size"
>;

export interface ListedMarket {
  readonly underlying: Pick<
    Underlying,
    "token" | "symbol" | "kind" | "exchange" | "derivativeExchange" | "spotTickSize" | "strikeStep"
  >;
  /** Expiries of its futures, near to far. */
  readonly futures: readonly IsoDate[];
}

export interface MarketPackets {
  /** Of the expiries that the market is to be made of, near to far, each at a place of its own in its stream. */
  readonly packets: readonly ChainPacket[];
  /** By token: its futures and its spot, as far as they are known. */
  readonly quotes: ReadonlyMap<number, LinearQuote>;
}

/** What the instrument list says of an underlying and of all that a market of some of its expiries can hold. */
export interface MarketTerms {
  readonly listed: ListedMarket;
  /** Of its options, near to far: those of the market and all others. */
  readonly expiries: readonly IsoDate[];
  /** Options of the market's expiries, all futures, and the underlying itself. */
  readonly contracts: readonly ContractTerms[];
}

export const expiryOf = ({ root }: ChainPacket): IsoDate => fromCompactDate(root.expiry);

/** Every packet carries the spot of its own moment; the newest speaks. Null without packets. */
export function newestOf(packets: readonly ChainPacket[]): ChainPacket | null {
  return packets.reduce<ChainPacket | null>(
    (best, packet) => (best === null || packet.root.marketTime >= best.root.marketTime ? packet : best),
    null,
  );
}

export const versionsOf = (packets: readonly ChainPacket[]): MarketVersion[] =>
  packets.map((packet) => ({
    expiry: expiryOf(packet),
    epoch: packet.epoch,
    sequence: packet.sequence,
  }));

/** The packet with an ATM IV whose expiry is nearest, as the strategy looks for one (`effective-iv.ts`). */
function nearestWithAtmIv(packets: readonly ChainPacket[], instant: number): ChainPacket | null {
  let best: ChainPacket | null = null;
  let distance = Infinity;
  for (const packet of packets) {
    const away = Math.abs(packet.root.expiryInstant - instant);
    if (Number.isNaN(packet.root.atmIv) || !(away < distance)) continue;
    best = packet;
    distance = away;
  }
  return best;
}

/**
 * The packets that a strategy on some expiries is analysed in: those of its expiries; where one of them has no ATM IV, also
 * the nearest that has; and where none of them is listed, the nearest of all.
 * @param all every expiry of the underlying, near to far
 */
export function namedPackets(
  all: readonly ChainPacket[],
  expiries: ReadonlySet<IsoDate>,
): readonly ChainPacket[] {
  const own = all.filter((packet) => expiries.has(expiryOf(packet)));
  if (own.length === 0) return all.slice(0, 1);
  const named = new Set(own);
  for (const { root } of own) {
    const isOver = root.expiryInstant <= root.marketTime;
    if (isOver || !Number.isNaN(root.atmIv)) continue;
    const nearest = nearestWithAtmIv(all, root.expiryInstant);
    if (nearest !== null) named.add(nearest);
  }
  return all.filter((packet) => named.has(packet));
}
