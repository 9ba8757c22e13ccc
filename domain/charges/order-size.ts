import { contractSpec, largestOrder } from "../instruments/specs.ts";
import { underlyingBySymbol } from "../instruments/underlyings.ts";
import type { IsoDate } from "../units/iso-date.ts";

/** Units that one order in contracts of an underlying may have; 0 = no limit is known. */
export function orderLimit(symbol: string, on: IsoDate): number {
  return underlyingBySymbol(symbol)?.isNonFno === false ? largestOrder(contractSpec(symbol, on)) : 0;
}
