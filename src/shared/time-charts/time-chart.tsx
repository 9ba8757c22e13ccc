import type { ReactNode } from "react";
import type { ChartSession } from "#protocol/http/open-interest.ts";
import { axisPlain } from "../../components/analysis/plot/axis-text.ts";
import type { ChartAxis, ChartLine, TimeChartProps } from "../../components/chart/types.ts";
import { Bones, NothingKnown } from "./ChartNotice.tsx";
import { gapsOf, originText, recordedSinceOf } from "./origin.ts";

export const PRICE_AXIS: ChartAxis = { format: axisPlain };
export const RATIO_AXIS: ChartAxis = { format: axisPlain };

/** What all answers about time have. */
export interface OverTimeTold {
  readonly times: readonly number[];
  readonly running_at: number | null;
  readonly sessions: readonly ChartSession[];
}

export const isRunningAt = (told: OverTimeTold | null): boolean => told !== null && told.running_at !== null;

/** Market time of the newest bar's start; NaN of none. */
export const asOfOf = (told: OverTimeTold | null): number => told?.times.at(-1) ?? Number.NaN;

interface Named {
  readonly symbol: string;
  readonly title: string;
}

/** What a chart over time is told of where its figures come from. */
export const sourceOf = (
  told: OverTimeTold | null,
  { symbol, title }: Named,
): Pick<TimeChartProps, "gaps" | "recordedSince" | "runningAt" | "source"> => ({
  gaps: told === null ? [] : gapsOf(told.sessions),
  recordedSince: told === null ? null : recordedSinceOf(told.sessions),
  runningAt: told?.running_at ?? null,
  source: {
    symbol,
    title,
    origin: told === null ? "" : originText(told.sessions),
    asOf: told?.times.at(-1) ?? null,
  },
});

/** In place of a chart: the bones of it, or why there is nothing; null where there are figures, or a failure says why not. */
export function timeNotice(
  told: OverTimeTold | null,
  lines: readonly Pick<ChartLine, "values">[],
  failure: string | null,
): ReactNode | null {
  if (told === null) return failure === null ? <Bones shape="lines" /> : null;
  const isNothing = lines.every(({ values }) => values.every((value) => value === null));
  return isNothing ? <NothingKnown sessions={told.sessions} /> : null;
}
