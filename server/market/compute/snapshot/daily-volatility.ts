import { compactDate, istDate } from "#domain/calendar/ist.ts";
import { marginRates } from "#domain/margin/margin-rates.ts";
import { ewmaVolatility, referenceDailyVolatility } from "#domain/margin/volatility.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { mustRead } from "../../../platform/lib/read-json.ts";
import { readDailyCloses } from "../../bus/bus-messages.ts";
import { dailyClosesRequest } from "../../bus/market-subjects.ts";
import type { ListedUnderlying } from "./instrument-lists.ts";

/** Daily σ of underlyings as margins are built on it: EWMA over their closes, else the reference table's. */
export interface DailyVolatilities {
  /** @param at market time; a day's figure is made once */
  of(underlyings: Iterable<ListedUnderlying>, at: number): Promise<(token: number) => number>;
}

/** With fewer closes than this the first return would be most of the figure. */
const LEAST_CLOSES = 60;
/** A request is not kept longer than this; the figure is there for the next one. */
const PATIENCE_MS = 250;
/** Closes that were not known yet are asked for again after this. */
const RETRY_MS = 60_000;

type Underlying = ListedUnderlying["underlying"];

interface Kept {
  readonly date: IsoDate;
  /** when it is asked for again; never for what came from closes */
  readonly until: number;
  readonly sigma: number;
}

/** @param live the bus of now's market, whose past is the late one's too; @param now monotonic ms */
export function createDailyVolatilities(
  live: Bus,
  now: () => number = () => performance.now(),
): DailyVolatilities {
  const kept = new Map<number, Kept>();
  const loading = new Map<number, Promise<void>>();

  async function fromCloses({ token, symbol, kind }: Underlying, date: IsoDate): Promise<number> {
    const request = Buffer.from(JSON.stringify({ underlying: token }));
    const answer = await live.request(dailyClosesRequest(), request);
    const { closes } = mustRead(readDailyCloses, answer, "The closes of an underlying");
    const today = compactDate(date);
    const spots = closes.flatMap(([day, spot]) => (spot !== null && day < today ? [spot] : []));
    if (spots.length < LEAST_CLOSES) return Number.NaN;
    return ewmaVolatility(spots, marginRates(symbol, kind, date).lambda, Number.NaN);
  }

  async function load(underlying: Underlying, date: IsoDate): Promise<void> {
    const sigma = await fromCloses(underlying, date).catch(() => Number.NaN);
    const isKnown = sigma > 0;
    kept.set(underlying.token, {
      date,
      until: isKnown ? Number.POSITIVE_INFINITY : now() + RETRY_MS,
      sigma: isKnown ? sigma : referenceDailyVolatility(underlying.symbol),
    });
    loading.delete(underlying.token);
  }

  function ready(underlying: Underlying, date: IsoDate): Promise<void> | null {
    const { token } = underlying;
    const held = kept.get(token);
    if (held !== undefined && held.date === date && held.until > now()) return null;
    const begun = loading.get(token);
    if (begun !== undefined) return begun;
    const promise = load(underlying, date);
    loading.set(token, promise);
    return promise;
  }

  return {
    async of(underlyings, at) {
      const date = istDate(at);
      const symbols = new Map<number, string>();
      const waiting: Promise<void>[] = [];
      for (const { underlying } of underlyings) {
        symbols.set(underlying.token, underlying.symbol);
        const promise = ready(underlying, date);
        if (promise !== null) waiting.push(promise);
      }
      if (waiting.length > 0) {
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, PATIENCE_MS);
        });
        await Promise.race([Promise.all(waiting), late]);
        clearTimeout(timer);
      }
      return (token) => kept.get(token)?.sigma ?? referenceDailyVolatility(symbols.get(token) ?? "");
    },
  };
}
