import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { BarSeries } from "../bus/market-past.ts";
import { pastBarsRequest } from "../bus/market-subjects.ts";
import { unpackBars } from "../bus/packed-bars.ts";
import type { PreviousClose } from "./minute-reader.ts";
import type { PastRevision } from "./past-revision.ts";
import type { MarketDay } from "./recorder.ts";
import { type SessionTimes, sessionsBefore, sessionTimes } from "./session-times.ts";
import type { Wanted } from "./wanted.ts";

interface Options {
  readonly bus: Bus;
  readonly keepsSessions: () => boolean;
  readonly revision: Pick<PastRevision, "missed">;
  /** What was recorded of the end of a session; those of which nothing was are left out. */
  readonly lastRecorded: (
    day: MarketDay,
    wanted: readonly Wanted[],
    session: SessionTimes,
  ) => Promise<ReadonlyMap<number, PreviousClose>>;
}

/** A question at most: of quarters of an hour a day of so many is within the feed's bounds. */
const MOST_TOKENS = 200;
const SOURCE_MS = 15_000;
const QUARTER_SECONDS = 900;
/** Closes kept at hand, by instrument and date. */
const MOST_KEPT = 20_000;

const closeOf = ({ bars, origin }: BarSeries): PreviousClose | null => {
  const last = bars.at(-1);
  return last === undefined ? null : { close: last.close, oi: last.oi, origin: origin ?? "simulated" };
};

/** Closes of the session before a date: what was recorded of its end, else what the source says. */
export function createPreviousCloses({ bus, keepsSessions, revision, lastRecorded }: Options) {
  const kept = new Map<string, PreviousClose>();

  async function told(tokens: readonly number[], { open, close }: SessionTimes): Promise<BarSeries[]> {
    const query = { tokens, from: open, to: close, seconds: QUARTER_SECONDS };
    const payload = await bus.request(pastBarsRequest(), Buffer.from(JSON.stringify(query)), SOURCE_MS);
    return payload.byteLength === 0 ? [] : unpackBars(payload);
  }

  return async (
    day: MarketDay,
    wanted: readonly Wanted[],
    date: IsoDate,
  ): Promise<ReadonlyMap<number, PreviousClose>> => {
    const found = new Map<number, PreviousClose>();
    const first = wanted[0];
    if (first === undefined) return found;
    const [before] = sessionsBefore(first.exchange, date, 1, keepsSessions());
    if (before === undefined) return found;
    const session = sessionTimes(first.exchange, before, keepsSessions());
    const keyOf = (token: number) => `${day.market} ${before} ${token}`;
    const missing: Wanted[] = [];
    for (const each of wanted) {
      const known = kept.get(keyOf(each.token));
      if (known === undefined) missing.push(each);
      else found.set(each.token, known);
    }
    const heard =
      missing.length === 0 ? new Map<number, PreviousClose>() : await lastRecorded(day, missing, session);
    const closes = new Map(heard);
    const unheard = missing.filter(({ token }) => !heard.has(token)).map(({ token }) => token);
    for (let from = 0; from < unheard.length; from += MOST_TOKENS) {
      // A past that cannot be had leaves a close unknown.
      const series = await told(unheard.slice(from, from + MOST_TOKENS), session).catch(() => {
        revision.missed();
        return [];
      });
      for (const each of series) {
        const close = closeOf(each);
        if (close !== null) closes.set(each.token, close);
      }
    }
    for (const [token, close] of closes) {
      found.set(token, close);
      // Of the present day the close is not known before it is over.
      if (before < day.date) kept.set(keyOf(token), close);
    }
    for (const key of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(key);
    }
    return found;
  };
}
