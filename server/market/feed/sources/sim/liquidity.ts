import type { ExpiryType } from "#domain/calendar/expiries.ts";
import { istMinuteOfDay } from "#domain/calendar/ist.ts";
import type { UnderlyingSpec } from "#domain/instruments/types.ts";
import { BUCKETS, type Bucket, type DayPlan, GROUP_OF_BUCKET, rhythm } from "./day-plan.ts";
import { hashText, normalOf } from "./random.ts";

/*
 * How much is traded and held where, in lots. Fitted by eye to NSE's end-of-day file of 18 Aug 2026: NIFTY's weeklies
 * lose about a factor of 25 of volume a week, a stock's second month has a tenth of the first's, its third hardly any.
 */

/** Lots a day and lots held in the options of the nearest month, calls and puts together. */
export interface Depth {
  readonly volume: number;
  readonly oi: number;
  readonly futureVolume: number;
  readonly futureOi: number;
  /** Shares a day in the cash market. */
  readonly shares: number;
  /** Half the spread of the nearest future, fraction of price. */
  readonly futureHalfSpread: number;
}

const NAMED: Readonly<Record<string, Omit<Depth, "shares">>> = {
  NIFTY: { volume: 6e6, oi: 4.2e6, futureVolume: 7e4, futureOi: 2.1e5, futureHalfSpread: 1.6e-5 },
  BANKNIFTY: { volume: 3e6, oi: 1.2e6, futureVolume: 3e4, futureOi: 7e4, futureHalfSpread: 2.2e-5 },
  FINNIFTY: { volume: 8e4, oi: 3.4e4, futureVolume: 200, futureOi: 900, futureHalfSpread: 1.5e-4 },
  MIDCPNIFTY: { volume: 2.5e5, oi: 1.3e5, futureVolume: 2500, futureOi: 1.5e4, futureHalfSpread: 8e-5 },
  NIFTYNXT50: { volume: 250, oi: 450, futureVolume: 60, futureOi: 800, futureHalfSpread: 2.5e-4 },
  SENSEX: { volume: 8e5, oi: 3e5, futureVolume: 500, futureOi: 3000, futureHalfSpread: 8e-5 },
  BANKEX: { volume: 9000, oi: 8000, futureVolume: 50, futureOi: 400, futureHalfSpread: 2.5e-4 },
  USDINR: { volume: 3e4, oi: 2e5, futureVolume: 4e5, futureOi: 1.2e6, futureHalfSpread: 1.5e-5 },
  GOLD: { volume: 1.2e4, oi: 2.5e4, futureVolume: 9000, futureOi: 1.5e4, futureHalfSpread: 3e-5 },
  SILVER: { volume: 1.5e4, oi: 3e4, futureVolume: 1.4e4, futureOi: 1.8e4, futureHalfSpread: 5e-5 },
  CRUDEOIL: { volume: 3e5, oi: 6e4, futureVolume: 2e4, futureOi: 1.3e4, futureHalfSpread: 9e-5 },
  NATURALGAS: { volume: 3e5, oi: 8e4, futureVolume: 4.5e4, futureOi: 3e4, futureHalfSpread: 2.2e-4 },
};

const CRORE = 1e7;

/** Turnover of a share follows its weight in the index; names differ by a lasting factor of their own. */
export function depthOf(spec: UnderlyingSpec, lotSize: number): Depth {
  const named = Object.hasOwn(NAMED, spec.symbol) ? NAMED[spec.symbol] : undefined;
  if (named !== undefined) return { ...named, shares: 0 };
  const own = Math.exp(0.35 * normalOf(hashText(spec.symbol), 1));
  const lotValue = spec.basePrice * lotSize;
  const volume = (own * CRORE * (1100 + 1750 * spec.niftyWeightPct)) / lotValue;
  const oi = (own * CRORE * (700 + 1250 * spec.niftyWeightPct)) / lotValue;
  return {
    volume,
    oi,
    futureVolume: 0.068 * volume,
    futureOi: 1.09 * oi,
    shares: (own * CRORE * (160 + 240 * spec.niftyWeightPct)) / spec.basePrice,
    futureHalfSpread: 0.5e-4 + 0.8e-4 / (1 + spec.niftyWeightPct),
  };
}

const WEEKLY_UNDERLYINGS = new Set(["NIFTY", "SENSEX"]);

