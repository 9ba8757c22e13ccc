import { AppError } from "#domain/errors.ts";
import { MOST_CONTRACT_FIGURES } from "#protocol/http/chart-limits.ts";
import { type ChartSession, MOST_MINUTE_SESSIONS, type OiInterval } from "#protocol/http/chart-parts.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import type { SessionTimes } from "../../market/history/session-times.ts";
import { breathe } from "../../platform/lib/breathe.ts";
import { barsOf } from "./chart-bars.ts";
import { type ChartUnderlying, divisorOf, priceOf, rupeesOf, wantedOf } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";
import type { ChartPast } from "./chart-past.ts";
import {
  closeAt,
  type EndedMinutes,
  endedMinutes,
  isOn,
  oiAt,
  orNull,
  runningVolume,
  volumeOf,
} from "./minute-columns.ts";
import { endedBy, sessionOf, sessionsAsked, sessionsUntil } from "./sessions.ts";

type Figures = (number | null)[];

/** One contract over the bars of a chart. */
interface ContractColumns {
  readonly previousOi: number | null;
  /** rupees */
  readonly previousPrice: number | null;
  readonly oi: Figures;
  readonly price: Figures;
  readonly volume: Figures;
}

interface ContractSeries {
  readonly times: number[];
  readonly runningAt: number | null;
  readonly underlyingPrices: Figures;
  /** in the order asked for */
  readonly contracts: readonly ContractColumns[];
  readonly sessions: ChartSession[];
  /** by bar, the session it is of */
  readonly sessionOfBar: ChartSession[];
  /** the first session is that of the present market day: the previous close is that of today's chains and quotes */
  readonly isOfPresent: boolean;
}

type Quotes = ReadonlyMap<number, QuoteDetails>;

function addSession(
  series: ContractSeries,
  underlying: ChartUnderlying,
  contracts: readonly InstrumentDetails[],
  interval: OiInterval,
  { session, day, ended }: EndedMinutes,
  running: Quotes | null,
): void {
  const { spot } = underlying;
  const told = sessionOf(session, day);
  series.sessions.push(told);
  const columns = day?.columns ?? [];
  for (const { start, first, last } of barsOf(session.open, ended + (running === null ? 0 : 1), interval)) {
    const quotes = running !== null && last === ended ? running : null;
    series.times.push(start);
    series.sessionOfBar.push(told);
    series.underlyingPrices.push(
      orNull(
        quotes === null
          ? closeAt(columns[0], last) / divisorOf(spot)
          : priceOf(spot, quotes.get(spot.instrument_token)),
      ),
    );
    for (const [i, contract] of contracts.entries()) {
      const { oi, price, volume } = series.contracts[i]!;
      const column = columns[i + 1];
      const quote = quotes?.get(contract.instrument_token);
      oi.push(orNull(quotes === null ? oiAt(column, last) : (quote?.oi ?? Number.NaN)));
      price.push(
        orNull(quotes === null ? closeAt(column, last) / divisorOf(contract) : priceOf(contract, quote)),
      );
      volume.push(
        orNull(quotes === null ? volumeOf(column, first, last) : runningVolume(quote, column, first, ended)),
      );
    }
  }
}

/** @throws AppError request.invalid for more than an answer has */
function mustBeFew(
  sessions: readonly SessionTimes[],
  contracts: number,
  interval: OiInterval,
  now: number,
): void {
  const bars = sessions.reduce(
    (sum, each) => sum + barsOf(each.open, endedBy(each, now), interval).length,
    0,
  );
  // Open interest, price and volume of each.
  const figures = bars * (3 * contracts + 1);
  if (figures <= MOST_CONTRACT_FIGURES) return;
  const text =
    `${figures} figures are too many: an answer has ${MOST_CONTRACT_FIGURES} at most; ` +
    "ask for fewer contracts or sessions, or for a longer interval";
  throw new AppError("request.invalid", text, { figures });
}

/**
 * Contracts of one underlying by bars over some sessions, as far as the viewer's market has come.
 * @throws AppError request.invalid, server.unavailable, quotes.failed
 */
export async function contractSeries(
  market: Pick<ChartMarket, "now" | "quotes">,
  past: ChartPast,
  underlying: ChartUnderlying,
  contracts: readonly InstrumentDetails[],
  interval: OiInterval,
  count: number,
): Promise<ContractSeries> {
  const now = market.now();
  const { spot, exchange } = underlying;
  // Of one contract minutes are kept and no closes: a chart of closes goes back as far as they do.
  const most = Math.min(sessionsAsked(count, interval === "1D"), MOST_MINUTE_SESSIONS);
  const { sessions, present } = sessionsUntil(past, exchange, most, now);
  mustBeFew(sessions, contracts.length, interval, now);
  const wanted = [spot, ...contracts].map((each) => wantedOf(each, underlying));
  const first = sessions[0]!;
  const [quotes, closes] = await Promise.all([
    market.quotes(wanted.map(({ token }) => token)),
    past.previousCloses(wanted, first.date),
  ]);
  const isRunning = present !== null && isOn(present, now);
  const series: ContractSeries = {
    times: [],
    runningAt: null,
    underlyingPrices: [],
    contracts: contracts.map((contract) => {
      const close = closes?.get(contract.instrument_token);
      return {
        previousOi: close?.oi ?? null,
        previousPrice: rupeesOf(contract, close?.close ?? undefined),
        oi: [],
        price: [],
        volume: [],
      };
    }),
    sessions: [],
    sessionOfBar: [],
    isOfPresent: first === present,
  };
  for (const session of sessions) {
    await breathe();
    const ended = await endedMinutes(past, wanted, session, now);
    addSession(
      series,
      underlying,
      contracts,
      interval,
      ended,
      isRunning && session === present ? quotes : null,
    );
  }
  return { ...series, runningAt: isRunning ? series.times.at(-1)! : null };
}
