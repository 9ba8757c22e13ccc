import { dayStart } from "#domain/calendar/market-day.ts";
import type { Origin } from "#domain/chain/origin.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Bar } from "../bus/market-past.ts";
import { quotesRequest, quotesSubject } from "../bus/market-subjects.ts";
import type { MarketWatch } from "../bus/market-watch.ts";
import type { Followed } from "./kept-instruments.ts";
import { createPresentOptions } from "./option-minutes/present-options.ts";
import { createPresentLinear } from "./present-linear.ts";
import { createQuarters, type Point, QUARTER_MS, quarterStart } from "./quarters.ts";
import type { HistoryBlock } from "./repository.ts";
import { isInSession } from "./session-times.ts";
import type { StartedBlock } from "./started-block.ts";
import { createTape, serverTimeOf } from "./tape.ts";
import type { HistoryWriter } from "./writer.ts";

const MINUTE_MS = 60_000;

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

/** The minute that is on, as far as it has come. */
export interface RunningMinute {
  /** epoch ms */
  readonly start: number;
  /** The bar of a spot or a future; null without a trade in it, once it has ended, and of anything else. */
  bar(token: number): Bar | null;
  /** What was last heard of an instrument: wire integer, 0 not traded today; units; units of the day. Null nothing. */
  last(token: number): { readonly close: number; readonly oi: number; readonly volume: number } | null;
}

/** Keeps what passes on the bus: the present day in memory, what is worth it in storage. */
export interface Recorder {
  /** The day that is on. What was recorded goes when it is another one. */
  begin(day: MarketDay): void;
  day(): MarketDay | null;
  /** Points of the present day of an instrument that ended by `until`. */
  points(token: number, from: number, until: number): Point[];
  /** The present day of an expiry's options, or of an underlying's spot and futures (expiry 0), as far as minutes have ended. Oldest first. */
  blocks(underlying: number, expiry: number): readonly StartedBlock[];
  /** Start of the first quarter that is this recorder's own: storage may have its beginning, and what is before. */
  beganWith(): number;
  /** The minute that is on, unless something of it was heard after `until`; null when nothing was. */
  running(until: number): RunningMinute | null;
  /** Told the start of every quarter that ended with anything heard in it. */
  onQuarter(listener: (start: number) => void): void;
  /** Hands the quarter that is on to the writer, as far as it has come. */
  stop(): void;
}

/** Quarters end also when nothing is heard at that moment. */
const CHECK_MS = 1_000;
/** Work at a stretch. */
const SLICE_MS = 2;
/** What the feed answers at a time. */
const TOKENS_A_QUESTION = 4_000;
/** A clock that is said anew may be behind what it was carried on to. */
const CLOCK_SLACK_MS = 1_000;

interface RecorderOptions {
  readonly bus: Bus;
  readonly watch: Pick<MarketWatch, "settledTime" | "timeOf" | "keepsSessions">;
  readonly writer: Pick<HistoryWriter, "blocks">;
}

