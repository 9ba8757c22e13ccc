import type { ChainRoot } from "../generated/records.ts";

const ROOT = [
  "underlying",
  "expiry",
  "priceDivisor",
  "flags",
  "state",
  "forwardSource",
  "rowCount",
  "totalRows",
  "rowLength",
  "discountSource",
  "discountLender",
  "lotSize",
  "futureToken",
  "marketTime",
  "expiryInstant",
  "spot",
  "spotPreviousClose",
  "spotHigh",
  "spotLow",
  "future",
  "forward",
  "synthetic",
  "atmStrike",
  "atmIv",
  "atmIvPrevious",
  "atmIvPercentile",
  "pcr",
  "pcrChange",
  "maxPain",
  "vix",
  "tickSize",
  "strikeStep",
  "discount",
  "discountError",
  "ivCloses",
  "ivCloseOrigins",
  "lastSpot",
  "iv30",
  "ivRank",
] as const satisfies readonly (keyof ChainRoot)[];
/** A field that the wire has and this list forgets is an error of the compiler. */
type Forgotten = Exclude<keyof ChainRoot, (typeof ROOT)[number]>;
type AllFields = [Forgotten] extends [never] ? typeof ROOT : never;
/** Figures of a chain, in the order in which frames and storage hold them. */
export const ROOT_FIELDS: AllFields = ROOT;
