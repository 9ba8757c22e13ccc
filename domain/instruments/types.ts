import type { Exchange } from "../calendar/exchange.ts";
import type { ExpiryType } from "../calendar/expiries.ts";
import type { IsoDate } from "../units/iso-date.ts";

export type InstrumentType = "CE" | "PE" | "FUT" | "EQ" | "INDEX";
/** Types of contracts; the others are spot instruments. */
export type DerivativeType = "CE" | "PE" | "FUT";
export type UnderlyingKind = "index" | "stock" | "currency" | "commodity";

/** Anything with a token that the feed quotes: a contract, a share, an index. */
export interface Instrument {
  /** Kite's form, exchange token × 256 + segment; fits an unsigned 32-bit integer. */
  readonly token: number;
  /** "NIFTY26AUG24200CE", "RELIANCE", "NIFTY 50". */
  readonly tradingsymbol: string;
  /** Contracts: the underlying's symbol. Spot: its name. */
  readonly name: string;
  readonly exchange: Exchange;
  /** "NFO-OPT", "NFO-FUT", "NSE", "INDICES". */
  readonly segment: string;
  readonly type: InstrumentType;
  /** Symbol of the underlying, "NIFTY"; a spot instrument names itself. */
  readonly underlying: string;
  /** Rupees; 0 when the instrument has none. */
  readonly strike: number;
  readonly expiry: IsoDate | null;
  readonly expiryType: ExpiryType | null;
  /** Units in one lot of an order. */
  readonly lotSize: number;
  /** Money = price × quantity × multiplier. */
  readonly multiplier: number;
  /** Rupees. */
  readonly tickSize: number;
}

export interface Underlying {
  /** Token of the spot; MCX and currency, which have none, use a reference token of their segment. */
  readonly token: number;
  /** "NIFTY", as it begins contract symbols. */
  readonly symbol: string;
  /** "NIFTY 50": an index's own tradingsymbol, a company's name. */
  readonly name: string;
  readonly kind: UnderlyingKind;
  readonly exchange: Exchange;
  readonly derivativeExchange: Exchange;
  /** True when nothing is derived from it (INDIA VIX). */
  readonly isNonFno: boolean;
  /** NSE's industries; empty for indices. */
  readonly sectors: readonly string[];
  /** Rupees. */
  readonly spotTickSize: number;
  /** Rupees between strikes near the money; 0 without derivatives. */
  readonly strikeStep: number;
}

/** An underlying with what the simulated market needs to start it. */
export interface UnderlyingSpec extends Underlying {
  /** Rupees, near 19 Aug 2026. */
  readonly basePrice: number;
  /** Annual fraction. */
  readonly annualVolatility: number;
  /** Sensitivity of returns to NIFTY's. */
  readonly beta: number;
  /** Per cent; 0 outside the NIFTY 50. */
  readonly niftyWeightPct: number;
}
