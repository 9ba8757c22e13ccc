import type { Instrument, UnderlyingSpec } from "#domain/instruments/types.ts";
import type { ChainSeed } from "./latent.ts";
import type { KnownCloses } from "./past/simulated-closes.ts";

/** Real data to start from, in place of the table of base prices. */
export interface SimulationBase {
  /** First market day: closes below are those before it. */
  readonly date: string;
  /** Underlyings to choose from instead of our table. */
  readonly underlyings?: readonly UnderlyingSpec[];
  /** Real contracts instead of the listing rules. */
  readonly instruments?: readonly Instrument[];
  /** Previous close of underlyings by symbol, rupees. */
  readonly spot: ReadonlyMap<string, number>;
  /** By `${symbol} ${expiry}`. */
  readonly chains: ReadonlyMap<string, ChainSeed>;
  /** By token: rupees; 0 never traded. */
  readonly previousClose: ReadonlyMap<number, number>;
  /** By token: units. */
  readonly previousOi: ReadonlyMap<number, number>;
  /** Closes of earlier sessions by symbol. */
  readonly closes: ReadonlyMap<string, KnownCloses>;
}
