import { countsIn } from "#domain/chain/origin.ts";
import type { ShareChange } from "#domain/instruments/share-changes.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Log } from "../../platform/lib/log.ts";
import type { Metrics } from "../../platform/lib/metrics.ts";
import { mustRead } from "../../platform/lib/read-json.ts";
import { type DailyClosesMessage, readUnderlying, type SettlementsMessage } from "../bus/bus-messages.ts";
import { isInvented, readFeedStatus } from "../bus/feed-status.ts";
import { createLateBus } from "../bus/late.ts";
import { dailyClosesRequest, feedStatusRequest, settlementsRequest } from "../bus/market-subjects.ts";
import type { MarketWatch } from "../bus/market-watch.ts";
import type { InstrumentDirectory } from "../instruments/directory.ts";
import { type ClosesKeeper, createClosesKeeper } from "./closes-keeper.ts";
import type { DailyReader } from "./daily/daily-bars.ts";
import { createDailyKeeper } from "./daily/daily-keeper.ts";
import type { DailyRepository } from "./daily/daily-repository.ts";
import { createVolumeTeller } from "./daily/volume-teller.ts";
import { sweepHistory } from "./jobs.ts";
import { layoutOf } from "./kept-instruments.ts";
import type { MeasureReader } from "./measures/measure-days.ts";
import { createMeasureReader } from "./measures/measure-reader.ts";
import { createMeasureSampler } from "./measures/measure-sampler.ts";
import { createPastRevision, noteWrites } from "./past-revision.ts";
import { createHistoryReader, type HistoryReader } from "./reader.ts";
import { createRecorder, type MarketDay } from "./recorder.ts";
import type { DatedClose, HistoryRepository } from "./repository.ts";
import { createSettlementsKeeper, withCloses } from "./settlements-keeper.ts";
import { createHistoryWriter } from "./writer.ts";

/** The market's past as the API gives it. */
export interface History extends HistoryReader, DailyReader, MeasureReader {
  /** Daily closes before the present market day that may be built on, oldest first. */
  readonly closes: ClosesKeeper["of"];
  /** The market day that is on; null before it is known. */
  day(): MarketDay | null;
  /**
   * Names what is known of sessions before the present one: another text where some of it may be told otherwise, since a block of one
   * was written late, something could not be had for now, or the market or its feed is another.
   */
  revision(): string;
  /** All closes of an underlying that are kept, and whether its market is made up as a whole. */
  keptCloses(underlying: number): Promise<KeptCloses>;
  /** Writes what waits, as far as storage takes it. */
  stop(): Promise<void>;
}

export interface KeptCloses {
  /** false while those before today are still being brought together */
  readonly isWhole: boolean;
  readonly isInvented: boolean;
  /** oldest first, before the present market day; those that may be built on */
  readonly closes: readonly DatedClose[];
}

export interface HistoryOptions {
  readonly bus: Bus;
  readonly watch: MarketWatch;
  /** of the late market, which has the same past */
  readonly lateWatch: Pick<MarketWatch, "onEpoch">;
  readonly store: {
    readonly history: HistoryRepository;
    readonly dailyBars: DailyRepository;
    readonly jobs: Pick<Jobs, "enqueue">;
    /** resolves when storage has answered for the first time */
    opened(): Promise<void>;
  };
  readonly directory: () => Promise<InstrumentDirectory>;
  /** bonuses and splits of an underlying, by its token; by default none */
  readonly changes?: ((underlying: number) => Promise<readonly ShareChange[]>) | undefined;
  readonly log: Log;
  readonly metrics?: Metrics;
  /** the past is asked for when this has resolved: the start goes first */
  readonly after?: Promise<unknown>;
  readonly pauseMs?: number;
}

