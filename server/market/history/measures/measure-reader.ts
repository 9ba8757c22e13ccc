import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { breathe } from "../../../platform/lib/breathe.ts";
import { pastMeasuresRequest } from "../../bus/market-subjects.ts";
import type { MarketWatch } from "../../bus/market-watch.ts";
import { type MeasureQuarter, unpackQuarter, unpackQuarters } from "../../bus/measure-quarters.ts";
import { createPastRevision, type PastRevision } from "../past-revision.ts";
import { quarterStart } from "../quarters.ts";
import type { MarketDay } from "../recorder.ts";
import type { HistoryRepository } from "../repository.ts";
import { wantedSessions } from "../session-times.ts";
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
  /** told what could not be read; left out where no one keeps what was made of it */
  readonly revision?: Pick<PastRevision, "missed">;
}

const SOURCE_MS = 15_000;
/** Answers of the source kept: a past day does not change. One is some 100 kB. */
const MOST_KEPT = 60;

type Quarters = ReadonlyMap<number, MeasureQuarter>;

const unpacked = (bodies: Iterable<readonly [number, Uint8Array]>): Quarters =>
  new Map([...bodies].map(([start, body]) => [start, unpackQuarter(body)]));

export function createMeasureReader(options: ReaderOptions): MeasureReader {
  const { bus, watch, store, tape, revision = createPastRevision() } = options;
  const kept = new Map<string, Promise<Quarters>>();

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
    return answer.catch(() => {
      revision.missed();
      return new Map();
    });
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
    const blocks = await store.blocks(query).catch(() => {
      revision.missed();
      return [];
    });
    return unpacked(blocks.map(({ start, body }) => [start, body] as const));
  }

  return {
    async measures(query) {
      const day = options.day();
      if (day === null) return null;
      const days = [];
      const { exchange, span } = query;
      for (const { date, open, close } of wantedSessions(exchange, day.date, span, watch.keepsSessions())) {
        // Days add up; the relay's turns run on the same thread.
        await breathe();
        const end = Math.min(close, query.until);
        const length = Math.max(0, Math.floor((end - open) / MINUTE_MS));
        const frame = { date, open, length, expiries: query.expiries };
        const isToday = date === day.date;
        const recorded = { origin: day.heardAs, isRecorded: true };
        const layers: Layer[] = [
          { ...recorded, quarters: await fromStorage(day, query, open, open + length * MINUTE_MS) },
        ];
        if (isToday) layers.push({ ...recorded, quarters: tape.quarters(query.underlying) });
        await breathe();
        const heard = columnsOf(frame, layers);
        if (heard.gaps.length === 0) days.push(heard);
        else {
          // What no process was there for is the source's, and no source but the simulation knows it.
          const quarters = await fromSource(day, query, date, isToday);
          await breathe();
          days.push(columnsOf(frame, [{ origin: "simulated", isRecorded: false, quarters }, ...layers]));
        }
      }
      return days;
    },
  };
}
