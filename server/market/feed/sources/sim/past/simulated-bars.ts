import { daysBetween } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bar, BarSeconds } from "../../../../bus/market-past.ts";
import { BUCKETS, type DayPlan } from "../day-plan.ts";
import { planActivity } from "../liquidity.ts";
import { DAY_ZERO } from "../paths.ts";
import { normalOf, uniformOf } from "../random.ts";
import { KIND } from "../state.ts";
import { toWire } from "../trading.ts";
import type { PastWorld } from "./past-world.ts";

/** Where a row ends a stretch of its past: what the live market, or the next day, starts from. */
export interface Ending {
  /** Rupees; NaN unknown, 0 never traded. */
  readonly price: number;
  readonly oi: number;
  /** Units traded since the day's start; null a usual day's. */
  readonly volume: number | null;
}

/** A stretch of one day, from its start. */
interface Stretch {
  readonly date: IsoDate;
  /** epoch ms, at most the end of the day */
  readonly until: number;
  /** by row: open interest at the day's start, units */
  readonly openingOi: ReadonlyMap<number, number>;
  readonly ending: ReadonlyMap<number, Ending>;
}

/** Within a bar of a quarter of an hour prices are looked at this often. */
const SAMPLE_MS = 300_000;
/** From so many trades in a bar on, its last one is taken to be at its end. */
const SURELY_TRADED = 4;
/** How far open interest strays from its straight way, of itself, over a day. */
const OI_NOISE = 0.012;

interface Slot {
  readonly start: number;
  /** exclusive; the end of the session at the latest */
  readonly end: number;
  /** seconds of activity */
  readonly activity: number;
}

/** Bars in which a bucket trades. */
function slotsOf(plan: DayPlan, bucket: number, seconds: BarSeconds, until: number): Slot[] {
  const name = BUCKETS[bucket]!;
  const ms = seconds * 1000;
  const slots: Slot[] = [];
  for (let start = Math.floor(plan.start / ms) * ms; start < Math.min(plan.end, until); start += ms) {
    const last = plan.spans[name].findLast((span) => span.open < start + ms && span.close > start);
    if (last === undefined || last.open >= until) continue;
    const end = Math.min(start + ms, last.close, until);
    slots.push({ start, end, activity: planActivity(plan, name, start, end) });
  }
  return slots;
}

/**
 * Bars of some rows of a world that stands at the start of the stretch's day. What the latent market says is led to where
 * the stretch has to end, so that the past goes over into what follows it without a step.
 */
