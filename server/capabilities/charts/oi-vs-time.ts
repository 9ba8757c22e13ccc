import type { OiVsTimeRequest, OiVsTimeResponse } from "#protocol/http/open-interest.ts";
import type { Wanted } from "../../market/history/reader.ts";
import type { SessionTimes } from "../../market/history/session-times.ts";
import { chainFigures } from "./chain-figures.ts";
import { barsOf } from "./chart-bars.ts";
import { chartExpiries, type OptionTable, optionTable, wantedOptions } from "./chart-expiries.ts";
import { chartUnderlying, divisorOf, wantedOf } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";
import type { ChartPast } from "./chart-past.ts";
import { dailyTotals } from "./daily-totals.ts";
import { breathe, closeAt, endedMinutes, isOn, oiAt, orNull } from "./minute-columns.ts";
import { chainsOf } from "./oi-by-strike.ts";
import { closeBefore, nowOf, previousOf } from "./oi-snapshots.ts";
import { totalOf, totals } from "./oi-sums.ts";
import { keptTotals, type SessionTotals } from "./session-totals.ts";
import { sessionOf, sessionsAsked, sessionsUntil } from "./sessions.ts";

type Payload = OiVsTimeResponse["payload"];

/** @param wanted the spot, then the options of the table */
async function totalsOf(
  past: ChartPast,
  table: OptionTable,
  wanted: readonly Wanted[],
  divisor: number,
  session: SessionTimes,
  now: number,
): Promise<SessionTotals> {
  const { day, ended } = await endedMinutes(past, wanted, session, now);
  const [spot, call, put] = [0, 1, 2].map(() => new Float64Array(ended)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let minute = 0; minute < ended; minute++) {
    const sums = totals(table, (option) => oiAt(day?.columns[option + 1], minute));
    spot[minute] = closeAt(day?.columns[0], minute) / divisor;
    call[minute] = sums.call;
    put[minute] = sums.put;
  }
  return { told: sessionOf(session, day), spot, call, put };
}

/**
 * Open interest of calls and of puts over time, some expiries together.
 * @throws AppError underlying.not_found, derivative.not_found, request.invalid, server.unavailable, metacache.failed
 */
export async function oiVsTime(
  market: ChartMarket,
  past: ChartPast,
  { underlying_symbol: symbol, expiries: asked, interval = "1M", sessions: count = 1 }: OiVsTimeRequest,
): Promise<Payload> {
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const { spot, exchange } = underlying;
  const expiries = chartExpiries(directory, underlying, symbol, asked);
  const now = market.now();
  const isDaily = interval === "1D";
  const begun = sessionsUntil(past, exchange, sessionsAsked(count, isDaily), now);
  const { present } = begun;
  const table = optionTable(directory, underlying, expiries);
  const wanted = [wantedOf(spot, underlying), ...wantedOptions(table, underlying)];
  const chains = (await chainsOf(market, spot.instrument_token, symbol, expiries)).map(chainFigures);
  const over = begun.sessions.filter((session) => session !== present);
  const closes = isDaily ? await dailyTotals(past, spot.instrument_token, expiries, over) : null;
  const { sessions } = begun;
  const running = present !== null && isOn(present, now) ? nowOf(table, chains) : null;
  const payload: Payload = {
    underlying_symbol: symbol,
    expiries: [...expiries],
    interval,
    lot_size: table.lotSize,
    underlying_token: spot.instrument_token,
    times: [],
    running_at: null,
    underlying_prices: [],
    call_oi: [],
    put_oi: [],
    previous_call_oi: null,
    previous_put_oi: null,
    sessions: [],
  };
  const add = (price: number, call: number, put: number): void => {
    payload.underlying_prices.push(orNull(price));
    payload.call_oi.push(orNull(call));
    payload.put_oi.push(orNull(put));
  };
  // A session at a time: the columns of a thousand contracts are let go of before those of the next day are asked for.
  for (const session of sessions) {
    await breathe();
    const make = () => totalsOf(past, table, wanted, divisorOf(spot), session, now);
    const key = `${directory.etag} ${symbol} ${expiries.join()} ${session.date}`;
    const kept = () => keptTotals(past, key, now, make);
    const own = closes?.get(session.date) ?? (await (session === present ? make() : kept()));
    const on = session === present ? running : null;
    const ended = own.spot.length;
    for (const { start, last } of barsOf(session.open, ended + (on === null ? 0 : 1), interval)) {
      payload.times.push(start);
      if (on !== null && last === ended) add(on.spot, totalOf(on.sums.call), totalOf(on.sums.put));
      else add(own.spot[last]!, own.call[last]!, own.put[last]!);
    }
    payload.sessions.push(own.told);
  }
  const first = sessions[0]!;
  const { sums } =
    first === present
      ? previousOf(table, chains, Number.NaN)
      : await closeBefore(past, underlying, table, first.date, Number.NaN);
  return {
    ...payload,
    running_at: running === null ? null : payload.times.at(-1)!,
    previous_call_oi: orNull(totalOf(sums.call)),
    previous_put_oi: orNull(totalOf(sums.put)),
  };
}
