/** What the bench's browsers visit: the built product, in whose market most of a session is over. */
import type { ProductServer } from "../browser/server.ts";

/** The market's day, whatever the day is here: NIFTY's expiry is two sessions away, and what is drawn is the same in each run. */
export const MARKET_CLOCK = "always@2026-11-19T14:30";

export interface Sites {
  readonly product: ProductServer;
  /** address of an empty page */
  readonly blank: string;
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
