import type { IsoDate } from "#domain/units/iso-date.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";

/** The expiry that new trades are in: what is over stays listed until the next morning, and nothing can be placed on it. */
export function firstRunning(
  listed: readonly IsoDate[],
  { expiries }: Pick<UnderlyingSummary, "expiries">,
  now: number,
): IsoDate | undefined {
  const over = new Set(
    expiries.filter(({ expiryInstant }) => expiryInstant <= now).map(({ expiry }) => expiry),
  );
  return listed.find((day) => !over.has(day)) ?? listed[0];
}
