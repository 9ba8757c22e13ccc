import type { ExpiryType } from "../calendar/expiries.ts";
import type { IsoDate } from "../units/iso-date.ts";
import type { UnderlyingKind } from "./types.ts";

/**
 * Strikes every `step` as far as `reach` (fraction of the spot) on both sides, for contracts at most `within` calendar
 * months from expiry. A contract has all bands it qualifies for, so time only adds strikes to it.
 */
type Band = readonly [step: number, reach: number, within: number];

const FAR = Number.POSITIVE_INFINITY;

/*
 * Fitted to Kite's NFO and BFO dump of 18 Aug 2026 against the spot of that day. The real ranges lean to where the
 * index was when the contract was listed (NIFTY Aug 2026: −12.2 % to +12.6 %; its Oct: −7.9 % to +12.6 %); these are
 * symmetric. MCX: spacing and far ranges of the ICICI Breeze master of 30 Jul 2026, the near ranges cut down, for the
 * real ones (GOLD 1,074 strikes) remember a year's moves. Currency: Upstox's list of Aug 2026, quarter-rupee strikes.
 */
const MONTHLY: Readonly<Record<string, readonly Band[]>> = {
  NIFTY: [
    [50, 0.125, 0],
    [50, 0.11, 1],
    [50, 0.1, 2],
    [500, 0.2, 6],
    [1500, 0.36, FAR],
  ],
  BANKNIFTY: [
    [100, 0.15, 0],
    [100, 0.115, 1],
    [100, 0.11, 2],
    [500, 0.17, 2],
    [1500, 0.15, FAR],
  ],
  FINNIFTY: [
    [50, 0.09, 0],
    [100, 0.13, 2],
    [500, 0.15, 2],
  ],
  MIDCPNIFTY: [
    [25, 0.13, 0],
    [25, 0.11, 1],
    [25, 0.075, 2],
    [100, 0.14, 2],
  ],
  NIFTYNXT50: [
    [100, 0.13, 0],
    [100, 0.11, 1],
    [100, 0.09, 2],
    [500, 0.16, 2],
  ],
  SENSEX: [
    [100, 0.12, 0],
    [100, 0.1, 1],
    [100, 0.08, 2],
    [500, 0.12, 2],
    [1000, 0.15, FAR],
  ],
  BANKEX: [
    [100, 0.15, 0],
    [100, 0.12, 1],
    [100, 0.1, 2],
  ],
  USDINR: [[0.25, 0.075, FAR]],
  GOLD: [
    [100, 0.06, 1],
    [500, 0.15, FAR],
  ],
  SILVER: [
    [250, 0.07, 1],
    [1000, 0.18, FAR],
  ],
  CRUDEOIL: [[50, 0.4, FAR]],
  NATURALGAS: [[5, 0.6, FAR]],
};

const WEEKLY: Readonly<Record<string, readonly Band[]>> = {
  NIFTY: [
    [50, 0.11, 0],
    [50, 0.09, FAR],
  ],
  SENSEX: [
    [100, 0.09, 0],
    [100, 0.08, FAR],
  ],
};

/** In strike steps: NSE lists a stock's third month at twice the step of the first two, the wings at twice the core's. */
const STOCK: readonly Band[] = [
  [1, 0.16, 0],
  [1, 0.145, 1],
  [2, 0.2, 2],
  [4, 0.24, 2],
];

/** An index or product without a row: its step, narrowing with time. In strike steps. */
const OTHER: readonly Band[] = [
  [1, 0.12, 0],
  [1, 0.1, 1],
  [1, 0.08, FAR],
];

/** However cheap the stock, at least this many strikes either side. */
const LEAST_EACH_SIDE = 5;

/** Lowest and highest price of the underlying, rupees. */
export interface PriceSpan {
  readonly low: number;
  readonly high: number;
}

interface StrikeTerms {
  readonly symbol: string;
  readonly kind: UnderlyingKind;
  readonly strikeStep: number;
}

function bandsOf(spec: StrikeTerms, expiryType: ExpiryType): { bands: readonly Band[]; unit: number } {
  const named = (expiryType === "weekly" ? WEEKLY[spec.symbol] : undefined) ?? MONTHLY[spec.symbol];
  if (named !== undefined) return { bands: named, unit: 1 };
  return { bands: spec.kind === "stock" ? STOCK : OTHER, unit: spec.strikeStep };
}

/**
 * Strikes listed for an expiry, ascending, rupees.
 * @param spot  reference price, a previous close; or the span it moved in since the contract was listed, because strikes
 *   once listed stay. Not the live price: the list would change with every tick.
 * @param monthsOut  calendar months from the trading day to the expiry (`monthsBetween`)
 * @throws RangeError when a price is not positive
 */
export function listedStrikes(
  spec: StrikeTerms,
  spot: number | PriceSpan,
  expiryType: ExpiryType,
  monthsOut: number,
): number[] {
  const { low, high } = typeof spot === "number" ? { low: spot, high: spot } : spot;
  if (!(low > 0 && high >= low && Number.isFinite(high))) {
    throw new RangeError(`strikes of ${spec.symbol} need a positive price, not ${low} to ${high}`);
  }
  const { bands, unit } = bandsOf(spec, expiryType);
  // Every step is a whole number of eighths of a rupee, exact in binary: equal strikes of two bands are one key.
  const strikes = new Set<number>();
  for (const [step, reach, within] of bands) {
    if (monthsOut > within) continue;
    const size = step * unit;
    const least = spec.kind === "stock" ? LEAST_EACH_SIDE : 1;
    const from = Math.min(Math.floor((low * (1 - reach)) / size), Math.floor(low / size) - least);
    const to = Math.max(Math.ceil((high * (1 + reach)) / size), Math.ceil(high / size) + least);
    for (let k = Math.max(from, 1); k <= to; k++) strikes.add(k * size);
  }
  return [...strikes].sort((a, b) => a - b);
}

/** Calendar months from a day to an expiry: 0 within the same month. */
export function monthsBetween(on: IsoDate, expiry: IsoDate): number {
  const months = (date: IsoDate): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return months(expiry) - months(on);
}

/**
 * Strikes at an odd multiple of half of this are odd ones: 100 for NIFTY's 50s, 50 for MIDCPNIFTY's 25s. 0 for indices in
 * steps of 100 and all other underlyings: there every listed strike is a round one.
 */
export function roundStrikeStep(kind: UnderlyingKind, strikeStep: number): number {
  return kind === "index" && strikeStep > 0 && strikeStep < 100 ? 2 * strikeStep : 0;
}
