import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MarketKind } from "#domain/chain/origin.ts";
import { AppError } from "#domain/errors.ts";
import type {
  BanListResponse,
  GlobalEventsResponse,
  HolidayCalendarResponse,
  StockEventsResponse,
} from "#protocol/http/events.ts";
import { createEventService, type EventService } from "#server/capabilities/events/service.ts";
import type { CachedBody } from "#server/platform/http/cached-body.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { freshStore } from "../../../support/store/store.ts";
import { storeAway } from "../../../support/store/store-away.ts";

/** Friday, 20 November 2026, ten in the morning in India. */
const FRIDAY = Date.UTC(2026, 10, 20, 4, 30);
const DAY_MS = 86_400_000;
const STOCKS = Array.from({ length: 200 }, (_, i) => `STOCK${i}`);
const GLOBAL = "/v1/compute/market_global_events";
const STOCK = "/v1/compute/market_stock_events";
const CALENDAR = "/v1/compute/get_holiday_calendar";
const BANS = "/v1/compute/fno_ban_list";

interface World {
  readonly service: EventService;
  readonly store: Pick<Store, "events">;
  now: number;
  /** storage does not answer */
  isAway: boolean;
  market: MarketKind | "away";
}

async function startWorld(): Promise<World> {
  const store = await freshStore();
  const away = storeAway();
  const pick = () => (world.isAway ? away.events : store.events);
  const world: World = {
    store,
    now: FRIDAY,
    isAway: false,
    market: "simulated",
    service: createEventService({
      events: {
        globalEvents: (from, to) => pick().globalEvents(from, to),
        stockEvents: (from, to) => pick().stockEvents(from, to),
        banLists: (from) => pick().banLists(from),
      },
      market: async () => {
        if (world.market === "away") throw new AppError("metacache.failed", "Instrument metacache failed");
        return { marketKind: world.market, stocks: STOCKS };
      },
      marketTime: () => world.now,
      clock: () => world.now,
    }),
  };
  return world;
}

const read = <T>({ plain }: CachedBody): T => JSON.parse(plain.toString()) as T;
const globalOf = async ({ service }: World) =>
  read<GlobalEventsResponse>(await service.globalEvents()).payload;
const stockOf = async ({ service }: World) => read<StockEventsResponse>(await service.stockEvents()).payload;
const bansOf = async ({ service }: World) => read<BanListResponse>(await service.banLists()).payload;

const DIVIDEND = {
  id: "TCS-2026-12-01-dividend",
  trading_symbol: "TCS",
  date: "2026-12-01",
  event_type: "dividend",
  description: "Dividend - Rs 10 Per Share",
} as const;
const dividends = (date: string = DIVIDEND.date) =>
  ({ list: "actions", from: date, to: date, events: [{ ...DIVIDEND, date }] }) as const;

describe("events over HTTP", () => {
  let api: ApiHarness;
  let away: ApiHarness;
  beforeAll(async () => {
    [api, away] = [await startApi({ store: await freshStore() }), await startApi()];
  });
  afterAll(() => Promise.all([api.stop(), away.stop()]));

  it("[EVT-1] are open to a visitor, and what is read by GET need not be sent again", async () => {
    for (const path of [GLOBAL, STOCK]) {
      const answer = await api.call(path, { method: "POST" });
      expect(answer.status).toBe(200);
      expect(answer.headers["cache-control"]).toBe("no-cache");
      expect(answer.json<StockEventsResponse>().payload).toMatchObject({
        is_sample: true,
        imported_at: null,
      });
    }
    for (const path of [CALENDAR, BANS]) {
      const answer = await api.call(path);
      expect(answer.status).toBe(200);
      const headers = { "if-none-match": answer.headers.etag ?? "" };
      expect((await api.call(path, { headers })).status).toBe(304);
    }
  });

  it("[EVT-4] without storage are refused with a time to wait; the calendar needs none", async () => {
    const refused = await away.call(STOCK, { method: "POST" });
    expect(refused.status).toBe(503);
    expect(refused.json<{ error: unknown }>().error).toMatchObject({ code: "storage.unavailable" });
    expect(refused.headers["retry-after"]).toBeDefined();
    expect((await away.call(CALENDAR)).status).toBe(200);
  });
});

