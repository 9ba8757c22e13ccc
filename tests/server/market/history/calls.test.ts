import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { optionSymbol } from "#domain/instruments/symbol.ts";
import { readChainRow } from "#protocol/generated/records.ts";
import type { BuilderOiResponse, ExpiriesResponse, StrategyChartResponse } from "#protocol/http/charts.ts";
import type { MultistrikeOiResponse } from "#protocol/http/open-interest.ts";
import { chainView } from "#protocol/wire/codec.ts";
import { chainSnapshotRequest } from "#server/market/bus/market-subjects.ts";
import { knownMarketTime } from "#server/market/bus/market-watch.ts";
import { fetchQuotes } from "#server/market/bus/quote-details.ts";
import {
  HISTORY_START,
  type HistoryWorld,
  LATE_BY_MS,
  startHistoryWorld,
} from "../../../support/market/history-world.ts";

const CHART = "/v1/compute/compute_strategy_chart";
const QUARTER = 900_000;
const OPEN = Date.parse("2026-11-20T09:15:00+05:30");
type ErrorBody = { error: { code: string; message: string } };

let world: HistoryWorld;
let expiries: string[];
/** strikes around the money of the nearest expiry */
let strikes: number[];
const symbolOf = (strike: number, type: "CE" | "PE") =>
  optionSymbol("NIFTY", expiries[0]!, "monthly", strike, type);

/** Two hours of session before the start from the source, three quarters of an hour watched. */
beforeAll(async () => {
  world = await startHistoryWorld();
  await world.known();
  await world.pass(55 * 60_000);
  const { directory } = await world.doors.metacache.get();
  const u = directory.underlyer("NIFTY");
  expiries = directory.expiries(u);
  const [spot] = [...(await fetchQuotes(world.bus, [directory.spot(u).instrument_token])).values()];
  const listed = [
    ...new Set(
      directory
        .options(u)
        .filter(({ expiry }) => expiry === expiries[0])
        .map(({ strike }) => strike),
    ),
  ];
  listed.sort((a, b) => Math.abs(a - spot!.last_price) - Math.abs(b - spot!.last_price));
  strikes = listed.slice(0, 9).sort((a, b) => a - b);
}, 120_000);
afterAll(() => world?.stop());

