import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { type CheckedFigure, createFigureList, type FigureList, type Tolerance } from "./figures.ts";

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

/** Whose arithmetic is checked. */
export interface Kernels {
  readonly pricing: PricingKernel;
  readonly strategy: StrategyKernel;
}

/** How the cases of one file are recomputed by the product's own functions. */
export interface VectorCheck {
  /** whether the kernels have a part in it; the rest is TypeScript wherever it runs */
  readonly usesKernel: boolean;
  run(file: VectorFile<unknown, unknown>, kernels: Kernels): CheckedFigure[];
}

/** JSON has no NaN: a figure that is not known is null there. */
export const numberOr = (value: number | null): number => value ?? Number.NaN;

/**
 * @param recompute adds every figure of a case; a case that throws is one wrong figure, and the others go on
 */
export function vectorCheck<Input, Output>(
  recompute: (
    figures: FigureList,
    each: VectorCase<Input, Output>,
    kernels: Kernels,
    tolerance: Tolerance,
  ) => void,
  usesKernel = false,
): VectorCheck {
  return {
    usesKernel,
    run({ cases, tolerance }, kernels) {
      const checked: CheckedFigure[] = [];
      for (const each of cases) {
        const own = each.tolerance ?? tolerance;
        const figures = createFigureList(each.id, own, checked);
        try {
          // The file's own shape, which the second implementation writes and the tests hold.
          recompute(figures, each as VectorCase<Input, Output>, kernels, own);
        } catch (error) {
          figures.word("computed", String(error), "");
        }
      }
      return checked;
    },
  };
}
