/** What who is a minute late is shown around an opening, a roll and a start: one market, of the day before until its own opening comes. */
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { istInstant } from "#domain/calendar/ist.ts";
import { sessionClose } from "#domain/calendar/market-sessions.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { importMarket } from "#server/market/feed/sources/import/import-market.ts";
import type { Market } from "#server/market/feed/sources/import/imported-market.ts";
import { encodeMarket, writeMarketFile } from "#server/market/feed/sources/import/market-file.ts";
import { createFakeMarket, FAKE_NOW } from "../../../support/market/fake-market.ts";
import { NIFTY } from "../../../support/market/late-world.ts";
import { createFileFolder, dumpText, eodText, madeContracts } from "../../../support/market/market-files.ts";
import {
  isRecorded,
  KITE_NFO_BFO,
  KITE_NSE,
  NSE_FO_EOD_20260818,
  recordedPath,
} from "../../../support/market/recorded-instruments.ts";
import { startOpeningFeed, type Told } from "./opening-feed.ts";

const folder = createFileFolder();
afterAll(folder.remove);

const GOLD = underlyingBySymbol("GOLD")!.token;

type OpeningFeed = ReturnType<typeof startOpeningFeed>;
let running: OpeningFeed | null = null;
function start(...options: Parameters<typeof startOpeningFeed>): OpeningFeed {
  running = startOpeningFeed(...options);
  return running;
}
afterEach(async () => {
  await running?.stop();
  running = null;
});

/** Late and live, second by second. */
async function watch(feed: OpeningFeed, seconds: number, every = 1) {
  const live: Told[] = [];
  const late: Told[] = [];
  for (let second = 0; second <= seconds; second += every) {
    live.push(await feed.told("live", NIFTY));
    late.push(await feed.told("late", NIFTY));
    feed.timers.pass(1_000 * every);
  }
  return { live, late };
}

const isNear = (a: number, b: number) => Math.abs(a - b) < 0.005;

/** The market as told is that of another moment: spot by every door, future and each option that both list. */
function expectSame(told: Told, day: Told): void {
  const who = new Date(told.at).toISOString();
  expect([told.spot, ...told.spots, told.future], who).toEqual([day.spot, ...day.spots, day.future]);
  const moved = [...told.prices].filter(([token, price]) => price !== (day.prices.get(token) ?? price));
  expect(moved, who).toEqual([]);
  // Of a last price or of the middle of a book, as long as there is one.
  expect(Math.abs(told.forward / day.forward - 1), who).toBeLessThan(0.0001);
}

/** Every price is what its contract closed at on the day before, by its own word. */
function expectDayBefore(told: Told): void {
  const moved = [...told.prices].filter(([token, price]) => price !== told.closes.get(token));
  expect(moved, new Date(told.at).toISOString()).toEqual([]);
}

const AUGUST = {
  instruments: [KITE_NFO_BFO, KITE_NSE],
  eod: [NSE_FO_EOD_20260818],
  cash: [recordedPath("eod/nse_cm_eod_2026-08-18.csv.gz")],
  date: null,
};
const hasAugust = isRecorded(...AUGUST.instruments, ...AUGUST.eod, ...AUGUST.cash);
if (!hasAugust) console.warn("no ../shared/data: the first minute of a real imported market is skipped");

function typedMarket(): Market {
  const contracts = madeContracts();
  const files = {
    instruments: [folder.write("d.csv", dumpText(contracts))],
    eod: [folder.write("e.csv", eodText(contracts))],
  };
  return importMarket({ ...files, cash: [], date: null }).market;
}

describe.each([
  ["typed", true, typedMarket],
  ["of 18 Aug 2026", hasAugust, () => importMarket(AUGUST).market],
] as const)("an imported market, %s", (_name, isThere, read) => {
  it.skipIf(!isThere)(
    "is late the imported close to the last contract, and its volatility, until its own opening",
    async () => {
      const market = read();
      const nifty = market.underlyings.find(({ symbol }) => symbol === "NIFTY")!;
      const [chain] = nifty.chains;
      const file = folder.write("market.json.gz", "");
      writeMarketFile(file, encodeMarket(market));
      const { live, late } = await watch(start({ source: "import", marketFile: file }), 130, 2);
      const open = istInstant("2026-08-19", "09:15");
      const before = late.filter(({ at }) => at < open);
      expect(before.length).toBeGreaterThanOrEqual(30);

      const closes = new Map([[nifty.token, nifty.close]]);
      for (const { token, close } of nifty.futures) closes.set(token, close);
      for (const { token, close } of [chain!.call, chain!.put]) {
        for (const [i, each] of token.entries()) closes.set(each, close[i]!);
      }
      const [first] = before as [Told];
      for (const [token, price] of first.prices) {
        expect(isNear(price, closes.get(token) || 0) || Number.isNaN(closes.get(token)), `${token}`).toBe(
          true,
        );
      }
      // What it closed with is worth the same with a night less to go, and so a little more volatile.
      const expiry = expiryInstant("NFO", chain!.expiry);
      const [night, morning] = [sessionClose("NFO", market.date), open].map((at) =>
        yearsToExpiry(at, expiry),
      );
      const usual = chain!.atmIv * Math.sqrt(night! / morning!);
      for (const told of before) {
        expectSame(told, first);
        expectDayBefore(told);
        expect(told.state).toBe("before_open");
        expect(told.spots.every((spot) => spot === nifty.close)).toBe(true);
        expect(told.future).toBeCloseTo(chain!.forward, 2);
        expect(Math.abs(told.atmIv - usual), "points of IV").toBeLessThan(0.003);
      }
      // Prices jump at the opening: had the late side been told early, its figures would jump here. They do a minute later, all at once.
      expect(Math.abs(live[0]!.spot / nifty.close - 1)).toBeGreaterThan(0.003);
      for (const [i, then] of live.slice(0, -30).entries()) {
        const told = late[i + 30]!;
        expect([...told.prices], `second ${2 * i}`).toEqual([...then.prices]);
        expect(Math.abs(told.forward / then.forward - 1)).toBeLessThan(0.0002);
        expect(Math.abs(told.atmIv - then.atmIv)).toBeLessThan(0.001);
      }
    },
    120_000,
  );
});

