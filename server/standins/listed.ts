import type { InstrumentDirectory } from "../market/instruments/directory.ts";

/** The contracts that the sandbox's brokers trade: those of the product's own market. */
export type Listed = Pick<InstrumentDirectory, "bySymbol" | "byToken" | "underlyer" | "options" | "futures">;

/** A sandbox without a market lists nothing: every order is for an unknown contract. */
export const NOTHING_LISTED: Listed = {
  bySymbol: () => null,
  byToken: () => null,
  underlyer: () => -1,
  options: () => [],
  futures: () => [],
};
