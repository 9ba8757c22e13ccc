import type { Exchange } from "#domain/calendar/exchange.ts";
import { addDays, DAY_MS } from "#domain/calendar/ist.ts";
import { isTradingDay, sessionClose, sessionOpen } from "#domain/calendar/market-sessions.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { pastMeasuresRequest } from "../../bus/market-subjects.ts";
import type { MarketWatch } from "../../bus/market-watch.ts";
import { type MeasureQuarter, unpackQuarter, unpackQuarters } from "../../bus/measure-quarters.ts";
import { dayStart } from "../day-start.ts";
import { quarterStart } from "../quarters.ts";
import type { MarketDay } from "../recorder.ts";
import type { HistoryRepository } from "../repository.ts";
import { columnsOf, type Layer } from "./measure-columns.ts";
import type { MeasureQuery, MeasureReader } from "./measure-days.ts";
import { type MeasureTape, MINUTE_MS } from "./measure-tape.ts";

interface ReaderOptions {
  /** of now's market: the past is the same for every viewer, and `until` says how much of it */
  readonly bus: Bus;
  readonly watch: Pick<MarketWatch, "keepsSessions" | "epoch">;
  readonly store: Pick<HistoryRepository, "blocks">;
  readonly tape: Pick<MeasureTape, "quarters">;
  /** the day that is on, null before it is known */
  readonly day: () => MarketDay | null;
}

const SOURCE_MS = 15_000;
/** Answers of the source kept: a past day does not change. One is some 100 kB. */
const MOST_KEPT = 60;
/** A calendar with no session for so long is at its end. */
const LONGEST_CLOSURE_DAYS = 15;

type Quarters = ReadonlyMap<number, MeasureQuarter>;

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const unpacked = (bodies: Iterable<readonly [number, Uint8Array]>): Quarters =>
  new Map([...bodies].map(([start, body]) => [start, unpackQuarter(body)]));

export function createMeasureReader(options: ReaderOptions): MeasureReader {
  const { bus, watch, store, tape } = options;
  const kept = new Map<string, Promise<Quarters>>();

  function sessionOf(exchange: Exchange, date: IsoDate): readonly [open: number, close: number] {
    return watch.keepsSessions()
      ? [sessionOpen(exchange, date), sessionClose(exchange, date)]
      : [dayStart(date), dayStart(date) + DAY_MS];
  }

  function datesOf({ date }: MarketDay, { exchange, span }: MeasureQuery): IsoDate[] {
    if ("date" in span) return span.date <= date ? [span.date] : [];
    const dates = [date];
    let day = date;
    const most = span.sessionsBefore + LONGEST_CLOSURE_DAYS;
    for (let n = 0; dates.length <= span.sessionsBefore && n < most; n++) {
      day = addDays(day, -1);
      if (!watch.keepsSessions() || isTradingDay(exchange, day)) dates.unshift(day);
    }
    return dates;
  }

  /** What the source says of one day; whoever asks the same meanwhile shares the answer. */
  async function fromSource(
    { market }: MarketDay,
    { underlying, expiries }: MeasureQuery,
    date: IsoDate,
    isToday: boolean,
  ): Promise<Quarters> {
    const question = { underlying, date, expiries: [...expiries].sort((a, b) => a - b) };
    const request = JSON.stringify(question);
    // Where today's part ends is when the feed began to run.
    const key = `${market} ${isToday ? watch.epoch() : ""} ${request}`;
    let answer = kept.get(key);
    if (answer === undefined) {
      answer = bus
        .request(pastMeasuresRequest(), Buffer.from(request), SOURCE_MS)
        .then((payload) => (payload.byteLength === 0 ? new Map() : unpacked(unpackQuarters(payload))));
      kept.set(key, answer);
      answer.catch(() => kept.delete(key));
      const oldest = kept.keys().next().value;
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    }
    // A past that cannot be had leaves a gap; what was recorded is shown all the same.
    return answer.catch(() => new Map());
  }

  async function fromStorage(
    { market }: MarketDay,
    { underlying }: MeasureQuery,
    from: number,
    to: number,
  ): Promise<Quarters> {
    const query = {
      market,
      kind: "measures",
      underlying,
      expiries: [0],
      from: quarterStart(from),
      to,
    } as const;
    const blocks = await store.blocks(query).catch(() => []);
    return unpacked(blocks.map(({ start, body }) => [start, body] as const));
  }

  return {
    async measures(query) {
      const day = options.day();
      if (day === null) return null;
      const days = [];
      for (const date of datesOf(day, query)) {
        // Days add up; the relay's turns run on the same thread.
        await breathe();
        const [open, close] = sessionOf(query.exchange, date);
        const end = Math.min(close, query.until);
        const length = Math.max(0, Math.floor((end - open) / MINUTE_MS));
        const frame = { date, open, length, expiries: query.expiries };
        const isToday = date === day.date;
        const recorded = { origin: day.heardAs, isRecorded: true };
        const layers: Layer[] = [
          { ...recorded, quarters: await fromStorage(day, query, open, open + length * MINUTE_MS) },
        ];
        if (isToday) layers.push({ ...recorded, quarters: tape.quarters(query.underlying) });
        const heard = columnsOf(frame, layers);
        if (heard.gaps.length === 0) days.push(heard);
        else {
          // What no process was there for is the source's, and no source but the simulation knows it.
          const quarters = await fromSource(day, query, date, isToday);
          days.push(columnsOf(frame, [{ origin: "simulated", isRecorded: false, quarters }, ...layers]));
        }
      }
      return days;
    },
  };
}
