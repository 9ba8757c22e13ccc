/**
 * Measuring side by side: every variant runs once a round, the rounds in turning order, so that a noisy machine slows
 * all of them alike. Compare ratios of a run, never its absolute figures with another run's.
 */
import { performance } from "node:perf_hooks";
import { median, percentile } from "./lib/statistics.ts";
import type { Context, Goal, Measured, Ratio } from "./lib/types.ts";

export { median, percentile } from "./lib/statistics.ts";
export type { Bench, Context, Goal, Goals, Measured, Plot, Ratio, Report, Table } from "./lib/types.ts";
export { difference, isMet } from "./lib/verdict.ts";

export interface Variant {
  readonly name: string;
  /** Does a small batch of work and answers how many units it was. */
  readonly batch?: () => number | Promise<number>;
  /** Or, of another process: units a second over about `ms`. */
  readonly rate?: (ms: number) => Promise<number>;
}

async function unitsPerSecond(variant: Variant, ms: number): Promise<number> {
  if (variant.rate !== undefined) return variant.rate(ms);
  if (variant.batch === undefined) throw new Error(`${variant.name} has neither batch nor rate`);
  let units = 0;
  const start = performance.now();
  let elapsed = 0;
  while (elapsed < ms) {
    const done = variant.batch();
    units += typeof done === "number" ? done : await done;
    elapsed = performance.now() - start;
  }
  return (units / elapsed) * 1000;
}

/** Rates of one variant over its rounds; for rates the bad tail is the low one. */
export function summary(name: string, rounds: readonly number[]): Measured {
  return {
    name,
    median: median(rounds),
    low: Math.min(...rounds),
    high: Math.max(...rounds),
    p95: percentile(rounds, 0.05),
    rounds,
  };
}

/** A row of times, ages or sizes, where lower is better. */
export function distribution(name: string, samples: readonly number[]): Measured {
  return {
    name,
    median: percentile(samples, 0.5),
    low: percentile(samples, 0),
    high: percentile(samples, 1),
    p95: percentile(samples, 0.95),
    rounds: samples,
  };
}

/**
 * Rates of the variants, measured in interleaved rounds after one round of warming up.
 * @param title shown in the progress line
 */
export async function compare(
  variants: readonly Variant[],
  context: Context,
  title = "",
): Promise<Measured[]> {
  const rounds = context.quick ? 5 : 15;
  const ms = context.quick ? 100 : 250;
  const say = (what: string): void => context.progress(title === "" ? what : `${title}: ${what}`);
  say("warming up");
  for (const variant of variants) await unitsPerSecond(variant, ms);
  const samples = variants.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    say(`round ${round + 1} of ${rounds}`);
    for (let i = 0; i < variants.length; i += 1) {
      const turn = (i + round) % variants.length;
      samples[turn]!.push(await unitsPerSecond(variants[turn]!, ms));
    }
  }
  return variants.map(({ name }, i) => summary(name, samples[i]!));
}

/** Median over the rounds of a's rate by b's in the same round; null when either was not measured. */
export function ratio(rows: readonly Measured[], a: string, b: string): number | null {
  const upper = rows.find((row) => row.name === a);
  const lower = rows.find((row) => row.name === b);
  if (upper === undefined || lower === undefined) return null;
  return median(upper.rounds.map((value, i) => value / lower.rounds[i]!));
}

/** The ratio with its goal, or nothing when a side is missing. */
export function goal(rows: readonly Measured[], a: string, b: string, bounds: Goal = {}): Ratio[] {
  const value = ratio(rows, a, b);
  return value === null ? [] : [{ what: `${a} / ${b}`, value, ...bounds }];
}

/** Times of single runs in ms, measured in interleaved rounds after warming up; lower is better. */
export async function compareTimes(
  variants: readonly { readonly name: string; once(): void | Promise<void> }[],
  context: Context,
  title = "",
): Promise<Measured[]> {
  const rounds = context.quick ? 10 : 60;
  const warm = 3;
  const samples = variants.map((): number[] => []);
  for (let round = -warm; round < rounds; round += 1) {
    const what = round < 0 ? "warming up" : `round ${round + 1} of ${rounds}`;
    context.progress(title === "" ? what : `${title}: ${what}`);
    for (let i = 0; i < variants.length; i += 1) {
      const turn = (i + round + warm) % variants.length;
      const start = performance.now();
      await variants[turn]!.once();
      if (round >= 0) samples[turn]!.push(performance.now() - start);
    }
  }
  return variants.map(({ name }, i) => distribution(name, samples[i]!));
}
