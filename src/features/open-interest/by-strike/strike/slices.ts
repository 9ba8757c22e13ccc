/** A day of a contract in slices, and what each of them built. Pure. */

import { type BuildUp, buildUp, oiChange } from "#domain/chain/measures.ts";
import type { Column } from "../../../../shared/time-charts/lines.ts";

const MINUTE_MS = 60_000;
/** Rows that can be read without scrolling far. */
const MOST_SLICES = 14;
const WIDTHS = [30, 60, 120] as const;

export interface Slice {
  /** epoch ms: what is between them is told */
  readonly from: number;
  readonly to: number;
  /** units, NaN not known */
  readonly oiChange: number;
  /** rupees */
  readonly priceChange: number;
  readonly buildUp: BuildUp;
}

/** Minutes of a slice of so many that are told: as short as leaves no more of them than can be read. */
export function sliceMinutes(minutes: number): number {
  return WIDTHS.find((width) => minutes / width <= MOST_SLICES) ?? WIDTHS.at(-1)!;
}

interface Day {
  /** start of each minute, epoch ms */
  readonly times: readonly number[];
  /** units, rupees: at the end of each minute */
  readonly oi: Column;
  readonly price: Column;
  /** at the close before */
  readonly previousOi: number | null;
  readonly previousPrice: number | null;
}

const known = (value: number | null | undefined): number => value ?? Number.NaN;

/** @param open of the session, epoch ms; @param width minutes of a slice */
export function slicesOf(
  { times, oi, price, previousOi, previousPrice }: Day,
  open: number,
  width: number,
): Slice[] {
  const slices: Slice[] = [];
  let before = { oi: known(previousOi), price: known(previousPrice) };
  for (let i = 0; i < times.length; ) {
    const at = Math.floor((times[i]! - open) / MINUTE_MS / width);
    const from = open + at * width * MINUTE_MS;
    const end = from + width * MINUTE_MS;
    let last = i;
    while (last + 1 < times.length && times[last + 1]! < end) last++;
    const now = { oi: known(oi[last]), price: known(price[last]) };
    const [moved, priceChange] = [now.oi - before.oi, now.price - before.price];
    slices.push({
      from,
      to: Math.min(end, times[last]! + MINUTE_MS),
      oiChange: moved,
      priceChange,
      buildUp: buildUp(priceChange, oiChange(now.oi, before.oi)),
    });
    before = now;
    i = last + 1;
  }
  return slices;
}
