import { daysBetween } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { DayPlan, Group } from "./day-plan.ts";
import { createRandom, hashText, normalOf } from "./random.ts";

/** A source of surprise: the market, a sector, one company, a volatility. Unit variance a year. */
export interface FactorSpec {
  readonly name: string;
  readonly group: Group;
  /** Moves between minutes too; slow ones are drawn straight from minute to minute. */
  readonly fine: boolean;
  /** Share of yesterday's level that is left today: below 1 the level returns to zero. */
  readonly persistence: number;
  /** Expected jumps a day; 0 none. */
  readonly jumps: number;
}

/** Levels of all factors through one market day, a pure function of seed, names and date. */
export interface Paths {
  /** Level of each factor at the instant last sought. */
  readonly level: Float64Array;
  startDay(plan: DayPlan): void;
  /** Brings `level` to an instant of the day. */
  seek(at: number): void;
  /** Level at an instant, minutes joined by straight lines: for looking back cheaply. */
  coarse(factor: number, at: number): number;
}

const MINUTE_MS = 60_000;
/** Fine factors have a new increment every 200 ms: as often as an index is published, and futures rarely tick faster. */
const GRID_MS = 200;
const GRID = MINUTE_MS / GRID_MS;
/** Levels remember this many trading days; at the strongest persistence 1 % of a shock is left by then. */
const MEMORY_SHOCKS = 150;
const LONGEST_MEMORY_DAYS = 400;
/** A shock of which less than this is left is forgotten. */
const LEAST_MEMORY = 1e-4;
const DAY_ZERO: IsoDate = "2020-01-01";

/**
 * Level at the end of a day: a moving average of the shocks of the last days, so that any day can be entered without
 * simulating the ones before it.
 */
function levelAfter(
  seed: number,
  key: number,
  factor: FactorSpec,
  day: number,
  variance: (day: number) => number,
): number {
  let level = 0;
  let left = 1;
  let shocks = 0;
  // Days without trading are passed over, so that a weekend does not move the window.
  for (let n = 0; shocks < MEMORY_SHOCKS && n < LONGEST_MEMORY_DAYS && left > LEAST_MEMORY; n++) {
    const v = variance(day - n);
    if (!(v > 0)) continue;
    level += left * Math.sqrt(v) * normalOf(seed, key, day - n);
    left *= factor.persistence;
    shocks += 1;
  }
  return level;
}

/**
 * @param variance  years of variance a group's market day holds (0 when it does not trade); days count from DAY_ZERO
 */
