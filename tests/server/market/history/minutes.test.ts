import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compactDate } from "#domain/calendar/ist.ts";
import { knownMarketTime } from "#server/market/bus/market-watch.ts";
import { fetchQuotes } from "#server/market/bus/quote-details.ts";
import { createHistory } from "#server/market/history/market-history.ts";
import { MINUTE, type MinuteDay } from "#server/market/history/minute-days.ts";
import type { Wanted } from "#server/market/history/wanted.ts";
import type { Store } from "#server/roles/storage/store.ts";
import {
  HISTORY_START,
  type HistoryWorld,
  startHistoryWorld,
} from "../../../support/market/history-world.ts";
import { freshStore } from "../../../support/store/store.ts";

const OPEN = Date.parse("2026-11-20T09:15:00+05:30");
const MINUTE_MS = 60_000;

let store: Store;
let world: HistoryWorld;
let options: Wanted[];
let linear: Wanted[];
let shareOptions: Wanted[];

beforeAll(async () => {
  store = await freshStore();
  world = await startHistoryWorld({ store });
  await world.known();
  // Into a minute, so that something has been heard of it.
  await world.pass(38.5 * MINUTE_MS);
  const { directory } = await world.doors.metacache.get();
  const chainOf = (symbol: string, nth: number): Wanted[] => {
    const u = directory.underlyer(symbol);
    const underlying = directory.spot(u).instrument_token;
    const expiry = directory.expiries(u)[nth]!;
    return directory
      .options(u)
      .filter((each) => each.expiry === expiry)
      .map(({ instrument_token: token }) => ({
        token,
        underlying,
        exchange: "NFO",
        expiry: compactDate(expiry),
      }));
  };
  options = chainOf("NIFTY", 0);
  shareOptions = chainOf("RELIANCE", 1).slice(20, 24);
  const u = directory.underlyer("NIFTY");
  const underlying = directory.spot(u).instrument_token;
  linear = [directory.spot(u), ...directory.futures(u)].map(({ instrument_token: token, expiry }) => ({
    token,
    underlying,
    exchange: "NFO",
    expiry: expiry === null ? 0 : compactDate(expiry),
  }));
}, 120_000);
afterAll(() => world?.stop());

const now = () => knownMarketTime(world.doors.watch);
async function today(wanted: readonly Wanted[], until = now()): Promise<MinuteDay> {
  const days = await world.history.minutes(wanted, { sessionsBefore: 0 }, until);
  expect(days).toHaveLength(1);
  return days![0]!;
}

describe("the present day by the minute", () => {
  it("begins at the open, made up until the process began and heard since, without a hole between them", async () => {
    const day = await today(options);
    expect([day.date, day.open, day.gaps, day.origin]).toEqual(["2026-11-20", OPEN, [], "simulated"]);
    expect(day.length).toBe(Math.floor((now() - OPEN) / MINUTE_MS) + 1);
    expect(Math.abs(day.recordedSince! - HISTORY_START)).toBeLessThanOrEqual(2 * MINUTE_MS);
    expect(day.columns.map(({ token }) => token)).toEqual(options.map(({ token }) => token));
    for (const { close, oi, volume, known } of day.columns)
      expect([close.length, oi.length, volume.length, known.length]).toEqual(Array(4).fill(day.length));
    const nearMoney = day.columns[Math.floor(options.length / 2)]!;
    expect(nearMoney.known[5]).not.toBe(MINUTE.UNKNOWN);
  });

  it("ends with the minute that is on, which is what the market shows", async () => {
    const quotes = await fetchQuotes(
      world.bus,
      [...options, ...linear].map(({ token }) => token),
    );
    for (const { token, close, oi, known } of (await today(options)).columns) {
      const quote = quotes.get(token)!;
      const price = quote.volume > 0 ? Math.round(quote.last_price * 100) : 0;
      expect([known.at(-1) !== MINUTE.UNKNOWN, close.at(-1), oi.at(-1)]).toEqual([true, price, quote.oi]);
    }
    const [spot, future] = (await today(linear)).columns;
    expect(spot!.close.at(-1)).toBe(Math.round(quotes.get(spot!.token)!.last_price * 100));
    expect(future!.oi.at(-1)).toBe(quotes.get(future!.token)!.oi);
  });

  it("has volumes that add up to what the market says was traded", async () => {
    const quotes = await fetchQuotes(
      world.bus,
      options.map(({ token }) => token),
    );
    for (const { token, volume } of (await today(options)).columns)
      expect([token, volume.reduce((sum, each) => sum + each, 0)]).toEqual([
        token,
        quotes.get(token)!.volume,
      ]);
  });

  it("tells a late viewer of no minute that has not ended for him", async () => {
    const live = await today(options.slice(100, 110));
    const until = now() - 5 * MINUTE_MS - 20_000;
    const late = await today(options.slice(100, 110), until);
    expect(late.length).toBe(Math.floor((until - OPEN) / MINUTE_MS));
    late.columns.forEach((column, i) => {
      expect([...column.close]).toEqual([...live.columns[i]!.close.slice(0, late.length)]);
      expect([...column.oi]).toEqual([...live.columns[i]!.oi.slice(0, late.length)]);
    });
  });

  it("gives single minutes as the whole day has them", async () => {
    const wanted = [...options, ...linear, ...shareOptions];
    const day = await today(wanted);
    const places = [0, 14, 15, 60, day.length - 20, day.length - 2, day.length - 1];
    const found = (await world.history.at(
      wanted,
      places.map((place) => OPEN + place * MINUTE_MS + 59_999),
      now(),
    ))!;
    places.forEach((place, i) => {
      const { start, close, oi, known } = found[i]!;
      expect(start).toBe(OPEN + place * MINUTE_MS);
      expect([...close]).toEqual(day.columns.map((each) => each.close[place]));
      expect([...oi]).toEqual(day.columns.map((each) => each.oi[place]));
      expect([...known].map((is) => is > 0)).toEqual(day.columns.map((each) => each.known[place]! > 0));
    });
    const [early, future] = (await world.history.at(wanted, [OPEN - 1, now() + 10 * MINUTE_MS], now()))!;
    // Before the open stands the session before; what is to come is unknown.
    expect(early!.start).toBe(Date.parse("2026-11-19T15:39:00+05:30"));
    expect(future!.known.every((is) => is === MINUTE.UNKNOWN)).toBe(true);
  });

  it("has bars of spot and futures whose closes the columns are", async () => {
    const bars = (await world.history.bars(linear, { sessionsBefore: 0 }, now()))!;
    const day = await today(linear);
    for (const { token, close, oi, volume } of day.columns) {
      const [own] = bars.get(token)!;
      expect(own!.bars.length).toBeGreaterThan(token === linear[0]!.token ? day.length - 2 : 5);
      for (const bar of own!.bars) {
        const place = (bar.start - OPEN) / MINUTE_MS;
        expect([close[place], oi[place], volume[place]]).toEqual([bar.close, bar.oi, bar.volume]);
        expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close));
        expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close));
      }
    }
  });
});

