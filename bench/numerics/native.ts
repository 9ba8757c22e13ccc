/** The native side: `bench/native/numerics.c`, plainly and vectorised by the compiler, where the machine has one. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { PayoffLegs } from "#domain/pricing/strategy-kernel-port.ts";
import { compileNativeAs, NATIVE_OUTPUT } from "../lib/native.ts";
import type { Batch } from "./chains.ts";

export type NativeTask = "greeks" | "iv" | "chain" | "payoff";

export interface Native {
  /** Units a second over about `ms`. */
  rate(task: NativeTask, file: string, ms: number): Promise<number>;
  /** What one pass over the file comes to. */
  figures(task: NativeTask, file: string): Promise<Float64Array>;
}

const run = promisify(execFile);

function ofProgram(program: string): Native {
  return {
    rate: async (task, file, ms) => Number((await run(program, [task, file, String(ms)])).stdout),
    async figures(task, file) {
      const to = `${file}.out`;
      await run(program, [task, file, "1", to]);
      return new Float64Array(new Uint8Array(readFileSync(to)).buffer);
    },
  };
}

const orNull = (program: string | null): Native | null => (program === null ? null : ofProgram(program));

/** Null where there is no compiler. Without -ffast-math it computes one option at a time. */
export const scalarProgram = (): Native | null => orNull(compileNativeAs("numerics-scalar", "numerics"));

export function vectorProgram(): Native | null {
  if (process.arch !== "x64") return null;
  const flags = ["-march=native", "-mprefer-vector-width=512", "-ffast-math", "-DVECTORS"];
  return orNull(compileNativeAs("numerics-vector", "numerics", ...flags));
}

function write(name: string, columns: readonly ArrayLike<number>[]): string {
  const file = path.join(NATIVE_OUTPUT, `numerics-${name}.bin`);
  const doubles = Float64Array.from(columns.flatMap((column) => Array.from(column)));
  writeFileSync(file, new Uint8Array(doubles.buffer));
  return file;
}

/** Number of batches; then of each: forward, years, strikes, and the strikes', volatilities' and prices' columns. */
export function writeBatches(name: string, batches: readonly Batch[]): string {
  return write(name, [
    [batches.length],
    ...batches.flatMap(({ forward, years, strike, sigma, price }) => [
      [forward, years, strike.length],
      strike,
      sigma,
      price,
    ]),
  ]);
}

/** Legs, points, dates; kind, strike, quantity by leg; years, σ, basis by date and leg; the spots. */
export function writePayoff(name: string, legs: PayoffLegs, spot: Float64Array, dates: number): string {
  const { count, kind, strike, quantity, years, sigma, basis } = legs;
  return write(name, [[count, spot.length, dates], kind, strike, quantity, years, sigma, basis, spot]);
}
