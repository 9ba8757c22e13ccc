import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { ChartPast } from "./chart-past.ts";

/** Open interest of some expiries through a session, a place a minute that has ended; NaN unknown. */
export interface SessionTotals {
  readonly told: ChartSession;
  /** rupees */
  readonly spot: Float64Array;
  /** units */
  readonly call: Float64Array;
  readonly put: Float64Array;
}

interface Kept {
  readonly totals: Promise<SessionTotals>;
  /** market time, epoch ms */
  readonly at: number;
}

/** Of a session of 375 minutes 9 kB. */
const MOST_KEPT = 256;
/** Storage may have been away when it was read: what could not be had is asked for again. */
const KEPT_MS = 10 * 60_000;

const kept = new WeakMap<ChartPast, Map<string, Kept>>();

/**
 * Totals of a session that was over before the present market day. A thousand contracts are read for it, so it is kept for a while.
 * @param now market time, epoch ms
 */
export function keptTotals(
  past: ChartPast,
  key: string,
  now: number,
  make: () => Promise<SessionTotals>,
): Promise<SessionTotals> {
  const own = kept.get(past) ?? new Map<string, Kept>();
  kept.set(past, own);
  const known = own.get(key);
  if (known !== undefined && Math.abs(now - known.at) < KEPT_MS) return known.totals;
  const totals = make();
  own.delete(key);
  own.set(key, { totals, at: now });
  totals.catch(() => own.delete(key));
  for (const oldest of own.keys()) {
    if (own.size <= MOST_KEPT) break;
    own.delete(oldest);
  }
  return totals;
}
