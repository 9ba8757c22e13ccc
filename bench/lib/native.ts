/** Native limits: C in `bench/native/`, compiled where there is a compiler. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { BENCH_FOLDER } from "./results.ts";

export const NATIVE_OUTPUT = path.resolve(BENCH_FOLDER, "../.build/bench");

/** @returns the program, null where it cannot be built */
export function compileNative(name: string, ...flags: readonly string[]): string | null {
  mkdirSync(NATIVE_OUTPUT, { recursive: true });
  const program = path.join(NATIVE_OUTPUT, name);
  try {
    execFileSync("cc", ["-O3", ...flags, "-o", program, path.join(BENCH_FOLDER, "native", `${name}.c`)], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    return program;
  } catch {
    return null;
  }
}
