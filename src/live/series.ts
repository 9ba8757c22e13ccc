/**
 * Series for charts: what was before, asked for once, spliced with what streams since. Components get columns of one length, and need
 * not know where a figure came from.
 */
import { istDate } from "#domain/calendar/ist.ts";
import type { BarFigures, BarSnapshot } from "#workers/engine/api.ts";
import { askUntilHad } from "./ask-until-had.ts";
import { handleOf, onIdentity } from "./handle.ts";
import { createPoints } from "./points.ts";
import { type Handle, type Stream, streamOf } from "./streams.ts";

/** One-minute bars, oldest first, a column of each figure; prices in rupees, `time` is their start, epoch ms. */
export interface BarSeries extends Readonly<Record<keyof BarFigures, readonly number[]>> {
  /** The newest bar is older than it should be. */
  readonly isStale: boolean;
  /** What was before: not asked for, asked and not answered yet, known, or not to be had. */
  readonly past: "none" | "asked" | "known" | "failed";
}

/** The last price as it was told, oldest first. The columns grow at their end; what else becomes of them are others. */
export interface PointSeries {
  /** When it was told, epoch ms by the clock of the series. */
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly isStale: boolean;
}

/** Prices that were before, oldest first; the times are the market's, epoch ms. */
export type PastPoints = Pick<PointSeries, "times" | "values">;

/** What was before, oldest first. */
export interface Past {
  readonly bars: readonly BarFigures[];
  /** Market time of the answer: bars that end after it were still running. */
  readonly asOf: number;
}

/** Asks for the bars that were before; may be asked again when some were missed. */
export type AskPast = (signal: AbortSignal) => Promise<Past>;

interface SeriesEdges {
  /** The running bar of an instrument. */
  barsOf(token: number): Stream<"bars">;
  /** The device's clock, epoch ms. */
  now(): number;
  /** Uniform in [0, 1). */
  random(): number;
  /** Calls `run` when the market is another account's. @returns ends it */
  onIdentity(run: () => void): () => void;
}

const MINUTE_MS = 60_000;
/** A new day begins for all charts at once: each asks for what it missed of it at a moment of its own. */
const NEW_DAY_SPREAD_MS = 10_000;

const EDGES: SeriesEdges = {
  barsOf: (token) => streamOf({ kind: "bars", tokens: [token] }),
  now: () => Date.now(),
  random: () => Math.random(),
  onIdentity,
};

/**
 * Bars of before and bars that streamed, one of each time, oldest first. Of two the one of before is whole when it had ended as it was
 * told; of a bar that was still running then, what streamed is newer.
 */
export function splice({ bars, asOf }: Past, streamed: readonly BarFigures[]): BarFigures[] {
  const all = new Map<number, BarFigures>();
  for (const bar of bars) all.set(bar.time, bar);
  for (const bar of streamed) {
    if (!all.has(bar.time) || bar.time + MINUTE_MS > asOf) all.set(bar.time, bar);
  }
  return [...all.values()].sort((a, b) => a.time - b.time);
}

/** How a running bar goes on from the bars that streamed before it: `null` when it lies before them, of another market. */
export function follow(
  streamed: readonly BarFigures[],
  { previous, token: _, stale: __, ...bar }: BarSnapshot,
): { readonly bars: readonly BarFigures[]; readonly isGap: boolean } | null {
  const last = streamed.at(-1);
  if (last === undefined) return { bars: [bar], isGap: false };
  if (bar.time < last.time) return null;
  const before = streamed.slice(0, -1);
  if (bar.time === last.time) return { bars: [...before, bar], isGap: false };
  // The last moments of a bar may be told only with the next one.
  if (previous?.time === last.time) return { bars: [...before, previous, bar], isGap: false };
  return { bars: [...streamed, bar], isGap: true };
}

const columnOf = (bars: readonly BarFigures[], name: keyof BarFigures): readonly number[] =>
  bars.map((bar) => bar[name]);

function columnsOf(bars: readonly BarFigures[], isStale: boolean, past: BarSeries["past"]): BarSeries {
  return {
    time: columnOf(bars, "time"),
    open: columnOf(bars, "open"),
    high: columnOf(bars, "high"),
    low: columnOf(bars, "low"),
    close: columnOf(bars, "close"),
    volume: columnOf(bars, "volume"),
    isStale,
    past,
  };
}

