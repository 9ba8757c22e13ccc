/**
 * Measuring side by side: every variant runs once a round, the rounds in turning order, so that a noisy machine slows
 * all of them alike. Compare ratios of a run, never its absolute figures with another run's.
 */
import os from "node:os";
import { performance } from "node:perf_hooks";

export interface Variant {
  readonly name: string;
  /** Does a small batch of work and answers how many units it was. */
  readonly batch?: () => number | Promise<number>;
  /** Or, of another process: units a second over about `ms`. */
  readonly rate?: (ms: number) => Promise<number>;
}

export interface Measured {
  readonly name: string;
  /** Units a second. */
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly rounds: readonly number[];
}

export interface Table {
  readonly title: string;
  readonly unit: string;
  readonly rows: readonly Measured[];
  /** Ratios that the design demands, computed within the run. */
  readonly ratios: readonly Ratio[];
}

export interface Ratio {
  readonly what: string;
  readonly value: number;
  /** Goal of the design: at least this, or at most this. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Report {
  readonly bench: string;
  readonly question: string;
  readonly tables: readonly Table[];
  readonly notes: readonly string[];
}

export interface Context {
  readonly quick: boolean;
}

/** What a `<name>.bench.ts` exports as `bench`. */
export interface Bench {
  readonly name: string;
  readonly question: string;
  run(context: Context): Promise<Omit<Report, "bench" | "question">>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
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

/** Median rates of the variants, measured in interleaved rounds after one round of warming up. */
export async function compare(variants: readonly Variant[], context: Context): Promise<Measured[]> {
  const rounds = context.quick ? 5 : 15;
  const ms = context.quick ? 100 : 250;
  for (const variant of variants) await unitsPerSecond(variant, ms);
  const samples = variants.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let i = 0; i < variants.length; i += 1) {
      const turn = (i + round) % variants.length;
      samples[turn]!.push(await unitsPerSecond(variants[turn]!, ms));
    }
  }
  return variants.map(({ name }, i) => ({
    name,
    median: median(samples[i]!),
    low: Math.min(...samples[i]!),
    high: Math.max(...samples[i]!),
    rounds: samples[i]!,
  }));
}

/** Median over the rounds of a's rate by b's in the same round; null when either was not measured. */
export function ratio(rows: readonly Measured[], a: string, b: string): number | null {
  const upper = rows.find((row) => row.name === a);
  const lower = rows.find((row) => row.name === b);
  if (upper === undefined || lower === undefined) return null;
  return median(upper.rounds.map((value, i) => value / lower.rounds[i]!));
}

/** The ratio with its goal, or nothing when a side is missing. */
export function goal(
  rows: readonly Measured[],
  a: string,
  b: string,
  bounds: Pick<Ratio, "atLeast" | "atMost"> = {},
): Ratio[] {
  const value = ratio(rows, a, b);
  return value === null ? [] : [{ what: `${a} / ${b}`, value, ...bounds }];
}

export function isMet(entry: Ratio): boolean {
  return entry.value >= (entry.atLeast ?? -Infinity) && entry.value <= (entry.atMost ?? Infinity);
}

/** What a figure depends on beside the code. */
export function machine(): Record<string, string | number> {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? "unknown",
    cores: cpus.length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    platform: `${os.platform()} ${os.arch()}`,
    node: process.version,
    v8: process.versions.v8 ?? "",
  };
}
