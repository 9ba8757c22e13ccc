import { AppError } from "#domain/errors.ts";

/** One fault of an input file, told in one line. */
interface Problem {
  /** As the user named it. */
  readonly file: string;
  /** Line of the file, counting from 1 with the header; null when the fault is the whole file's. */
  readonly row: number | null;
  readonly what: string;
  /** What to do about it. */
  readonly fix: string;
}

/** Faults of all files of one import, gathered so that the user sees every one of them at once. */
export interface Problems {
  add(file: string, row: number | null, what: string, fix: string): void;
  readonly count: number;
  /** One line a fault, at most `MOST_PER_FILE` of one file, then how many more there are. */
  lines(): string[];
  /** @throws AppError market.file_invalid, its message the lines, if there is any fault */
  check(): void;
}

/** More than this from one file is one fault repeated. */
const MOST_PER_FILE = 20;

function lineOf({ file, row, what, fix }: Problem): string {
  return `${file}${row === null ? "" : `, row ${row}`}: ${what}; ${fix}`;
}

export function createProblems(): Problems {
  const kept = new Map<string, Problem[]>();
  const totals = new Map<string, number>();
  let count = 0;

  function lines(): string[] {
    return [...kept].flatMap(([file, problems]) => {
      const more = totals.get(file)! - problems.length;
      const told = problems.map(lineOf);
      return more > 0 ? [...told, `${file}: ${more} more faults like these; fix the first ones first`] : told;
    });
  }

  return {
    add(file, row, what, fix) {
      count += 1;
      totals.set(file, (totals.get(file) ?? 0) + 1);
      const list = kept.get(file);
      if (list === undefined) kept.set(file, [{ file, row, what, fix }]);
      else if (list.length < MOST_PER_FILE) list.push({ file, row, what, fix });
    },
    get count() {
      return count;
    },
    lines,
    check() {
      if (count > 0) throw new AppError("market.file_invalid", lines().join("\n"), { faults: count });
    },
  };
}
