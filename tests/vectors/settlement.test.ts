import { expect, test } from "vitest";
import { createSettlementFit, SETTLEMENT_NAMES } from "#domain/pricing/settlement-distribution.ts";
import { expectFigure, numberOr, vectorFile } from "./vector-file.ts";

interface SettlementInput {
  readonly forward: number;
  readonly years: number;
  readonly atmIv: number;
  readonly ivOffset: number;
  readonly tickSize: number;
  readonly strikes: readonly number[];
  /** null = no price of its own. */
  readonly iv: readonly (number | null)[];
  readonly levels: readonly number[];
}

const { cases, tolerance } = vectorFile<
  SettlementInput,
  { readonly source: string; readonly below: readonly number[] }
>("settlement-distribution.json");

/** One for all cases: what it found before must not show. */
const settlement = createSettlementFit();

test.each(cases)("settlement-distribution.json: $id", ({ id, input, output }) => {
  settlement.fit({
    ...input,
    count: input.strikes.length,
    strikes: Float64Array.from(input.strikes),
    iv: Float64Array.from(input.iv, numberOr),
    solved: Uint8Array.from(input.iv, (iv) => (iv === null ? 0 : 1)),
  });
  expect(SETTLEMENT_NAMES[settlement.source]).toBe(output.source);
  input.levels.forEach((level, i) => {
    expectFigure(settlement.below(level), output.below[i]!, tolerance, `${id} below ${level}`);
  });
});