describe("what is answered", () => {
  it("[EVT-2] covers thirty days before the market's day and ninety after it", async () => {
    const world = await startWorld();
    await world.store.events.replace(
      ["2026-10-20", "2026-10-21", "2027-02-18", "2027-02-19"].map((date) => ({
        ...dividends(date),
        events: [{ ...DIVIDEND, date, id: date }],
      })),
      FRIDAY,
    );
    const answer = await stockOf(world);
    expect(answer).toMatchObject({ date: "2026-11-20", from: "2026-10-21", to: "2027-02-18" });
    expect(answer.data.map(({ date }) => date)).toEqual(["2026-10-21", "2027-02-18"]);
  });

  it("[EVT-2] is in order: by date, time and id, what has no time first", async () => {
    const world = await startWorld();
    const event = (id: string, date: string, time: string | null) => ({
      id,
      date,
      time,
      country: "India" as const,
      title: id,
      impact: "low" as const,
      expected: null,
      actual: null,
      previous: null,
      impacted_stocks: "",
      description: "",
    });
    const events = [
      event("b", "2026-11-21", "16:00"),
      event("a", "2026-11-21", "16:00"),
      event("c", "2026-11-21", null),
      event("z", "2026-11-20", "23:30"),
    ];
    await world.store.events.replace(
      [{ list: "global", from: "2026-11-20", to: "2026-11-21", events }],
      FRIDAY,
    );
    expect((await globalOf(world)).data.map(({ id }) => id)).toEqual(["z", "c", "a", "b"]);
  });

  it("[EVT-3] is made up where nothing was imported, says so, and is no more once something was", async () => {
    const world = await startWorld();
    for (const answer of [await globalOf(world), await stockOf(world)]) {
      expect(answer).toMatchObject({ is_sample: true, imported_at: null });
      expect(answer.data.length).toBeGreaterThan(20);
      for (const { id, date } of answer.data) {
        expect(id).toMatch(/^sample-/);
        expect(date >= answer.from && date <= answer.to).toBe(true);
      }
      expect(new Set(answer.data.map(({ id }) => id)).size).toBe(answer.data.length);
    }
    await world.store.events.replace([dividends()], FRIDAY + 1);
    world.now += 31_000;
    expect(await stockOf(world)).toMatchObject({
      is_sample: false,
      imported_at: FRIDAY + 1,
      data: [DIVIDEND],
    });
    expect((await globalOf(world)).is_sample).toBe(true);
  });

  it("[EVT-3] made-up events are the same for everyone, have no figures before they are published, and name the market's shares", async () => {
    const [world, other] = [await startWorld(), await startWorld()];
    const events = await globalOf(world);
    expect(await globalOf(other)).toEqual(events);
    for (const { date, actual, expected } of events.data) {
      expect(expected).not.toBeNull();
      expect(actual === null).toBe(date >= "2026-11-20");
    }
    const stocks = await stockOf(world);
    expect(stocks.data.every(({ trading_symbol }) => STOCKS.includes(trading_symbol))).toBe(true);
    for (const { event_type, description } of stocks.data) {
      if (event_type === "stock_results") expect(description).toMatch(/^(?:Quarterly|Yearly) results, /);
    }
  });

  it.each(["broker", "recorded"] as const)(
    "[EVT-3] beside prices of a %s market nothing is made up",
    async (market) => {
      const world = await startWorld();
      world.market = market;
      for (const answer of [await globalOf(world), await stockOf(world)]) {
        expect(answer).toMatchObject({ is_sample: false, imported_at: null, data: [] });
      }
      expect(await bansOf(world)).toMatchObject({ is_sample: false, imported_at: null, lists: [] });
    },
  );

  it("[EVT-4] is asked of storage every half minute, and at once on another day of the market's", async () => {
    const world = await startWorld();
    await world.store.events.replace([dividends()], FRIDAY);
    const first = await world.service.stockEvents();
    await world.store.events.replace([{ ...dividends(), events: [] }], FRIDAY);
    world.now += 29_000;
    expect(await world.service.stockEvents()).toBe(first);
    world.now += 2_000;
    expect((await stockOf(world)).data).toEqual([]);
    await world.store.events.replace([dividends()], FRIDAY);
    world.now += DAY_MS;
    expect(await stockOf(world)).toMatchObject({ date: "2026-11-21", data: [DIVIDEND] });
  });

  it("[EVT-4] is what it was while storage is away; without any of before the error is told", async () => {
    const world = await startWorld();
    await world.store.events.replace([dividends()], FRIDAY);
    await stockOf(world);
    world.isAway = true;
    world.now += DAY_MS;
    expect(await stockOf(world)).toMatchObject({ date: "2026-11-20", data: [DIVIDEND] });
    await expect(world.service.globalEvents()).rejects.toMatchObject({ code: "storage.unavailable" });
    world.isAway = false;
    expect((await stockOf(world)).date).toBe("2026-11-21");
  });

  it("[EVT-4] asks the market only where nothing was imported", async () => {
    const world = await startWorld();
    await world.store.events.replace([dividends()], FRIDAY);
    world.market = "away";
    expect((await stockOf(world)).data).toEqual([DIVIDEND]);
    await expect(world.service.globalEvents()).rejects.toMatchObject({ code: "metacache.failed" });
  });
});