/** Share of the nearest month's volume and OI that an expiry `days` away has. */
export function expiryShare(
  spec: UnderlyingSpec,
  type: ExpiryType,
  days: number,
): { volume: number; oi: number } {
  if (WEEKLY_UNDERLYINGS.has(spec.symbol)) {
    // On its last day a weekly trades ten times what a month does in all of a normal one.
    const lastDays = 20 * Math.exp(-0.46 * days);
    if (type === "weekly") {
      return { volume: lastDays + 0.02 * Math.exp(-0.09 * days), oi: 1.5 * Math.exp(-0.25 * days) + 0.002 };
    }
    const far = type === "quarterly" ? 0.004 : 0;
    return {
      volume: lastDays + 0.45 * Math.exp(-days / 30) + far * Math.exp(-days / 160),
      oi: 1.1 * Math.exp(-days / 28) + (type === "quarterly" ? 0.12 * Math.exp(-days / 220) : 0),
    };
  }
  if (spec.kind === "currency") {
    const volume = Math.exp(-days / (type === "weekly" ? 9 : 25));
    return { volume, oi: type === "weekly" ? 0.3 * volume : volume };
  }
  if (spec.kind === "commodity") {
    return { volume: Math.exp(-days / 16), oi: Math.exp(-days / 24) };
  }
  const fall = (a: number, b: number): number =>
    Math.exp(-Math.min(a * days + b * days * days, 5.5 + days / 45));
  const lastWeek = 1 + 1.2 * Math.exp(-days / 2);
  return { volume: lastWeek * fall(0.0102, 0.00109), oi: fall(0.00805, 0.000722) };
}

/** Share of the nearest future's volume and OI in the n-th month. */
export function futureShare(rank: number): { volume: number; oi: number } {
  return { volume: 0.28 ** rank, oi: 0.2 ** rank };
}

/**
 * Where in a chain volume lies: near the money, reaching out on the out-of-the-money side.
 * @param out  standard deviations out of the money, negative in
 */
export function volumeWeight(out: number): number {
  if (out >= 0) return Math.exp(-0.5 * ((out - 0.25) / 0.95) ** 2) + 0.16 * Math.exp(-out / 2);
  return 0.97 * Math.exp(-0.5 * (out / 0.55) ** 2) + 0.006 * Math.exp(out / 1.5);
}

/** Where open interest lies: further out than volume, puts further than calls. */
export function oiWeight(out: number, isPut: boolean): number {
  const peak = isPut ? 1.25 : 1;
  const width = isPut ? 1.25 : 1.05;
  if (out >= 0)
    return Math.exp(-0.5 * ((out - peak) / width) ** 2) + (isPut ? 0.09 : 0.06) * Math.exp(-out / 3);
  return (
    Math.exp(-0.5 * (peak / width) ** 2) * Math.exp(-0.5 * (out / 0.8) ** 2) + 0.012 * Math.exp(out / 2.5)
  );
}

/** Traders like round strikes: every fifth, tenth and twentieth step more than its neighbours. */
export function roundness(strike: number, step: number): number {
  const multiple = (of: number): boolean =>
    Math.abs(strike / (step * of) - Math.round(strike / (step * of))) < 1e-9;
  if (multiple(20)) return 3.2;
  if (multiple(10)) return 2.4;
  if (multiple(2)) return 1.15;
  return 0.62;
}

/** Quote and trade events of one instrument never come faster than this a second: the exchange's feed conflates. */
const FASTEST = 3.2;
const LOTS_A_TRADE = 3;

interface Pace {
  /** Trades with a tick of their own, a second at rhythm 1. */
  readonly rate: number;
  /** Mean lots behind one such tick. */
  readonly lots: number;
}

const REGULAR_HOURS: Readonly<Record<Bucket, readonly [from: number, to: number]>> = {
  cash: [555, 915],
  derivatives: [555, 940],
  currency: [540, 1020],
  commodity: [540, 1410],
};

function activitySeconds(bucket: Bucket, from: number, to: number): number {
  let sum = 0;
  for (let m = from; m < to; m++) sum += 60 * rhythm(GROUP_OF_BUCKET[bucket], m);
  return sum;
}

/** Seconds of a regular session, weighted by rhythm. */
export const SESSION_ACTIVITY: Readonly<Record<Bucket, number>> = Object.fromEntries(
  BUCKETS.map((bucket) => [bucket, activitySeconds(bucket, ...REGULAR_HOURS[bucket])]),
) as Record<Bucket, number>;

/** The same of a planned day; around the clock it is longer, and each tick stands for fewer lots. */
export function planActivity(plan: DayPlan, bucket: Bucket, from = plan.start, to = plan.end): number {
  let sum = 0;
  for (const span of plan.spans[bucket]) {
    const open = Math.max(span.open, from);
    const close = Math.min(span.close, to);
    for (let at = open; at < close; at += 60_000) {
      sum += (Math.min(60_000, close - at) / 1000) * rhythm(GROUP_OF_BUCKET[bucket], istMinuteOfDay(at));
    }
  }
  return sum;
}

/** @param dayLots expected lots of a regular session */
export function paceOf(dayLots: number, bucket: Bucket): Pace {
  const trades = dayLots / LOTS_A_TRADE / SESSION_ACTIVITY[bucket];
  const rate = FASTEST * -Math.expm1(-trades / FASTEST);
  return { rate, lots: rate > 0 ? dayLots / (rate * SESSION_ACTIVITY[bucket]) : 0 };
}
