import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { CandleSignal } from "#protocol/http/candles.ts";
import type { BarsQuery } from "#protocol/http/chart-bars.ts";
import type { Bars } from "#server/capabilities/candles/find-signals.ts";
import { addCandleJobs, KEEP_CANDLES } from "#server/capabilities/candles/jobs.ts";
import { type CandleMarket, createCandlesService } from "#server/capabilities/candles/service.ts";
import { HOUR_MS, SETTLING_MS } from "#server/capabilities/candles/timeframes.ts";
import { periodsOf } from "#server/market/history/daily/periods.ts";
import { sessionsUpTo } from "#server/market/history/session-times.ts";
import { createJobRunner } from "#server/platform/jobs/runner.ts";
import { createLog } from "#server/platform/lib/log.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { directory, NIFTY } from "#tests/support/charts/open-interest-market.ts";
import { freshStore } from "#tests/support/store/store.ts";
import { storeAway } from "#tests/support/store/store-away.ts";

const MARKET = "sim 1 exchange";
const DATE = "2026-11-18";
const at = (clock: string) => istInstant(DATE, clock) + SETTLING_MS;
const asked: string[] = [];

/** Bars that stand; the one of the day and the hour that ends at 12:15 is a bullish marubozu. */
async function bars(_: CandleMarket, { interval, from }: BarsQuery): Promise<Bars> {
  asked.push(from === undefined ? interval : `${interval} from ${new Date(Number(from)).toISOString()}`);
  const isHourly = interval === "60M";
  const period = interval === "1W" ? "week" : interval === "1MO" ? "month" : null;
  const sessions = sessionsUpTo("NFO", DATE, isHourly ? 10 : 60, true)
    .filter(({ open }) => from === undefined || open >= Number(from))
    .map((each) => ({ ...each, origin: "recorded" as const, recorded_since: null, gaps: [] }));
  const times = isHourly
    ? sessions.flatMap(({ open, close }) =>
        Array.from({ length: Math.ceil((close - open) / HOUR_MS) }, (_each, i) => open + i * HOUR_MS),
      )
    : (period === null ? sessions.map((each) => [each]) : periodsOf(sessions, period)).map(
        (own) => own[0]!.open,
      );
  const there = isHourly ? istInstant(DATE, "11:15") : sessions.at(-1)!.open;
  const of = (usual: number, found: number) => times.map((time) => (time === there ? found : usual));
  return { times, sessions, open: of(100, 100), high: of(101, 104), low: of(99, 100), close: of(100, 104) };
}

function world(store: Pick<Store, "candleSignals">, listed = directory) {
  let now = at("12:15");
  const market = {
    bus: null,
    metacache: { get: async () => ({ directory: listed }) },
    watch: { marketTime: () => now, keepsSessions: () => true },
  } as unknown as CandleMarket;
  const followed = [{ underlying: NIFTY, exchange: "NFO", linear: [], chains: [] }] as const;
  const service = createCandlesService({
    bars,
    past: {
      sessions: (exchange, before) => sessionsUpTo(exchange, DATE, before, true),
      day: () => ({ market: MARKET, isInvented: true, followed }),
    },
    kept: store.candleSignals,
    changes: async () => [],
  });
  return {
    service,
    market,
    go: (clock: string) => {
      now = at(clock);
    },
    found: async (timeframe: CandleSignal["timeFrame"]) => {
      const { data } = await service.of(market, "NIFTY");
      return (JSON.parse(data[timeframe]) as CandleSignal[]).map(({ date, candle_names }) => [
        new Date(date).toISOString(),
        ...candle_names,
      ]);
    },
  };
}

let store: Store;
beforeEach(async () => {
  store = await freshStore();
  asked.length = 0;
});
afterAll(async () => void (await freshStore()));

const HOUR = ["2026-11-18T05:45:00.000Z", "MARUBOZU_BULLISH"];
const DAY = ["2026-11-18T03:30:00.000Z", "MARUBOZU_BULLISH"];

