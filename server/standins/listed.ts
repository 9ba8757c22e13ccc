import type { InstrumentDetails } from "#protocol/http/instruments.ts";

/** The contracts that the sandbox's brokers trade: those of the product's own market. */
export interface Listed {
  /** Matched without regard to case, with or without "EXCHANGE:" before it. */
  bySymbol(symbol: string): InstrumentDetails | null;
  byToken(token: number): InstrumentDetails | null;
  /** The number that `options` and `futures` know an underlying by; -1 for none. */
  underlyer(symbol: string): number;
  options(underlyer: number): readonly InstrumentDetails[];
  futures(underlyer: number): readonly InstrumentDetails[];
}

/** A sandbox without a market lists nothing: every order is for an unknown contract. */
export const NOTHING_LISTED: Listed = {
  bySymbol: () => null,
  byToken: () => null,
  underlyer: () => -1,
  options: () => [],
  futures: () => [],
};
