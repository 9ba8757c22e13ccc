/** IVs that a trader sets by strike: they hold for every leg there, also for legs that come later (rules ANZ-18 to ANZ-20). */

import type { IsoDate } from "../../units/iso-date.ts";
import { customIvFor } from "../legs/ivs.ts";
import type { Leg } from "../model.ts";
import { isIv } from "./bounds.ts";
import type { AnalyzerLeg, Draft } from "./model.ts";

type StrikeIvs = Draft["customStrikeWiseIvs"];

export function ivKey(expiry: IsoDate, strike: number): string {
  return `${expiry} ${strike}`;
}

function ivOf({ type, expiry, strike }: Leg, ivs: StrikeIvs): number | null {
  if (expiry === null || (type !== "CE" && type !== "PE")) return null;
  return ivs[ivKey(expiry, strike)] ?? null;
}

/** Legs with the IV set for their strike, or none; the very list when all have it. */
export function withStrikeIvs<L extends AnalyzerLeg>(legs: readonly L[], ivs: StrikeIvs): readonly L[] {
  if (legs.every((leg) => leg.customIv === ivOf(leg, ivs))) return legs;
  return legs.map((leg) => {
    const customIv = ivOf(leg, ivs);
    return leg.customIv === customIv ? leg : { ...leg, customIv };
  });
}

/** @param shown with the offset; null takes the market's again */
export function setStrikeIv(
  { customStrikeWiseIvs, ivOffset }: Draft,
  { expiry, strike, iv }: { readonly expiry: IsoDate; readonly strike: number; readonly iv: number | null },
): StrikeIvs {
  const key = ivKey(expiry, strike);
  if (iv !== null) return { ...customStrikeWiseIvs, [key]: customIvFor(iv, ivOffset) };
  const { [key]: _, ...others } = customStrikeWiseIvs;
  return others;
}

/** Of what was kept outside: only what is an IV of a strike. */
export function soundStrikeIvs(ivs: StrikeIvs): StrikeIvs {
  return Object.fromEntries(
    Object.entries(ivs).filter(([key, iv]) => /^\d{4}-\d\d-\d\d \d+(\.\d+)?$/.test(key) && isIv(iv)),
  );
}
