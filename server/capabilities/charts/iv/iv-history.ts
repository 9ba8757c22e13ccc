import { addDays, compactDate, istDate } from "#domain/calendar/ist.ts";
import { ivRange, type RangeEnd } from "#domain/chain/iv-range.ts";
import { createIvRanking, IV_LEAST_CLOSES, IV_LOOKBACK } from "#domain/chain/iv-statistics.ts";
import { ORIGINS } from "#domain/chain/origin.ts";
import { AppError } from "#domain/errors.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { type IvHistoryQuery, type IvHistoryResponse, MOST_IV_DAYS } from "#protocol/http/iv-history.ts";
import { noExpiry } from "../chart-expiries.ts";
import { chartUnderlying } from "../chart-instruments.ts";
import type { ChartMarket } from "../chart-market.ts";
import type { ChartPast } from "../chart-past.ts";
import { measureExpiries } from "../measures/measure-question.ts";
import { orNull } from "../minute-columns.ts";
import { ivDays } from "./iv-days.ts";

type Payload = IvHistoryResponse["payload"];

export interface IvHistoryQuestion extends IvHistoryQuery {
  readonly symbol: string;
}

/** @throws AppError request.invalid for more than is kept */
function daysAsked(days: string | undefined): number {
  const count = days === undefined ? MOST_IV_DAYS : Number(days);
  if (count <= MOST_IV_DAYS) return count;
  const text = `${count} days are too many: closes are kept for ${MOST_IV_DAYS}; ask for at most as many`;
  throw new AppError("request.invalid", text, { days: count });
}

/**
 * Implied volatility by day, as far as the viewer's market has come.
 * @throws AppError underlying.not_found, derivative.not_found, request.invalid, server.unavailable, metacache.failed
 */
export async function ivHistory(
  market: Pick<ChartMarket, "now" | "directory" | "measures">,
  past: ChartPast,
  { symbol, expiry, days }: IvHistoryQuestion,
): Promise<Payload> {
  const back = daysAsked(days);
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const now = market.now();
  if (expiry !== undefined) measureExpiries(directory, underlying, symbol, [expiry], now);
  const compact = expiry === undefined ? null : compactDate(expiry as IsoDate);
  const all = await ivDays(market, past, underlying, compact, now);
  const listed = directory.expiries(underlying.u);
  const isKept = all.atmIv.some((iv) => !Number.isNaN(iv));
  if (expiry !== undefined && !isKept && !listed.includes(expiry)) throw noExpiry(symbol, expiry, listed);

  const earliest = addDays(istDate(now), -back);
  const from = Math.max(
    0,
    all.sessions.findIndex(({ date }) => date >= earliest),
  );
  const tail = <T>(column: readonly T[]): T[] => column.slice(from);
  const figures = (column: readonly number[]) => tail(column).map(orNull);
  const sessions = tail(all.sessions);
  const asked = figures(compact === null ? all.iv30 : all.atmIv);
  const isPresent = all.present !== null && sessions.at(-1) === all.present;
  const range = ivRange(asked, 0, asked.length - (isPresent ? 1 : 0));
  const end = (told: RangeEnd | null) =>
    told === null ? null : { date: sessions[told.at]!.date, iv: told.iv };

  const known = all.ranked.filter(({ iv30 }) => iv30 !== null).slice(-IV_LOOKBACK);
  const ranking = createIvRanking(known.map(({ iv30 }) => iv30!));
  const iv30 = all.iv30.at(-1) ?? Number.NaN;
  return {
    underlying_symbol: symbol,
    underlying_token: underlying.spot.instrument_token,
    expiry: expiry ?? null,
    dates: sessions.map(({ date }) => date),
    times: sessions.map(({ open }) => open),
    is_present: isPresent,
    running_at: all.isRunning && isPresent ? all.present!.open : null,
    close: figures(all.close),
    iv30: figures(all.iv30),
    atm_iv: compact === null ? null : asked,
    hv10: figures(all.volatility(10)),
    hv20: figures(all.volatility(20)),
    hv30: figures(all.volatility(30)),
    origins: tail(all.origins),
    now: {
      iv30: orNull(iv30),
      atm_iv: orNull(compact === null ? Number.NaN : all.atmIv.at(-1)!),
      ivp: orNull(ranking.percentile(iv30)),
      iv_rank: orNull(ranking.rank(iv30)),
      closes: ranking.closes,
      closes_needed: IV_LEAST_CLOSES,
      closes_whole: all.isWhole,
      close_origins: ORIGINS.filter((origin) => known.some((close) => close.origin === origin)),
    },
    range: {
      high: end(range.high),
      low: end(range.low),
      mean: orNull(range.mean),
      closes: range.count,
    },
  };
}
