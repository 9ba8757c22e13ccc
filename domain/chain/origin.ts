/** Where a close or a bar of the past comes from, and what may be built on it (quant.md §7, "Origins"). */

/** From the most to the least trustworthy. */
export const ORIGINS = ["recorded", "source", "imported", "simulated"] as const;
/**
 * recorded: heard here while the market was on. source: told by the broker whose market it is. imported: of an exchange's
 * own files. simulated: made up.
 */
export type Origin = (typeof ORIGINS)[number];

/** Whether an average may hold a figure: what was made up counts only where the whole market is. */
export function countsIn(isInventedMarket: boolean, origin: Origin): boolean {
  return isInventedMarket || origin !== "simulated";
}

/** The less trustworthy of two. */
export function weakerOrigin(a: Origin, b: Origin): Origin {
  return ORIGINS.indexOf(a) > ORIGINS.indexOf(b) ? a : b;
}

/** Origins as the wire has them: bit 0 recorded, 1 source, 2 imported, 3 simulated. */
export function originBits(origins: Iterable<Origin>): number {
  let bits = 0;
  for (const origin of origins) bits |= 1 << ORIGINS.indexOf(origin);
  return bits;
}

/** The way back; bits that are not known are left out. */
export function originsOf(bits: number): Origin[] {
  return ORIGINS.filter((_, i) => (bits & (1 << i)) !== 0);
}

/** What a whole market is: made up; made up from the close of an exchange's files on; recorded here; a broker's. */
export const MARKET_KINDS = ["simulated", "imported", "recorded", "broker"] as const;
export type MarketKind = (typeof MARKET_KINDS)[number];
