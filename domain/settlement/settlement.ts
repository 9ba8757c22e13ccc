/** What an expired contract settled at, and how that is known (docs/decisions/0029). */

import { intrinsicValue } from "../pricing/black76.ts";
import { type SettledGreeks, settledDelta, settledGreeks } from "./settled-greeks.ts";

/** How a settlement is known, the surest first. */
export const SETTLEMENT_ORIGINS = [
  /** by the exchange's own figure, as a request or a broker gives it */
  "exchange",
  /** of an index or a share: the closing value that its closing auction printed, as the feed heard it */
  "closing_value",
  /** of a simulated market, which knows its own */
  "simulated",
  /** the underlying's last price at the instant that fixed the payoff, where the exchange settles on another figure */
  "last_price",
  /** a close of the underlying on the expiry day, as a request gives it */
  "given_close",
  /** spot on the evening of the expiry day */
  "evening_spot",
] as const;
export type SettlementOrigin = (typeof SETTLEMENT_ORIGINS)[number];

/** What the market says an expiry settled at: rupees of the underlying. */
export interface Settlement {
  readonly price: number;
  readonly origin: SettlementOrigin;
}

/** A contract whose payoff is fixed, with all that is said of its settlement. */
export interface SettledContract {
  readonly type: "CE" | "PE" | "FUT" | "EQ";
  readonly strike: number;
  /** Kept or heard by the market; null none. */
  readonly market: Settlement | null;
  /** The contract's own settlement price by the exchange, rupees; null not given. */
  readonly contractPrice: number | null;
  /** The underlying's close on the expiry day, rupees; null not given. */
  readonly underlyingClose: number | null;
  /** The underlying's price, while it still is the expiry day's; NaN at any other time. */
  readonly eveningSpot: number;
}

/** Of one unit, rupees; NaN when nothing says what it settled at. */
export interface ContractSettlement {
  readonly value: number;
  /** What its underlying settled at; NaN also where the exchange's figure of a worthless option does not tell it. */
  readonly underlying: number;
  /** A worth of 0 alone does not tell whether the underlying ended at the strike. */
  readonly greeks: SettledGreeks;
  readonly origin: SettlementOrigin | null;
  /** It stands for a settlement that is not known. */
  readonly isEstimated: boolean;
}

const isKnown = (price: number | null): price is number => price !== null && Number.isFinite(price);
const CERTAIN: readonly SettlementOrigin[] = ["exchange", "closing_value", "simulated"];

/**
 * What a contract settled at: by the market's certain word, else the exchange's figure that was given, else an estimate
 * from the underlying. Expired legs and everything that follows from them ask here.
 */
export function settlementOf(contract: SettledContract): ContractSettlement {
  const { type, strike, market, contractPrice, underlyingClose, eveningSpot } = contract;
  const by = (price: number, origin: SettlementOrigin | null): ContractSettlement => ({
    value: type === "CE" || type === "PE" ? intrinsicValue(type, price, strike) : price,
    underlying: price,
    greeks: settledGreeks(settledDelta(type, price, strike)),
    origin,
    isEstimated: origin === null || !CERTAIN.includes(origin),
  });
  const isMarketKnown = market !== null && isKnown(market.price);
  if (isMarketKnown && CERTAIN.includes(market.origin)) return by(market.price, market.origin);
  if (isKnown(contractPrice)) {
    return {
      value: contractPrice,
      ...byWorth(contract, contractPrice),
      origin: "exchange",
      isEstimated: false,
    };
  }
  if (isKnown(underlyingClose)) return by(underlyingClose, "given_close");
  if (isMarketKnown) return by(market.price, market.origin);
  if (isKnown(eveningSpot)) return by(eveningSpot, "evening_spot");
  return by(Number.NaN, null);
}

/**
 * What the exchange's figure of a contract says of its underlying. An option that is worth something ended that far from its
 * strike; of one that is worth nothing, what else is known of the underlying says whether it ended at the strike.
 */
function byWorth(
  { type, strike, market, underlyingClose, eveningSpot }: SettledContract,
  worth: number,
): Pick<ContractSettlement, "underlying" | "greeks"> {
  const isOption = type === "CE" || type === "PE";
  if (!isOption || worth > 0) {
    const underlying = !isOption ? worth : type === "CE" ? strike + worth : strike - worth;
    return { underlying, greeks: settledGreeks(settledDelta(type, underlying, strike)) };
  }
  const close = [underlyingClose, market?.price ?? null, eveningSpot].find(isKnown) ?? Number.NaN;
  if (close === strike) {
    return { underlying: close, greeks: settledGreeks(settledDelta(type, close, strike)) };
  }
  return { underlying: Number.NaN, greeks: settledGreeks(Number.isNaN(close) ? Number.NaN : 0) };
}

/** Origin of what a feed hears an expiry settle at. @param isSecurity index or share, which settle on a closing value */
export function heardOrigin(isSimulated: boolean, isSecurity: boolean): SettlementOrigin {
  if (isSimulated) return "simulated";
  return isSecurity ? "closing_value" : "last_price";
}