describe("ban lists", () => {
  it("[EVT-7] are those of the market's day and later; a day without one is not known", async () => {
    const world = await startWorld();
    const lists = [
      { date: "2026-11-19", symbols: ["SAIL"] },
      { date: "2026-11-20", symbols: ["RBLBANK"] },
      { date: "2026-11-23", symbols: [] },
    ];
    await world.store.events.replace([{ list: "bans", from: "2026-11-19", to: "2026-11-23", lists }], FRIDAY);
    expect(await bansOf(world)).toEqual({
      date: "2026-11-20",
      lists: [
        { date: "2026-11-20", trading_symbols: ["RBLBANK"] },
        { date: "2026-11-23", trading_symbols: [] },
      ],
      is_sample: false,
      imported_at: FRIDAY,
    });
    world.now += 4 * DAY_MS;
    expect((await bansOf(world)).lists).toEqual([]);
  });

  it("[EVT-7] made-up ones are of two trading days and a few of the market's shares", async () => {
    const world = await startWorld();
    const { lists, is_sample } = await bansOf(world);
    expect(is_sample).toBe(true);
    expect(lists.map(({ date }) => date)).toEqual(["2026-11-20", "2026-11-23"]);
    for (const { trading_symbols: symbols } of lists) {
      expect(symbols.length).toBeLessThan(20);
      expect(symbols.every((symbol) => STOCKS.includes(symbol))).toBe(true);
    }
  });
});

describe("the calendar", () => {
  it("[EVT-6] has this year and the next, with evenings and special sessions", async () => {
    const world = await startWorld();
    const { payload } = read<HolidayCalendarResponse>(await world.service.holidays());
    expect(payload).toMatchObject({ date: "2026-11-20", from: "2026-01-01", to: "2027-12-31" });
    const day = payload.data.find(({ date }) => date === "2026-11-24");
    expect(day).toMatchObject({ special: null, is_weekend: false });
    expect(day?.markets).toContainEqual({
      market: "commodity",
      exchanges: ["MCX"],
      closed: "morning",
      sessions: [{ phase: "continuous", label: "Evening session", open: "17:00", close: "23:55" }],
      is_provisional: false,
    });
    expect(payload.data.at(-1)).toMatchObject({ date: "2027-12-25", name: "Christmas" });
  });
});
