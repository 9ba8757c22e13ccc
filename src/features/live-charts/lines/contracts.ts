/** Which contract figures are of, where history is not that of one (rule LCHART-4). Pure. */

import { formatExpiry } from "#domain/format/date.ts";
import type { ChartStrip } from "../../../components/chart/types.ts";
import { TEXTS } from "../texts.ts";
import type { LiveTold } from "./live-told.ts";

type Given = Pick<LiveTold, "times" | "sessionOf" | "nearest">;

/** Stretches of other contracts than the newest one. */
export function contractStrips({ times, sessionOf, nearest }: Given): ChartStrip[] {
  const newest = nearest?.at(-1);
  const strips: { from: number; to: number; expiry: string }[] = [];
  times.forEach((time, i) => {
    const expiry = nearest?.[sessionOf[i] ?? -1];
    if (expiry === undefined || expiry === newest) return;
    const last = strips.at(-1);
    if (last?.expiry === expiry) last.to = time;
    else strips.push({ from: time, to: time, expiry });
  });
  return strips.map(({ from, to, expiry }) => ({ from, to, name: TEXTS.contract(formatExpiry(expiry)) }));
}

/** "17 Nov expiry"; null where there is one contract. */
export function contractNote({ sessionOf, nearest }: Given, index: number): string | null {
  const expiry = nearest?.[sessionOf[index] ?? -1];
  if (expiry === undefined || new Set(nearest).size < 2) return null;
  return TEXTS.contract(formatExpiry(expiry));
}
