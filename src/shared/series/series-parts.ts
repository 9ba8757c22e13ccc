/** What charts over time that go on by themselves are made of, whatever they show. Pure. */
import type { ChartSession, OiInterval } from "#protocol/http/chart-parts.ts";
import type { ColumnChart } from "../../live/chart-columns.ts";

const BAR_MINUTES: Readonly<Record<OiInterval, number>> = {
  "1M": 1,
  "3M": 3,
  "5M": 5,
  "15M": 15,
  "30M": 30,
  "60M": 60,
  "1D": Number.POSITIVE_INFINITY,
};
export const barMs = (interval: OiInterval): number => BAR_MINUTES[interval] * 60_000;

/** What all charts over time have beside their columns. */
export interface Timed {
  readonly times: readonly number[];
  readonly running_at: number | null;
  readonly sessions: readonly ChartSession[];
}

export const chartOf = (
  { times, running_at, sessions }: Timed,
  columns: ColumnChart["columns"],
): ColumnChart => ({
  times,
  runningAt: running_at,
  columns,
  session: sessions.at(-1) ?? null,
});

/** Sessions of which the newest was asked for anew. */
export const sessionsOf = ({ sessions }: Timed, newest: Timed): ChartSession[] => [
  ...sessions.slice(0, -1),
  ...newest.sessions.slice(-1),
];

/** Of a question, the part that is the newest session's. */
export const part = <B extends { readonly sessions?: number }>(body: B, isWhole: boolean): B =>
  isWhole ? body : { ...body, sessions: 1 };

export type Column = (number | null)[];
export const column = (chart: ColumnChart, c: number): Column => chart.columns[c] as Column;
