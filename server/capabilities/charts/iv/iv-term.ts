import { addDays, compactDate, daysBetween, fromCompactDate, istDate } from "#domain/calendar/ist.ts";
import { weakerOrigin } from "#domain/chain/origin.ts";
import { AppError } from "#domain/errors.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { MOST_MEASURE_DAYS } from "#protocol/http/chart-measures.ts";
import type { IvTermQuery, IvTermResponse } from "#protocol/http/iv-history.ts";
import { noExpiry, optionTable } from "../chart-expiries.ts";
import { chartUnderlying } from "../chart-instruments.ts";
import type { ChartMarket } from "../chart-market.ts";
import type { ChartPast } from "../chart-past.ts";
import { orNull } from "../minute-columns.ts";
import { sessionsUntil } from "../sessions.ts";
import { tickOf } from "../strike-ivs.ts";
import { smile } from "./smile.ts";

export interface IvTermQuestion extends IvTermQuery {
  readonly symbol: string;
}

/**
 * ATM IV of each expiry in the viewer's market, and at a close that is kept.
 * @throws AppError underlying.not_found, derivative.not_found, request.invalid for a close that is not kept, server.unavailable
 */
export async function ivTerm(
  market: Pick<ChartMarket, "now" | "directory" | "measures" | "chain">,
  past: Pick<ChartPast, "sessions" | "expiryIvs" | "minutes" | "measures">,
  { symbol, date: asked, expiry: smileOf }: IvTermQuestion,
): Promise<IvTermResponse["payload"]> {
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const { instrument_token: token } = underlying.spot;
  const listed = directory.expiries(underlying.u);
  if (smileOf !== undefined && !listed.includes(smileOf)) throw noExpiry(symbol, smileOf, listed);
  const now = market.now();
  const today = istDate(now);
  const { sessions, present } = sessionsUntil(past, underlying.exchange, MOST_MEASURE_DAYS, now);
  const last = sessions.findLast((session) => session !== present);
  const ivs =
    last === undefined
      ? []
      : ((await past.expiryIvs(token, addDays(last.date, -MOST_MEASURE_DAYS), last.date)) ?? []);
  const dates = [...new Set(ivs.map(({ date }) => date))].sort((a, b) => a - b).map(fromCompactDate);
  const date = asked ?? dates.at(-1) ?? null;
  if (asked !== undefined && !dates.some((each) => each === asked)) {
    const kept =
      dates.length === 0 ? "no close is" : `${dates.length} are, from ${dates[0]} to ${dates.at(-1)}`;
    const text = `The expiries of ${symbol} at the close of ${asked} are not kept: ${kept}; leave "date" out for the last one`;
    throw new AppError("request.invalid", text, { symbol, date: asked });
  }
  const own = date === null ? [] : ivs.filter((each) => each.date === compactDate(date as IsoDate));
  const sample = await market.measures(token);
  const expiries = new Set([...listed, ...own.map(({ expiry }) => fromCompactDate(expiry) as string)]);
  return {
    underlying_symbol: symbol,
    underlying_token: token,
    dates,
    date,
    ...(smileOf !== undefined && {
      smile: await smile(
        {
          market,
          past,
          underlying,
          table: optionTable(directory, underlying, [smileOf]),
          tick: tickOf(directory, underlying),
        },
        sessions.find((session) => session.date === date && session !== present) ?? null,
      ),
    }),
    origin: own.length === 0 ? null : own.map(({ origin }) => origin).reduce(weakerOrigin),
    expiries: [...expiries].sort().map((expiry) => {
      const compact = compactDate(expiry as IsoDate);
      const days = daysBetween(today, expiry as IsoDate);
      const live = sample?.expiries.find((each) => each.expiry === compact)?.atmIv ?? Number.NaN;
      return {
        expiry,
        now: orNull(live),
        days: days < 0 ? null : days,
        close: own.find((each) => each.expiry === compact)?.atmIv ?? null,
        close_days: daysBetween((date ?? today) as IsoDate, expiry as IsoDate),
      };
    }),
  };
}
