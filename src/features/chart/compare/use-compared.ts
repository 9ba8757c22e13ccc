import { useMemo } from "react";
import { istInstant } from "#domain/calendar/ist.ts";
import { formatFixed } from "#domain/format/number.ts";
import type { TimeChartProps } from "../../../components/chart/types.ts";
import { useTimeTold } from "../../../shared/time-charts/use-time-told.ts";
import type { ChartSearch } from "../address/address.ts";
import type { PagesOwn } from "../extras/pages-own.ts";
import { compared } from "./percent.ts";
import { TEXTS } from "./texts.ts";

interface UsedCompared {
  /** what the chart shows in place of its own; null of nothing that can be compared */
  readonly picture: Pick<TimeChartProps, "panes" | "lines"> | null;
  /** start of the bar both begin at, epoch ms; null without a picture */
  readonly since: number | null;
  /** why there is none; null where there is, or where nothing is compared */
  readonly said: string | null;
}

const NOTHING: UsedCompared = { picture: null, since: null, said: null };

/** Another symbol beside the chart's own (rule CHART-13). */
export function useCompared(
  { vs, symbol, interval, date }: Pick<ChartSearch, "vs" | "symbol" | "interval" | "date">,
  { times, panes, lines, view, notice }: TimeChartProps,
  { series, decimalsOf }: PagesOwn,
): UsedCompared {
  const name = vs ?? "";
  const isWanted = name !== "" && name !== symbol;
  const question = useMemo(
    () => ({ symbol: name, interval, from: date === null ? null : istInstant(date, "00:00") }),
    [name, interval, date],
  );
  const { answer, failure } = useTimeTold(series, question, { of: `${name} ${interval}`, isWanted });
  const both = useMemo(() => {
    if (!isWanted || answer === null || lines.length === 0) return null;
    const decimals = decimalsOf(answer);
    return compared({ times, panes, lines, view }, name, answer, (price) => formatFixed(price, decimals));
  }, [isWanted, answer, times, panes, lines, view, name, decimalsOf]);
  if (name === "") return NOTHING;
  if (name === symbol) return { ...NOTHING, said: TEXTS.same(name) };
  if (answer === null)
    return { ...NOTHING, said: failure === null ? TEXTS.loading(name) : TEXTS.failed(name, failure) };
  if (both === null) return { ...NOTHING, said: notice === null ? TEXTS.apart(name) : null };
  return { picture: { panes: both.panes, lines: both.lines }, since: times[both.from] ?? null, said: null };
}