/** Minute bars of an instrument. @param askPast null where only what streams is wanted */
export function barSeries(token: number, askPast: AskPast | null, edges = EDGES): Handle<BarSeries> {
  const stream = edges.barsOf(token);
  const nothing = columnsOf([], false, "none");
  let series = nothing;
  let streamed: readonly BarFigures[] = [];
  let past: Past = { bars: [], asOf: Number.NEGATIVE_INFINITY };
  let state: BarSeries["past"] = "none";
  let asking: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What an engine still says of the market before is not taken for this one's. */
  let isAnew = false;

  function forget(): void {
    asking?.abort();
    clearTimeout(timer);
    [streamed, past, state] = [[], { bars: [], asOf: Number.NEGATIVE_INFINITY }, "none"];
  }

  function open(tell: () => void): () => void {
    function show(): void {
      const { data, isOld } = stream.read();
      const isStale = isOld || data?.[0]?.stale === true;
      series = columnsOf(splice(past, streamed), isStale, state);
      tell();
    }

    function ask(): void {
      if (askPast === null) return;
      asking?.abort();
      const { signal } = (asking = new AbortController());
      state = "asked";
      askPast(signal).then(
        (answer) => {
          if (signal.aborted) return;
          [past, state] = [answer, "known"];
          show();
        },
        () => {
          if (signal.aborted) return;
          state = "failed";
          show();
        },
      );
    }

    function anew(): void {
      forget();
      ask();
    }

    function missed(isNewDay: boolean): void {
      clearTimeout(timer);
      if (isNewDay) timer = setTimeout(ask, edges.random() * NEW_DAY_SPREAD_MS);
      else ask();
    }

    function take(): void {
      const bar = stream.read().data?.[0];
      if (bar === undefined || (isAnew && bar.stale)) return show();
      isAnew = false;
      const last = streamed.at(-1);
      let next = follow(streamed, bar);
      if (next === null) {
        anew();
        next = follow([], bar);
      }
      streamed = next?.bars ?? [];
      if (next?.isGap && last !== undefined) missed(istDate(last.time) !== istDate(bar.time));
      show();
    }

    const endStream = stream.subscribe(take);
    const endIdentity = edges.onIdentity(() => {
      isAnew = true;
      anew();
      show();
    });
    ask();
    take();
    return () => {
      endStream();
      endIdentity();
      forget();
      isAnew = false;
      series = nothing;
    };
  }

  return handleOf(() => series, open);
}

/** Of prices alone: where what was before is asked for, `now` is the market's clock. */
interface PointEdges extends SeriesEdges {
  /** null where only what streams is wanted */
  readonly askPast: ((signal: AbortSignal) => Promise<PastPoints>) | null;
  /** Ms for which the server does not want to be asked again, 0 where it said nothing; null: what was asked will never be had. */
  restAfter(error: unknown): number | null;
}

/**
 * The last price of an instrument, a point whenever it is told: at most once a second, and none while nothing is new. What was before
 * stands in front of it once it is known; where it is not to be had the series begins with what streams.
 */
export function pointSeries(token: number, given: Partial<PointEdges> = {}): Handle<PointSeries> {
  const edges: PointEdges = { ...EDGES, askPast: null, restAfter: () => 0, ...given };
  const stream = edges.barsOf(token);
  const nothing: PointSeries = { times: [], values: [], isStale: false };
  let series = nothing;

  return handleOf(
    () => series,
    (tell) => {
      const points = createPoints();
      let endAsking = (): void => {};

      function show(isStale: boolean): void {
        series = { times: points.times, values: points.values, isStale };
        tell();
      }

      function ask(): void {
        endAsking();
        if (edges.askPast === null) return;
        endAsking = askUntilHad(edges.askPast, edges, (past) => {
          points.before(past);
          show(series.isStale);
        });
      }

      const take = (): void => {
        const { data, isOld } = stream.read();
        const bar = data?.[0];
        const isStale = isOld || bar?.stale === true;
        if (bar !== undefined && !isStale) points.append(edges.now(), bar.close);
        show(isStale);
      };
      const endStream = stream.subscribe(take);
      const endIdentity = edges.onIdentity(() => {
        points.clear();
        show(false);
        ask();
      });
      ask();
      take();
      return () => {
        endAsking();
        endStream();
        endIdentity();
        series = nothing;
      };
    },
  );
}