const clockAt = (text: string, speed = 1) =>
  ({ kind: "start", at: Date.parse(`${text}+05:30`), speed }) as const;
/** The late market is a minute behind by the market's time, which runs ten times as fast as the machine's. */
const QUICK = 10;
const quick = (text: string) => ({ clock: clockAt(text, QUICK), delayMs: 60_000 / QUICK });
const DAY = "2026-11-20";
const timeOf = (text: string) => clockAt(`${DAY}T${text}`).at;

describe("a simulated market", () => {
  it("is late the day before from the roll on until its own opening, whatever the auction has told the live one", async () => {
    const feed = start(quick(`${DAY}T08:58:30`));
    const { live, late } = await watch(feed, (18 * 60 + 30) / QUICK);
    const before = late.filter(({ clock }) => clock < timeOf("09:14:50"));
    expect(before[0]!.at).toBeLessThan(timeOf("09:00:00"));
    for (const told of before) {
      expectSame(told, before[0]!);
      if (told.at >= timeOf("09:00:01")) expectDayBefore(told);
    }
    const auction = live.find(({ at }) => at >= timeOf("09:08:00"))!;
    expect(auction.spot).not.toBe(before[0]!.spot);
    expect(late.at(-1)!.state).toBe("live");
    expect(late.at(-1)!.prices).toEqual(live.at(-7)!.prices);
  }, 120_000);

  it.each([
    ["in the auction's minutes", "09:14:20"],
    ["in the minute after the opening", "09:15:32"],
  ])(
    "started %s it is late the day before, and then all of the opening at once",
    async (_name, time) => {
      const feed = start({ clock: clockAt(`${DAY}T${time}`) });
      const { late } = await watch(feed, (timeOf("09:16:20") - timeOf(time)) / 1_000, 2);
      const before = late.filter(({ clock }) => clock < timeOf("09:14:59"));
      const [day] = before as [Told];
      expect(before.length).toBeGreaterThan(10);
      for (const told of before) {
        expectSame(told, day);
        expectDayBefore(told);
        expect(told.state).toBe("before_open");
      }
      const after = late.filter(({ at }) => at >= timeOf("09:15:00"));
      expect(after.length).toBeGreaterThan(5);
      for (const { forward, atmIv, spot } of after) {
        // Spot, future and options of one instant: what they imply agrees.
        expect(Math.abs(forward / spot / (day.forward / day.spot) - 1)).toBeLessThan(0.001);
        expect(Math.abs(atmIv / after.at(-1)!.atmIv - 1)).toBeLessThan(0.02);
        expect(spot).not.toBe(day.spot);
      }
    },
    120_000,
  );

  it.each(["always", "exchange"] as const)(
    "started seconds after the roll, its clock %s, it is late the day before and shows nothing younger than a minute",
    async (kind) => {
      const at = timeOf("09:00:20");
      const clock = kind === "always" ? { kind, aheadMs: at - FAKE_NOW } : clockAt(`${DAY}T09:00:20`);
      const feed = start({ clock, universe: ["NIFTY", "GOLD"] });
      for (let second = 0; second < 50; second += 7) {
        for (const token of [NIFTY, GOLD]) {
          const { at: time, spot, newest, prices } = await feed.told("late", token);
          const now = at + 50 + 1_000 * second;
          expect(spot, `${second}`).toBeGreaterThan(0);
          expect(prices.size).toBeGreaterThan(20);
          expect(time).toBeLessThanOrEqual(now - 60_000);
          expect(newest).toBeLessThanOrEqual(now - 60_000);
        }
        feed.timers.pass(7_000);
      }
    },
    120_000,
  );
});

it("a broker's spot and future of the opening auction are held until options trade, all else is told as it comes", async () => {
  const night = Date.parse("2026-08-18T15:30:00+05:30");
  const market = createFakeMarket(night);
  const feed = start(
    { clock: { kind: "start", at: Date.parse("2026-08-19T09:05:00+05:30"), speed: 1 } },
    market,
  );
  feed.timers.pass(70_000);
  const day = await feed.told("late", NIFTY);
  expect(day.spot).toBeGreaterThan(0);
  // 09:08: the auction has found today's prices. Nothing has traded but these.
  feed.timers.pass(110_000);
  market.quote(NIFTY, { lastPrice: 24_100 });
  market.quote(day.futureToken, { lastPrice: 24_140, bid: 24_139.9, ask: 24_140.1 });
  feed.timers.pass(2_000);
  expect((await feed.told("live", NIFTY)).spots[0]).toBe(24_100);
  feed.timers.pass(3 * 60_000);
  expectSame(await feed.told("late", NIFTY), day);
  // 09:15: all of it moves.
  feed.timers.pass(Date.parse("2026-08-19T09:15:00+05:30") - feed.times.live);
  market.move("NIFTY", 24_090);
  feed.timers.pass(59_000);
  expectSame(await feed.told("late", NIFTY), day);
  feed.timers.pass(3_000);
  const opened = await feed.told("late", NIFTY);
  expect([opened.spot, ...opened.spots.slice(0, 1)]).toEqual([24_090, 24_090]);
  expect(opened.atmIv).toBeCloseTo(0.13, 2);
});