describe("what is found in candles", () => {
  it("is told once a candle is over, an hour by its start, a day by 03:30 UTC", async () => {
    const { go, found } = world(store);
    go("12:14");
    expect(await found("candles_hourly")).toEqual([]);
    go("12:15");
    expect(await found("candles_hourly")).toEqual([HOUR]);
    expect(await found("candles_daily")).toEqual([]);
    go("15:40");
    expect(await found("candles_daily")).toEqual([DAY]);
  });

  it("is a JSON list by timeframe, with what there is to look in", async () => {
    const { service, market } = world(store);
    const { data, on_record: record } = await service.of(market, "nifty");
    expect(JSON.parse(data.candles_hourly)).toEqual([
      {
        date: istInstant(DATE, "11:15"),
        candle_names: ["MARUBOZU_BULLISH"],
        timeFrame: "candles_hourly",
        origin: "recorded",
      },
    ]);
    expect(data.candles_monthly).toBe("[]");
    expect(record.candles_daily).toMatchObject({ candles: 60, origin: "recorded" });
  });

  it("is looked for once, however many ask, until another candle is over", async () => {
    const { go, service, market } = world(store);
    await Promise.all([service.of(market, "NIFTY"), service.of(market, "NIFTY")]);
    expect(asked.map((each) => each.split(" ")[0])).toEqual(["1D", "60M", "1W", "1MO"]);
    go("13:15");
    await service.of(market, "NIFTY");
    expect(asked.slice(4).map((each) => each.split(" ")[0])).toEqual(["60M"]);
  });

  it("is found while storage is away", async () => {
    expect(await world(storeAway()).found("candles_hourly")).toEqual([HOUR]);
  });

  it("is not of an underlying that is not listed", async () => {
    const { service, market } = world(store);
    await expect(service.of(market, "NOPE")).rejects.toMatchObject({ code: "underlying.not_found" });
  });

  it("is nothing on MCX, and that is said", async () => {
    const { service, market } = world(store, { ...directory, derivativeExchanges: ["MCX", "MCX"] });
    await expect(service.of(market, "NIFTY")).rejects.toMatchObject({
      code: "request.invalid",
      message: expect.stringContaining("not looked for on MCX"),
    });
    expect(asked).toEqual([]);
  });
});

describe("what is kept", () => {
  it("is read in place of bars, and only what came after is looked at", async () => {
    const { go, service, market } = world(store);
    await service.keep(market, NIFTY);
    expect(await store.candleSignals.signals(MARKET, NIFTY, "candles_hourly", at("12:15"), 9)).toMatchObject([
      { at: istInstant(DATE, "11:15"), endedAt: istInstant(DATE, "12:15"), pattern: "MARUBOZU_BULLISH" },
    ]);
    asked.length = 0;
    const later = world(store);
    expect(await later.found("candles_hourly")).toEqual([HOUR]);
    expect(asked).toEqual([]);
    later.go("13:15");
    expect(await later.found("candles_hourly")).toEqual([HOUR]);
    // A day of hours before the one that is new.
    expect(asked).toEqual(["60M from 2026-11-12T03:45:00.000Z"]);
    go("13:15");
    await service.keep(market, NIFTY);
    const { candles_hourly: scan } = await store.candleSignals.scans(MARKET, NIFTY);
    // Ten sessions of seven hours each, one of an hour among them, and four of today.
    expect(scan).toMatchObject({ until: istInstant(DATE, "13:15"), candles: 9 * 7 + 1 + 4 });
  });

  it("is kept by a job when candles are over, once for an hour, of the market that is on alone", async () => {
    const { service, market } = world(store);
    expect(service.due(market)).toEqual([
      { market: MARKET, exchange: "NFO", until: istInstant(DATE, "12:15") },
    ]);
    expect(service.underlyings("kite", "NFO")).toEqual([]);
    const log = createLog("silent");
    const runner = createJobRunner({ repository: store.jobs, log });
    addCandleJobs(runner, { service, market, kept: store.candleSignals, log, pauseMs: 0 });
    const [due] = service.due(market);
    await store.jobs.enqueue(KEEP_CANDLES, due!, { key: "once" });
    runner.start();
    try {
      await expect.poll(async () => (await store.jobs.counts()).get("done")).toBe(1);
    } finally {
      await runner.stop();
    }
    expect(Object.keys(await store.candleSignals.scans(MARKET, NIFTY))).toHaveLength(4);
  });
});
