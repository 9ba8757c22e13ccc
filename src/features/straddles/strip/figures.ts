/** What a strategy has come to. Rupees, unknown is NaN. Pure. */

import { type Premiums, strategyOf } from "../live/premium-series.ts";

export interface StripFigures {
  readonly last: number;
  readonly sinceOpen: number;
  /** of the close before the newest session; not known of a rolling line, which was another holding then */
  readonly sinceClose: number;
  readonly vwap: number;
  readonly fromVwap: number;
  /** what a lot of it is worth */
  readonly lot: number;
  /** of a rolling line, the strike at the money */
  readonly strike: number;
}

const known = (value: number | null | undefined): value is number => value !== null && value !== undefined;

/** @param multiplier money of a lot = premium × lot size × this; NaN where its contracts do not share one */
export function stripFigures(told: Premiums, text: string, multiplier: number): StripFigures | null {
  const own = strategyOf(told, text);
  if (own === null) return null;
  const open = told.sessions.at(-1)?.open ?? Number.NaN;
  const first = told.times.findIndex((time) => time >= open);
  const today = first < 0 ? [] : own.premium.slice(first);
  const last = today.findLast(known) ?? Number.NaN;
  const vwap = (first < 0 ? [] : own.vwap.slice(first)).findLast(known) ?? Number.NaN;
  return {
    last,
    sinceOpen: last - (today.find(known) ?? Number.NaN),
    sinceClose: last - (own.previous_premium ?? Number.NaN),
    vwap,
    fromVwap: last - vwap,
    lot: last * (own.lot_size ?? Number.NaN) * multiplier,
    strike: own.strike?.findLast(known) ?? Number.NaN,
  };
}
