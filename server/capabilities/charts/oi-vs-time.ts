import type { OiVsTimeRequest, OiVsTimeResponse } from "#protocol/http/open-interest.ts";
import type { SessionTimes } from "../../market/history/session-times.ts";
import { breathe } from "../../platform/lib/breathe.ts";
import { chainFigures } from "./chain-figures.ts";
import { barsOf } from "./chart-bars.ts";
import { chartExpiries, type OptionTable, optionTable, wantedOptions } from "./chart-expiries.ts";
import { type ChartUnderlying, chartUnderlying, divisorOf, wantedOf } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";
import type { ChartPast } from "./chart-past.ts";
import { dailyTotals } from "./daily-totals.ts";
import { closeAt, endedMinutes, isOn, oiAt, orNull } from "./minute-columns.ts";
import { chainsOf } from "./oi-by-strike.ts";
import { closeBefore, nowOf, previousOf } from "./oi-snapshots.ts";
import { addTo, totalOf } from "./oi-sums.ts";
import { keptReading, type SessionOi, type SessionSpot, type SessionTotals } from "./session-totals.ts";
import { sessionOf, sessionOfAll, sessionsAsked, sessionsUntil } from "./sessions.ts";

type Payload = OiVsTimeResponse["payload"];

/** Options that are added up between two turns of the relay. */
const OPTIONS_AT_ONCE = 100;

interface Reading {
  readonly past: ChartPast;
  readonly underlying: ChartUnderlying;
  /** the viewer's market time */
  readonly now: number;
}

async function spotOf({ past, underlying, now }: Reading, session: SessionTimes): Promise<SessionSpot> {
  const { spot } = underlying;
  const { day, ended } = await endedMinutes(past, [wantedOf(spot, underlying)], session, now);
  const divisor = divisorOf(spot);
  const prices = Float64Array.from({ length: ended }, (_, i) => closeAt(day?.columns[0], i) / divisor);
  return { told: sessionOf(session, day), spot: prices };
}

/** @param table of one expiry */
async function oiOf(
  { past, underlying, now }: Reading,
  table: OptionTable,
  session: SessionTimes,
): Promise<SessionOi> {
  const { day, ended } = await endedMinutes(past, wantedOptions(table, underlying), session, now);
  const [call, put] = [new Float64Array(ended).fill(Number.NaN), new Float64Array(ended).fill(Number.NaN)];
  for (const [i, { isCall }] of table.options.entries()) {
    if (i % OPTIONS_AT_ONCE === 0) await breathe();
    addTo(isCall ? call : put, (minute) => oiAt(day?.columns[i], minute));
  }
  return { told: sessionOf(session, day), call, put };
}

function together(spot: SessionSpot, expiries: readonly SessionOi[]): SessionTotals {
  const [first, ...others] = expiries as [SessionOi, ...SessionOi[]];
  const [call, put] = [first.call.slice(), first.put.slice()];
  for (const other of others) {
    addTo(call, (minute) => other.call[minute]!);
    addTo(put, (minute) => other.put[minute]!);
  }
  return { told: sessionOfAll([spot, ...expiries].map(({ told }) => told)), spot: spot.spot, call, put };
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
  const tables = expiries.map((expiry) => [expiry, optionTable(directory, underlying, [expiry])] as const);
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
  const reading = { past, underlying, now };
  async function totalsOf(session: SessionTimes): Promise<SessionTotals> {
    const of = `${directory.etag} ${symbol} ${session.date}`;
    const read = <T extends SessionSpot | SessionOi>(what: string, make: () => Promise<T>): Promise<T> =>
      session === present ? make() : keptReading(past, `${of} ${what}`, now, make);
    const ofSpot = await read("spot", () => spotOf(reading, session));
    const ofExpiries: SessionOi[] = [];
    for (const [expiry, own] of tables)
      ofExpiries.push(await read(expiry, () => oiOf(reading, own, session)));
    return together(ofSpot, ofExpiries);
  }
  // An expiry and a session at a time: the columns of hundreds of contracts are let go of before the next ones are asked for.
  for (const session of sessions) {
    await breathe();
    const own = closes?.get(session.date) ?? (await totalsOf(session));
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