export function barsOfStretch(
  world: PastWorld,
  plan: DayPlan,
  rows: readonly number[],
  stretch: Stretch,
  seconds: BarSeconds,
  seed: number,
): Map<number, Bar[]> {
  const { state, latent } = world;
  const until = Math.min(stretch.until, plan.end);
  const day = daysBetween(DAY_ZERO, stretch.date);
  const slots = new Map<number, Slot[]>();
  for (const row of rows) {
    const bucket = state.bucket[row]!;
    if (!slots.has(bucket)) slots.set(bucket, slotsOf(plan, bucket, seconds, until));
  }
  const slotsOfRow = (row: number): readonly Slot[] => slots.get(state.bucket[row]!)!;
  const fairs = sample(world, plan, rows, slotsOfRow, seconds);
  latent.lookBack(Math.max(plan.start, until) - 1);
  const result = new Map<number, Bar[]>();
  for (const row of rows) {
    result.set(row, barsOfRow(row, slotsOfRow(row), fairs.get(row)!));
  }
  return result;

  function barsOfRow(row: number, own: readonly Slot[], prices: readonly Float64Array[]): Bar[] {
    const { token } = state.universe.instruments[row]!;
    const ending = stretch.ending.get(row);
    const whole = own.reduce((sum, slot) => sum + slot.activity, 0);
    const isQuoted = state.kind[row] === KIND.INDEX;
    if (ending?.price === 0 || (!isQuoted && ending?.volume === 0) || whole === 0) return [];
    const last = prices.at(-1)?.at(-1) ?? Number.NaN;
    const lead = ending !== undefined && ending.price > 0 ? ending.price - last : 0;
    const usual = Math.round(state.dayLots[row]!) * state.lot[row]!;
    const volume = isQuoted ? 0 : (ending?.volume ?? usual);
    const openingOi = stretch.openingOi.get(row) ?? 0;
    const closingOi = ending?.oi ?? openingOi;
    const drift = bridge(own.length, (k) => normalOf(seed, token, day, 400 + k));
    const swing = isQuoted || own.length === 0 ? 0 : (OI_NOISE * openingOi) / Math.sqrt(own.length);
    const bars: Bar[] = [];
    let done = 0;
    let told = 0;
    for (const [k, slot] of own.entries()) {
      const before = done / whole;
      done += slot.activity;
      const share = done / whole;
      const isLast = k === own.length - 1;
      const expected = state.rate[row]! * slot.activity;
      const isTraded =
        isQuoted || expected > SURELY_TRADED || uniformOf(seed, token, day, 800 + k) < -Math.expm1(-expected);
      // What a thin contract ends with was traded at some time.
      if (!isTraded && !(isLast && bars.length === 0 && (ending?.volume ?? 0) > 0)) continue;
      const path = prices[k]!;
      let open = 0;
      let high = 0;
      let low = 0;
      let close = 0;
      for (let i = 0; i < path.length; i++) {
        const led = path[i]! + lead * (before + ((share - before) * i) / (path.length - 1));
        close = priceOf(row, led);
        if (i === 0) open = high = low = close;
        if (close > high) high = close;
        if (close < low) low = close;
      }
      const sold = isLast ? volume : roundLots(row, volume * share);
      const oi = Math.max(0, openingOi + (closingOi - openingOi) * share + swing * drift[k]!);
      bars.push({
        start: slot.start,
        open,
        high,
        low,
        close,
        volume: Math.max(0, sold - told),
        oi: isQuoted ? 0 : roundLots(row, oi),
      });
      told = Math.max(told, sold);
    }
    const end = bars.pop();
    if (end === undefined) return bars;
    // The last trade is the day's close, and nothing is opened or closed after it.
    const close = ending !== undefined && ending.price > 0 ? priceOf(row, ending.price) : end.close;
    const [high, low] = [Math.max(end.high, close), Math.min(end.low, close)];
    bars.push({ ...end, high, low, close, oi: isQuoted ? 0 : closingOi });
    return bars;
  }

  function priceOf(row: number, rupees: number): number {
    return toWire(state, row, Math.max(state.tick[row]!, rupees));
  }

  function roundLots(row: number, units: number): number {
    const lot = state.lot[row]!;
    return Math.round(units / lot) * lot;
  }
}

/** Fair values of rows at the beginning, within and at the end of each of their bars. */
function sample(
  { latent, fair }: PastWorld,
  plan: DayPlan,
  rows: readonly number[],
  slotsOfRow: (row: number) => readonly Slot[],
  seconds: BarSeconds,
): Map<number, Float64Array[]> {
  const parts = Math.max(1, Math.round((seconds * 1000) / SAMPLE_MS));
  const values = new Map<number, Float64Array>();
  const valuesAt = (at: number): Float64Array => {
    let known = values.get(at);
    if (known === undefined) {
      latent.lookBack(Math.max(plan.start, at - 1));
      known = new Float64Array(rows.length);
      for (let r = 0; r < rows.length; r++) known[r] = fair(rows[r]!, at - 1);
      values.set(at, known);
    }
    return known;
  };
  const pathOf = (r: number, { start, end }: Slot): Float64Array => {
    const from = Math.max(start, plan.start + 1);
    const path = new Float64Array(parts + 1);
    for (let i = 0; i <= parts; i++) path[i] = valuesAt(from + ((end - from) * i) / parts)[r]!;
    return path;
  };
  return new Map(rows.map((row, r) => [row, slotsOfRow(row).map((slot) => pathOf(r, slot))]));
}

/** A random way that begins and ends at 0. @param draw standard normals */
function bridge(length: number, draw: (k: number) => number): Float64Array {
  const way = new Float64Array(length);
  let sum = 0;
  for (let k = 0; k < length; k++) {
    sum += draw(k);
    way[k] = sum;
  }
  for (let k = 0; k < length; k++) way[k]! -= (sum * (k + 1)) / length;
  return way;
}
