/** Contracts that are listed no longer, by what their symbols, the calendar and the request say of them. */

import { expiryInstant } from "#domain/calendar/expiries.ts";
import { monthExpiry } from "#domain/instruments/month-expiry.ts";
import { type ContractSize, exchangeMultiplier, sizeOn } from "#domain/instruments/specs.ts";
import { bareSymbol, parseSymbol } from "#domain/instruments/symbol.ts";
import type { StrategyMarket } from "#domain/strategy/model.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { BuilderPosition } from "#protocol/http/builder.ts";
import type { BuilderContract } from "./builder-market.ts";

/** What a request says of a contract. */
export type Description = Pick<BuilderPosition, "instrument_token" | "tradingsymbol" | "instrument_info">;

/** What an expired contract was on. */
export interface ExpiredTerms {
  readonly type: "CE" | "PE" | "FUT";
  /** Rupees; 0 for a future. */
  readonly strike: number;
  readonly expiry: IsoDate;
  readonly expiryInstant: number;
}

/** @returns null for anything else: a live contract that the market does not know is not traded */
export function expiredTerms(asked: Description, market: StrategyMarket): ExpiredTerms | null {
  const terms = termsOf(asked, market);
  if (terms === null) return null;
  const instant = instantOf(terms.expiry, market);
  return instant <= market.now ? { ...terms, expiryInstant: instant } : null;
}

/** What its symbol says and, of the rest, the request; null while something is missing, or for another underlying's contract. */
function termsOf(
  { instrument_info: info, tradingsymbol }: Description,
  market: StrategyMarket,
): Omit<ExpiredTerms, "expiryInstant"> | null {
  const symbol = tradingsymbol === undefined ? null : parseSymbol(bareSymbol(tradingsymbol));
  if (symbol !== null && symbol.underlying !== market.symbol) return null;
  const type = info?.instrument_type ?? symbol?.type;
  const expiry = info?.expiry ?? symbol?.expiry ?? (symbol === null ? null : monthExpiry(symbol, market));
  const strike = type === "FUT" ? 0 : (info?.strike ?? symbol?.strike);
  if (type === undefined || type === "EQ" || expiry === null || strike == null) return null;
  return { type, strike, expiry };
}

/** NaN for a date that the calendar does not know. */
function instantOf(expiry: string, market: StrategyMarket): number {
  try {
    return expiryInstant(market.derivativeExchange, expiry);
  } catch {
    return Number.NaN;
  }
}

/** Why the money of an expired contract cannot be told. */
export interface UnknownSize {
  readonly reason: "NO_LOT" | "NO_MULTIPLIER" | "OTHER_MULTIPLIER";
  /** After the contract's name. */
  readonly text: string;
}

/**
 * Lot and multiplier as they were on its expiry. The exchange's list of that day, which a request may have kept, goes before
 * our rows. A multiplier other than that of our rows is refused: one of the two would be wrong.
 */
export function expiredSize(
  { instrument_info: told }: Description,
  { expiry }: Pick<ExpiredTerms, "expiry">,
  { symbol, derivativeExchange }: StrategyMarket,
): ContractSize | UnknownSize {
  const kept = sizeOn(symbol, expiry);
  const multiplier = kept?.multiplier ?? exchangeMultiplier(derivativeExchange) ?? told?.multiplier;
  if (multiplier === undefined) {
    const text = `needs its multiplier (instrument_info.multiplier): what one lot of ${symbol} held is not known here`;
    return { reason: "NO_MULTIPLIER", text };
  }
  if (told?.multiplier !== undefined && told.multiplier !== multiplier) {
    const text = `has a multiplier of ${multiplier}, not of ${told.multiplier}`;
    return { reason: "OTHER_MULTIPLIER", text };
  }
  const lotSize = told?.lot_size ?? kept?.lotSize;
  if (lotSize == null) {
    const text = `needs its lot size (instrument_info.lot_size): lots of ${symbol} on ${expiry} are not known here`;
    return { reason: "NO_LOT", text };
  }
  return { lotSize, multiplier };
}

const UNQUOTED = {
  lastPrice: Number.NaN,
  usablePrice: Number.NaN,
  bid: Number.NaN,
  ask: Number.NaN,
  isLiquid: false,
  warnings: [],
} as const;

/** An expired contract with its terms. */
export function expiredContract(
  asked: Description,
  terms: ExpiredTerms,
  size: ContractSize,
): BuilderContract {
  return {
    token: asked.instrument_token ?? 0,
    tradingsymbol: asked.tradingsymbol ?? "",
    ...terms,
    ...size,
    tickSize: Number.NaN,
    quote: UNQUOTED,
    settlement: null,
  };
}
