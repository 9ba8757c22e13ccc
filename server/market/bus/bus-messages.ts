/** JSON messages on the bus that more than one role reads. Binary messages are described in protocol/wire. */

import { type Static, Type } from "typebox";
import { ORIGINS } from "#domain/chain/origin.ts";
import { SETTLEMENT_ORIGINS } from "#domain/settlement/settlement.ts";
import { Nullable } from "#protocol/http/nullable.ts";
import { type JsonReader, jsonReader } from "../../platform/lib/read-json.ts";
import { MarketLicence } from "./market-rule.ts";

const ISO_DATE = "^\\d{4}-\\d{2}-\\d{2}$";

const MarketClockMessage = Type.Object({
  epoch: Type.Number(),
  /** market time, epoch ms */
  marketTime: Type.Number(),
  /** the feed's wall clock, epoch ms */
  serverTime: Type.Number(),
  /** market milliseconds per wall millisecond */
  speed: Type.Number(),
  /** wall milliseconds since the feed last published a quote, null before the first */
  feedAgeMs: Type.Union([Type.Number(), Type.Null()]),
  simulated: Type.Boolean(),
  /** false when the calendar's sessions are ignored (MARKET_CLOCK=always) */
  sessions: Type.Boolean(),
  ...MarketLicence.properties,
});

/** On `clockSubject()`, twice a second. */
export type MarketClockMessage = Readonly<Static<typeof MarketClockMessage>>;
export const readMarketClock: JsonReader<MarketClockMessage> = jsonReader(MarketClockMessage);

/** A wall clock that was set between two messages must not carry the market's further than this. */
const LONGEST_CARRY_MS = 10_000;

/**
 * The market's time of what the feed stamped. Of one message it is the same in every thread that hears it, however late; by the moments at
 * which they hear it two would put a price at the end of a minute into different ones.
 * @param clock the newest before the message @param serverTime the feed's wall clock, epoch ms @returns epoch ms
 */
export function stampedTime(clock: MarketClockMessage, serverTime: number): number {
  const since = Math.min(Math.max(serverTime - clock.serverTime, 0), LONGEST_CARRY_MS);
  return clock.marketTime + since * clock.speed;
}

const EpochMessage = Type.Object({ epoch: Type.Number() });

/** On `epochSubject()`: everything known from an older epoch is void. */
export type EpochMessage = Readonly<Static<typeof EpochMessage>>;
export const readEpoch: JsonReader<EpochMessage> = jsonReader(EpochMessage);

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

const PastClosesMessage = Type.Object({
  /** the market's name: what was kept of another one is not its past */
  market: Type.String(),
  /** [market date, spot in rupees, thirty-day IV as a fraction, origin], oldest first, null unknown; null: no past to be had */
  closes: Nullable(
    Type.Array(
      Type.Tuple([
        Type.String({ pattern: ISO_DATE }),
        Nullable(Type.Number()),
        Nullable(Type.Number()),
        Type.Enum(ORIGINS),
      ]),
    ),
  ),
});

/** Answer to `pastClosesRequest()`. */
export type PastClosesMessage = Readonly<Static<typeof PastClosesMessage>>;
export const readPastCloses: JsonReader<PastClosesMessage> = jsonReader(PastClosesMessage);

const PastDaysMessage = Type.Object({
  /** as in `PastClosesMessage` */
  market: Type.String(),
  /**
   * [market date, open, high, low, close, volume, open interest of futures, origin, expiries], oldest first, null unknown; null: no
   * past to be had. Of an expiry: [date, open interest of calls, of puts, volume of calls, of puts]; last the ATM IV of expiries:
   * [date, annual fraction]
   */
  days: Nullable(
    Type.Array(
      Type.Tuple([
        Type.String({ pattern: ISO_DATE }),
        Nullable(Type.Number()),
        Nullable(Type.Number()),
        Nullable(Type.Number()),
        Type.Number(),
        Nullable(Type.Number()),
        Nullable(Type.Number()),
        Type.Enum(ORIGINS),
        Type.Array(
          Type.Tuple([
            Type.String({ pattern: ISO_DATE }),
            Type.Number(),
            Type.Number(),
            Type.Number(),
            Type.Number(),
          ]),
        ),
        Type.Array(Type.Tuple([Type.String({ pattern: ISO_DATE }), Type.Number()])),
      ]),
    ),
  ),
});

/** Answer to `pastDaysRequest()`. */
export type PastDaysMessage = Readonly<Static<typeof PastDaysMessage>>;
export const readPastDays: JsonReader<PastDaysMessage> = jsonReader(PastDaysMessage);

const DailyClosesMessage = Type.Object({
  /** [date as 20261124, spot in rupees, null unknown] */
  closes: Type.Array(Type.Tuple([Type.Integer(), Nullable(Type.Number())])),
});

/** Answer to `dailyClosesRequest()`: kept closes that may be built on before the present market day, oldest first; empty while they are not known. */
export type DailyClosesMessage = Readonly<Static<typeof DailyClosesMessage>>;
export const readDailyCloses: JsonReader<DailyClosesMessage> = jsonReader(DailyClosesMessage);

const SettlementsMessage = Type.Object({
  /** [expiry as 20261124, rupees of the underlying, how that is known] */
  settlements: Type.Array(Type.Tuple([Type.Integer(), Type.Number(), Type.Enum(SETTLEMENT_ORIGINS)])),
  /** false while some of it is still being read or heard */
  isWhole: Type.Boolean(),
});

/** Answer to `settlementsRequest()`: what is known, oldest first. */
export type SettlementsMessage = Readonly<Static<typeof SettlementsMessage>>;
export const readSettlements: JsonReader<SettlementsMessage> = jsonReader(SettlementsMessage);

/** On `volatilityHistorySubject()`; an underlying that is not in it keeps what was told before. */
export interface VolatilityHistoryMessage {
  readonly underlyings: readonly {
    readonly underlying: number;
    /** thirty-day IV at the closes before the market date that may be built on, oldest first, fractions */
    readonly closes: readonly number[];
    /** where those come from, as `originBits` has it */
    readonly origins: number;
  }[];
}

/** On `volumeHistorySubject()`; an underlying that is not in it keeps what was told before. */
export interface VolumeHistoryMessage {
  readonly underlyings: readonly {
    readonly underlying: number;
    /** units a session, of at most the last 250; null of too few */
    readonly average: number | null;
    /** sessions before the market date that it is of, or would be */
    readonly days: number;
  }[];
}

const VolatilityRankMessage = Type.Object({
  /** place of the thirty-day IV between the least and the greatest of its closes, 0 to 100; null unknown */
  rank: Nullable(Type.Number()),
});

/** Answer to `volatilityRankRequest()`. */
export type VolatilityRankMessage = Readonly<Static<typeof VolatilityRankMessage>>;
export const readVolatilityRank: JsonReader<VolatilityRankMessage> = jsonReader(VolatilityRankMessage);

/** Question of `dailyClosesRequest()`: the token of an underlying. */
export const readUnderlying = jsonReader(Type.Object({ underlying: Type.Integer() }));

/** Answer to `metacacheRequest()`: no body where the asker's etag is still the one. `parseMetacache` reads the body. */
export const readMetacacheAnswer = jsonReader(Type.Object({ body: Type.Optional(Type.Unknown()) }));
