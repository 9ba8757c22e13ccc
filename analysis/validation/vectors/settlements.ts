import { createSettlementFit } from "#domain/pricing/settlement-distribution.ts";
import { SETTLEMENT_NAMES } from "#domain/pricing/settlement-source.ts";
import { numberOr, vectorCheck } from "../vector-check.ts";

interface SettlementInput {
  readonly forward: number;
  readonly years: number;
  readonly atmIv: number;
  readonly ivOffset: number;
  readonly tickSize: number;
  readonly strikes: readonly number[];
  /** null = no price of its own */
  readonly iv: readonly (number | null)[];
  readonly levels: readonly number[];
}

/** One for all cases, as in the chain: what it found before must not show. */
const settlement = createSettlementFit();

export const checkSettlement = vectorCheck<
  SettlementInput,
  { readonly source: string; readonly below: readonly number[] }
>((figures, { input, output }) => {
  settlement.fit({
    ...input,
    count: input.strikes.length,
    strikes: Float64Array.from(input.strikes),
    iv: Float64Array.from(input.iv, numberOr),
    solved: Uint8Array.from(input.iv, (iv) => (iv === null ? 0 : 1)),
  });
  figures.word("source", SETTLEMENT_NAMES[settlement.source] ?? "NONE", output.source);
  input.levels.forEach((level, i) => {
    figures.number(`below ${level}`, settlement.below(level), output.below[i]!);
  });
});
