import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";

/** Expiries whose last trade is to come, nearest first: what is over stays listed until the next list, and nothing can be placed on it. */
export function runningExpiries(
  listed: readonly IsoDate[],
  { expiries }: Pick<UnderlyingSummary, "expiries">,
  now: number,
): readonly IsoDate[] {
  const first = defaultExpiry(expiries, now);
  const over = new Set(expiries.slice(0, first && expiries.indexOf(first)).map(({ expiry }) => expiry));
  return listed.filter((day) => !over.has(day));
}

/** The expiry that new trades are in; once all are over, the first that was listed. */
export function firstRunning(
  listed: readonly IsoDate[],
  underlying: Pick<UnderlyingSummary, "expiries">,
  now: number,
): IsoDate | undefined {
  return runningExpiries(listed, underlying, now)[0] ?? listed[0];
}
