/** Open interest as pages show it: what was before, asked for once, and what streams since. */
import { futOiVsTime } from "#protocol/generated/http/calls/open-interest/fut-oi-vs-time.ts";
import { multistrikeOi } from "#protocol/generated/http/calls/open-interest/multistrike-oi.ts";
import { oiByStrike } from "#protocol/generated/http/calls/open-interest/oi-by-strike.ts";
import { oiVsTime } from "#protocol/generated/http/calls/open-interest/oi-vs-time.ts";
import type {
  FutOiVsTimeRequest,
  FutOiVsTimeResponse,
  MultistrikeOiRequest,
  MultistrikeOiResponse,
  OiByStrikeRequest,
  OiByStrikeResponse,
  OiVsTimeRequest,
  OiVsTimeResponse,
} from "#protocol/http/open-interest.ts";
import { api } from "../../api/site-api.ts";
import type { Asked } from "../../live/asked.ts";
import { askedEachMinute } from "../../live/asked-each-minute.ts";
import type { ColumnChart } from "../../live/chart-columns.ts";
import { columnSeries } from "../../live/column-series.ts";
import { contractTicks, expiryTicks } from "../../live/oi-ticks.ts";
import type { Handle } from "../../live/streams.ts";
import { ASKED_EDGES } from "./asked-edges.ts";
import { barMs, type Column, chartOf, column, part, sessionsOf } from "./series-parts.ts";

type OverTime = OiVsTimeResponse["payload"];
type Futures = FutOiVsTimeResponse["payload"];
type Multistrike = MultistrikeOiResponse["payload"];
type ByStrike = OiByStrikeResponse["payload"];

interface Contract {
  readonly oi: Column;
  readonly price: Column;
  readonly volume: Column;
}

/** The underlying's price, then three columns of each contract. */
const contractColumns = (prices: Column, contracts: readonly Contract[]): ColumnChart["columns"] => [
  prices,
  ...contracts.flatMap(({ oi, price, volume }) => [oi, price, volume]),
];

const isVolume = (contracts: number): boolean[] =>
  Array.from({ length: 1 + 3 * contracts }, (_, c) => c > 0 && c % 3 === 0);

const withColumns = <C extends Contract>(contracts: readonly C[], chart: ColumnChart): C[] =>
  contracts.map((contract, i) => ({
    ...contract,
    oi: column(chart, 1 + 3 * i),
    price: column(chart, 2 + 3 * i),
    volume: column(chart, 3 + 3 * i),
  }));

/** Call and put open interest of some expiries over time, and the underlying's price. */
export function oiVsTimeSeries(body: OiVsTimeRequest, edges = ASKED_EDGES): Handle<Asked<OverTime>> {
  return columnSeries<OverTime>(
    {
      barMs: barMs(body.interval ?? "1M"),
      isTotal: [false, false, false],
      ask: (isWhole, signal) =>
        api.call(oiVsTime, { body: part(body, isWhole) }, { signal }).then(({ payload }) => payload),
      chartOf: (answer) => chartOf(answer, [answer.underlying_prices, answer.call_oi, answer.put_oi]),
      withChart: (answer, chart, newest) => ({
        ...answer,
        times: chart.times as number[],
        running_at: chart.runningAt,
        underlying_prices: column(chart, 0),
        call_oi: column(chart, 1),
        put_oi: column(chart, 2),
        sessions: sessionsOf(answer, newest),
      }),
      open: (answer, take) => expiryTicks(answer.underlying_token, answer.expiries, take),
    },
    edges,
  );
}

/** Open interest, price and volume of the first futures over time. */
export function futOiVsTimeSeries(body: FutOiVsTimeRequest, edges = ASKED_EDGES): Handle<Asked<Futures>> {
  return columnSeries<Futures>(
    {
      barMs: barMs(body.interval ?? "1M"),
      isTotal: isVolume(3),
      ask: (isWhole, signal) =>
        api.call(futOiVsTime, { body: part(body, isWhole) }, { signal }).then(({ payload }) => payload),
      chartOf: (answer) => chartOf(answer, contractColumns(answer.underlying_prices, answer.futures)),
      withChart: (answer, chart, newest) => ({
        ...answer,
        times: chart.times as number[],
        running_at: chart.runningAt,
        underlying_prices: column(chart, 0),
        futures: withColumns(answer.futures, chart),
        sessions: sessionsOf(answer, newest),
      }),
      open: ({ underlying_token, futures }, take) =>
        contractTicks(
          underlying_token,
          futures.map(({ instrument_token }) => instrument_token),
          take,
        ),
    },
    edges,
  );
}

/** Open interest, price and volume of contracts of one underlying over time. */
export function multistrikeOiSeries(
  body: MultistrikeOiRequest,
  edges = ASKED_EDGES,
): Handle<Asked<Multistrike>> {
  return columnSeries<Multistrike>(
    {
      barMs: barMs(body.interval ?? "15M"),
      isTotal: isVolume(body.legs.length),
      ask: (isWhole, signal) =>
        api.call(multistrikeOi, { body: part(body, isWhole) }, { signal }).then(({ payload }) => payload),
      chartOf: (answer) => chartOf(answer, contractColumns(answer.underlying_prices, answer.series)),
      withChart: (answer, chart, newest) => ({
        ...answer,
        times: chart.times as number[],
        running_at: chart.runningAt,
        origins: chart.times.map(
          (time) =>
            newest.origins[newest.times.indexOf(time)] ??
            answer.origins[answer.times.indexOf(time)] ??
            newest.origins.at(-1) ??
            "simulated",
        ),
        underlying_prices: column(chart, 0),
        series: withColumns(answer.series, chart),
        sessions: sessionsOf(answer, newest),
      }),
      open: ({ underlying_token, series }, take) =>
        contractTicks(
          underlying_token,
          series.map(({ instrument_token }) => instrument_token),
          take,
        ),
    },
    edges,
  );
}

/** Open interest by strike, asked for again as each minute ends. */
export function oiByStrikeNow(body: OiByStrikeRequest, edges = ASKED_EDGES): Handle<Asked<ByStrike>> {
  return askedEachMinute(
    (signal) => api.call(oiByStrike, { body }, { signal }).then(({ payload }) => payload),
    edges,
  );
}
