/**
 * A simulated market on stepped time, its past, and the calls that show it, for a live viewer and for a late
 * one.
 */
import { fastify } from "fastify";
import { pino } from "pino";
import { GOOGLE, ZERODHA } from "#domain/access/brokers.ts";
import {
  addChartPastRoutes,
  addChartRoutes,
  addOpenInterestRoutes,
} from "#server/capabilities/charts/routes.ts";
import { createChartService } from "#server/capabilities/charts/service.ts";
import type {} from "#server/identity/http/caller.ts";
import type { Identity } from "#server/identity/identity.ts";
import { visitorOf } from "#server/identity/visitors.ts";
import { createMarketAccess } from "#server/market/access/market-access.ts";
import type { EpochMessage, MarketClockMessage } from "#server/market/bus/bus-messages.ts";
import { createLateBus } from "#server/market/bus/late.ts";
import { clockSubject, epochSubject } from "#server/market/bus/market-subjects.ts";
import type { MarketWatch } from "#server/market/bus/market-watch.ts";
import { createLivePricesStore } from "#server/market/doors/live-prices-store.ts";
import type { MarketDoor, MarketDoors } from "#server/market/doors/market-doors.ts";
import { createMetacacheStore } from "#server/market/doors/metacache-store.ts";
import type { FeedConfig } from "#server/market/feed/feed-config.ts";
import { openFeed } from "#server/market/feed/open-feed.ts";
import { createHistory, type HistoryOptions } from "#server/market/history/market-history.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { handleError } from "#server/platform/http/error-answers.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { openRows } from "../http/open-rows.ts";
import { storeAway } from "../store/store-away.ts";
import { createSteppedTimers } from "./fake-feed.ts";

/** Friday, two hours into the session. */
export const HISTORY_START = Date.parse("2026-11-20T11:10:00+05:30");
/** Market time runs this many times as fast as the timers. */
export const SPEED = 60;
const DELAY_MS = 1_000;
/** What who is late is behind, market ms. */
export const LATE_BY_MS = SPEED * DELAY_MS;

const WHO: Readonly<Record<string, Identity>> = {
  live: visitorOf(ZERODHA, { accountId: "z", sessionId: "z1" }),
  late: { ...visitorOf(GOOGLE, { accountId: "g", sessionId: "g1" }), plan: "pro" },
};

/** The clock as it was last said, not carried on: time passes when the test says so. */
function steppedWatch(bus: Bus): MarketWatch {
  let clock: MarketClockMessage | null = null;
  let epoch = 0;
  const listeners: ((epoch: number) => void)[] = [];
  bus.subscribe(clockSubject(), (payload) => {
    clock = JSON.parse(Buffer.from(payload).toString()) as MarketClockMessage;
  });
  bus.subscribe(epochSubject(), (payload) => {
    ({ epoch } = JSON.parse(Buffer.from(payload).toString()) as EpochMessage);
    for (const listener of listeners) listener(epoch);
  });
  return {
    marketTime: () => clock?.marketTime ?? HISTORY_START,
    settledTime: () => clock?.marketTime ?? HISTORY_START,
    timeOf: () => clock?.marketTime ?? HISTORY_START,
    keepsSessions: () => clock?.sessions ?? true,
    silenceMs: () => 0,
    epoch: () => epoch,
    onEpoch: (listener) => void listeners.push(listener),
    stop() {},
  };
}

interface WorldOptions {
  readonly store?: Pick<Store, "history" | "dailyBars" | "jobs" | "opened">;
  readonly config?: Partial<FeedConfig>;
  readonly startAt?: number;
}

export async function startHistoryWorld({
  store = storeAway(),
  config,
  startAt = HISTORY_START,
}: WorldOptions = {}) {
  const bus = createLocalBus();
  const timers = createSteppedTimers(startAt);
  const door = (own: Bus): MarketDoor => {
    const watch = steppedWatch(own);
    return {
      bus: own,
      watch,
      metacache: createMetacacheStore(own, watch),
      livePrices: createLivePricesStore(own),
    };
  };
  const live = door(bus);
  const doors: MarketDoors = {
    ...live,
    access: createMarketAccess(() => ({ kind: "everybody" })),
    late: door(createLateBus(bus)),
  };
  const said: string[] = [];
  const log = pino(
    { level: "info" },
    { write: (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const options: HistoryOptions = {
    bus,
    watch: live.watch,
    lateWatch: doors.late.watch,
    // Storage that never opens must not hold the closes up for ten seconds of a test.
    store: {
      history: store.history,
      dailyBars: store.dailyBars,
      jobs: store.jobs,
      opened: async () => {},
    },
    directory: async () => (await live.metacache.get()).directory,
    log,
    pauseMs: 0,
  };
  const history = createHistory(options);
  const feed = openFeed(
    {
      source: "sim",
      marketFile: null,
      seed: 1,
      clock: { kind: "start", at: startAt, speed: SPEED },
      universe: ["NIFTY", "RELIANCE"],
      dataDir: ".",
      record: null,
      delayMs: DELAY_MS,
      ...config,
    },
    bus,
    { timers },
  );
  feed.start();

  const app = fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  app.decorateRequest("identity");
  app.setErrorHandler(handleError);
  app.addHook("onRequest", async (request) => {
    request.identity = WHO[String(request.headers["x-who"])]!;
  });
  const service = createChartService(history);
  addChartRoutes(openRows(app), { doors, service });
  addOpenInterestRoutes(openRows(app), { doors, service });
  addChartPastRoutes(openRows(app), { doors, service });

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  return {
    bus,
    doors,
    feed,
    history,
    options,
    said,
    /** Lets market time pass. */
    async pass(marketMs: number): Promise<void> {
      for (let left = marketMs / SPEED; left > 0; left -= 500) {
        timers.pass(Math.min(500, left));
        await pause(1);
      }
    },
    /** Until the day is known and its past has been told. */
    async known(count = 1): Promise<void> {
      for (let n = 0; said.filter((text) => /closes before today/.test(text)).length < count; n++) {
        if (n > 3_000) throw new Error(`the past is not known: ${said.join("; ")}`);
        await pause(10);
      }
    },
    async call<T>(url: string, body?: unknown, who: "live" | "late" = "live") {
      const answer = await app.inject({
        method: body === undefined ? "GET" : "POST",
        url,
        headers: { "x-who": who },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() as T };
    },
    async stop() {
      await app.close();
      await history.stop();
      await feed.stop();
      await bus.close();
    },
  };
}

export type HistoryWorld = Awaited<ReturnType<typeof startHistoryWorld>>;
