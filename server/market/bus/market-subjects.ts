/** Every subject of the bus that is about the market is built here; those about who asks are in identity. */
import type { ComputeCall } from "./compute-questions.ts";

/** Stands before every subject of the market that runs a minute behind (`late.ts`). */
export const LATE_PREFIX = "late.";

/** A quote-batch message (packet 2) with the full packets of everything that changed in one feed turn. */
export const quotesSubject = (): string => "market.quotes";

/** Option-chain packets (packet 3) of one chain: deltas, and a snapshot after a new epoch. */
export const chainSubject = (underlying: number, expiry: number): string =>
  `market.chain.${underlying}.${expiry}`;
export const allChainsSubject = (): string => "market.chain.>";

/** Packet 5 of one underlying, whole, when it changed; only of those that a client watches. */
export const statsSubject = (underlying: number): string => `market.stats.${underlying}`;
export const allStatsSubject = (): string => "market.stats.>";

/** Packet 7 with the rows that changed, its sequence counting by one; only while a client watches. */
export const screenerSubject = (): string => "market.screener";

/** JSON { underlyings, screener }: stats that clients look at; held for 10 s, as chains are. */
export const statsInterestSubject = (): string => "market.interest.stats";

/** Market clock, session, age of the feed and who may be given it (JSON), twice a second and before all else of an epoch. */
export const clockSubject = (): string => "market.clock";

/** JSON { epoch }: the feed started anew or its instruments changed; metacache and snapshots must be asked for again. */
export const epochSubject = (): string => "market.epoch";

/**
 * JSON { chains: [[underlying, expiry], …] }: chains that clients look at; held for 10 s, so it is said
 * again every few seconds.
 */
export const interestSubject = (): string => "market.interest";

/** Request: JSON { underlying, expiry }; answer: a packet 3 snapshot, empty payload when there is no such chain. */
export const chainSnapshotRequest = (): string => "feed.chain";

/** Request: JSON { underlying }; answer: u32 big-endian count, then count × (u32 length, packet 3 snapshot) for every expiry. */
export const liveChainsRequest = (): string => "feed.live";

/** Request: JSON { underlyings }; answer: u32 count, then count × (u32 length, packet 5) of those that exist. */
export const statsRequest = (): string => "feed.stats";

/** Request: JSON { underlyings }; answer: `packMeasures` of those that exist, their expiries as they were last solved. */
export const measuresRequest = (): string => "feed.measures";

/** Request: empty; answer: packet 7 with every underlying. */
export const screenerRequest = (): string => "feed.screener";

/** Request: JSON { tokens }; answer: packet 2 with the full packets of those tokens that exist. */
export const quotesRequest = (): string => "feed.quotes";

/** Request: JSON { etag? }; answer: JSON { etag } alone when it matches, else { etag, body: MetacacheBody }. */
export const metacacheRequest = (): string => "feed.metacache";

/** Request: JSON BarQuery; answer: `packBars` of bars of the market's past, empty when there is no such past. Asked of now's market only. */
export const pastBarsRequest = (): string => "feed.past.bars";

/** Request: JSON { underlying, days }; answer: JSON PastClosesMessage. Asked of now's market only. */
export const pastClosesRequest = (): string => "feed.past.closes";

/** Request: JSON { underlying, days }; answer: JSON PastDaysMessage. Asked of now's market only. */
export const pastDaysRequest = (): string => "feed.past.days";

/**
 * Request: JSON { underlying, date, expiries }, the expiries as 20261124; answer: `packQuarters` of one market day before the present
 * one, empty when there is no such past. Asked of now's market only.
 */
export const pastMeasuresRequest = (): string => "feed.past.measures";

/**
 * Request: JSON { underlying }; answer: JSON DailyClosesMessage, of the process that keeps the market's
 * history.
 */
export const dailyClosesRequest = (): string => "history.closes";

/** What the past expiries of an underlying settled at, in JSON, answered by whatever keeps the market's history. */
export const settlementsRequest = (): string => "history.settlements";

/**
 * JSON VolatilityHistoryMessage: what IV percentiles are taken of, told to either market by the process that
 * keeps them.
 */
export const volatilityHistorySubject = (): string => "market.volatility_history";

/** JSON VolumeHistoryMessage: what is usually traded in a session, told to either market by the process that keeps days. */
export const volumeHistorySubject = (): string => "market.volume_history";

/** Request: JSON { underlying }; answer: JSON VolatilityRankMessage. */
export const volatilityRankRequest = (): string => "feed.volatility_rank";

/** Request: empty; answer: JSON FeedStatus. */
export const feedStatusRequest = (): string => "feed.status";

/** Request: JSON { account: "zerodha:AB1234" }; answer: JSON { token }, null when it has none. Only on a bus of our own. */
export const feedTokenRequest = (): string => "feed.token";

/** Request: JSON { accountId }; answer: JSON { mayServe }: whether the account may be given a broker's market. */
export const marketAccessRequest = (): string => "auth.market";

/** Empty: the feed's account may have another token. */
export const feedTokenChangedSubject = (): string => "feed.token.changed";

/**
 * Request: a call of `ComputeCall` with the payload that `compute.ts` beside this describes. Answered by the compute role, on
 * the bus of now with figures of now, on the late one with those of a minute ago.
 */
export const computeRequest = (call: ComputeCall): string => `compute.${call}`;
