import { createMarketStates } from "#domain/chain/market-states.ts";
import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { EpochMessage, MarketClockMessage } from "../bus/bus-messages.ts";
import type { FeedStatus } from "../bus/feed-status.ts";
import { clockSubject, epochSubject } from "../bus/market-subjects.ts";
import { createChainBook } from "./chains/chain-book.ts";
import type { MarketClock } from "./clock.ts";
import { nextEpoch } from "./epoch.ts";
import { createFeedAnswers, type Era } from "./feed-answers.ts";
import { createInterest } from "./interest.ts";
import type { DelayLine } from "./late/delay-line.ts";
import { createLoopMeter } from "./loop-meter.ts";
import type { MarketSource } from "./market-source.ts";
import { createMarketTable } from "./market-table.ts";
import { marketName } from "./past-closes.ts";
import { createPublisher } from "./quote-publisher.ts";
import { startResponders } from "./responders.ts";
import { rowsByToken } from "./row-packets.ts";
import type { Recorder } from "./sources/replay/market-recording.ts";
import { createStatsBook, SCREENER_KEY } from "./stats/stats-book.ts";
import { createVolatilityHistory } from "./volatility-history.ts";
import { createVolumeHistory } from "./volume-history.ts";

/** Twice the views' frame rate, so that a value waits half a frame at most. */
const TURN_MS = 50;
const CLOCK_MESSAGE_MS = 500;

/** The outside of the loop, replaced in tests. */
export interface FeedTimers {
  /** @returns the function that stops it */
  every(ms: number, turn: () => void): () => void;
  /** epoch ms of the machine */
  wall(): number;
  /** milliseconds of a monotonic clock, to see what work costs */
  cpu(): number;
  /** milliseconds of a monotonic clock, to wait by */
  monotonic(): number;
}

export const machineTimers: FeedTimers = {
  every(ms, turn) {
    const timer = setInterval(turn, ms);
    return () => clearInterval(timer);
  },
  wall: () => Date.now(),
  cpu: () => performance.now(),
  monotonic: () => performance.now(),
};

export interface FeedOptions {
  readonly source: MarketSource;
  readonly clock: MarketClock;
  readonly bus: Bus;
  readonly kernel: PricingKernel;
  readonly timers?: FeedTimers;
  /** the first epoch; later ones rise above it */
  readonly epoch: number;
  /** @returns a new epoch above `last`; by default the second it is */
  readonly claimEpoch?: (last: number) => number;
  readonly recorder?: Recorder | null;
  /** told every turn, before it is published */
  readonly line?: Pick<DelayLine, "begin" | "record"> | null;
  /** chains (`chainKey`) that the source is told of beside those that are looked at here */
  readonly alsoWatched?: () => readonly string[];
  /** a delayed market: chains say so, and only those that clients look at are kept fresh */
  readonly isLate?: boolean;
  /** told each new epoch, so that a restarted feed can go above it */
  readonly onEpoch?: (epoch: number) => void;
  /** told the error that ended the loop; the feed has stopped by then */
  readonly onFailure?: (error: unknown) => void;
}

export interface Feed {
  readonly epoch: number;
  /** Opens the first universe, answers requests and starts the loop. */
  start(): void;
  /** One turn of the loop. */
  turn(): void;
  status(): FeedStatus;
  /** Ends the loop, the answers, the source and the recording. */
  stop(): Promise<void>;
}

const encoder = new TextEncoder();

/**
 * The feed role's loop: every turn brings the table to market time, publishes the packets of what changed and solves the
 * chains it concerns. A new universe (day rolled, contracts expired) starts a new epoch.
 */
