import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/** How far a figure may be from the vector's: either of the two is enough. Absent: not at all. */
export interface Tolerance {
  readonly relative?: number;
  readonly absolute?: number;
}

export interface VectorCase<Input, Output> {
  readonly id: string;
  readonly input: Input;
  readonly output: Output;
  /** Where this case needs another one than its file. */
  readonly tolerance?: Tolerance;
}

/** A file of `tests/vectors`: what to compute, from what, and to which tolerance. */
export interface VectorFile<Input, Output> {
  readonly title: string;
  /** Where the outputs come from. */
  readonly source: string;
  readonly units: Readonly<Record<string, string>>;
  readonly tolerance: Tolerance;
  readonly cases: readonly VectorCase<Input, Output>[];
}

export function vectorFile<Input, Output>(name: string): VectorFile<Input, Output> {
  const path = fileURLToPath(new URL(name, import.meta.url));
  return JSON.parse(readFileSync(path, "utf8")) as VectorFile<Input, Output>;
}

/** JSON has no NaN: a figure that is not known is null there. */
export function numberOr(value: number | null): number {
  return value ?? Number.NaN;
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