describe("days before", () => {
  it("are whole, and end where the next day's previous closes are", async () => {
    const wanted = [...options.slice(120, 130), ...linear.slice(0, 2)];
    const days = (await world.history.minutes(wanted, { sessionsBefore: 2 }, now()))!;
    expect(days.map(({ date, length, gaps }) => [date, length, gaps.length])).toEqual([
      ["2026-11-18", 385, 0],
      ["2026-11-19", 385, 0],
      ["2026-11-20", days[2]!.length, 0],
    ]);
    const quotes = await fetchQuotes(
      world.bus,
      wanted.map(({ token }) => token),
    );
    const closes = (await world.history.previousCloses(wanted, "2026-11-20"))!;
    for (const { token, close, oi } of days[1]!.columns) {
      expect(close.at(-1)).toBe(Math.round(quotes.get(token)!.ohlc.close * 100));
      expect(closes.get(token)).toEqual({ close: close.at(-1), oi: oi.at(-1), origin: "simulated" });
    }
  });

  it("are told by their date, and there is none of a holiday, nor of tomorrow", async () => {
    const of = async (date: string) => (await world.history.minutes(options.slice(0, 2), { date }, now()))!;
    expect((await of("2026-11-19")).map(({ date }) => date)).toEqual(["2026-11-19"]);
    expect(await of("2026-11-15")).toEqual([]);
    expect(await of("2026-11-23")).toEqual([]);
    expect(world.history.sessions("NFO", 1)!.map(({ date }) => date)).toEqual(["2026-11-19", "2026-11-20"]);
  });
});

describe("after a restart", () => {
  it("all that was recorded is read as it was before, minute by minute", async () => {
    const wanted = [...options, ...linear, ...shareOptions];
    // Up to where the quarter that was on is written: the process ends there.
    const until = now();
    const before = await today(wanted, until);
    const bars = (await world.history.bars(linear, { sessionsBefore: 0 }, until))!;
    await world.history.stop();
    const again = createHistory({ ...world.options, watch: { ...world.doors.watch, onEpoch() {} } });
    await world.known(2);
    const [after] = (await again.minutes(wanted, { sessionsBefore: 0 }, until))!;
    const ended = Math.floor((until - OPEN) / MINUTE_MS);
    expect(after!.length).toBe(ended);
    expect([after!.gaps, after!.recordedSince, after!.origin]).toEqual([
      [],
      before.recordedSince,
      before.origin,
    ]);
    after!.columns.forEach((column, i) => {
      const own = before.columns[i]!;
      for (const name of ["close", "oi", "volume", "known"] as const)
        expect([column.token, name, ...column[name]]).toEqual([
          own.token,
          name,
          ...own[name].slice(0, ended),
        ]);
    });
    const barsAfter = (await again.bars(linear, { sessionsBefore: 0 }, until))!;
    for (const { token } of linear)
      expect(barsAfter.get(token)![0]!.bars).toEqual(
        bars.get(token)![0]!.bars.filter(({ start }) => start < OPEN + ended * MINUTE_MS),
      );
    await again.stop();
  });
});