/** A new epoch is mostly followed by others' questions; the past can wait for them. */
const SETTLE_MS = 500;
const RETRY_MS = 5_000;
/** Closes before those of a percentile, as long as they are kept. */
const MOST_OLDER = 300;
/** Closes are told without storage when it takes longer to open than this. */
const STORE_WAIT_MS = 10_000;
/** What an expiry settled at and the feed could not say is asked for again after this long, and then ever more seldom. */
const HEAR_AGAIN_MS = 2_000;
const HEAR_AGAIN_MOST_MS = 60_000;
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** Records the market, keeps its past, and gives it to the feed (closes for percentiles) and to the API (charts). */
export function createHistory(options: HistoryOptions): History {
  const { bus, watch, store, log } = options;
  const revision = createPastRevision();
  const writer = createHistoryWriter({
    store: {
      putCloses: (...closes) => store.history.putCloses(...closes),
      ...noteWrites(store.history, () => recorder.day(), revision),
    },
    log,
    metrics: options.metrics,
  });
  const recorder = createRecorder({ bus, watch, writer });
  const buses = [bus, createLateBus(bus)] as const;
  const closes = createClosesKeeper({
    buses,
    watch,
    store: store.history,
    writer,
    onProblem: (error) => log.debug({ err: error }, "history: closes of an underlying"),
    ...(options.pauseMs !== undefined && { pauseMs: options.pauseMs }),
  });
  const daily = createDailyKeeper({
    bus,
    watch,
    store: store.dailyBars,
    changes: options.changes,
    day: () => recorder.day(),
    onFilled(underlying) {
      const day = recorder.day();
      if (day !== null) void volumes.renew(day, underlying);
    },
    onProblem: (error) => log.debug({ err: error }, "history: days of an underlying"),
    ...(options.pauseMs !== undefined && { pauseMs: options.pauseMs }),
  });
  const volumes = createVolumeTeller({
    buses,
    keptDays: (day, underlying) => daily.kept(day, underlying),
    onProblem: (error) => log.debug({ err: error }, "history: volume of an underlying"),
    ...(options.pauseMs !== undefined && { pauseMs: options.pauseMs }),
  });
  const sampler = createMeasureSampler({
    bus,
    watch,
    writer,
    day: () => recorder.day(),
    onProblem: (error) => log.debug({ err: error }, "history: no measures of this minute"),
    ...(options.pauseMs !== undefined && { pauseMs: options.pauseMs }),
  });
  const { tape } = sampler;
  const measures = createMeasureReader({
    bus,
    watch,
    store: store.history,
    tape,
    day: () => recorder.day(),
    revision,
  });
  const stopAnswering = bus.respond(dailyClosesRequest(), (payload) => {
    const question = mustRead(readUnderlying, payload, "A question for closes", "request.invalid");
    const answer: DailyClosesMessage = {
      closes: closes.of(question.underlying).map(({ date, spot }) => [date, spot]),
    };
    return Buffer.from(JSON.stringify(answer));
  });
  const settlements = createSettlementsKeeper({ bus, watch, store: store.history });
  const stopTellingSettlements = bus.respond(settlementsRequest(), async (payload) => {
    const { underlying } = mustRead(readUnderlying, payload, "A question for settlements", "request.invalid");
    const market = recorder.day()?.market;
    const { known, isWhole } =
      market === undefined ? { known: [], isWhole: false } : await settlements.of(market, underlying);
    const answer: SettlementsMessage = {
      isWhole,
      settlements: withCloses(known, closes.of(underlying)).map(({ expiry, price, origin }) => [
        expiry,
        price,
        origin,
      ]),
    };
    return Buffer.from(JSON.stringify(answer));
  });
  let isOver = false;
  let turn = 0;
  let round = 0;

  async function dayNow(): Promise<MarketDay> {
    const payload = await bus.request(feedStatusRequest(), new Uint8Array(0));
    const status = mustRead(readFeedStatus, payload, "The feed's status");
    const directory = await options.directory();
    return {
      market: status.market ?? status.source,
      date: status.date,
      isInvented: isInvented(status),
      heardAs: status.simulated ? "simulated" : "recorded",
      followed: layoutOf(directory, status.underlyings),
    };
  }

  /** Until all that is fixed by now has been heard, or another round has begun. */
  async function hearSettlements(day: MarketDay): Promise<void> {
    const own = ++round;
    for (let waitMs = HEAR_AGAIN_MS, isAgain = false; ; waitMs = Math.min(2 * waitMs, HEAR_AGAIN_MOST_MS)) {
      try {
        if (await settlements.hear(day, isAgain)) return;
        isAgain = true;
      } catch (error) {
        log.warn({ err: error }, "history: settlements are asked for again");
      }
      await pause(waitMs);
      if (isOver || own !== round) return;
    }
  }

  /** Whatever follows from a new feed, a new day or a new list of instruments. */
  async function enter(): Promise<void> {
    const own = ++turn;
    await options.after;
    for (;;) {
      await pause(SETTLE_MS);
      if (isOver || own !== turn) return;
      try {
        const day = await dayNow();
        if (own !== turn) return;
        recorder.begin(day);
        await Promise.race([store.opened(), pause(STORE_WAIT_MS)]);
        const startedAt = performance.now();
        await closes.load(day);
        void hearSettlements(day);
        void volumes.load(day);
        log.info(
          { date: day.date, market: day.market, tookMs: Math.round(performance.now() - startedAt) },
          "history: the closes before today are known",
        );
        await sweepHistory(store.jobs, day.date, watch.keepsSessions()).catch(() => {});
        return;
      } catch (error) {
        log.debug({ err: error }, "history: the market does not say its day yet");
        await pause(RETRY_MS);
      }
    }
  }

  watch.onEpoch(() => void enter());
  if (watch.epoch() !== 0) void enter();
  // It begins a moment after the live one, may have missed what was told, and says its epoch before it listens.
  options.lateWatch.onEpoch(
    () =>
      void pause(SETTLE_MS).then(() => {
        closes.retell();
        volumes.retell();
      }),
  );
  recorder.onQuarter(() => {
    const day = recorder.day();
    if (day === null) return;
    closes.sample(day).catch((error: unknown) => log.debug({ err: error }, "history: no closes this time"));
    daily.sample(day).catch((error: unknown) => log.debug({ err: error }, "history: no days this time"));
    void hearSettlements(day);
  });

  return {
    ...createHistoryReader({ bus, watch, store: store.history, recorder, revision }),
    closes: (underlying) => closes.of(underlying),
    day: () => recorder.day(),
    revision: () => `${recorder.day()?.market} ${recorder.day()?.date} ${watch.epoch()} ${revision.number()}`,
    ...measures,
    days: (underlying, from, to) => daily.days(underlying, from, to),
    expiryDays: (underlying, from, to) => daily.expiryDays(underlying, from, to),
    expiryIvs: (underlying, from, to) => daily.expiryIvs(underlying, from, to),
    async keptCloses(underlying) {
      const day = recorder.day();
      const near = closes.of(underlying);
      const isInvented = day?.isInvented ?? false;
      const isWhole = closes.isWhole(underlying);
      const [first] = near;
      if (day === null || first === undefined) return { isWhole, isInvented, closes: near };
      // What percentiles are taken of is in memory; what is older is read when somebody looks that far back.
      const older = await store.history
        .closes(day.market, underlying, first.date, MOST_OLDER)
        .catch((error: unknown) => {
          log.debug({ err: error }, "history: no closes of before a year");
          return [];
        });
      const counted = older.filter(({ origin }) => countsIn(isInvented, origin));
      return { isWhole, isInvented, closes: [...counted, ...near] };
    },
    async stop() {
      isOver = true;
      turn++;
      stopAnswering();
      stopTellingSettlements();
      closes.stop();
      daily.stop();
      volumes.stop();
      sampler.stop();
      recorder.stop();
      await writer.stop();
    },
  };
}