export function createPaths(
  seed: number,
  factors: readonly FactorSpec[],
  variance: (group: Group, day: number) => number,
): Paths {
  const count = factors.length;
  const keys = factors.map((factor) => hashText(factor.name));
  const level = new Float64Array(count);
  const opening = new Float64Array(count);
  const gap = new Float64Array(count);
  /** by factor: level above the opening at each minute's start, the gap left out */
  let minutes: Float64Array[] = [];
  /** by factor: minute → [grid point, size] of its jump */
  let jumps: Map<number, readonly [number, number]>[] = [];
  /** by factor: the current minute on the grid */
  const fine = factors.map((factor) => (factor.fine ? new Float64Array(GRID + 1) : null));
  const fineMinute = new Map<Group, number>();
  let plan: DayPlan | null = null;
  let day = 0;

  function startFactor(f: number, today: DayPlan): void {
    const factor = factors[f]!;
    const key = keys[f]!;
    const own = today.groups[factor.group];
    const varianceOf = (d: number) => variance(factor.group, d);
    opening[f] = levelAfter(seed, key, factor, day - 1, varianceOf);
    const total = own.minutes === 0 ? 0 : levelAfter(seed, key, factor, day, varianceOf) - opening[f]!;
    const random = createRandom(seed, key, day, 1);
    const path = new Float64Array(own.minutes + 1);
    const jumped = new Map<number, readonly [number, number]>();
    let raw = Math.sqrt(own.gap) * random.normal();
    gap[f] = raw;
    for (let m = 0; m < own.minutes; m++) {
      let move = Math.sqrt(own.weights[m]!) * random.normal();
      if (factor.jumps > 0 && random.next() < factor.jumps / own.minutes && own.weights[m]! > 0) {
        const size =
          (random.next() < 0.5 ? -1 : 1) * (4 + 4 * random.exponential()) * Math.sqrt(own.variance / 375);
        jumped.set(m, [1 + random.below(GRID - 1), size]);
        move += size;
      }
      path[m + 1] = path[m]! + move;
      raw += move;
    }
    // Shift every minute by its share of the variance: the day then ends exactly at its level, still a Brownian path.
    const slack = own.variance > 0 ? (total - raw) / own.variance : 0;
    gap[f]! += slack * own.gap;
    for (let m = 1; m <= own.minutes; m++) path[m]! += slack * own.cumulative[m]!;
    minutes[f] = path;
    jumps[f] = jumped;
  }

  /** A Brownian bridge from the minute's start to its end, the jump set on top. */
  function fillMinute(f: number, minute: number, weight: number): void {
    const points = fine[f]!;
    const path = minutes[f]!;
    const jump = jumps[f]!.get(minute);
    const random = createRandom(seed, keys[f]!, day, 2 + minute);
    const from = path[minute]!;
    const to = path[minute + 1]! - (jump?.[1] ?? 0);
    const step = Math.sqrt(weight / GRID);
    let x = from;
    points[0] = from;
    for (let j = 1; j < GRID; j++) {
      const left = GRID - j + 1;
      x += (to - x) / left + step * Math.sqrt((left - 1) / left) * random.normal();
      points[j] = x;
    }
    points[GRID] = to;
    if (jump !== undefined) for (let j = jump[0]; j <= GRID; j++) points[j]! += jump[1];
  }

  function prepareMinute(group: Group, minute: number): void {
    if (fineMinute.get(group) === minute) return;
    fineMinute.set(group, minute);
    const weight = plan!.groups[group].weights[minute]!;
    for (let f = 0; f < count; f++) {
      if (factors[f]!.group === group && fine[f] !== null) fillMinute(f, minute, weight);
    }
  }

  function coarse(f: number, at: number): number {
    const own = plan!.groups[factors[f]!.group];
    const base = opening[f]! + (at >= own.gapAt ? gap[f]! : 0);
    const path = minutes[f]!;
    const x = (at - own.start) / MINUTE_MS;
    if (x <= 0 || own.minutes === 0) return base;
    if (x >= own.minutes) return base + path[own.minutes]!;
    const m = Math.floor(x);
    return base + path[m]! + (x - m) * (path[m + 1]! - path[m]!);
  }

  return {
    level,
    startDay(next) {
      plan = next;
      day = daysBetween(DAY_ZERO, next.date);
      minutes = new Array(count);
      jumps = new Array(count);
      fineMinute.clear();
      for (let f = 0; f < count; f++) startFactor(f, next);
    },
    seek(at) {
      for (let f = 0; f < count; f++) {
        const factor = factors[f]!;
        const own = plan!.groups[factor.group];
        const elapsed = at - own.start;
        const points = fine[f];
        if (points === null || points === undefined || elapsed <= 0 || elapsed >= own.minutes * MINUTE_MS) {
          level[f] = coarse(f, at);
          continue;
        }
        const minute = Math.floor(elapsed / MINUTE_MS);
        prepareMinute(factor.group, minute);
        const x = (elapsed - minute * MINUTE_MS) / GRID_MS;
        const j = Math.floor(x);
        const here = points[j]!;
        level[f] = opening[f]! + gap[f]! + here + (x - j) * (points[j + 1]! - here);
      }
    },
    coarse,
  };
}

/** Level of a factor at the end of a date, for anchoring; see `createPaths` for `variance`. */
export function closingLevel(
  seed: number,
  factor: FactorSpec,
  date: IsoDate,
  variance: (group: Group, day: number) => number,
): number {
  return levelAfter(seed, hashText(factor.name), factor, daysBetween(DAY_ZERO, date), (d) =>
    variance(factor.group, d),
  );
}

/**
 * The same at the end of many days at once, each shock drawn once.
 * @param days  of DAY_ZERO, ascending, none left out on which the factor's group trades
 * @param wanted  positions in `days`; those in the first MEMORY_SHOCKS lack part of their memory
 */
export function closingLevels(
  seed: number,
  factor: FactorSpec,
  days: readonly number[],
  wanted: readonly number[],
  variance: (group: Group, day: number) => number,
): Float64Array {
  const key = hashText(factor.name);
  const shocks = Float64Array.from(
    days,
    (day) => Math.sqrt(variance(factor.group, day)) * normalOf(seed, key, day),
  );
  return Float64Array.from(wanted, (last) => {
    let level = 0;
    let left = 1;
    for (let n = 0; n < MEMORY_SHOCKS && n <= last && left > LEAST_MEMORY; n++) {
      level += left * shocks[last - n]!;
      left *= factor.persistence;
    }
    return level;
  });
}

export { DAY_ZERO, MEMORY_SHOCKS };
