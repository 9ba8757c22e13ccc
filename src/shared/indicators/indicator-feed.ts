/** Columns of indicators that go on with their bars: each bar that has ended is taken in once. */
import { createIndicator } from "#domain/indicators/catalogue.ts";
import { type BarColumns, barAt } from "#domain/indicators/columns.ts";
import type { Indicator } from "#domain/indicators/indicator.ts";
import { INDICATOR_TERMS } from "#domain/indicators/terms.ts";
import { keyOf, paramsOf } from "./chosen.ts";
import type { IndicatorColumns } from "./indicator-lines.ts";

/** One that goes on. */
interface Going {
  readonly indicator: Indicator;
  /** figures of the bars that were taken in, by output */
  readonly taken: readonly number[][];
}

/** Of indicators that were left out nothing is kept for ever. */
const MOST_KEPT = 24;
const COLUMNS = ["high", "low", "close", "volume"] as const;

/** Whether the first bars of both are the same. */
function isSamePast(a: BarColumns, b: BarColumns, count: number): boolean {
  if (b.close.length < count) return false;
  for (const name of COLUMNS) {
    const [one, other] = [a[name], b[name]];
    for (let i = 0; i < count; i++) if (!Object.is(one[i], other[i])) return false;
  }
  return true;
}

/**
 * @returns of bars, columns of any indicator of them
 * @param bars as before with more at their end, or others, for which all begins anew; @param ended how many of them have ended
 */
export function createIndicatorFeed(): (bars: BarColumns, ended: number) => IndicatorColumns {
  const going = new Map<string, Going>();
  let before: BarColumns | null = null;
  let settled = 0;
  return (bars, ended) => {
    const goesOn = before !== null && ended >= settled && isSamePast(before, bars, settled);
    if (!goesOn || going.size > MOST_KEPT) going.clear();
    [before, settled] = [bars, ended];
    return (chosen) => {
      const { outputs } = INDICATOR_TERMS[chosen.id];
      const key = keyOf(chosen);
      const own = going.get(key) ?? {
        indicator: createIndicator(chosen.id, paramsOf(chosen)),
        taken: outputs.map(() => []),
      };
      going.set(key, own);
      const { indicator, taken } = own;
      for (let i = taken[0]!.length; i < ended; i++) {
        const figures = indicator.push(barAt(bars, i));
        for (const [output, column] of taken.entries()) column.push(figures[output]!);
      }
      const running = Array.from({ length: bars.close.length - ended }, (_, i) =>
        indicator.peek(barAt(bars, ended + i)),
      );
      return taken.map((column, output) => {
        const all = new Float64Array(bars.close.length);
        all.set(column);
        for (const [i, figures] of running.entries()) all[ended + i] = figures[output]!;
        return all;
      });
    };
  };
}

/** How many of an answer's bars have ended. */
export function endedBars({
  times,
  running_at: runningAt,
}: {
  readonly times: readonly number[];
  readonly running_at: number | null;
}): number {
  const at = runningAt === null ? -1 : times.lastIndexOf(runningAt);
  return at < 0 ? times.length : at;
}
