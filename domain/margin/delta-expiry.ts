/** Which expiry a contract moves with, and where that stands among those listed. */

import { listedFutureExpiries } from "../calendar/expiries.ts";
import { istDate } from "../calendar/ist.ts";
import { contractSpec } from "../instruments/specs.ts";
import { underlyingBySymbol } from "../instruments/underlyings.ts";
import type { StrategyMarket } from "../strategy/model.ts";
import type { IsoDate } from "../units/iso-date.ts";

/** Futures of a commodity that are listed on the market's day, near to far; none where its rule is not known. */
export function listedFutures({ symbol, now }: Pick<StrategyMarket, "symbol" | "now">): readonly IsoDate[] {
  if (underlyingBySymbol(symbol)?.kind !== "commodity") return [];
  const on = istDate(now);
  return listedFutureExpiries(contractSpec(symbol, on).expiryRule, on).map(({ date }) => date);
}

/**
 * An option of a commodity ends in a future that expires after it: beside that one it is no calendar. All others are of their
 * own expiry.
 * @param futures listed ones, near to far
 */
export function deltaExpiry(expiry: IsoDate, futures: readonly IsoDate[]): IsoDate {
  return futures.find((date) => date >= expiry) ?? expiry;
}
