import type { FeedAccount } from "../access/feed-account.ts";
import type { SourceName } from "../bus/feed-status.ts";

/** Where market time comes from and whether the calendar's sessions hold the market shut (configuration.md, MARKET_CLOCK). */
export type ClockConfig =
  /** The wall clock, or `aheadMs` ahead of it (below 0: behind); the market trades whatever the hour. */
  | { readonly kind: "always"; readonly aheadMs?: number }
  /** The wall clock; real sessions. */
  | { readonly kind: "exchange" }
  /** Starts at an instant (epoch ms) and runs `speed` market milliseconds a millisecond; real sessions. */
  | { readonly kind: "start"; readonly at: number; readonly speed: number };

/** A broker's feed (docs/feeds.md). */
export interface BrokerFeedConfig {
  /** The account whose feed it is: the only one served without a right of redistribution. */
  readonly account: FeedAccount | null;
  /** FEED_REDISTRIBUTION=declared: the operator holds the right to pass the data on. */
  readonly isRedistributable: boolean;
  /** Kite Connect's app key; null at Upstox, whose token says it all. */
  readonly apiKey: string | null;
  /** Access token as given; null when it comes from a file or a signed-in account. */
  readonly accessToken: string | null;
  /** File that holds the access token, read again and again: a new token every morning needs no restart. */
  readonly accessTokenFile: string | null;
  /** Base addresses in place of the broker's own, for tests of a built server; null each. */
  readonly apiUrl: string | null;
  readonly streamUrl: string | null;
}

/** All the feed role needs to know; plain data, so that it can be handed to a worker thread. */
export interface FeedConfig {
  readonly source: SourceName;
  /** Path of the market file (`import`) or of the recording (`replay`). */
  readonly marketFile: string | null;
  readonly seed: number;
  /**
   * null when MARKET_CLOCK was not given: `always` for the simulation, the next session's 09:15 for a market file, the
   * first recorded instant for a replay.
   */
  readonly clock: ClockConfig | null;
  /** Symbols of the underlyings to carry, null for all. */
  readonly universe: readonly string[] | null;
  readonly dataDir: string;
  /** Given with the sources `kite` and `upstox`, null with the others. */
  readonly broker?: BrokerFeedConfig | null;
  /** How far behind the late market runs, ms; 0 runs none. By default what anonymous visitors get. */
  readonly delayMs?: number;
  /** MARKET_RECORD: file to record the session to, relative paths under `dataDir`; null records nothing. */
  readonly record: string | null;
}
