import type { Origin } from "#domain/chain/origin.ts";
import { AppError } from "#domain/errors.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import { type Aligned, align } from "../../market/history/alignment.ts";
import { type Point, quarterStart } from "../../market/history/quarters.ts";
import type { DayOfPoints, HistoryReader } from "../../market/history/reader.ts";
import { type ChartUnderlying, divisorOf, priceOf, wantedOf } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";

interface ChartSeries extends Aligned {
  /** start of the bar that has not ended, null when nothing trades */
  readonly runningAt: number | null;
  readonly quotes: ReadonlyMap<number, QuoteDetails>;
}

/** The bar that is on, from the newest quote; null when the quote is of an earlier one. */
function runningPoint(
  instrument: InstrumentDetails,
  quote: QuoteDetails | undefined,
  start: number,
): Point | null {
  if (quote === undefined || quote.timestamp === null || quote.timestamp < start) return null;
  const price = priceOf(instrument, quote);
  const close = Number.isNaN(price) ? 0 : Math.round(price * divisorOf(instrument));
  return { start, close, oi: quote.oi };
}

/**
 * Puts the running bar at the end of the last day; an instrument without one is carried there by `align`.
 */
function withRunning(
  days: readonly DayOfPoints[],
  point: Point | null,
  origin: Origin,
): readonly DayOfPoints[] {
  const last = days.at(-1);
  if (last === undefined || point === null) return days;
  const before = last.points.filter(({ start }) => start < point.start);
  const close = point.close > 0 ? point.close : (before.at(-1)?.close ?? 0);
  return [...days.slice(0, -1), { ...last, points: [...before, { ...point, close, origin }] }];
}

/**
 * Quarters of an hour of several instruments of one underlying on one axis, the running one included, as far as the market
 * has come.
 * @throws AppError server.unavailable, quotes.failed
 */
export async function chartSeries(
  market: Pick<ChartMarket, "now" | "quotes">,
  history: HistoryReader,
  underlying: ChartUnderlying,
  instruments: readonly InstrumentDetails[],
  sessionsBefore: number,
): Promise<ChartSeries> {
  const now = market.now();
  // The same contract may be traded twice, and a share is its own underlying.
  const wanted = new Map(
    instruments.map((instrument) => [instrument.instrument_token, wantedOf(instrument, underlying)]),
  );
  const [days, quotes] = await Promise.all([
    history.quarters([...wanted.values()], sessionsBefore, now),
    market.quotes([...wanted.keys()]),
  ]);
  if (days === null) {
    throw new AppError("server.unavailable", "The market is not known yet; try again shortly");
  }
  const start = quarterStart(now);
  let isRunning = false;
  const all = instruments.map((instrument) => {
    const { instrument_token: token } = instrument;
    const point = runningPoint(instrument, quotes.get(token), start);
    isRunning ||= point !== null;
    return withRunning(days.get(token) ?? [], point, history.heardAs());
  });
  return { ...align(all), runningAt: isRunning ? start : null, quotes };
}
