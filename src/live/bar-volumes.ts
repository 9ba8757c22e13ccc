import type { QuoteSnapshot } from "#workers/engine/api.ts";
import type { Figure } from "./chart-columns.ts";

/** What was traded in some contracts since the present bar began, of totals of the day. */
export interface BarVolumes {
  /** A moment. @param time start of its bar */
  take(time: number, quotes: readonly Pick<QuoteSnapshot, "token" | "volume">[]): void;
  /**
   * @param line its place
   * @param strike that its contracts are of now; null of a line whose contracts do not change
   * @param answered what was traded in them in this bar, as it was answered; null where it was not
   * @returns units, null where the bar's beginning is not known
   */
  of(
    line: number,
    strike: Figure,
    tokens: readonly number[],
    answered: Figure,
  ): { readonly volume: Figure; readonly isCarried: boolean | null };
  /** What comes next does not follow on what was. */
  forget(): void;
}

/** @param barMs length of a bar */
export function createBarVolumes(barMs: number): BarVolumes {
  let time = Number.NaN;
  let start: ReadonlyMap<number, number> = new Map();
  let last: ReadonlyMap<number, number> = new Map();
  /** Totals as a line's bar began, where the answer has said what the bar has. */
  let bases = new Map<string, number>();
  return {
    take(next, quotes) {
      if (next !== time) {
        start = next === time + barMs ? last : new Map();
        bases = new Map();
        time = next;
      }
      last = new Map([...last, ...quotes.map(({ token, volume }) => [token, volume] as const)]);
    },
    of(line, strike, tokens, answered) {
      const known = tokens.map((token) => (last.get(token) ?? Number.NaN) - (start.get(token) ?? Number.NaN));
      const sum = known.reduce((all, each) => all + each, 0);
      if (!Number.isNaN(sum)) return { volume: sum, isCarried: known.some((each) => each <= 0) };
      const total = tokens.reduce((all, token) => all + (last.get(token) ?? Number.NaN), 0);
      const key = `${line} ${strike}`;
      if (answered !== null && !bases.has(key) && !Number.isNaN(total)) bases.set(key, total - answered);
      const base = bases.get(key);
      const isKnown = base !== undefined && !Number.isNaN(total);
      return { volume: isKnown ? Math.max(0, total - base) : null, isCarried: null };
    },
    forget() {
      [time, start, last, bases] = [Number.NaN, new Map(), new Map(), new Map()];
    },
  };
}
