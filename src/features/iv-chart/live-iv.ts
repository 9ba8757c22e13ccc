/** What the stream of stats says of volatility now. Fractions; unknown is NaN. Pure. */

import { compactDate } from "#domain/calendar/ist.ts";
import { constantMaturityIv } from "#domain/chain/iv-statistics.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ExpirySummary } from "#workers/engine/api.ts";

interface ExpiryIv {
  /** YYYYMMDD */
  readonly expiry: number;
  readonly atmIv: number;
}

export const ivOfExpiry = (told: readonly ExpiryIv[], expiry: string): number =>
  told.find((each) => each.expiry === compactDate(expiry as IsoDate))?.atmIv ?? Number.NaN;

/** @param listed near to far @param now market time, epoch ms */
export function iv30Of(
  told: readonly ExpiryIv[],
  listed: readonly Pick<ExpirySummary, "expiry" | "expiryInstant">[],
  now: number,
): number {
  return constantMaturityIv(
    listed.map(({ expiryInstant }) => yearsToExpiry(now, expiryInstant)),
    listed.map(({ expiry }) => ivOfExpiry(told, expiry)),
  );
}
