import { listedFutureExpiries } from "#domain/calendar/expiries.ts";
import { DAY_MS, daysBetween } from "#domain/calendar/ist.ts";
import type { UnderlyingSpec } from "#domain/instruments/types.ts";
import { roundToTick } from "#domain/units/tick.ts";
import type { Bar, DailyClose, PastDay } from "../../../../bus/market-past.ts";
import type { FutureEntry } from "../../../market-table.ts";
import { type ClockKind, gapShareOf, marketDate, rollInstant } from "../day-plan.ts";
import { groupOf } from "../factors.ts";
import { createVarianceOf } from "../latent.ts";
import { DAY_ZERO } from "../paths.ts";
import { normalOf, uniformOf } from "../random.ts";
import { type KnownCloses, ruleOf } from "./simulated-closes.ts";

/** Futures whose open interest and volume stand for the underlying, as in packet 5. */
export const FUTURES_COUNTED = 3;

/** Streams of random numbers that nothing else of a day draws from. */
const STREAM = { OPEN: 901, HIGH: 902, LOW: 903 } as const;

interface DaysInput {
  readonly seed: number;
  readonly clock: ClockKind;
}

/** What the bars of a day say of it. */
interface Told {
  readonly spot: readonly Bar[];
  readonly futures: readonly (readonly Bar[])[];
}

/** Bars of the last days by the minute. */
export interface RecentBars {
  readonly spot: readonly Bar[];
  /** nearest first, at most FUTURES_COUNTED */
  readonly futures: readonly (readonly Bar[])[];
  /** rupees of a bar's price: its wire integer over this */
  readonly divisor: number;
  readonly listed: readonly FutureEntry[];
}

/**
 * Days of a simulated underlying out of its closes. The days whose bars can be made have the ranges of their bars; before
 * them a range is drawn as a way of the day's volatility has one that goes from its open to its close.
 */
export function createSimulatedDays({ seed, clock }: DaysInput) {
  const variance = createVarianceOf(clock);

  function byDate({ spot, futures }: Pick<RecentBars, "spot" | "futures">): Map<string, Told> {
    const days = new Map<string, { spot: Bar[]; futures: Bar[][] }>();
    let date = "";
    let roll = Number.POSITIVE_INFINITY;
    const dayOf = (start: number) => {
      // A market day lasts a day at least, and asking the calendar of each bar would take longer than making it.
      if (start < roll || start >= roll + DAY_MS) {
        date = marketDate(clock, start);
        roll = rollInstant(date);
      }
      const day = days.get(date) ?? { spot: [], futures: futures.map(() => []) };
      days.set(date, day);
      return day;
    };
    for (const bar of spot) dayOf(bar.start).spot.push(bar);
    for (const [i, bars] of futures.entries()) for (const bar of bars) dayOf(bar.start).futures[i]!.push(bar);
    return days;
  }

  /** Prices between an open and a close: high and low of a bridge of that much variance, both from their own distribution. */
  function drawn(spec: UnderlyingSpec, previous: number, { date, spot: close, iv30 }: DailyClose) {
    const group = groupOf(spec);
    const day = daysBetween(DAY_ZERO, date);
    const volatility = iv30 > 0 ? iv30 : spec.annualVolatility;
    const spread = volatility * Math.sqrt(variance(group, day));
    const gap = gapShareOf(clock, group);
    const whole = Math.log(close / previous);
    const noise = spread * Math.sqrt(gap * (1 - gap)) * normalOf(seed, spec.token, day, STREAM.OPEN);
    const opened = Math.log(previous) + gap * whole + noise;
    const closed = Math.log(close);
    const reach = (stream: number): number => {
      const most = -2 * spread ** 2 * (1 - gap) * Math.log(uniformOf(seed, spec.token, day, stream));
      return Math.sqrt((closed - opened) ** 2 + most);
    };
    const tick = (log: number): number => roundToTick(Math.exp(log), spec.spotTickSize);
    const middle = (opened + closed) / 2;
    const open = tick(opened);
    return {
      open,
      high: Math.max(open, close, tick(middle + reach(STREAM.HIGH) / 2)),
      low: Math.min(open, close, tick(middle - reach(STREAM.LOW) / 2)),
    };
  }

  /** A contract that has expired since is not listed any more: what it held and traded is not known. */
  function isWhole(spec: UnderlyingSpec, date: string, listed: readonly FutureEntry[]): boolean {
    const [nearest] = listed;
    const [then] = listedFutureExpiries(ruleOf(spec), date);
    return nearest !== undefined && (then === undefined || then.date >= nearest.expiry);
  }

  const sum = (bars: readonly Bar[]): number => bars.reduce((total, { volume }) => total + volume, 0);

  /**
   * @param closes  of the days wanted and of the one before them, oldest first
   * @returns without the first of them
   */
  return (spec: UnderlyingSpec, closes: readonly DailyClose[], recent: RecentBars): PastDay[] => {
    const told = byDate(recent);
    return closes.slice(1).map((close, i): PastDay => {
      const { date, spot, ivs, origin } = close;
      const own = told.get(date);
      const [first] = own?.spot ?? [];
      if (own === undefined || first === undefined) {
        const range = drawn(spec, closes[i]!.spot, close);
        return { date, ...range, close: spot, volume: Number.NaN, futuresOi: Number.NaN, ivs, origin };
      }
      const isKnown = isWhole(spec, date, recent.listed) && own.futures.every((bars) => bars.length > 0);
      const traded = own.futures.reduce((total, bars) => total + sum(bars), 0);
      const held = own.futures.reduce((total, bars) => total + (bars.at(-1)?.oi ?? 0), 0);
      const prices = (of: (bar: Bar) => number) => own.spot.map((bar) => of(bar) / recent.divisor);
      return {
        date,
        open: first.open / recent.divisor,
        high: Math.max(spot, ...prices(({ high }) => high)),
        low: Math.min(spot, ...prices(({ low }) => low)),
        close: spot,
        volume: spec.kind === "stock" ? sum(own.spot) : isKnown ? traded : Number.NaN,
        futuresOi: isKnown ? held : Number.NaN,
        ivs,
        origin,
      };
    });
  };
}

const UNKNOWN = {
  open: Number.NaN,
  high: Number.NaN,
  low: Number.NaN,
  volume: Number.NaN,
  futuresOi: Number.NaN,
};

/** Days of which files know the close as those files have them: what they do not know of their day is not made up. */
export function withKnown(days: readonly PastDay[], known: KnownCloses | undefined): PastDay[] {
  return days
    .map((day): PastDay => {
      const real = known?.get(day.date);
      if (real === undefined) return day;
      return { ...UNKNOWN, ...real.figures, date: day.date, close: real.spot, origin: "imported" };
    })
    .filter(({ close }) => close > 0);
}
