import type { Exchange } from "#domain/calendar/exchange.ts";
import type { ExpiryType } from "#domain/calendar/expiries.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/** One side of an expiry by strike: rupees and units, NaN unknown; volume in lots. */
export interface MarketSide {
  /** Kite's form; 0 where not listed. */
  readonly token: Float64Array;
  /** Empty where not listed. */
  readonly tradingsymbol: readonly string[];
  /** Stale where `volume` is 0. */
  readonly close: Float64Array;
  /** Of the session before. */
  readonly previousClose: Float64Array;
  readonly oi: Float64Array;
  readonly previousOi: Float64Array;
  readonly volume: Float64Array;
}

export interface MarketChain {
  readonly expiry: IsoDate;
  readonly expiryType: ExpiryType;
  readonly lotSize: number;
  readonly tickSize: number;
  /** Rupees, ascending. */
  readonly strikes: Float64Array;
  readonly call: MarketSide;
  readonly put: MarketSide;
  /** At the close; rupees, NaN unknown. */
  readonly forward: number;
  /** One of the `FORWARD_…` codes of `domain/chain/flags.ts`. */
  readonly forwardSource: number;
  /** Interest at which a rupee on the expiry was discounted: annual, continuous; 0 where none is told, NaN without a close. */
  readonly rate: number;
  /** Fraction at the close, NaN unknown. */
  readonly atmIv: number;
  /** By strike, filled everywhere or nowhere. */
  readonly iv: Float64Array;
  /** Strikes whose own print gave their volatility. */
  readonly solved: number;
  /** The same at the close before, from an older end of day; NaN without one. */
  readonly previousAtmIv: number;
  readonly previousIv: Float64Array;
}

export interface MarketFuture {
  readonly token: number;
  readonly tradingsymbol: string;
  readonly expiry: IsoDate;
  readonly expiryType: ExpiryType;
  readonly lotSize: number;
  readonly tickSize: number;
  readonly close: number;
  readonly previousClose: number;
  readonly oi: number;
  readonly previousOi: number;
  /** Lots. */
  readonly volume: number;
}

/** An underlying at one of the imported closes. */
export interface MarketDay {
  readonly date: IsoDate;
  /** Rupees. */
  readonly close: number;
  /** Constant-maturity IV (quant.md §7), fraction; NaN unknown. */
  readonly iv30: number;
  /** Left out by a market file of an older program, which did not keep them. */
  readonly figures?: DayFigures | undefined;
}

/** Options of one expiry at a close, units. */
export interface ExpirySums {
  readonly expiry: IsoDate;
  readonly callOi: number;
  readonly putOi: number;
  readonly callVolume: number;
  readonly putVolume: number;
}

/** What files say of a day beside its close: rupees, units, NaN unknown. */
export interface DayFigures {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** A share's own; an index's three nearest futures'. */
  readonly volume: number;
  /** Of the three nearest futures. */
  readonly futuresOi: number;
  /** Of every expiry that traded, those that ended with the day included; nearest first. */
  readonly expiries: readonly ExpirySums[];
}

export interface MarketUnderlying {
  readonly symbol: string;
  readonly name: string;
  readonly kind: "index" | "stock";
  readonly token: number;
  readonly exchange: Exchange;
  readonly derivativeExchange: Exchange;
  readonly sectors: readonly string[];
  /** Rupees. */
  readonly spotTickSize: number;
  /** Rupees between strikes near the money of the nearest monthly expiry. */
  readonly strikeStep: number;
  /** Rupees. */
  readonly close: number;
  /** NaN unknown. */
  readonly previousClose: number;
  /** Oldest first; the last is the session's. */
  readonly history: readonly MarketDay[];
  readonly futures: readonly MarketFuture[];
  readonly chains: readonly MarketChain[];
}

/** What one file contributed, so that it can be said later where a number came from. */
export interface MarketOrigin {
  /** Without its folder. */
  readonly file: string;
  readonly kind: "instruments" | "eod" | "cash";
  readonly date: IsoDate | null;
  readonly rows: number;
}

/** The close of one session with everything listed in the next: what a market file holds. */
export interface Market {
  /** The session's. */
  readonly date: IsoDate;
  readonly origins: readonly MarketOrigin[];
  readonly underlyings: readonly MarketUnderlying[];
}
