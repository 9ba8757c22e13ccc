/** Native limits: C in `bench/native/`, compiled where there is a compiler. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { BENCH_FOLDER } from "./results.ts";

export const NATIVE_OUTPUT = path.resolve(BENCH_FOLDER, "../.build/bench");

/**
 * Builds `bench/native/<source>.c` as `program`: one source may be built in several ways.
 * @returns the program, null where it cannot be built
 */
export function compileNativeAs(program: string, source: string, ...flags: readonly string[]): string | null {
  mkdirSync(NATIVE_OUTPUT, { recursive: true });
  const output = path.join(NATIVE_OUTPUT, program);
  const input = path.join(BENCH_FOLDER, "native", `${source}.c`);
  try {
    execFileSync("cc", ["-O3", ...flags, "-o", output, input, "-lm"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    return output;
  } catch {
    return null;
  }
}

/** @returns the program, null where it cannot be built */
export function compileNative(name: string, ...flags: readonly string[]): string | null {
  return compileNativeAs(name, name, ...flags);
}
