import type { Bus } from "../../../platform/bus/bus.ts";
import { clockSubject, measuresRequest } from "../../bus/market-subjects.ts";
import type { MarketWatch } from "../../bus/market-watch.ts";
import { unpackMeasures } from "../../bus/packed-measures.ts";
import { quarterStart } from "../quarters.ts";
import type { MarketDay } from "../recorder.ts";
import type { HistoryBlock } from "../repository.ts";
import { isInSession } from "../session-times.ts";
import type { HistoryWriter } from "../writer.ts";
import { createMeasureTape, type MeasureTape, MINUTE_MS, type PackedQuarter } from "./measure-tape.ts";

/** Asks for every underlying's measures once a minute and keeps them. */
export interface MeasureSampler {
  /** what was sampled of the present day */
  readonly tape: Pick<MeasureTape, "quarters">;
  /** Hands the quarter that is on to the writer, as far as it has come. */
  stop(): void;
}

interface SamplerOptions {
  /** of now's market */
  readonly bus: Bus;
  readonly watch: Pick<MarketWatch, "marketTime" | "keepsSessions">;
  readonly writer: Pick<HistoryWriter, "blocks">;
  /** the day that is on, null before it is known */
  readonly day: () => MarketDay | null;
  readonly onProblem: (error: unknown) => void;
  /** ms between two questions: the feed has its turns to see to */
  readonly pauseMs?: number;
}

/**
 * A minute is sampled this long before its end, so that nothing of the next one is in it: who is late would see the future. By
 * then the feed has solved every chain in it that anything happened to.
 */
const LEAD_MS = 5_000;
/** Underlyings a question. */
const PORTION = 25;
const PAUSE_MS = 15;
/** Minutes asked about at a time: two where a clock leaps over the end of one. */
const MOST_WAITING = 2;

const isSame = (a: MarketDay | null, b: MarketDay): boolean => a?.market === b.market && a.date === b.date;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function createMeasureSampler(options: SamplerOptions): MeasureSampler {
  const { bus, watch, writer, onProblem, pauseMs = PAUSE_MS } = options;
  const tape = createMeasureTape();
  /** whose figures the tape holds */
  let kept: MarketDay | null = null;
  /** start of the minute that is on */
  let minute = 0;
  let isAsked = false;
  /** of its quarter another process may have kept the beginning */
  let first = 0;
  let running: Promise<void> = Promise.resolve();
  let waiting = 0;
  let isOver = false;

  async function ask(day: MarketDay, of: number): Promise<void> {
    const keeps = watch.keepsSessions();
    const due = day.followed.filter(({ exchange }) => isInSession(exchange, day.date, of, keeps));
    for (let from = 0; from < due.length && !isOver; from += PORTION) {
      const underlyings = due.slice(from, from + PORTION).map(({ underlying }) => underlying);
      const answer = await bus.request(measuresRequest(), Buffer.from(JSON.stringify({ underlyings })));
      if (!isSame(kept, day)) return;
      for (const sample of unpackMeasures(answer)) tape.take(sample, of);
      await pause(pauseMs);
    }
  }

  /** One after another; a minute that comes while others still wait is left out. */
  function sample(of: number): void {
    const day = kept;
    if (waiting >= MOST_WAITING || day === null) return;
    waiting++;
    running = running
      .then(() => ask(day, of))
      .catch(onProblem)
      .finally(() => {
        waiting--;
      });
  }

  function write(day: MarketDay, quarters: readonly PackedQuarter[], isPart: boolean): void {
    const blocks = quarters.map(
      ({ underlying, start, body }): HistoryBlock => ({
        kind: "measures",
        underlying,
        expiry: 0,
        start,
        body,
        ...((isPart || start === first) && { isPart: true }),
      }),
    );
    if (blocks.length > 0) writer.blocks(day.market, blocks);
  }

  /** Another day, or another market: what is held is written, and goes. */
  function enter(day: MarketDay, now: number): void {
    if (isSame(kept, day)) {
      kept = day;
      return;
    }
    if (kept !== null) write(kept, tape.end(Infinity), true);
    tape.clear();
    kept = day;
    first = quarterStart(now);
    minute = 0;
  }

  function look(): void {
    const now = watch.marketTime();
    const day = options.day();
    if (now === null || day === null || isOver) return;
    if (day !== kept) enter(day, now);
    const current = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    if (current !== minute) {
      // Of a clock that leaps over the last seconds, what was last solved in the minute is taken at the next one's start.
      if (minute !== 0 && !isAsked && current > minute) sample(minute);
      minute = current;
      isAsked = false;
      const own = kept;
      void running.then(() => {
        if (own !== null && isSame(kept, own)) write(own, tape.end(quarterStart(current)), false);
      });
    }
    if (isAsked || now - minute < MINUTE_MS - LEAD_MS) return;
    isAsked = true;
    sample(minute);
  }

  const stopHearing = bus.subscribe(clockSubject(), look);

  return {
    tape,
    stop() {
      stopHearing();
      isOver = true;
      if (kept !== null) write(kept, tape.end(Infinity), true);
    },
  };
}
