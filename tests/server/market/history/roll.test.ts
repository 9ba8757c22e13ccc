import { afterAll, expect, it } from "vitest";
import { compactDate } from "#domain/calendar/ist.ts";
import { knownMarketTime } from "#server/market/bus/market-watch.ts";
import { fetchQuotes } from "#server/market/bus/quote-details.ts";
import type { Wanted } from "#server/market/history/reader.ts";
import { type HistoryWorld, startHistoryWorld } from "../../../support/market/history-world.ts";
import { freshStore } from "../../../support/store/store.ts";

const MARKET = "sim 1 exchange";
/** Thursday, shortly before the close. */
const START = Date.parse("2026-11-19T15:05:00+05:30");
const AFTER_CLOSE = Date.parse("2026-11-19T15:46:00+05:30");
const FRIDAY = Date.parse("2026-11-20T09:20:00+05:30");

let world: HistoryWorld | null = null;
afterAll(() => world?.stop());

it("a day that was lived through is the past of the next one, prices, positions and volatilities alike", async () => {
  const store = await freshStore();
  world = await startHistoryWorld({ store, startAt: START });
  await world.known();
  const { directory } = await world.doors.metacache.get();
  const u = directory.underlyer("NIFTY");
  const spot = directory.spot(u).instrument_token;
  const expiry = directory.expiries(u)[1]!;
  const options = directory.options(u).filter((each) => each.expiry === expiry);
  const wanted = options.slice(options.length / 2 - 2, options.length / 2 + 2).map(
    ({ instrument_token: token }): Wanted => ({
      token,
      underlying: spot,
      exchange: "NFO",
      expiry: compactDate(expiry),
    }),
  );
  const before = world.history.closes(spot);
  expect(before.at(-1)!.date).toBe(20261118);

  await world.pass(AFTER_CLOSE - START);
  // After the close nothing is heard any more: the last quarter ends by the recorder's own watch, once a second.
  await expect
    .poll(async () => (await store.history.closes(MARKET, spot, 20261120, 1))[0]?.date)
    .toBe(20261119);
  const lived = (await world.history.quarters(wanted, 0, AFTER_CLOSE))!;
  await world.pass(FRIDAY - AFTER_CLOSE);
  await world.known(2);

  const closes = world.history.closes(spot);
  expect(closes).toHaveLength(250);
  expect(closes.slice(0, -1)).toEqual(before.slice(1));
  const quotes = await fetchQuotes(world.bus, [spot, ...wanted.map(({ token }) => token)]);
  expect(closes.at(-1)!.date).toBe(20261119);
  expect(closes.at(-1)!.spot).toBeCloseTo(quotes.get(spot)!.ohlc.close, 2);
  expect(Math.abs(closes.at(-1)!.iv30! / before.at(-1)!.iv30! - 1)).toBeLessThan(0.3);

  const now = (await world.history.quarters(wanted, 1, knownMarketTime(world.doors.watch)))!;
  for (const { token } of wanted) {
    const [thursday, friday] = now.get(token)!;
    expect([thursday!.date, friday!.date]).toEqual(["2026-11-19", "2026-11-20"]);
    // What was watched is told as it was; what came before the start by the same source.
    const own = lived
      .get(token)![0]!
      .points.filter(({ start }) => start >= Date.parse("2026-11-19T15:00:00+05:30"));
    expect(own.length).toBeGreaterThanOrEqual(3);
    expect(thursday!.points.slice(-own.length)).toEqual(own);
    expect(thursday!.points.at(-1)!.close).toBe(Math.round(quotes.get(token)!.ohlc.close * 100));
    expect(friday!.points.every(({ start }) => start >= Date.parse("2026-11-20T09:00:00+05:30"))).toBe(true);
  }
}, 300_000);
