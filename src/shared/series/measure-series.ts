/** Measures of an underlying and of one of its expiries over time: what was before, asked for once, and what streams since. */
import { measures as measuresCall } from "#protocol/generated/http/calls/chart-measures/measures.ts";
import type { ChartMeasuresRequest, ChartMeasuresResponse } from "#protocol/http/chart-measures.ts";
import { api } from "../../api/site-api.ts";
import type { Asked } from "../../live/asked.ts";
import { askedEachMinute } from "../../live/asked-each-minute.ts";
import type { ColumnChart } from "../../live/chart-columns.ts";
import { columnSeries } from "../../live/column-series.ts";
import { measureTicks } from "../../live/measure-ticks.ts";
import type { Handle } from "../../live/streams.ts";
import { ASKED_EDGES } from "./asked-edges.ts";
import { barMs, chartOf, column, part, sessionsOf } from "./series-parts.ts";

type Measures = ChartMeasuresResponse["payload"];
/** IV of single strikes does not stream. */
type Measure = Exclude<NonNullable<ChartMeasuresRequest["measures"]>[number], "strike_iv">;

/** A question about one expiry at most, which says what it wants. */
export type MeasureQuestion = ChartMeasuresRequest & { readonly measures: Measure[] };

const isOfUnderlying = (name: Measure): name is "spot" | "iv30" | "ivp" =>
  name === "spot" || name === "iv30" || name === "ivp";

const columnsOf = ({ underlying, expiries, times }: Measures, names: readonly Measure[]) =>
  names.map((name) => {
    const found = isOfUnderlying(name) ? underlying[name] : expiries[0]?.[name];
    return found ?? times.map(() => null);
  });

const withNewest = <T>(all: readonly T[] | undefined, newest: readonly T[] | undefined): T[] => [
  ...(all ?? []).slice(0, -1),
  ...(newest ?? []).slice(-1),
];

function withChart(
  names: readonly Measure[],
  answer: Measures,
  chart: ColumnChart,
  newest: Measures,
): Measures {
  const told = (wanted: (name: Measure) => boolean) =>
    Object.fromEntries(names.flatMap((name, c) => (wanted(name) ? [[name, column(chart, c)]] : [])));
  const [own, other] = [answer.expiries[0], newest.expiries[0]];
  const before = (name: "call_oi_before" | "put_oi_before") =>
    own?.[name] === undefined ? {} : { [name]: withNewest(own[name], other?.[name]) };
  return {
    ...answer,
    times: chart.times as number[],
    running_at: chart.runningAt,
    underlying: told(isOfUnderlying),
    expiries:
      own === undefined
        ? []
        : [
            {
              ...own,
              expiry: other?.expiry ?? own.expiry,
              ...told((name) => !isOfUnderlying(name)),
              ...before("call_oi_before"),
              ...before("put_oi_before"),
            },
          ],
    ...(answer.nearest === undefined ? {} : { nearest: withNewest(answer.nearest, newest.nearest) }),
    sessions: sessionsOf(answer, newest),
  };
}

/** What streams of it goes on by itself; IV30 and its percentile do not stream. */
export function measuresSeries(body: MeasureQuestion, edges = ASKED_EDGES): Handle<Asked<Measures>> {
  const names = body.measures;
  return columnSeries<Measures>(
    {
      barMs: barMs(body.interval ?? "1M"),
      // Of what was traded a column has the day's total, as a moment does.
      isTotal: names.map(() => false),
      ask: (isWhole, signal) =>
        api.call(measuresCall, { body: part(body, isWhole) }, { signal }).then(({ payload }) => payload),
      chartOf: (answer) => chartOf(answer, columnsOf(answer, names)),
      withChart: (answer, chart, newest) => withChart(names, answer, chart, newest),
      open: ({ underlying_token, expiries }, take) =>
        measureTicks(underlying_token, { expiry: expiries[0]?.expiry ?? null, names }, take),
    },
    edges,
  );
}

/** The same as the server says it, asked for again as each minute ends. */
export const measuresNow = (body: ChartMeasuresRequest, edges = ASKED_EDGES): Handle<Asked<Measures>> =>
  askedEachMinute(
    (signal) => api.call(measuresCall, { body }, { signal }).then(({ payload }) => payload),
    edges,
  );
