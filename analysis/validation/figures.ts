/** Figures of ours beside the same figures computed or published elsewhere, one by one. */

/** How far a figure may be from the other: either of the two is enough. Absent: not at all. */
export interface Tolerance {
  readonly relative?: number;
  readonly absolute?: number;
}

/** What the errors of a table are measured in, and how large one may be. */
export interface Measure {
  /**
   * relative: a part of the figure (below `floor` a part of that); rupees, points (of volatility) and percent: as they are;
   * exact: equal or not.
   */
  readonly unit: "relative" | "rupees" | "points" | "percent" | "exact";
  readonly allowed: number;
}

/** One figure of one case. */
export interface CheckedFigure {
  /** "reference-1", "NIFTY 2026-08-25 24200 CE" */
  readonly of: string;
  /** "delta" */
  readonly figure: string;
  /** null = not known */
  readonly wanted: number | string | null;
  readonly got: number | string | null;
  /** ours less theirs, by the table's measure; null for words and for what one side alone knows */
  readonly error: number | null;
  readonly isRight: boolean;
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** The measure of a file's tolerance: where the absolute part is the wider one, errors are parts of where it begins. */
export function measureOf({ relative, absolute }: Tolerance): Measure {
  if (relative !== undefined && relative > 0) return { unit: "relative", allowed: relative };
  return absolute === undefined ? { unit: "exact", allowed: 0 } : { unit: "rupees", allowed: absolute };
}

/** By how much a figure is off, in its measure: within the tolerance exactly if that is within what is allowed. */
function errorOf(got: number, wanted: number, { relative = 0, absolute = 0 }: Tolerance): number {
  if (got === wanted) return 0;
  if (relative === 0) return got - wanted;
  return (got - wanted) / Math.max(Math.abs(wanted), absolute / relative);
}

/** Gathers the figures of one case after another. */
export interface FigureList {
  /** null stands for NaN, for which only NaN will do; infinities are equal or not. */
  number(figure: string, got: number, wanted: number | null, tolerance?: Tolerance): void;
  /** A name, a flag, a reason: equal or not. */
  word(figure: string, got: string | null, wanted: string | null): void;
}

/** @param tolerance of figures that bring none */
export function createFigureList(of: string, tolerance: Tolerance, into: CheckedFigure[]): FigureList {
  return {
    number(figure, got, wanted, own = tolerance) {
      if (wanted === null || Number.isNaN(got) || !Number.isFinite(wanted) || !Number.isFinite(got)) {
        const isRight = wanted === null ? Number.isNaN(got) : got === wanted;
        into.push({ of, figure, wanted, got: known(got), error: null, isRight });
        return;
      }
      const error = errorOf(got, wanted, own);
      const allowed = measureOf(own).allowed;
      into.push({ of, figure, wanted, got, error, isRight: Math.abs(error) <= allowed });
    },
    word(figure, got, wanted) {
      into.push({ of, figure, wanted, got, error: null, isRight: got === wanted });
    },
  };
}
