import { useMemo } from "react";
import type { FoundPattern } from "#domain/candles/find-patterns.ts";
import { candles } from "#protocol/generated/http/calls/candles/candles.ts";
import { textOf } from "../../../api/api-failure.ts";
import { flagsOverlay } from "../../../components/chart/prices/paint-flags.ts";
import type { ChartOverlay } from "../../../components/chart/time/chart-layer.ts";
import type { ChartWords } from "../../../components/chart/types.ts";
import { useAnswer } from "../../../shared/answers/use-answer.ts";
import type { ChartSearch } from "../address/address.ts";
import type { Bars } from "../series/bars-series.ts";
import { flagsOf, hasPatternsOf, isAsked, patternsIn, patternsTold, summaryOf } from "./bar-patterns.ts";
import { TEXTS } from "./texts.ts";

/** An hour ends once an hour. */
const CANDLES_ANSWER = { isAside: true, staleTime: 60_000, refetchInterval: 300_000 } as const;

interface Patterns {
  readonly overlay: ChartOverlay;
  readonly words: ChartWords;
  /** what is said over the chart */
  readonly summary: string;
}

const textOfFound = (found: readonly FoundPattern[]): string =>
  found.map(({ index, id }) => `${index} ${id}`).join();

/** Flags on bars that end a candle pattern (rule CHART-10); null while they are not wanted, or there are no bars. */
export function usePatterns(
  { hasPatterns, symbol, interval }: Pick<ChartSearch, "hasPatterns" | "symbol" | "interval">,
  told: Bars | null,
): Patterns | null {
  const isOfServer = isAsked(interval, told);
  const { data, error } = useAnswer(
    candles,
    { params: { symbol } },
    { ...CANDLES_ANSWER, isWanted: hasPatterns && isOfServer },
  );
  const hourly = data?.data.candles_hourly ?? null;
  const found = useMemo(() => {
    if (!hasPatterns || told === null) return [];
    if (isOfServer) return hourly === null ? [] : patternsTold(hourly, told.times);
    return patternsIn(told, interval);
  }, [hasPatterns, told, interval, isOfServer, hourly]);
  // Bars are others once a second, what is found in them once a bar.
  const text = textOfFound(found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is the same as long as its text is
  const flagged = useMemo(() => {
    const names = new Map(found.map(({ index, id }) => [index, TEXTS.names[id]]));
    const flags = flagsOf(found);
    return {
      overlay: flagsOverlay(flags),
      words: { name: TEXTS.column, at: (index: number) => names.get(index) ?? null },
      summary: summaryOf(flags),
    };
  }, [text]);
  if (!hasPatterns || told === null) return null;
  if (!hasPatternsOf(interval)) return { ...flagged, summary: TEXTS.otherInterval };
  if (!isOfServer || hourly !== null) return flagged;
  return { ...flagged, summary: error === null ? TEXTS.loading : TEXTS.failed(textOf(error)) };
}
