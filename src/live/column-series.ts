/**
 * A chart over time that goes on by itself: its past is asked for once, and what streams is appended. After a lost connection, sleep, a
 * hidden tab or another epoch the stretch that was missed is asked for and put in its place; until then it is null.
 */
import { istDate } from "#domain/calendar/ist.ts";
import { type Asked, type AskedEdges, NOTHING_ASKED } from "./asked.ts";
import { createAsker } from "./asker.ts";
import { type BarTotals, ofBar } from "./bar-totals.ts";
import {
  barOf,
  type ColumnChart,
  endOf,
  type Figure,
  type StreamedBar,
  streamOn,
  type Tick,
  withSession,
  withStreamed,
} from "./chart-columns.ts";
import { handleOf } from "./handle.ts";
import type { Handle } from "./streams.ts";

/** What a chart is made of. */
export interface ColumnSource<P> {
  /** Length of a bar, infinite where a session is one. */
  readonly barMs: number;
  /** @param isWhole false: of the newest session alone */
  ask(isWhole: boolean, signal: AbortSignal): Promise<P>;
  chartOf(payload: P): ColumnChart;
  /** The payload with other columns. @param newest the answer that its newest session is of */
  withChart(payload: P, chart: ColumnChart, newest: P): P;
  /** By column, whether a moment has the day's total of it. */
  readonly isTotal: readonly boolean[];
  /** A bar is made of all its moments: after a break it is asked for again, even while it goes on. */
  readonly isOfAllMoments?: boolean;
  /** Whether a bar that streamed and has ended may lack something, seen beside the bar before it: then it is asked for. */
  isDoubtful?(bar: readonly Figure[], before: readonly Figure[]): boolean;
  /** Opens what streams of it. @param take is told each moment, and null when nothing newer is told @returns closes it */
  open(payload: P, take: (tick: Tick | null) => void): () => void;
}

/** What streamed is a second apart from what is recorded: now and then the newest session is read again. */
const REPAIR_MS = 15 * 60_000;
/** A session is over and the date another one: whether the next has begun is asked for so often. */
const NEXT_SESSION_MS = 60_000;
/** What is told is earlier than what was by more than clocks differ. */
const OTHER_MARKET_MS = 5 * 60_000;
/** Seen again after so long, what was missed is asked for at once. */
const HIDDEN_MS = 5_000;

export function columnSeries<P>(source: ColumnSource<P>, edges: AskedEdges): Handle<Asked<P>> {
  const { barMs } = source;
  let shown: Asked<P> = NOTHING_ASKED;

  function open(tell: () => void): () => void {
    let payload: P | null = null;
    let chart: ColumnChart | null = null;
    let tail: readonly StreamedBar[] = [];
    let totals: BarTotals | null = null;
    let status: Asked<P>["status"] = "asked";
    let error: unknown = null;
    /** nothing newer is told, or was for a while: the bar that was on may have ended otherwise */
    let isBroken = false;
    let isOver = false;
    let heardAt = edges.now();
    let closeStreams: (() => void) | null = null;

    const asker = createAsker<boolean, P>(edges, {
      ask: (isWhole, signal) => source.ask(isWhole, signal),
      either: (a, b) => a || b,
      done(answer, isWhole) {
        takeAnswer(answer, isWhole);
        asker.soon(false, REPAIR_MS);
      },
      failed(reason) {
        [status, error] = ["failed", reason];
        show();
      },
    });

    function show(): void {
      const isStale = payload !== null && (isBroken || status === "failed");
      let answer: P | null = null;
      if (payload !== null && chart !== null) {
        const all = withStreamed(chart, tail, barMs);
        answer = source.withChart(payload, isOver ? { ...all, runningAt: null } : all, payload);
      }
      shown = { answer, status, error, isStale };
      tell();
    }

    function takeAnswer(answer: P, isWhole: boolean): void {
      const own = source.chartOf(answer);
      if (!isWhole && chart !== null && payload !== null && chart.session?.open === own.session?.open) {
        chart = withSession(chart, own);
        payload = source.withChart(payload, chart, answer);
      } else if (!isWhole) {
        // Another session has begun: what is before it is others, too.
        asker.soon(true, 0);
        return;
      } else {
        [chart, payload] = [own, answer];
        closeStreams?.();
        closeStreams = source.open(answer, take);
      }
      [status, error] = ["known", null];
      const end = endOf(own);
      tail = tail.filter(({ time }) => time >= end);
      show();
    }

    function forget(): void {
      closeStreams?.();
      [payload, chart, tail, totals, closeStreams] = [null, null, [], null, null];
      [status, error, isBroken, isOver] = ["asked", null, false, false];
      asker.stop();
    }

    /** Of the bar that streamed last, which has ended. */
    function isDoubtful(): boolean {
      const ended = tail.at(-1);
      if (ended === undefined || ended.values.length === 0 || chart === null) return false;
      const own = tail.at(-2);
      const at = chart.times.indexOf(ended.time - barMs);
      const before =
        own?.time === ended.time - barMs && own.values.length > 0
          ? own.values
          : at < 0
            ? []
            : chart.columns.map((column) => column[at] ?? null);
      return source.isDoubtful?.(ended.values, before) ?? false;
    }

    function take(tick: Tick | null): void {
      if (tick === null) {
        isBroken = true;
        return show();
      }
      heardAt = edges.now();
      if (chart === null || chart.session === null) return;
      const wasBroken = isBroken;
      isBroken = false;
      const { open: opened, close } = chart.session;
      const time = barOf(chart.session, tick.at, barMs);
      const last = tail.at(-1)?.time ?? chart.times.at(-1);
      if (tick.at < Math.max(opened, last ?? opened) - OTHER_MARKET_MS) {
        // Another market, which is at another time; all who watch notice at once.
        forget();
        asker.soon(true, 0);
        return show();
      }
      // The market's time is told once a second: an answer may be a moment ahead of it.
      if (tick.at < opened || (time !== null && last !== undefined && time < last)) return show();
      isOver = time === null;
      if (time === null) {
        if (tick.at >= close && istDate(tick.at) !== istDate(opened)) asker.soon(true, NEXT_SESSION_MS);
        return show();
      }
      const isNext = !wasBroken && (last === undefined || time <= last + barMs || time === last);
      const at = chart.times.indexOf(time);
      const answered = at < 0 ? null : chart.columns.map((column) => column[at] ?? null);
      const bar = ofBar(totals, { time, values: tick.values, isNext, answered }, source.isTotal);
      totals = bar.totals;
      // The bar that was answered last stands for what streamed before.
      const before = tail.length > 0 || last === undefined ? tail : [{ time: last, values: [] }];
      const isAskedFor = time !== last && isDoubtful();
      const { bars, isMissed } = streamOn(before, time, bar.values, barMs);
      tail = bars;
      // Of a bar that was on when nothing was told the end was not heard.
      if (isMissed || isAskedFor || (wasBroken && (time !== last || source.isOfAllMoments === true)))
        asker.soon(false, 0);
      show();
    }

    const endIdentity = edges.onIdentity(() => {
      forget();
      asker.now(true);
      show();
    });
    const endVisible = edges.onVisible(() => {
      if (payload !== null && edges.now() - heardAt > HIDDEN_MS) asker.now(false);
    });
    asker.now(true);
    return () => {
      endIdentity();
      endVisible();
      closeStreams?.();
      asker.close();
      shown = NOTHING_ASKED;
    };
  }

  return handleOf(() => shown, open);
}
