import type { BrokerTokens } from "../account-tokens.ts";

/** A contract told by what it is, where a broker has no number of the exchange's for it. */
export interface ContractTerms {
  /** The exchange's symbol; null for a name of the broker's own that is not known here. */
  readonly underlying: string | null;
  readonly type: "CE" | "PE" | "FUT" | "EQ";
  /** YYYY-MM-DD; null for shares */
  readonly expiry: string | null;
  /** Rupees; 0 without one. */
  readonly strike: number;
}

/** How a broker names what is held. One of `token` and `terms` says it where the broker does. */
export interface HeldContract {
  readonly exchange: string;
  /** As the broker writes it. */
  readonly symbol: string;
  /** Instrument token; null where the broker has none. */
  readonly token: number | null;
  readonly terms: ContractTerms | null;
}

export type Product = "NRML" | "MIS" | "CNC";

/** A position as a broker tells it; one that was closed today has a quantity of 0. Prices and P&L in rupees, null where it says none. */
export interface BrokerPosition {
  readonly contract: HeldContract;
  readonly product: Product;
  /** Signed, sold below 0: units, lots where a contract has a multiplier. */
  readonly quantity: number;
  /** Of what is open. */
  readonly averagePrice: number | null;
  readonly lastPrice: number | null;
  /** Of what is open and of what was closed today, together. */
  readonly pnl: number | null;
}

/**
 * Asks a broker what an account holds beside its shares in custody; nothing is changed by it.
 * @throws AppError `broker.rejected` (`isTokenRefusal` tells whether the session is meant), `broker.unavailable`,
 *   `broker.nonsense`
 */
export type AskPositions = (tokens: BrokerTokens) => Promise<readonly BrokerPosition[]>;
