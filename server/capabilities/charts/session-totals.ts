import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { ChartPast } from "./chart-past.ts";

/** Something through a session, a place a minute that has ended; NaN unknown. */
interface OfSession {
  readonly told: ChartSession;
}
export interface SessionSpot extends OfSession {
  /** rupees */
  readonly spot: Float64Array;
}
/** Open interest of an expiry, or of several together. */
export interface SessionOi extends OfSession {
  /** units */
  readonly call: Float64Array;
  readonly put: Float64Array;
}
export interface SessionTotals extends SessionSpot, SessionOi {}

interface Kept {
  readonly read: Promise<OfSession>;
  /** market time, epoch ms */
  readonly at: number;
}

/** Of a session of 385 minutes at most 6 kB. */
const MOST_KEPT = 1_024;
/** Storage may have been away when it was read: what could not be had is asked for again. */
const KEPT_MS = 10 * 60_000;

const kept = new WeakMap<ChartPast, Map<string, Kept>>();

/**
 * What was read of a session that was over before the present market day. Hundreds of contracts are read for it, so it is kept for a
 * while: expiry by expiry, for they are asked for in all company.
 * @param key says what it is, and so of which kind; @param now market time, epoch ms
 */
export function keptReading<T extends OfSession>(
  past: ChartPast,
  key: string,
  now: number,
  make: () => Promise<T>,
): Promise<T> {
  const own = kept.get(past) ?? new Map<string, Kept>();
  kept.set(past, own);
  const known = own.get(key);
  if (known !== undefined && Math.abs(now - known.at) < KEPT_MS) return known.read as Promise<T>;
  const read = make();
  own.delete(key);
  own.set(key, { read, at: now });
  read.catch(() => own.delete(key));
  for (const oldest of own.keys()) {
    if (own.size <= MOST_KEPT) break;
    own.delete(oldest);
  }
  return read;
}
