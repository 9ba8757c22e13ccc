import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { Tolerance } from "#analysis/validation/figures.ts";
import type { VectorFile } from "#analysis/validation/vector-check.ts";

export function vectorFile<Input, Output>(name: string): VectorFile<Input, Output> {
  const path = fileURLToPath(new URL(name, import.meta.url));
  return JSON.parse(readFileSync(path, "utf8")) as VectorFile<Input, Output>;
}

/** Holds a figure to a vector's; null is NaN, for which only NaN will do. */
export function expectFigure(
  got: number,
  wanted: number | null,
  { relative = 0, absolute = 0 }: Tolerance,
  what: string,
): void {
  if (wanted === null) {
    expect(got, what).toBeNaN();
    return;
  }
  const error = Math.abs(got - wanted);
  const limit = Math.max(absolute, relative * Math.abs(wanted));
  expect(error <= limit, `${what}: ${got} for ${wanted}, off by ${error}, allowed ${limit}`).toBe(true);
}
