import type { CheckedFigure, Measure } from "../figures.ts";

/** What is compared in an exchange's file. */
export type ExchangeTableId =
  | "published-iv"
  | "totals"
  | "forward-index"
  | "forward-share"
  | "iv-returns"
  | "open-interest";

/** A comparison, figure by figure. */
export interface ExchangeTable {
  readonly id: ExchangeTableId;
  readonly measure: Measure;
  readonly usesKernel: boolean;
  readonly figures: readonly CheckedFigure[];
}

/** Ours beside the exchange's own, an error in the table's measure. */
export function figure(
  of: string,
  name: string,
  got: number,
  wanted: number,
  error: number,
  { allowed }: Measure,
): CheckedFigure {
  const isKnown = Number.isFinite(got);
  return {
    of,
    figure: name,
    wanted,
    got: isKnown ? got : null,
    error: isKnown ? error : null,
    isRight: isKnown && Math.abs(error) <= allowed,
  };
}