export function createRecorder({ bus, watch, writer }: RecorderOptions): Recorder {
  const tape = createTape();
  const quarters = createQuarters();
  const linear = createPresentLinear(tape);
  const options = createPresentOptions();
  const listeners: ((start: number) => void)[] = [];
  let day: MarketDay | null = null;
  /** the minute that is on */
  let current = 0;
  /** when anything was heard last in it, 0 not yet */
  let heardAt = 0;
  /** something was heard in the quarter that is on */
  let isHeard = false;
  /** the first quarter of the day that was written by this recorder, 0 none yet */
  let firstOwn = 0;
  /** quarters before have been ended by this recorder: of the first one another process may have kept the beginning */
  let isFirst = true;
  let isWorking = false;

  /** Goes on with what minutes have ended with, in slices, the process's other turns between them. */
  function workOn(): void {
    if (isWorking) return;
    isWorking = true;
    const slice = (): void => {
      isWorking = !options.work(performance.now() + SLICE_MS);
      if (isWorking) setImmediate(slice);
    };
    setImmediate(slice);
  }

  /** Hands a quarter to storage. */
  function keep(market: string, start: number): void {
    const part = isFirst ? { isPart: true } : {};
    const minutes = linear.endQuarter(start).map(
      ({ underlying, block }): HistoryBlock => ({
        kind: "minutes",
        underlying,
        expiry: 0,
        ...block,
        ...part,
      }),
    );
    writer.blocks(market, minutes);
    options.endQuarter(start, ({ underlying, expiry, block }) =>
      writer.blocks(market, [{ kind: "option_minutes", underlying, expiry, ...block, ...part }]),
    );
    isFirst = false;
  }

  /**
   * Ends the minute and the quarter that are over, if they are: before anything of the next one is taken, so that a late reader
   * who has come to its end is shown nothing that is later.
   */
  function look(now: number | null): void {
    // Prices may be heard before the clock they belong to: they open no minute.
    if (now === null) return;
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    // A market may begin again, days before.
    if (minute < current - QUARTER_MS) {
      current = minute;
      options.abandon();
      linear.abandon();
    }
    if (minute <= current) return;
    const ended = current;
    current = minute;
    endMinute(ended);
    const quarter = quarterStart(ended);
    if (quarterStart(minute) === quarter) return;
    if (write(quarter)) for (const listener of listeners) listener(quarter);
  }

  function endMinute(start: number): void {
    if (heardAt === 0) return;
    heardAt = 0;
    if (day === null) return;
    const { date } = day;
    const keepsSessions = watch.keepsSessions();
    if (firstOwn === 0) firstOwn = quarterStart(start);
    const trades = (exchange: Followed["exchange"]) => isInSession(exchange, date, start, keepsSessions);
    linear.mark(start, trades);
    options.mark(start, tape, trades);
    workOn();
  }

  /** @returns false when nothing was heard in the quarter */
  function write(start: number): boolean {
    if (start === 0 || !isHeard || day === null) return false;
    isHeard = false;
    quarters.mark(start, tape);
    keep(day.market, start);
    return true;
  }

  /** What does not move is not told on its own: it is asked for once. */
  async function fill({ followed }: MarketDay): Promise<void> {
    const wanted = followed
      .flatMap((each) => [...each.linear, ...each.chains.flatMap(({ tokens }) => tokens)])
      .filter((token) => tape.slot(token) === undefined);
    for (let from = 0; from < wanted.length; from += TOKENS_A_QUESTION) {
      const tokens = wanted.slice(from, from + TOKENS_A_QUESTION);
      tape.fill(await bus.request(quotesRequest(), Buffer.from(JSON.stringify({ tokens }))));
    }
  }

  const stopHearing = bus.subscribe(quotesSubject(), (payload) => {
    const stamped = watch.timeOf(serverTimeOf(payload));
    look(stamped);
    // What is heard after its minute was ended, by a reader or by the timer, is of the next one.
    const now = stamped === null ? null : Math.max(stamped, current);
    isHeard ||= now !== null;
    if (now !== null) heardAt = now;
    tape.take(payload, (slot) => {
      if (now !== null) linear.hear(slot, now);
    });
  });
  const timer = setInterval(() => look(watch.settledTime()), CHECK_MS);
  timer.unref();

  return {
    begin(next) {
      if (day === null || next.date !== day.date || next.market !== day.market) {
        // The tape goes on: whatever a new day begins with has been heard by now.
        quarters.clear();
        const from = dayStart(next.date);
        options.forget(from);
        linear.forget(from);
        if (firstOwn < from || next.market !== day?.market) firstOwn = 0;
      }
      day = next;
      linear.follow(next.followed);
      options.follow(next.followed);
      // A feed that does not answer is heard sooner or later: what it says is recorded from then on.
      fill(next).catch(() => {});
    },
    day: () => day,
    points(token, from, until) {
      look(watch.settledTime());
      const slot = tape.slot(token);
      return slot === undefined ? [] : quarters.points(slot, from, until);
    },
    blocks(underlying, expiry) {
      look(watch.settledTime());
      return expiry === 0 ? linear.blocks(underlying) : options.blocks(underlying, expiry);
    },
    beganWith: () => firstOwn,
    running(until) {
      look(watch.settledTime());
      if (heardAt === 0 || heardAt > until + CLOCK_SLACK_MS || until < current) return null;
      const start = current;
      return {
        start,
        bar: (token) => linear.running(token, start),
        last(token) {
          const slot = tape.slot(token);
          if (slot === undefined) return null;
          return { close: tape.prices[slot]!, oi: tape.oi[slot]!, volume: tape.volumes[slot]! };
        },
      };
    },
    onQuarter: (listener) => void listeners.push(listener),
    stop() {
      stopHearing();
      clearInterval(timer);
      look(watch.settledTime());
      endMinute(current);
      write(quarterStart(current));
      options.work();
    },
  };
}
