import { istInstant } from "#domain/calendar/ist.ts";
import type { Origin } from "#domain/chain/origin.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { BarSeries } from "../bus/market-past.ts";
import { quotesSubject } from "../bus/market-subjects.ts";
import type { MarketWatch } from "../bus/market-watch.ts";
import { packBars } from "../bus/packed-bars.ts";
import type { Followed } from "./kept-instruments.ts";
import { createMinutes } from "./minutes.ts";
import { createQuarters, type Point, QUARTER_MS, quarterStart } from "./quarters.ts";
import type { HistoryBlock } from "./repository.ts";
import { createTape } from "./tape.ts";
import type { HistoryWriter } from "./writer.ts";

/** A market day as the recorder sees it. */
export interface MarketDay {
  readonly market: string;
  readonly date: IsoDate;
  /** All of it is made up, its past too. */
  readonly isInvented: boolean;
  /** Origin of what is heard of it here. */
  readonly heardAs: Origin;
  readonly followed: readonly Followed[];
}

/** Keeps what passes on the bus: the present day in memory, what is worth it in storage. */
export interface Recorder {
  /** The day that is on. What was recorded goes when it is another one. */
  begin(day: MarketDay): void;
  day(): MarketDay | null;
  /** Points of the present day of an instrument that ended by `until`. */
  points(token: number, from: number, until: number): Point[];
  /** Told the start of every quarter that ended with anything heard in it. */
  onQuarter(listener: (start: number) => void): void;
  /** Hands the quarter that is on to the writer, as far as it has come. */
  stop(): void;
}

/** Market days roll at this time, India's. */
const ROLL_TIME = "09:00";
/** Quarters end also when nothing is heard at that moment. */
const CHECK_MS = 1_000;

interface RecorderOptions {
  readonly bus: Bus;
  readonly watch: Pick<MarketWatch, "marketTime">;
  readonly writer: Pick<HistoryWriter, "blocks">;
}

export function createRecorder({ bus, watch, writer }: RecorderOptions): Recorder {
  const tape = createTape();
  const quarters = createQuarters();
  const minutes = createMinutes();
  const listeners: ((start: number) => void)[] = [];
  let day: MarketDay | null = null;
  /** the quarter that is on */
  let current = 0;
  let isHeard = false;
  /** quarters before have been ended by this recorder: of the first one another process may have kept the beginning */
  let isFirst = true;

  function seriesOf(tokens: readonly number[]): BarSeries[] {
    return tokens.flatMap((token): BarSeries[] => {
      const slot = tape.slot(token);
      const bar = slot === undefined ? null : quarters.newest(slot);
      return bar === null ? [] : [{ token, bars: [bar], origin: null }];
    });
  }

  /** What of a quarter goes to storage. */
  function blocksOf({ followed }: MarketDay, start: number): HistoryBlock[] {
    const blocks: HistoryBlock[] = [];
    const part = isFirst ? { isPart: true } : {};
    for (const { underlying, linear, chains } of followed) {
      const series = linear
        .map((token) => ({ token, bars: minutes.take(token, tape, start + QUARTER_MS), origin: null }))
        .filter(({ bars }) => bars.length > 0);
      if (series.length > 0) {
        blocks.push({ kind: "minutes", underlying, expiry: 0, start, body: packBars(series), ...part });
      }
      for (const { expiry, tokens } of chains) {
        const options = seriesOf(tokens);
        if (options.length === 0) continue;
        blocks.push({ kind: "quarters", underlying, expiry, start, body: packBars(options), ...part });
      }
    }
    return blocks;
  }

  /**
   * Ends the quarter that is over, if it is: before anything of the next one is taken, so that a late reader
   * who has come to its end is shown nothing that is later.
   */
  function look(now: number | null): void {
    // Prices may be heard before the clock they belong to: they open no quarter.
    if (now === null) return;
    const start = quarterStart(now);
    // A market may begin again, days before.
    if (start < current - QUARTER_MS) current = start;
    if (start <= current) return;
    const ended = current;
    current = start;
    if (write(ended)) for (const listener of listeners) listener(ended);
  }

  /** @returns false when nothing was heard in the quarter */
  function write(start: number): boolean {
    if (start === 0 || !isHeard || day === null) return false;
    isHeard = false;
    quarters.mark(start, tape);
    writer.blocks(day.market, blocksOf(day, start));
    isFirst = false;
    return true;
  }

  const stopHearing = bus.subscribe(quotesSubject(), (payload) => {
    const now = watch.marketTime();
    look(now);
    isHeard ||= now !== null;
    tape.take(payload, (slot) => {
      if (now !== null) minutes.hear(slot, tape, now);
    });
  });
  const timer = setInterval(() => look(watch.marketTime()), CHECK_MS);
  timer.unref();

  return {
    begin(next) {
      if (day === null || next.date !== day.date || next.market !== day.market) {
        // The tape goes on: whatever a new day begins with has been heard by now.
        quarters.clear();
        minutes.clear();
      }
      day = next;
      for (const { linear } of next.followed) for (const token of linear) minutes.follow(token);
    },
    day: () => day,
    points(token, from, until) {
      look(watch.marketTime());
      const slot = tape.slot(token);
      return slot === undefined ? [] : quarters.points(slot, from, until);
    },
    onQuarter: (listener) => void listeners.push(listener),
    stop() {
      stopHearing();
      clearInterval(timer);
      look(watch.marketTime());
      write(current);
    },
  };
}

/** Instants of a market day: from its roll to that of the next date. */
export const dayStart = (date: IsoDate): number => istInstant(date, ROLL_TIME);