export function createFeed(options: FeedOptions): Feed {
  const { source, clock, bus, kernel } = options;
  const timers = options.timers ?? machineTimers;
  const recorder = options.recorder ?? null;
  const line = options.line ?? null;
  const isLate = options.isLate ?? false;
  const claimEpoch = options.claimEpoch ?? ((last) => nextEpoch(timers.wall(), last));
  const states = createMarketStates(clock.sessions);
  const interest = createInterest();
  const statsInterest = createInterest();
  const volatilities = createVolatilityHistory();
  const volumes = createVolumeHistory();
  const meter = createLoopMeter(() => timers.cpu());
  const stops: (() => void)[] = [];
  let epoch = options.epoch;
  let era: Era | null = null;
  let lastQuoteAt: number | null = null;
  let lastClockAt = -Infinity;
  let now = -Infinity;
  let stopped = false;

  function publishJson(subject: string, message: EpochMessage | MarketClockMessage): void {
    bus.publish(subject, encoder.encode(JSON.stringify(message)));
  }

  /** Takes the source's universe, level with market time, and tells all subscribers to start over. */
  function beginEra(): Era {
    const table = source.table?.() ?? createMarketTable(source.universe());
    source.fill(table);
    line?.begin(table, source, now);
    const wall = timers.wall();
    const book = createChainBook({
      table,
      source,
      kernel,
      states,
      interest,
      bus,
      epoch,
      volatilities,
      cpuNow: () => timers.cpu(),
      ...(isLate && {
        delayed: true,
        isBackgroundWanted: () => statsInterest.isHeld(SCREENER_KEY, timers.wall()),
      }),
    });
    era = {
      table,
      publisher: createPublisher(bus, table, epoch),
      book,
      stats: createStatsBook({
        table,
        book,
        interest: statsInterest,
        volumes,
        bus,
        epoch,
        cpuNow: () => timers.cpu(),
      }),
      rows: rowsByToken(table.universe),
      metacache: null,
    };
    recorder?.begin(table, source, { sessions: clock.sessions, marketTime: now });
    options.onEpoch?.(epoch);
    // Whose market it is goes before everything that is of it.
    sayClock(wall);
    publishJson(epochSubject(), { epoch });
    // The late side leaves that to its first turns: it would hold up the live one.
    if (!isLate) book.solveAll(now, wall);
    return era;
  }

  function advance(current: Era): Era {
    let live = current;
    // More than one universe can go by in a turn when the clock runs fast or the machine slept.
    while (source.advance(live.table, now)) {
      epoch = claimEpoch(epoch);
      live = beginEra();
    }
    return live;
  }

  function turn(): void {
    if (stopped || era === null) return;
    meter.begin();
    now = clock.now();
    const current = advance(era);
    const { table, publisher, book, stats } = current;
    const wall = timers.wall();
    book.touch(table.dirtyRows, table.dirtyCount);
    line?.record(table, now);
    const packets = publisher.flush(wall, recorder === null ? undefined : (m) => recorder.quotes(now, m));
    if (packets > 0) lastQuoteAt = wall;
    book.step(now, wall);
    source.watch?.([...interest.held(wall), ...(options.alsoWatched?.() ?? [])]);
    stats.step(now, wall);
    if (wall - lastClockAt >= CLOCK_MESSAGE_MS) sayClock(wall);
    meter.end(packets);
  }

  /**
   * Of a source that hears its prices from outside: since it last heard one, whether or not it changed
   * anything.
   */
  function feedAge(wall: number): number | null {
    const heardAt = source.health === undefined ? lastQuoteAt : source.health().lastDataAt;
    return heardAt === null ? null : Math.max(0, wall - heardAt);
  }

  function clockMessage(wall: number): MarketClockMessage {
    return {
      epoch,
      marketTime: now,
      serverTime: wall,
      speed: clock.speed,
      feedAgeMs: feedAge(wall),
      simulated: source.simulated,
      sessions: clock.sessions,
      source: source.name,
      rule: source.rule ?? { kind: "everybody" },
    };
  }

  function sayClock(wall: number): void {
    lastClockAt = wall;
    publishJson(clockSubject(), clockMessage(wall));
  }

  function running(): Era {
    if (era === null) throw new Error("the feed has not been started");
    return era;
  }

  function status(): FeedStatus {
    const { table, publisher, book } = running();
    const wall = timers.wall();
    return {
      ...clockMessage(wall),
      market: marketName(source),
      date: table.universe.date,
      instruments: table.universe.instruments.length,
      underlyings: table.universe.underlyings.length,
      chains: book.count,
      activeChains: book.activeCount,
      quoteSequence: publisher.sequence,
      ...meter.read(),
      recording: recorder?.file ?? null,
      health: source.health?.() ?? null,
    };
  }

  async function stop(): Promise<void> {
    if (stopped) return;
    stopped = true;
    for (const end of stops) end();
    source.dispose();
    await recorder?.close();
  }

  function guardedTurn(): void {
    try {
      turn();
    } catch (error) {
      void stop().catch(() => {});
      if (options.onFailure === undefined) throw error;
      options.onFailure(error);
    }
  }

  return {
    get epoch() {
      return epoch;
    },
    start() {
      now = clock.now();
      beginEra();
      stops.push(
        startResponders(
          bus,
          createFeedAnswers({
            running,
            now: () => now,
            wall: () => timers.wall(),
            source,
            interest,
            statsInterest,
            volatilities,
            volumes,
            status,
          }),
        ),
      );
      turn();
      stops.push(timers.every(TURN_MS, guardedTurn));
    },
    turn,
    status,
    stop,
  };
}
