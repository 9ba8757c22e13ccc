/** Today's straddle beside past expiries: asked for once, today's line going on with the market. */
import { impliedMove } from "#domain/chain/straddle.ts";
import { premiumExpiries } from "#protocol/generated/http/calls/chart-premium/premium-expiries.ts";
import type { PremiumExpiriesRequest, PremiumExpiriesResponse } from "#protocol/http/chart-premium.ts";
import { api } from "../../../api/site-api.ts";
import type { Asked } from "../../../live/asked.ts";
import type { ColumnChart, Tick } from "../../../live/chart-columns.ts";
import { columnSeries } from "../../../live/column-series.ts";
import { measureTicks } from "../../../live/measure-ticks.ts";
import type { Handle } from "../../../live/streams.ts";
import { ASKED_EDGES } from "../../../shared/series/asked-edges.ts";
import { barMs, chartOf } from "../../../shared/series/series-parts.ts";

export type Expiries = PremiumExpiriesResponse["payload"];

const MINUTE_MS = barMs("1M");

/** Today's line as far as it has come, which is all of it that a chart goes on with. */
function todayOf(payload: Expiries): ColumnChart {
  const times = payload.times.slice(0, payload.premium.length);
  return chartOf({ ...payload, times }, [payload.premium]);
}

/** With today's line as a chart has it, at the minutes of the whole session. */
export function withToday(payload: Expiries, chart: ColumnChart): Expiries {
  const open = payload.times[0] ?? Number.NaN;
  const premium: (number | null)[] = [];
  for (const [i, time] of chart.times.entries()) {
    const minute = Math.round((time - open) / MINUTE_MS);
    if (minute < 0 || minute >= payload.times.length) continue;
    while (premium.length < minute) premium.push(null);
    premium[minute] = chart.columns[0]?.[i] ?? null;
  }
  return { ...payload, premium, running_at: chart.runningAt };
}

/** A moment of straddle and forward as what is drawn of them. */
const overForward = (tick: Tick): Tick => {
  const [straddle, forward] = tick.values;
  const share = impliedMove(straddle ?? Number.NaN, forward ?? Number.NaN);
  return { at: tick.at, values: [Number.isNaN(share) ? null : share] };
};

export function expiriesSeries(body: PremiumExpiriesRequest, edges = ASKED_EDGES): Handle<Asked<Expiries>> {
  return columnSeries<Expiries>(
    {
      barMs: MINUTE_MS,
      isTotal: [false],
      ask: (_, signal) => api.call(premiumExpiries, { body }, { signal }).then(({ payload }) => payload),
      chartOf: todayOf,
      withChart: (_, chart, newest) => withToday(newest, chart),
      open: ({ underlying_token: token, expiry }, take) =>
        measureTicks(token, { expiry, names: ["straddle", "forward"] }, (tick) =>
          take(tick === null ? null : overForward(tick)),
        ),
    },
    edges,
  );
}