const trade = (tradingsymbol: string, trade_action: "BUY" | "SELL", quantity = 65) => ({
  tradingsymbol,
  trade_action,
  quantity,
});
async function chart(trades: readonly object[], rest: object = {}, who: "live" | "late" = "live") {
  const { status, body } = await world.call<StrategyChartResponse>(
    CHART,
    { underlying: "NIFTY", sampling_size: "15M", trades, ...rest },
    who,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body.payload;
}
const quoteOf = async (symbol: string) => {
  const { directory } = await world.doors.metacache.get();
  const token = directory.bySymbol(symbol)!.instrument_token;
  return (await fetchQuotes(world.bus, [token])).get(token)!;
};

describe("compute_strategy_chart", () => {
  it("draws a short straddle's premium from the open to now, positive, a bar a quarter of an hour", async () => {
    const [call, put] = [symbolOf(strikes[4]!, "CE"), symbolOf(strikes[4]!, "PE")];
    const { series, unit_quantity, ratios } = await chart([trade(call, "SELL"), trade(put, "SELL")]);
    expect(unit_quantity).toBe(65);
    expect(ratios.map(({ ratio }) => ratio)).toEqual([1, 1]);
    const now = knownMarketTime(world.doors.watch);
    const first = series.findIndex(({ value }) => value !== null);
    expect(series[first]!.time).toBe(OPEN);
    expect(series.map(({ time }) => time)).toEqual(
      Array.from({ length: series.length }, (_, i) => OPEN + i * QUARTER),
    );
    expect(series.at(-1)!.time).toBeGreaterThanOrEqual(Math.floor(now / QUARTER) * QUARTER - QUARTER);
    expect(series.slice(0, -1).every(({ is_running }) => !is_running)).toBe(true);
    for (const { value, underlying_price } of series) {
      expect(value).toBeGreaterThan(20);
      expect(underlying_price).toBeGreaterThan(20_000);
    }
    const [c, p] = [await quoteOf(call), await quoteOf(put)];
    expect(series.at(-1)!.value).toBeCloseTo(c.last_price + p.last_price, 6);
    // The seam between what the source made up and what was watched is no step.
    for (let i = 1; i < series.length; i++) {
      expect(Math.abs(series[i]!.value! / series[i - 1]!.value! - 1)).toBeLessThan(0.35);
    }
  });

  it("is the sum of its legs by their ratios, a debit negative", async () => {
    const [a, b] = [symbolOf(strikes[3]!, "CE"), symbolOf(strikes[6]!, "CE")];
    const spread = await chart([trade(a, "BUY", 130), trade(b, "SELL", 195)]);
    expect(spread.unit_quantity).toBe(65);
    const [near, far] = [await chart([trade(a, "SELL")]), await chart([trade(b, "SELL", 1_300)])];
    expect(far.unit_quantity).toBe(1_300);
    spread.series.slice(0, -1).forEach(({ time, value }, i) => {
      expect(near.series[i]!.time).toBe(time);
      expect(value).toBeCloseTo(-2 * near.series[i]!.value! + 3 * far.series[i]!.value!, 6);
    });
    expect((await chart([trade(a, "BUY")])).series[0]!.value).toBe(-near.series[0]!.value!);
  });

  it("goes back by sessions, over the weekend, and each day ends at the close of which the next one tells", async () => {
    const symbol = symbolOf(strikes[4]!, "CE");
    const { series } = await chart([trade(symbol, "SELL")], { offset: 5 });
    const days = [
      ...new Set(series.map(({ time }) => new Date(time + 19_800_000).toISOString().slice(0, 10))),
    ];
    expect(days).toEqual([
      "2026-11-13",
      "2026-11-16",
      "2026-11-17",
      "2026-11-18",
      "2026-11-19",
      "2026-11-20",
    ]);
    const thursday = series.findLast(({ time }) => time < OPEN)!;
    expect(thursday.value).toBeCloseTo((await quoteOf(symbol)).ohlc.close, 6);
    const spot = await quoteOf("NIFTY");
    expect(thursday.underlying_price).toBeCloseTo(spot.ohlc.close, 1);
  });

  it("is null while a leg has not traded that day", async () => {
    const { directory } = await world.doors.metacache.get();
    const options = directory.options(directory.underlyer("NIFTY"));
    const quotes = await fetchQuotes(
      world.bus,
      options.slice(-400).map((each) => each.instrument_token),
    );
    const silent = options.find((each) => quotes.get(each.instrument_token)?.volume === 0)!;
    expect(silent).toBeDefined();
    const { series } = await chart([
      trade(silent.tradingsymbol, "SELL"),
      trade(symbolOf(strikes[4]!, "CE"), "SELL"),
    ]);
    expect(series.length).toBeGreaterThan(5);
    expect(series.every(({ value }) => value === null)).toBe(true);
  });

  it("takes futures and shares", async () => {
    const { directory } = await world.doors.metacache.get();
    const future = directory.futures(directory.underlyer("RELIANCE"))[0]!;
    const { series } = await chart(
      [trade(future.tradingsymbol, "SELL", 500), trade("RELIANCE", "BUY", 500)],
      {
        underlying: "RELIANCE",
      },
    );
    const known = series.filter(({ value }) => value !== null);
    expect(known.length).toBeGreaterThan(5);
    // The basis of a month: a fraction of the price.
    for (const { value, underlying_price } of known)
      expect(Math.abs(value!) / underlying_price!).toBeLessThan(0.02);
  });

  it("shows who is late nothing of the last minute", async () => {
    const symbol = symbolOf(strikes[4]!, "CE");
    // Just past the end of a quarter: a live viewer has it, a late one is still in the one before.
    const now = knownMarketTime(world.doors.watch);
    await world.pass(Math.ceil(now / QUARTER) * QUARTER + 35_000 - now);
    const live = (await chart([trade(symbol, "SELL")])).series;
    const late = (await chart([trade(symbol, "SELL")], {}, "late")).series;
    // Clocks are said twice a second, which here is twice a half minute.
    const behind = knownMarketTime(world.doors.watch) - knownMarketTime(world.doors.late.watch);
    expect(behind).toBeGreaterThanOrEqual(LATE_BY_MS / 2);
    expect(late.at(-1)!.time).toBe(live.at(-1)!.time - QUARTER);
    expect(late.at(-1)!.is_running).toBe(true);
    expect(late.slice(0, -1)).toEqual(live.slice(0, late.length - 1));
    const { directory } = await world.doors.metacache.get();
    const token = directory.bySymbol(symbol)!.instrument_token;
    const quote = (await fetchQuotes(world.doors.late.bus, [token])).get(token)!;
    expect(late.at(-1)!.value).toBeCloseTo(quote.last_price, 6);
  });

  it.each([
    [
      "an unknown underlying",
      { underlying: "NOSUCH" },
      404,
      "underlying.not_found",
      /Could not find underlying with symbol NOSUCH/,
    ],
    [
      "an unknown contract",
      { trades: [trade("NIFTY26NOV99999CE", "BUY")] },
      404,
      "derivative.not_found",
      /Derivative not found with symbol NIFTY26NOV99999CE: .*listed now/,
    ],
    [
      "what is no contract",
      { trades: [trade("HELLO", "BUY")] },
      404,
      "instrument.not_found",
      /Instrument is not found/,
    ],
    [
      "another underlying's contract",
      { trades: [trade("RELIANCE", "BUY")] },
      400,
      "request.invalid",
      /RELIANCE is not of NIFTY/,
    ],
    ["an index as a leg", { trades: [trade("NIFTY 50", "BUY")] }, 400, "request.invalid", /cannot be traded/],
  ])("refuses %s with a code and a way out", async (_what, rest, status, code, message) => {
    const body = {
      underlying: "NIFTY",
      sampling_size: "15M",
      trades: [trade(symbolOf(strikes[4]!, "CE"), "BUY")],
      ...rest,
    };
    const answer = await world.call<ErrorBody>(CHART, body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.body.error.message).toMatch(message);
  });

  it.each([
    { sampling_size: "5M" },
    { offset: -1 },
    { offset: 11 },
    { trades: [] },
    { trades: [{ tradingsymbol: "X", trade_action: "BUY", quantity: 0 }] },
    { trades: [{ tradingsymbol: "X", trade_action: "HOLD", quantity: 1 }] },
    { trades: [{ tradingsymbol: "X", trade_action: "BUY", quantity: 1, price: 3 }] },
    { more: true },
  ])("takes no request like %j", async (rest) => {
    const good = { underlying: "NIFTY", sampling_size: "15M", trades: [trade("X", "BUY")] };
    expect((await world.call(CHART, { ...good, ...rest })).status).toBe(400);
  });

  it("says that it failed in its own words when the feed does not answer", async () => {
    const other = await startHistoryWorld();
    await other.known();
    await other.doors.metacache.get();
    await other.feed.stop();
    const body = {
      underlying: "NIFTY",
      sampling_size: "15M",
      trades: [trade(symbolOf(strikes[4]!, "CE"), "BUY")],
    };
    const answer = await other.call<ErrorBody>(CHART, body);
    expect(answer.status).toBe(503);
    expect(answer.body.error).toMatchObject({
      code: "prices.failed",
      message: "Failed to fetch strategy chart",
    });
    await other.stop();
  });
});

describe("oi_graphs/multistrike_oi", () => {
  const URL = "/v1/compute/oi_graphs/multistrike_oi";

  it("gives open interest over the day beside the previous close's, ending with that of now", async () => {
    const legs = [symbolOf(strikes[2]!, "PE"), symbolOf(strikes[6]!, "CE")];
    const { status, body } = await world.call<MultistrikeOiResponse>(URL, { underlying: "NIFTY", legs });
    expect(status).toBe(200);
    const { times, series, underlying_prices } = body.payload;
    expect(times.length).toBeGreaterThan(9);
    expect(underlying_prices).toHaveLength(times.length);
    expect(series.map(({ tradingsymbol }) => tradingsymbol)).toEqual(legs);
    for (const [i, each] of series.entries()) {
      expect(each).toMatchObject({ instrument_type: i === 0 ? "PE" : "CE", expiry: expiries[0] });
      expect(each.oi).toHaveLength(times.length);
      expect(each.oi.at(-1)).toBe((await quoteOf(legs[i]!)).oi);
      expect(each.previous_oi).toBeGreaterThan(0);
      expect(Math.abs(each.oi[0]! / each.previous_oi! - 1)).toBeLessThan(0.1);
      for (const oi of each.oi) expect(oi! % 65).toBe(0);
    }
  });

  it("takes longer intervals, from 09:15 on, each the last of its quarters", async () => {
    const legs = [symbolOf(strikes[4]!, "CE")];
    const ask = async (interval: string) =>
      (await world.call<MultistrikeOiResponse>(URL, { underlying: "NIFTY", legs, interval })).body.payload;
    const [quarters, hours] = [await ask("15M"), await ask("60M")];
    expect(hours.times[0]).toBe(OPEN);
    expect(new Set(hours.times.map((time) => (time - OPEN) % 3_600_000))).toEqual(new Set([0]));
    expect(hours.series[0]!.oi[0]).toBe(quarters.series[0]!.oi[3]);
  });

  it("refuses shares, which have no open interest", async () => {
    const answer = await world.call<ErrorBody>(URL, { underlying: "RELIANCE", legs: ["RELIANCE"] });
    expect([answer.status, answer.body.error.code]).toEqual([400, "request.invalid"]);
  });
});

describe("oi_graphs/builder_intraday_oi_v2", () => {
  const URL = "/v1/compute/oi_graphs/builder_intraday_oi_v2";

  it("adds the expiries asked for up by strike, as their chains say", async () => {
    const { directory } = await world.doors.metacache.get();
    const token = directory.spot(directory.underlyer("NIFTY")).instrument_token;
    const snapshots = await Promise.all(
      expiries.slice(0, 2).map((expiry) => {
        const request = { underlying: token, expiry: Number(expiry.replaceAll("-", "")) };
        return world.bus.request(chainSnapshotRequest(), Buffer.from(JSON.stringify(request)));
      }),
    );
    const [calls, change] = [new Map<number, number>(), new Map<number, number>()];
    for (const message of snapshots) {
      const chain = chainView(message);
      if ("error" in chain) throw new Error("no chain");
      const view = new DataView(message.buffer, message.byteOffset);
      for (let i = 0; i < chain.root.rowCount; i++) {
        const { strike, call, put } = readChainRow(view, chain.rowsOffset + i * chain.rowLength);
        const rupees = strike / 100;
        calls.set(rupees, (calls.get(rupees) ?? 0) + call.oi);
        change.set(rupees, (change.get(rupees) ?? 0) + put.oi - put.previousOi);
      }
    }
    const { status, body } = await world.call<BuilderOiResponse>(URL, {
      underlying_symbol: "NIFTY",
      expiries: expiries.slice(0, 2),
      oi_vs_strike: true,
      oi_change_vs_strike: true,
    });
    expect(status).toBe(200);
    const { oi_vs_strike, oi_change_vs_strike, total_call_oi, total_put_oi, pcr } = body.payload;
    expect(new Map(oi_vs_strike!.map(({ strike, call }) => [strike, call]))).toEqual(
      new Map([...calls].sort(([a], [b]) => a - b)),
    );
    expect(new Map(oi_change_vs_strike!.map(({ strike, put }) => [strike, put]))).toEqual(change);
    expect(total_call_oi).toBe([...calls.values()].reduce((a, b) => a + b, 0));
    expect(pcr).toBeCloseTo(total_put_oi / total_call_oi, 12);
  });

  it("leaves out what was not asked for, and refuses expiries that are not listed", async () => {
    const body = {
      underlying_symbol: "NIFTY",
      expiries: [expiries[0]],
      oi_vs_strike: true,
      oi_change_vs_strike: false,
    };
    const { payload } = (await world.call<BuilderOiResponse>(URL, body)).body;
    expect(payload.oi_change_vs_strike).toBeNull();
    const answer = await world.call<ErrorBody>(URL, { ...body, expiries: ["2026-11-22"] });
    expect([answer.status, answer.body.error.code]).toEqual([404, "derivative.not_found"]);
    expect(answer.body.error.message).toMatch(/get_expiries/);
  });
});

describe("get_expiries", () => {
  it("names the listed expiries near to far, the nearest selected", async () => {
    const { status, body } = await world.call<ExpiriesResponse>(
      "/v1/compute/1/get_expiries?underlying_symbol=NIFTY&feature=builder_oi",
    );
    expect(status).toBe(200);
    const { data } = body.payload;
    expect(data.map(({ expiry }) => expiry)).toEqual(expiries);
    expect(data.filter(({ is_default_selected }) => is_default_selected)).toEqual([data[0]]);
    expect(data[0]).toEqual({
      expiry: "2026-11-23",
      expiry_text: "23 Nov",
      is_weekly: false,
      is_default_selected: true,
    });
    expect(data[1]!.is_weekly).toBe(true);
    const far = data.filter(({ expiry }) => expiry > "2027-12-01");
    expect(far.length).toBeGreaterThan(0);
    for (const { expiry, expiry_text } of far)
      expect(expiry_text.endsWith(` ${expiry.slice(0, 4)}`)).toBe(true);
  });

  it.each([
    ["underlying_symbol=NOSUCH&feature=builder_oi", 404],
    ["underlying_symbol=NIFTY&feature=other", 400],
    ["feature=builder_oi", 400],
  ])("answers %s with %i", async (query, status) => {
    expect((await world.call(`/v1/compute/1/get_expiries?${query}`)).status).toBe(status);
  });
});

it("has its own start in the past", () => {
  expect(knownMarketTime(world.doors.watch)).toBeGreaterThan(HISTORY_START + 45 * 60_000);
});
