import { addDays, istDate, istInstant } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import { priceDivisor, SEGMENT, segmentOf } from "#domain/units/segments.ts";
import type { Bar, BarSeries, PastDay } from "../../../bus/market-past.ts";
import type { MarketHistory } from "../../market-source.ts";
import type { BrokerEdges } from "./broker-edges.ts";
import { type BrokerProtocol, type CandleSeconds, DAY_SECONDS } from "./broker-protocol.ts";

interface CandleDeskOptions {
  readonly protocol: Pick<BrokerProtocol, "name" | "candles" | "candleIntervalMs">;
  readonly edges: BrokerEdges;
  /** epoch ms */
  readonly now: () => number;
  /** the access token in use, null none */
  readonly token: () => string | null;
  readonly onProblem: (problem: AppError) => void;
}

const REQUEST_MS = 10_000;
/** An app without the right to candles is refused with the status of a bad token; the stream may be well all the same. */
const REFUSED_MS = 3_600_000;
/** Ranges kept: those that are over do not change. */
const MOST_KEPT = 2_000;

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly seconds: CandleSeconds;
}

/** Calendar days that hold a number of market days, holidays and weekends included. */
const calendarDays = (sessions: number): number => Math.ceil(sessions * 1.5) + 10;

/** A day's candle in rupees. Indices are not traded, and brokers tell no futures' open interest with a spot's day. */
function dayOf({ start, open, high, low, close, volume }: Bar, instrument: number): PastDay {
  const divisor = priceDivisor(instrument);
  const isIndex = segmentOf(instrument) === SEGMENT.INDICES;
  return {
    date: istDate(start),
    open: open / divisor,
    high: high / divisor,
    low: low / divisor,
    close: close / divisor,
    volume: isIndex ? Number.NaN : volume,
    futuresOi: Number.NaN,
    origin: "source",
  };
}

/**
 * A broker's historical candles, asked for one after another and no faster than it allows. What could not be had is left
 * out; a question that comes again finds what was answered before it gave up.
 */
export function createCandleDesk(options: CandleDeskOptions): MarketHistory {
  const { protocol, edges } = options;
  const kept = new Map<string, readonly Bar[]>();
  let queue: Promise<unknown> = Promise.resolve();
  let refusedUntil = -Infinity;

  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  async function ask(instrument: number, { from, to, seconds }: Stretch): Promise<readonly Bar[]> {
    const key = `${instrument} ${from} ${to} ${seconds}`;
    const known = kept.get(key);
    const token = options.token();
    if (known !== undefined) return known;
    if (token === null || protocol.candles === undefined || options.now() < refusedUntil) return [];
    const until = Math.min(to, options.now());
    if (until <= from) return [];
    try {
      const signal = AbortSignal.timeout(REQUEST_MS);
      const query = { token: instrument, from, to: until, seconds };
      const bars = await protocol.candles(edges, token, query, signal);
      if (to <= options.now()) kept.set(key, bars);
      const oldest = kept.keys().next().value;
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return bars;
    } catch (error) {
      const problem =
        error instanceof AppError
          ? error
          : new AppError("feed.unreachable", "The historical candles cannot be had", {}, { cause: error });
      if (problem.code === "feed.token_rejected") refusedUntil = options.now() + REFUSED_MS;
      options.onProblem(new AppError("feed.unreachable", problem.message, problem.details, { cause: error }));
      return [];
    } finally {
      await pause(protocol.candleIntervalMs ?? 0);
    }
  }

  function inTurn(instrument: number, stretch: Stretch): Promise<readonly Bar[]> {
    const answer = queue.then(() => ask(instrument, stretch));
    queue = answer;
    return answer;
  }

  return {
    market: protocol.name,
    async bars(query) {
      if (protocol.candles === undefined) return null;
      const series: BarSeries[] = [];
      for (const instrument of query.tokens) {
        const bars = await inTurn(instrument, query);
        const own = bars.filter(({ start }) => start >= query.from && start < query.to);
        if (own.length > 0) series.push({ token: instrument, bars: own, origin: "source" });
      }
      return series;
    },
    // Brokers tell prices of the past, not volatilities.
    closes: async () => null,
    async days(underlying, days) {
      if (protocol.candles === undefined) return null;
      const today = istDate(options.now());
      // Today's own candle is not over.
      const to = istInstant(today, "00:00");
      const from = istInstant(addDays(today, -calendarDays(days)), "00:00");
      const bars = await inTurn(underlying, { from, to, seconds: DAY_SECONDS });
      return bars
        .map((bar) => dayOf(bar, underlying))
        .filter(({ date }) => date < today)
        .slice(-days);
    },
  };
}
