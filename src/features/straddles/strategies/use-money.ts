import { useMemo } from "react";
import { compactDate } from "#domain/calendar/ist.ts";
import { atmStrikeIndex } from "#domain/chain/measures.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { streamOf, useStream } from "../../../live/streams.ts";

/** Strikes of an expiry that have both a call and a put, ascending. */
export function pairedStrikes(listed: ContractList, expiry: IsoDate | null): Float64Array {
  if (expiry === null) return new Float64Array(0);
  const puts = new Set(listed.strikes("PE", expiry));
  return Float64Array.from(listed.strikes("CE", expiry).filter((strike) => puts.has(strike)));
}

/** Where among some strikes of an expiry the money is now, by its forward, else by the spot; -1 while it is not known. */
export function useMoney(underlying: number, expiry: IsoDate | null, strikes: Float64Array): number {
  const stream = useMemo(() => streamOf({ kind: "stats", tokens: [underlying] }), [underlying]);
  const day = expiry === null ? 0 : compactDate(expiry);
  return useStream(stream, ({ data }) => {
    const told = data?.[0];
    const forward = told?.expiries.find((each) => each.expiry === day)?.forward ?? Number.NaN;
    return atmStrikeIndex(strikes.length, strikes, forward > 0 ? forward : (told?.spot ?? Number.NaN));
  });
}
