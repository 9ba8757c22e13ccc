/** JSON messages on the bus that more than one role reads. Binary messages are described in protocol/wire. */

/** On `clockSubject()`, twice a second. */
export interface MarketClockMessage {
  readonly epoch: number;
  /** market time, epoch ms */
  readonly marketTime: number;
  /** the feed's wall clock, epoch ms */
  readonly serverTime: number;
  /** market milliseconds per wall millisecond */
  readonly speed: number;
  /** wall milliseconds since the feed last published a quote, null before the first */
  readonly feedAgeMs: number | null;
  readonly simulated: boolean;
  /** false when the calendar's sessions are ignored (MARKET_CLOCK=always) */
  readonly sessions: boolean;
  /** true of a broker's market that only the account of FEED_ACCOUNT may be given */
  readonly isRestricted?: boolean;
}

/** On `epochSubject()`: everything known from an older epoch is void. */
export interface EpochMessage {
  readonly epoch: number;
}

/** On `interestSubject()`: [token of the underlying, expiry as the number YYYYMMDD] of every chain looked at. */
export interface InterestMessage {
  readonly chains: readonly (readonly [underlying: number, expiry: number])[];
}

/** On `statsInterestSubject()`. */
export interface StatsInterestMessage {
  /** tokens of the underlyings whose stats are looked at */
  readonly underlyings: readonly number[];
  readonly screener: boolean;
}

/** Answer to `pastClosesRequest()`. */
export interface PastClosesMessage {
  /** the market's name: what was kept of another one is not its past */
  readonly market: string;
  /** [market date, spot in rupees, thirty-day IV as a fraction], oldest first, null unknown; null: no past to be had */
  readonly closes: readonly (readonly [date: string, spot: number | null, iv30: number | null])[] | null;
}

/** Answer to `dailyClosesRequest()`: kept closes before the present market day, oldest first; empty while they are not known. */
export interface DailyClosesMessage {
  /** [date as 20261124, spot in rupees, null unknown] */
  readonly closes: readonly (readonly [date: number, spot: number | null])[];
}

/** On `volatilityHistorySubject()`; an underlying that is not in it keeps what was told before. */
export interface VolatilityHistoryMessage {
  /** thirty-day IV at the closes before the market date, oldest first, fractions */
  readonly underlyings: readonly { readonly underlying: number; readonly closes: readonly number[] }[];
}

/** Answer to `volatilityRankRequest()`. */
export interface VolatilityRankMessage {
  /** place of the thirty-day IV between the least and the greatest of its closes, 0 to 100; null unknown */
  readonly rank: number | null;
}
