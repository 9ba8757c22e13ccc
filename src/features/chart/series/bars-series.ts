/** Bars of one instrument as the page shows them: what was before, asked for once, and the bar that is on. */
import { bars } from "#protocol/generated/http/calls/chart-bars/bars.ts";
import type { BarsResponse } from "#protocol/http/chart-bars.ts";
import type { BarFigures, BarSeconds } from "#workers/engine/api.ts";
import { api } from "../../../api/site-api.ts";
import type { Asked } from "../../../live/asked.ts";
import { createBarFold } from "../../../live/bar-fold.ts";
import { barTicks } from "../../../live/bar-ticks.ts";
import { barOf, type ColumnChart } from "../../../live/chart-columns.ts";
import { columnSeries } from "../../../live/column-series.ts";
import type { Handle } from "../../../live/streams.ts";
import { ASKED_EDGES } from "../../../shared/series/asked-edges.ts";
import { barSeconds, type Interval, isOfDays, wireOf } from "../address/intervals.ts";

export type Bars = BarsResponse["payload"];

export interface BarsQuestion {
  readonly symbol: string;
  readonly interval: Interval;
  /** epoch ms of the first bar; null as far back as bars of that length usually go */
  readonly from: number | null;
}

const DAY_MS = 86_400_000;
/** Running bars of every length begin there, counted from midnight in UTC: 09:15 in India. */
const BARS_FROM_MS = 225 * 60_000;

type Column = (number | null)[];

/** The newest session; weeks and months have begun before it. */
function sessionOf({ sessions, times, interval }: Bars): ColumnChart["session"] {
  const newest = sessions.at(-1);
  if (newest === undefined) return null;
  const { open, close } = newest;
  const last = times.at(-1);
  const isLonger = interval === "1W" || interval === "1MO";
  return { open, close, ...(isLonger && last !== undefined && last < open ? { barStart: last } : {}) };
}

const chartOf = (payload: Bars): ColumnChart => {
  const { times, running_at, open, high, low, close, volume, oi } = payload;
  const nothing = times.map(() => null);
  return {
    times,
    runningAt: running_at,
    columns: [open, high, low, close, volume ?? nothing, oi ?? nothing],
    session: sessionOf(payload),
  };
};

function withChart(payload: Bars, chart: ColumnChart, newest: Bars): Bars {
  const [open, high, low, close, volume, oi] = chart.columns as Column[];
  const from = chart.times.length - newest.times.length;
  const carriedAt = new Map(newest.times.map((time, i) => [time, newest.carried[i]!]));
  return {
    ...payload,
    times: chart.times as number[],
    running_at: chart.runningAt,
    ...{ open: open!, high: high!, low: low!, close: close! },
    volume: payload.volume === null ? null : volume!,
    oi: payload.oi === null ? null : oi!,
    carried: chart.times.map((time, i) =>
      i < from ? (payload.carried[i] ?? false) : time !== chart.runningAt && (carriedAt.get(time) ?? false),
    ),
    sessions: [...payload.sessions.slice(0, -1), ...newest.sessions.slice(-1)],
  };
}

/** The bar that was on as it was answered; null where nothing was traded in it. */
export function runningOf({
  times,
  running_at,
  open,
  high,
  low,
  close,
  volume,
  carried,
}: Bars): BarFigures | null {
  const at = running_at === null ? -1 : times.lastIndexOf(running_at);
  const [o, h, l, c] = [open[at], high[at], low[at], close[at]];
  if (at < 0 || carried[at] === true || o == null || h == null || l == null || c == null) return null;
  return {
    time: times[at]!,
    open: o,
    high: h,
    low: l,
    close: c,
    volume: volume?.[at] ?? (volume === null ? Number.NaN : 0),
  };
}

/** Running bars as long as the chart's where they begin together, as on NSE; else of a minute, of which the chart's are made. */
export function streamSeconds(interval: Interval, sessionOpen: number): BarSeconds | null {
  const seconds = barSeconds(interval);
  if (seconds === null) return null;
  const isAligned = ((sessionOpen % DAY_MS) - BARS_FROM_MS) % (seconds * 1_000) === 0;
  return isAligned ? seconds : 60;
}

export function barsSeries(
  { symbol, interval, from }: BarsQuestion,
  edges = ASKED_EDGES,
): Handle<Asked<Bars>> {
  const fold = createBarFold();
  const seconds = barSeconds(interval);
  const barMs = seconds === null ? Number.POSITIVE_INFINITY : seconds * 1_000;
  /** Of a day the exchange tells all of it: nothing answered is added. */
  const isAdded = interval !== "1D";
  let newest: Bars | null = null;
  return columnSeries<Bars>(
    {
      barMs,
      isTotal: [false, false, false, false, false, false],
      isOfAllMoments: true,
      async ask(isWhole, signal) {
        const start = isWhole ? from : (newest?.sessions.at(-1)?.open ?? from);
        const query = {
          tradingsymbol: symbol,
          interval: wireOf(interval),
          ...(start === null ? {} : { from: String(start) }),
        };
        const { payload } = await api.call(bars, { query }, { signal });
        if (!signal.aborted) {
          newest = payload;
          fold.answered(isAdded ? runningOf(payload) : null);
        }
        return payload;
      },
      chartOf,
      withChart,
      open(payload, take) {
        const session = sessionOf(payload);
        return barTicks(
          {
            token: payload.instrument_token,
            fold,
            seconds: session === null || isOfDays(interval) ? null : streamSeconds(interval, session.open),
            startOf: (at) => barOf(session, at, barMs),
          },
          take,
        );
      },
    },
    edges,
  );
}
