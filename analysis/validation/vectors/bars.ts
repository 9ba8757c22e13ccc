import type { CandleColumns } from "#domain/candles/candle.ts";
import { type FoundPattern, findPatterns } from "#domain/candles/find-patterns.ts";
import { indicatorColumns } from "#domain/indicators/columns.ts";
import { INDICATOR_TERMS, type IndicatorId } from "#domain/indicators/terms.ts";
import { numberOr, vectorCheck } from "../vector-check.ts";

type Column = readonly (number | null)[];

interface IndicatorInput {
  readonly indicator: IndicatorId;
  readonly params: Readonly<Record<string, number>>;
  readonly bars: Readonly<Record<"high" | "low" | "close" | "volume", Column>>;
  readonly sessionStarts: readonly number[];
}

const known = (column: Column): Float64Array => Float64Array.from(column, numberOr);

/** Every figure of every output, bar by bar. */
export const checkIndicators = vectorCheck<IndicatorInput, Readonly<Record<string, Column>>>(
  (figures, { input: { indicator, params, bars, sessionStarts }, output }) => {
    const close = known(bars.close);
    const columns = indicatorColumns(indicator, params, {
      // No indicator reads it.
      open: close,
      high: known(bars.high),
      low: known(bars.low),
      close,
      volume: known(bars.volume),
      startsSession: (index) => sessionStarts.includes(index),
    });
    INDICATOR_TERMS[indicator].outputs.forEach((name, i) => {
      output[name]!.forEach((wanted, bar) => {
        figures.number(`${name} of bar ${bar}`, columns[i]![bar]!, wanted);
      });
    });
  },
);

interface PatternsInput extends Readonly<Record<keyof CandleColumns, Column>> {
  readonly gapsBefore: readonly number[];
}

const spelled = (pattern: FoundPattern | undefined): string | null =>
  pattern === undefined ? null : `${pattern.index} ${pattern.id}`;

/** How many are found, which, and where. */
export const checkCandlePatterns = vectorCheck<PatternsInput, { readonly patterns: readonly FoundPattern[] }>(
  (figures, { input: { open, high, low, close, gapsBefore }, output }) => {
    const candles = { open: known(open), high: known(high), low: known(low), close: known(close) };
    const found = findPatterns(candles, { isGapBefore: (index) => gapsBefore.includes(index) });
    figures.number("count", found.length, output.patterns.length);
    const count = Math.max(found.length, output.patterns.length);
    for (let i = 0; i < count; i++) {
      figures.word(`pattern ${i + 1}`, spelled(found[i]), spelled(output.patterns[i]));
    }
  },
);
