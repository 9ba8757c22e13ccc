/** Combined premiums as the page shows them: what was before, asked for once, and what streams since. */
import { premium as premiumCall } from "#protocol/generated/http/calls/chart-premium/premium.ts";
import type { ChartPremiumRequest, ChartPremiumResponse } from "#protocol/http/chart-premium.ts";
import { api } from "../../../api/site-api.ts";
import type { Asked } from "../../../live/asked.ts";
import { barOf, type ColumnChart, type Figure } from "../../../live/chart-columns.ts";
import { columnSeries } from "../../../live/column-series.ts";
import {
  type AnsweredBar,
  type LivePremium,
  PREMIUM_COLUMNS,
  premiumTicks,
} from "../../../live/premium-ticks.ts";
import type { Handle } from "../../../live/streams.ts";
import { ASKED_EDGES } from "../../../shared/series/asked-edges.ts";
import { barMs, chartOf, column, part, sessionsOf } from "../../../shared/series/series-parts.ts";
import { averaged, worthOf } from "./averaged.ts";

/** What was answered, and which strategies it is of: as an address has them, in its order. */
export type Premiums = ChartPremiumResponse["payload"] & { readonly texts: readonly string[] };
export type Strategy = Premiums["strategies"][number];

export interface PremiumQuestion {
  readonly body: ChartPremiumRequest;
  /** of each strategy of the body, what of it streams */
  readonly lines: readonly LivePremium[];
  readonly texts: readonly string[];
}

/** Of one strategy; null while it is not answered. */
export const strategyOf = (told: Premiums, text: string): Strategy | null =>
  told.strategies[told.texts.indexOf(text)] ?? null;

const WIDTH = PREMIUM_COLUMNS.length;

function columnsOf({ times, underlying_prices, strategies }: Premiums): ColumnChart["columns"] {
  const nothing = times.map(() => null);
  return [
    underlying_prices,
    ...strategies.flatMap(({ premium, vwap, volume, carried, strike, high, low }): Figure[][] => [
      premium,
      vwap,
      volume,
      carried.map(Number),
      strike ?? nothing,
      high ?? nothing,
      low ?? nothing,
      nothing,
    ]),
  ];
}

/** Place of the newest session's first bar. */
function firstOf(times: readonly number[], session: { readonly open: number } | null | undefined): number {
  const first = times.findIndex((time) => time >= (session?.open ?? Number.NaN));
  return first < 0 ? times.length : first;
}

/** A strategy with the columns of a chart. @param from place of the newest session's first bar */
function withColumns(strategy: Strategy, chart: ColumnChart, at: number, from: number): Strategy {
  const columns = PREMIUM_COLUMNS.map((_, c) => column(chart, at + c));
  const [premium, vwap, volume, carried, strike, high, low, worth] = columns;
  return {
    ...strategy,
    premium: premium!,
    vwap: averaged({ premium: premium!, vwap: vwap!, volume: volume!, worth: worth!, from }),
    volume: volume!,
    high: strategy.high === null ? null : high!,
    low: strategy.low === null ? null : low!,
    carried: carried!.map((each) => each === 1),
    strike: strategy.strike === null ? null : strike!,
  };
}

const runningOf = ({ times, running_at, strategies, sessions }: Premiums): AnsweredBar | null => {
  const at = running_at === null ? -1 : times.indexOf(running_at);
  if (at < 0) return null;
  const from = firstOf(times, sessions.at(-1));
  return {
    time: times[at]!,
    lines: strategies.map((each) => ({
      volume: each.volume[at] ?? null,
      strike: each.strike?.[at] ?? null,
      high: each.high?.[at] ?? null,
      low: each.low?.[at] ?? null,
      worth: worthOf({ ...each, from }, at),
    })),
  };
};

export function premiumSeries(
  { body, lines, texts }: PremiumQuestion,
  edges = ASKED_EDGES,
): Handle<Asked<Premiums>> {
  const length = barMs(body.interval ?? "1M");
  let answered: AnsweredBar | null = null;
  return columnSeries<Premiums>(
    {
      barMs: length,
      isOfAllMoments: true,
      isTotal: [false, ...lines.flatMap(() => PREMIUM_COLUMNS.map(() => false))],
      // A line that rolls has the quotes of its new strikes a moment after them: where a premium ends or begins, the record knows more.
      isDoubtful: (bar, before) =>
        lines.some((_, i) => {
          const at = 1 + WIDTH * i;
          return (bar[at] ?? null) === null ? (before[at] ?? null) !== null : before[at] === null;
        }),
      ask: (isWhole, signal) =>
        api
          .call(premiumCall, { body: part(body, isWhole) }, { signal })
          .then(({ payload }) => ({ ...payload, texts })),
      chartOf(answer) {
        answered = runningOf(answer);
        return chartOf(answer, columnsOf(answer));
      },
      withChart(answer, chart, newest) {
        const from = firstOf(chart.times, chart.session);
        return {
          ...answer,
          times: chart.times as number[],
          running_at: chart.runningAt,
          underlying_prices: column(chart, 0),
          strategies: answer.strategies.map((each, i) => withColumns(each, chart, 1 + WIDTH * i, from)),
          sessions: sessionsOf(answer, newest),
        };
      },
      open({ underlying_token, sessions }, take) {
        const session = sessions.at(-1) ?? null;
        return premiumTicks(
          {
            underlying: underlying_token,
            lines,
            barMs: length,
            barOf: (at) => barOf(session, at, length),
            answered: () => answered,
          },
          take,
        );
      },
    },
    edges,
  );
}
