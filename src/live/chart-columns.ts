/**
 * Columns of a chart over time: what was asked for, and the bars that streamed since. Nothing here asks or listens; a bar of which
 * nothing was told is null in every column.
 */

export type Figure = number | null;

/** A chart as it was answered: bars of one length, ascending, and as many figures in each column. */
export interface ColumnChart {
  /** start of each bar, epoch ms */
  readonly times: readonly number[];
  /** start of the bar that has not ended */
  readonly runningAt: number | null;
  readonly columns: readonly (readonly Figure[])[];
  /** the newest session; bars are counted from its open */
  readonly session: {
    readonly open: number;
    readonly close: number;
    /** start of the bar that the session is a part of, where bars are longer than it */
    readonly barStart?: number;
  } | null;
}

/** A bar that streamed, whole or as far as it has come. */
export interface StreamedBar {
  readonly time: number;
  /** one of each column; null where nothing was told */
  readonly values: readonly Figure[];
}

/** The figures of a moment. */
export interface Tick {
  /** market time, epoch ms */
  readonly at: number;
  readonly values: readonly Figure[];
}

/**
 * Start of the bar that holds an instant, null outside the session.
 * @param barMs length of a bar, infinite where a session is one
 */
export function barOf(session: ColumnChart["session"], at: number, barMs: number): number | null {
  if (session === null || at < session.open || at >= session.close) return null;
  return Number.isFinite(barMs)
    ? session.open + Math.floor((at - session.open) / barMs) * barMs
    : (session.barStart ?? session.open);
}

/** Starts of bars between two, which nothing is known of. */
function between(after: number, before: number, barMs: number): number[] {
  const starts: number[] = [];
  for (let time = after + barMs; time < before; time += barMs) starts.push(time);
  return starts;
}

/** Bars with one more moment, and whether bars before it were missed, which are null until they are asked for. */
export function streamOn(
  bars: readonly StreamedBar[],
  time: number,
  values: readonly Figure[],
  barMs: number,
): { readonly bars: readonly StreamedBar[]; readonly isMissed: boolean } {
  const last = bars.at(-1);
  if (last === undefined || time < last.time) return { bars: [{ time, values }], isMissed: false };
  if (time === last.time) return { bars: [...bars.slice(0, -1), { time, values }], isMissed: false };
  const missed = between(last.time, time, barMs).map((each) => ({
    time: each,
    values: values.map(() => null),
  }));
  return { bars: [...bars, ...missed, { time, values }], isMissed: missed.length > 0 };
}

const isTold = ({ values }: StreamedBar): boolean => values.some((value) => value !== null);

/** Since when what streams counts: the bar that still ran when a chart was answered, or what came after its last. */
export const endOf = ({ runningAt, times }: ColumnChart): number =>
  runningAt ?? (times.at(-1) ?? Number.NEGATIVE_INFINITY) + 1;

/**
 * What was answered with what streamed since. A bar that had ended when it was answered is as the answer has it; the one that still
 * ran then, and later ones, are as they streamed, where anything of them did.
 */
export function withStreamed(chart: ColumnChart, bars: readonly StreamedBar[], barMs: number): ColumnChart {
  const last = chart.times.at(-1) ?? Number.NEGATIVE_INFINITY;
  const end = endOf(chart);
  const kept = bars.filter((bar) => bar.time >= end && (bar.time > last || isTold(bar)));
  const first = kept[0];
  if (first === undefined) return chart;
  const until = chart.times.findLastIndex((time) => time < first.time) + 1;
  const holes = Number.isFinite(last) && Number.isFinite(barMs) ? between(last, first.time, barMs) : [];
  return {
    ...chart,
    times: [...chart.times.slice(0, until), ...holes, ...kept.map(({ time }) => time)],
    columns: chart.columns.map((column, c) => [
      ...column.slice(0, until),
      ...holes.map(() => null),
      ...kept.map(({ values }) => values[c] ?? null),
    ]),
    runningAt: kept.at(-1)!.time,
  };
}

/** A chart whose newest session was asked for anew: all that was before it stays. */
export function withSession(chart: ColumnChart, session: ColumnChart): ColumnChart {
  const from = session.session?.barStart ?? session.session?.open ?? session.times[0];
  if (from === undefined) return chart;
  const until = chart.times.findLastIndex((time) => time < from) + 1;
  return {
    times: [...chart.times.slice(0, until), ...session.times],
    columns: chart.columns.map((column, c) => [...column.slice(0, until), ...(session.columns[c] ?? [])]),
    runningAt: session.runningAt,
    session: session.session,
  };
}
