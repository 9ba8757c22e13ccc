import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { expect } from "vitest";
import { BuilderResponse } from "#protocol/http/builder.ts";
import { MarginResponse } from "#protocol/http/margin.ts";
import { PositionsSummaryResponse } from "#protocol/http/positions-summary.ts";
import type { ComputeCall } from "#server/market/bus/compute-questions.ts";

/** What the OpenAPI document promises of each call. */
const SCHEMAS = {
  builder_v3: Compile(BuilderResponse),
  builder_v2: Compile(Type.Object({ data: BuilderResponse })),
  margin: Compile(MarginResponse),
  positions_summary: Compile(PositionsSummaryResponse),
} as const satisfies Partial<Record<ComputeCall, unknown>>;

export type JsonCall = keyof typeof SCHEMAS;

/**
 * An answer as its caller reads it: JSON writes null for a number that is none, so every figure has to be a
 * finite number, or null where the schema says that it may be unknown.
 */
export function expectSchema(call: JsonCall, text: string): void {
  const value: unknown = JSON.parse(text);
  const schema = SCHEMAS[call];
  const faults = schema.Check(value) ? [] : schema.Errors(value);
  expect(faults.map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([]);
}
