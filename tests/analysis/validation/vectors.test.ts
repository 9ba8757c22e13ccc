/** What the page `/how-numbers-are-made` recomputes is every file of vectors, and it finds what is wrong. */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Kernels, VectorFile } from "#analysis/validation/vector-check.ts";
import { VECTOR_CHECKS, VECTOR_NAMES, type VectorName } from "#analysis/validation/vectors/checks.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { loadWasm } from "#tests/support/wasm.ts";
import { createWasmKernel } from "#wasm/load-kernel.ts";
import { createWasmStrategyKernel } from "#wasm/load-strategy-kernel.ts";
import { VECTOR_URLS } from "#workers/validation/vector-urls.ts";

const read = (name: string) =>
  JSON.parse(readFileSync(`tests/vectors/${name}.json`, "utf8")) as VectorFile<unknown, unknown>;

const REFERENCE: Kernels = { pricing: referenceKernel, strategy: referenceStrategyKernel };
const NAMED: { readonly name: string; kernels: Kernels }[] = [
  { name: "the reference", kernels: REFERENCE },
  { name: "WebAssembly", kernels: REFERENCE },
];
beforeAll(async () => {
  const module = await loadWasm();
  NAMED[1]!.kernels = { pricing: createWasmKernel(module), strategy: createWasmStrategyKernel(module) };
});

test("every file of vectors has its check, and every check its file and its address", () => {
  const files = readdirSync("tests/vectors").filter((name) => name.endsWith(".json"));
  expect(files.map((name) => name.replace(".json", "")).sort()).toEqual([...VECTOR_NAMES].sort());
  for (const [name, url] of Object.entries(VECTOR_URLS)) {
    expect(url.pathname.endsWith(`/tests/vectors/${name}.json`), name).toBe(true);
  }
});

test.each([
  ["black-76", 100],
  ["published-black-scholes", 50],
  ["implied-volatility", 50],
  ["strike-volatility", 50],
] as const)("%s.json has more than %i cases", (name, least) => {
  expect(read(name).cases.length).toBeGreaterThan(least);
});

test("normalised-volatility.json reaches prices that only just are not zero", () => {
  const { cases } = read("normalised-volatility") as VectorFile<{ readonly beta: number }, unknown>;
  expect(Math.min(...cases.map(({ input }) => input.beta))).toBeLessThan(1e-280);
});

describe.each(NAMED)("by $name", (each) => {
  test.each(VECTOR_NAMES)("every figure of %s.json is what it should be", (name) => {
    const file = read(name);
    const figures = VECTOR_CHECKS[name].run(file, each.kernels);
    expect(figures.filter(({ isRight }) => !isRight)).toEqual([]);
    // Each case says something: none was passed over.
    expect(new Set(figures.map(({ of }) => of))).toEqual(new Set(file.cases.map(({ id }) => id)));
  });
});

/** The output's first figure, changed by a part in a hundred thousand, wherever it stands. */
function spoiled(value: unknown): { readonly changed: unknown; readonly done: boolean } {
  if (typeof value === "number" && value !== 0) return { changed: value * 1.00001, done: true };
  if (typeof value !== "object" || value === null) return { changed: value, done: false };
  const members = Object.entries(value);
  for (const [key, inner] of members) {
    const { changed, done } = spoiled(inner);
    if (!done) continue;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    (copy as Record<string, unknown>)[key] = changed;
    return { changed: copy, done };
  }
  return { changed: value, done: false };
}

/** The textbook's four decimals, and the seventh decimal of a fitted probability, hide a part in a hundred thousand of small values. */
const COARSE: readonly VectorName[] = ["published-black-scholes", "settlement-distribution"];

test.each(VECTOR_NAMES.filter((name) => !COARSE.includes(name)))(
  "a figure of %s.json that is off by a part in a hundred thousand is found",
  (name) => {
    const file = read(name);
    const at = file.cases.findIndex(({ output }) => spoiled(output).done);
    const cases = file.cases.map((each, i) =>
      i === at ? { ...each, output: spoiled(each.output).changed } : each,
    );
    const wrong = VECTOR_CHECKS[name].run({ ...file, cases }, REFERENCE).filter(({ isRight }) => !isRight);
    expect(wrong.length).toBeGreaterThan(0);
    expect(new Set(wrong.map(({ of }) => of))).toEqual(new Set([file.cases[at]!.id]));
  },
);

test("a case that cannot be computed is one wrong figure, and the others go on", () => {
  const file = read("charges");
  const [first, ...rest] = file.cases;
  const cases = [{ ...first!, input: { trades: [{ exchange: "NFO", instrument_type: "EQ" }] } }, ...rest];
  const wrong = VECTOR_CHECKS.charges.run({ ...file, cases }, REFERENCE).filter(({ isRight }) => !isRight);
  expect(wrong).toMatchObject([{ of: first!.id, figure: "computed", got: expect.stringContaining("NFO") }]);
});
