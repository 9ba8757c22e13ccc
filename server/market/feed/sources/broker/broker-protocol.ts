import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bar, BarSeconds } from "../../../bus/market-past.ts";
import type { BrokerEdges, StreamAddress } from "./broker-edges.ts";
import type { LinkTimes, Received } from "./link.ts";
import type { Listing } from "./listing.ts";
import type { LiveTable } from "./live-table.ts";

/** Length of candles: those of bars, and a whole day. */
export const DAY_SECONDS = 86_400;
export type CandleSeconds = BarSeconds | typeof DAY_SECONDS;

/** What a stream's messages are read into. */
export interface StreamSink {
  readonly table: LiveTable;
  readonly listing: Listing;
  /** epoch ms, to tell impossible times */
  readonly now: number;
  /** Counts a packet that made no sense. */
  garbled(why: string): void;
}

/** A broker's documented interface: everything in which one feed differs from another. */
export interface BrokerProtocol {
  readonly name: "kite" | "upstox";
  readonly displayName: string;
  readonly connections: number;
  readonly instrumentsPerConnection: number;
  readonly times: LinkTimes;
  /** when yesterday's token ends, India's time */
  readonly tokenEndsAt: string;
  readonly dumpExtension: string;
  /** the list is given only against a token */
  readonly isListGuarded: boolean;
  /**
   * The list of instruments as the broker serves it, unpacked.
   * @throws AppError feed.unreachable, feed.token_rejected, feed.instruments
   */
  download(edges: BrokerEdges, token: string | null, signal: AbortSignal): Promise<Uint8Array>;
  /** @throws AppError feed.instruments when this is no such list */
  readList(bytes: Uint8Array, date: IsoDate, symbols: readonly string[] | null): Listing;
  /** @throws AppError feed.token_rejected, feed.unreachable */
  address(edges: BrokerEdges, token: string): Promise<StreamAddress>;
  commands(
    kind: "subscribe" | "unsubscribe",
    tokens: readonly number[],
    listing: Listing,
  ): readonly (string | Uint8Array)[];
  /**
   * Bars of an instrument's past, where the broker tells them.
   * @throws AppError feed.token_rejected, feed.unreachable, feed.garbled
   */
  candles?(
    edges: BrokerEdges,
    token: string,
    query: {
      readonly token: number;
      readonly from: number;
      readonly to: number;
      readonly seconds: CandleSeconds;
    },
    signal: AbortSignal,
  ): Promise<readonly Bar[]>;
  /** ms between two questions for candles */
  readonly candleIntervalMs?: number;
  /** Reads one message into the table; never throws, whatever the bytes. */
  receive(message: string | Uint8Array, sink: StreamSink): Received;
}
