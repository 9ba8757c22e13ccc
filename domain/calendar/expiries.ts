import type { IsoDate } from "../units/nominal.ts";
import type { Exchange } from "./sessions.ts";

export type ExpiryType = "weekly" | "monthly" | "quarterly";

/**
 * Which exchange rule lists a product's contracts. NSE_INDEX and BSE_INDEX cover index products with three serial
 * months and no history of their own here.
 */
export type ExpiryRule =
  | "NIFTY"
  | "BANKNIFTY"
  | "FINNIFTY"
  | "MIDCPNIFTY"
  | "NIFTYNXT50"
  | "NSE_INDEX"
  | "NSE_STOCK"
  | "SENSEX"
  | "BANKEX"
  | "BSE_INDEX"
  | "USDINR"
  | "MCX_GOLD"
  | "MCX_SILVER"
  | "MCX_CRUDEOIL"
  | "MCX_NATURALGAS";

export interface ListedExpiry {
  readonly date: IsoDate;
  readonly type: ExpiryType;
}

/** Option expiries listed at the start of a day, ascending; a contract expiring that day is still listed. */
export function listedExpiries(_rule: ExpiryRule, _on: IsoDate): ListedExpiry[] {
  throw new Error("not yet");
}

/** Future expiries listed at the start of a day, ascending. */
export function listedFutureExpiries(_rule: ExpiryRule, _on: IsoDate): ListedExpiry[] {
  throw new Error("not yet");
}

/** Last trading instant of a derivatives contract of the exchange expiring on the date (epoch ms). */
export function expiryInstant(_exchange: Exchange, _date: IsoDate): number {
  throw new Error("not yet");
}
