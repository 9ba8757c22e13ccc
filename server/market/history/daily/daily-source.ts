import { compactDate } from "#domain/calendar/ist.ts";
import { pcr } from "#domain/chain/measures.ts";
import { known } from "#protocol/http/figures.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { mustRead } from "../../../platform/lib/read-json.ts";
import { type PastDaysMessage, readPastDays } from "../../bus/bus-messages.ts";
import { pastDaysRequest } from "../../bus/market-subjects.ts";
import type { MarketDay } from "../recorder.ts";
import type { DailyBar, ExpiryDay, ExpiryIv } from "./daily-bars.ts";

/** Days asked of a source at once: a year of sessions, as percentiles have it. */
export const LOOK_BACK = 250;
/** A broker answers a few questions a second. */
const SOURCE_MS = 15_000;
/** Answers kept, some 30 kB each. */
const MOST_ANSWERS = 60;

/** What a source says of an underlying. */
export interface DailyAnswer {
  readonly bars: readonly DailyBar[];
  readonly expiries: readonly ExpiryDay[];
  readonly ivs: readonly ExpiryIv[];
}

type Sums = NonNullable<PastDaysMessage["days"]>[number][8][number];

function expiryOf(
  date: number,
  origin: ExpiryDay["origin"],
  [expiry, callOi, putOi, callVolume, putVolume]: Sums,
): ExpiryDay {
  return {
    date,
    expiry: compactDate(expiry),
    forward: null,
    atmIv: null,
    pcr: known(pcr(putOi, callOi)),
    maxPain: null,
    callOi,
    putOi,
    callVolume,
    putVolume,
    origin,
  };
}

interface SourceOptions {
  /** of now's market */
  readonly bus: Bus;
  /** told the days that came */
  readonly onBars: (market: string, underlying: number, bars: readonly DailyBar[]) => void;
}

/**
 * What the market's source says of an underlying before a market day: asked once that day, whoever wants it; what could not be had,
 * which may come as nothing, is asked for again.
 */
export function createDailySource({ bus, onBars }: SourceOptions) {
  const answers = new Map<string, Promise<DailyAnswer>>();

  async function ask({ market, date }: MarketDay, underlying: number): Promise<DailyAnswer> {
    const request = Buffer.from(JSON.stringify({ underlying, days: LOOK_BACK }));
    const payload = await bus.request(pastDaysRequest(), request, SOURCE_MS);
    const answer = mustRead(readPastDays, payload, "The days of an underlying");
    const days = (answer.days ?? []).filter(([on]) => on < date);
    const bars = days.map(
      ([on, open, high, low, close, volume, futuresOi, origin]): DailyBar => ({
        date: compactDate(on),
        open,
        high,
        low,
        close,
        volume,
        futuresOi,
        origin,
      }),
    );
    const expiries = days.flatMap(([on, , , , , , , origin, all]) =>
      all.map((each) => expiryOf(compactDate(on), origin, each)),
    );
    const ivs = days.flatMap(([on, , , , , , , origin, , all]) =>
      all.map(([expiry, atmIv]) => ({ date: compactDate(on), expiry: compactDate(expiry), atmIv, origin })),
    );
    if (bars.length > 0) onBars(market, underlying, bars);
    return { bars, expiries, ivs };
  }

  return (day: MarketDay, underlying: number): Promise<DailyAnswer> => {
    const key = `${day.market} ${day.date} ${underlying}`;
    const kept = answers.get(key);
    if (kept !== undefined) return kept;
    const answer = ask(day, underlying);
    answers.set(key, answer);
    answer.then(
      ({ bars }) => bars.length > 0 || answers.delete(key),
      () => answers.delete(key),
    );
    const oldest = answers.keys().next().value;
    if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}
