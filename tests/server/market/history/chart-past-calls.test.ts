import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysBetween } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { BarInterval, BarsResponse } from "#protocol/http/chart-bars.ts";
import type { ChartMeasuresRequest, ChartMeasuresResponse } from "#protocol/http/chart-measures.ts";
import type {
  ChartPremiumRequest,
  ChartPremiumResponse,
  PremiumExpiriesResponse,
} from "#protocol/http/chart-premium.ts";
import type { OiByStrikeResponse, OiVsTimeResponse } from "#protocol/http/open-interest.ts";
import { knownMarketTime } from "#server/market/bus/market-watch.ts";
import { periodStart } from "#server/market/history/daily/periods.ts";
import { type HistoryWorld, LATE_BY_MS, startHistoryWorld } from "../../../support/market/history-world.ts";

const MINUTE = 60_000;
const OPEN = Date.parse("2026-11-20T09:15:00+05:30");
/** The source makes days of a thousand contracts up. */
const SOURCE_MS = 120_000;
type ErrorBody = { error: { code: string; message: string } };
type Bars = BarsResponse["payload"];

let world: HistoryWorld;
let near: string;
/** of the nearest expiry, at the money */
let call: { token: number; symbol: string; strike: number };
let future: string;

/** Two hours of the session from the source, half an hour watched, and half of a minute. */
beforeAll(async () => {
  world = await startHistoryWorld();
  await world.known();
  await world.pass(30.5 * MINUTE);
  const { directory } = await world.doors.metacache.get();
  const u = directory.underlyer("NIFTY");
  near = directory.expiries(u)[0]!;
  const own = directory.options(u).filter((each) => each.expiry === near && each.instrument_type === "CE");
  const spot = (await bars("NIFTY", "1M")).close.at(-1)!;
  const money = own.reduce((best, each) =>
    Math.abs(each.strike - spot) < Math.abs(best.strike - spot) ? each : best,
  );
  call = { token: money.instrument_token, symbol: money.tradingsymbol, strike: money.strike };
  future = directory.futures(u)[0]!.tradingsymbol;
}, SOURCE_MS);
afterAll(() => world?.stop());

const now = () => knownMarketTime(world.doors.watch);
/** The end of the newest minute that is over. */
const lastEnd = () => Math.floor(now() / MINUTE) * MINUTE;

async function bars(
  tradingsymbol: string,
  interval: BarInterval,
  range: { from?: number; to?: number } = {},
  who: "live" | "late" = "live",
): Promise<Bars> {
  const said = Object.entries(range).map(([name, at]) => [name, String(at)]);
  const query = new URLSearchParams({ tradingsymbol, interval, ...Object.fromEntries(said) });
  const answer = await world.call<BarsResponse>(`/v1/charts/bars?${query}`, undefined, who);
  expect(answer.status, JSON.stringify(answer.body).slice(0, 400)).toBe(200);
  return answer.body.payload;
}

async function measures(
  body: Partial<ChartMeasuresRequest>,
  who: "live" | "late" = "live",
): Promise<ChartMeasuresResponse["payload"]> {
  const whole = { underlying_symbol: "NIFTY", ...body };
  const answer = await world.call<ChartMeasuresResponse>("/v1/compute/charts/measures", whole, who);
  expect(answer.status, JSON.stringify(answer.body).slice(0, 400)).toBe(200);
  return answer.body.payload;
}

async function premium(
  body: Omit<ChartPremiumRequest, "underlying_symbol">,
  who: "live" | "late" = "live",
): Promise<ChartPremiumResponse["payload"]> {
  const whole = { underlying_symbol: "NIFTY", ...body };
  const answer = await world.call<ChartPremiumResponse>("/v1/compute/charts/premium", whole, who);
  expect(answer.status, JSON.stringify(answer.body).slice(0, 400)).toBe(200);
  return answer.body.payload;
}

/** What bars from one instant to another say together, of those in which something was traded. */
function together(all: Bars, from: number, to: number) {
  const known = all.times.flatMap((time, i) =>
    time >= from && time < to && all.volume?.[i] !== null && all.close[i] !== null ? [i] : [],
  );
  const some = known.filter((i) => !all.carried[i]);
  // An index that has stopped for the day stands.
  const traded = some.length > 0 ? some : known.slice(-1);
  return {
    open: all.open[traded[0]!],
    close: all.close[traded.at(-1)!],
    high: Math.max(...traded.map((i) => all.high[i]!)),
    low: Math.min(...traded.map((i) => all.low[i]!)),
    volume: known.reduce((sum, i) => sum + (all.volume?.[i] ?? 0), 0),
    oi: all.oi?.[known.at(-1)!],
  };
}

describe("bars of one instrument", { timeout: SOURCE_MS }, () => {
  it("of an hour are those of its minutes, watched ones and told ones", async () => {
    for (const symbol of ["NIFTY", future, call.symbol, "RELIANCE"]) {
      const range = { from: Date.parse("2026-11-19T09:15:00+05:30"), to: lastEnd() };
      const [minutes, hours] = [await bars(symbol, "1M", range), await bars(symbol, "60M", range)];
      expect(hours.times.map((time) => Math.abs(time - OPEN) % (60 * MINUTE))).toEqual(
        hours.times.map(() => 0),
      );
      for (const [i, time] of hours.times.entries()) {
        // The last one goes on to now.
        if (time + 60 * MINUTE > range.to) continue;
        const session = hours.sessions.find(({ open, close }) => open <= time && time < close)!;
        const own = together(minutes, time, Math.min(time + 60 * MINUTE, session.close));
        expect([hours.open[i], hours.high[i], hours.low[i], hours.close[i]]).toEqual([
          own.open,
          own.high,
          own.low,
          own.close,
        ]);
        expect(hours.volume?.[i] ?? 0).toBe(own.volume);
        expect(hours.oi?.[i]).toBe(own.oi);
      }
      expect(hours.times.length).toBeGreaterThan(9);
    }
  });

  it("have the open interest that by-strike charts have of the same minutes", async () => {
    const { times, oi } = await bars(call.symbol, "1M");
    for (const [from, to] of [
      [OPEN + 10 * MINUTE, OPEN + 70 * MINUTE],
      [lastEnd() - 3 * MINUTE, lastEnd()],
    ] as const) {
      const answer = await world.call<OiByStrikeResponse>("/v1/compute/oi_graphs/oi_by_strike", {
        ...{ underlying_symbol: "NIFTY", expiries: [near], from, to },
      });
      const { strikes, call_oi_from, call_oi_to } = answer.body.payload;
      const row = strikes.indexOf(call.strike);
      const at = (end: number) => oi![times.indexOf(end - MINUTE)]!;
      expect(at(to) - at(from)).toBe(call_oi_to[row]! - call_oi_from[row]!);
    }
  });

  it("of days, weeks and months are of one another, and close where closes are", async () => {
    for (const symbol of ["NIFTY", "RELIANCE"]) {
      const days = await bars(symbol, "1D");
      expect(days.times.length).toBeGreaterThan(200);
      const kept = await world.history.days(days.instrument_token, "2026-11-02", "2026-11-19");
      const dates = days.sessions.map(({ date }) => Number(date.replaceAll("-", "")));
      for (const { date, close } of kept!) expect(days.close[dates.indexOf(date)]).toBe(close);
      for (const [interval, period] of [
        ["1W", "week"],
        ["1MO", "month"],
      ] as const) {
        const longer = await bars(symbol, interval);
        const starts = days.sessions.map(({ date }) => periodStart(date, period));
        longer.times.forEach((time, i) => {
          const end = longer.times[i + 1] ?? Number.POSITIVE_INFINITY;
          const own = days.times.flatMap((each, d) => (each >= time && each < end ? [d] : []));
          expect(new Set(own.map((d) => starts[d])).size).toBe(1);
          expect([longer.open[i], longer.close[i]]).toEqual([days.open[own[0]!], days.close[own.at(-1)!]]);
          expect(longer.high[i]).toBe(Math.max(...own.map((d) => days.high[d]!)));
          expect(longer.low[i]).toBe(Math.min(...own.map((d) => days.low[d]!)));
        });
        expect(longer.running_at).toBe(longer.times.at(-1));
      }
    }
  });

  it("tell of the minute that is on what was heard of it", async () => {
    const { times, running_at, high, low, close } = await bars("NIFTY", "1M");
    expect(running_at).toBe(lastEnd());
    expect(times.at(-1)).toBe(running_at);
    expect(high.at(-1)! - low.at(-1)!).toBeGreaterThan(0);
    expect(high.at(-1)!).toBeGreaterThanOrEqual(close.at(-1)!);
  });
});

describe("measures over time", { timeout: SOURCE_MS }, () => {
  it("are those that are kept, go back by sessions and end with now", async () => {
    const answer = await measures({ expiries: [near], sessions: 2 });
    expect(answer.sessions.map(({ date }) => date)).toEqual(["2026-11-19", "2026-11-20"]);
    expect(answer.running_at).toBe(answer.times.at(-1));
    const [kept] = (await world.history.measures({
      underlying: answer.underlying_token,
      exchange: "NFO",
      expiries: [Number(near.replaceAll("-", ""))],
      span: { date: "2026-11-19" },
      until: now(),
    }))!;
    const [own] = answer.expiries;
    const known = (column: Float64Array) =>
      Array.from(column, (value) => (Number.isNaN(value) ? null : value));
    expect(own!.forward!.slice(0, kept!.length)).toEqual(known(kept!.expiries[0]!.forward));
    expect(own!.atm_iv!.slice(0, kept!.length)).toEqual(known(kept!.expiries[0]!.atmIv));
    expect(answer.underlying.spot!.slice(0, kept!.length)).toEqual(known(kept!.spot));
    expect(own!.atm_iv![100]).toBeGreaterThan(0);
    for (const name of [
      "forward",
      "synthetic",
      "atm_strike",
      "atm_iv",
      "pcr",
      "max_pain",
      "call_oi",
      "straddle",
    ] as const)
      expect(own![name]!.at(-1), name).toBeGreaterThan(0);
  });

  it("of an expiry that is over are told to its last day", async () => {
    const { sessions, expiries } = await measures({ expiries: ["2026-11-17"], interval: "60M" });
    expect(sessions.map(({ date }) => date)).toEqual(["2026-11-17"]);
    expect(expiries[0]!.call_oi![5]).toBeGreaterThan(0);
    expect(expiries[0]!.atm_iv![0]).toBeGreaterThan(0);
  });

  it("of the nearest expiry of each session are of one that traded in it, with open interest and what traded", async () => {
    const answer = await measures({ nearest: true, sessions: 5, interval: "15M" });
    const { sessions, times, expiries } = answer;
    // Of the week that ended on the 17th there are two sessions.
    expect(answer.nearest).toEqual(["2026-11-17", "2026-11-17", near, near, near]);
    const [own] = expiries;
    expect([own!.expiry, expiries.length]).toEqual([near, 1]);
    for (const name of ["straddle", "atm_iv", "pcr", "call_oi", "put_oi", "max_pain"] as const) {
      const known = own![name]!.filter((value) => value !== null);
      expect(known.length / times.length, name).toBeGreaterThan(0.95);
    }
    const today = times.findIndex((time) => time >= sessions.at(-1)!.open);
    const volumes = own!.call_volume!.slice(today);
    expect(volumes.every((value, i) => value! >= (volumes[i - 1] ?? 0))).toBe(true);
    const over = await measures({ expiries: ["2026-11-17"], sessions: 1, interval: "15M" });
    const day = times.findIndex((time) => time >= over.sessions[0]!.open);
    expect(own!.straddle!.slice(day, day + 5)).toEqual(over.expiries[0]!.straddle!.slice(0, 5));
    const overTime = await world.call<OiVsTimeResponse>("/v1/compute/oi_graphs/oi_vs_time", {
      ...{ underlying_symbol: "NIFTY", expiries: [near], interval: "15M" },
    });
    const { call_oi, previous_call_oi } = overTime.body.payload;
    expect(own!.call_oi!.slice(today, -1)).toEqual(call_oi.slice(0, -1));
    expect(own!.call_oi_before!.at(-1)).toBe(previous_call_oi);
    expect(own!.call_oi_before!.filter((value) => !(value! > 0))).toEqual([]);
    expect(own!.call_oi_before).toHaveLength(5);
  });

  it("of closes go back a hundred sessions", async () => {
    const { times, underlying, expiries } = await measures({ interval: "1D", sessions: 100 });
    expect(times).toHaveLength(100);
    expect(underlying.spot!.filter((spot) => spot === null)).toEqual([]);
    // Of the newest eleven sessions what days do not have is told by their minutes.
    expect(expiries[0]!.straddle!.map((each) => each !== null)).toEqual(times.map((_, i) => i >= 89));
    expect(underlying.iv30!.at(-2)).toBeGreaterThan(0);
    expect(underlying.ivp!.at(-2)).toBeGreaterThanOrEqual(0);
  });
});

describe("who is late", { timeout: SOURCE_MS }, () => {
  it("is told nothing after their market's instant, and before it the same as everybody", async () => {
    const late = () => now() - LATE_BY_MS;
    for (const symbol of ["NIFTY", future, call.symbol]) {
      const [live, own] = [await bars(symbol, "1M"), await bars(symbol, "1M", {}, "late")];
      expect(own.running_at).toBe(Math.floor(late() / MINUTE) * MINUTE);
      expect(own.times.at(-1)).toBe(own.running_at);
      const ended = own.times.length - 1;
      for (const name of ["open", "high", "low", "close", "volume", "oi"] as const)
        expect(own[name]?.slice(0, ended)).toEqual(live[name]?.slice(0, ended));
      // Of the minute that is on in it, that market alone tells: history has the whole of it.
      expect([own.high[ended], own.low[ended]]).toEqual([own.close[ended], own.close[ended]]);
    }
    const [live, own] = [await measures({ expiries: [near] }), await measures({ expiries: [near] }, "late")];
    expect(own.times.at(-1)!).toBeLessThanOrEqual(late());
    const ended = own.times.length - 1;
    expect(own.expiries[0]!.forward!.slice(0, ended)).toEqual(live.expiries[0]!.forward!.slice(0, ended));
    expect(own.underlying.spot!.at(-1)).not.toBe(live.underlying.spot!.at(-1));
    const query = `tradingsymbol=NIFTY&interval=1M&to=${late() + 2 * MINUTE}`;
    const { status, body } = await world.call<ErrorBody>(`/v1/charts/bars?${query}`, undefined, "late");
    expect([status, body.error.code]).toEqual([400, "request.invalid"]);
    expect(body.error.message).toMatch(/future/);
  });
});

describe("premiums", () => {
  it("are the sum of the legs' own bars, minute by minute, in two sessions", async () => {
    const put = call.symbol.replace(/CE$/, "PE");
    const legs = [call.symbol, put].map((tradingsymbol) => ({
      ...{ tradingsymbol, trade_action: "SELL" as const, quantity: 65 },
    }));
    const told = await premium({ strategies: [{ legs }], sessions: 2 });
    const end = lastEnd();
    const range = { from: told.sessions[0]!.open, to: end };
    const [calls, puts] = [await bars(call.symbol, "1M", range), await bars(put, "1M", range)];
    const [own] = told.strategies;
    let compared = 0;
    for (const [i, time] of told.times.entries()) {
      if (time + MINUTE > end) continue;
      const [one, other] = [calls.times.indexOf(time), puts.times.indexOf(time)];
      const closes = [calls.close[one] ?? null, puts.close[other] ?? null];
      if (closes.includes(null)) {
        expect(own!.premium[i]).toBeNull();
        continue;
      }
      compared++;
      expect(own!.premium[i]).toBeCloseTo(closes[0]! + closes[1]!, 6);
      expect(own!.volume[i]).toBe(calls.volume![one]! + puts.volume![other]!);
    }
    expect(compared).toBeGreaterThan(400);
  });

  it("that roll are at the money that the chain said, and no later than the viewer's own market", async () => {
    const [live, late] = [
      await premium({ strategies: [{ rolling: { expiry: near } }] }),
      await premium({ strategies: [{ rolling: { expiry: near } }] }, "late"),
    ];
    const said = await measures({ expiries: [near], measures: ["atm_strike"] });
    const ended = live.times.filter((time) => time + MINUTE <= lastEnd() - MINUTE).length;
    expect(live.strategies[0]!.strike!.slice(0, ended)).toEqual(
      said.expiries[0]!.atm_strike!.slice(0, ended),
    );
    expect(late.times.at(-1)!).toBeLessThanOrEqual(now() - LATE_BY_MS);
    const both = late.times.length - 1;
    expect(late.strategies[0]!.premium.slice(0, both)).toEqual(live.strategies[0]!.premium.slice(0, both));
  });

  it("stand beside those of expiries that are over, as far from their end", async () => {
    const question = { underlying_symbol: "NIFTY", expiry: near, count: 4 };
    const answer = await world.call<PremiumExpiriesResponse>("/v1/compute/charts/premium_expiries", question);
    const told = answer.body.payload;
    expect(told.compared.length).toBeGreaterThanOrEqual(3);
    for (const { expiry, date } of told.compared) {
      // A session of the weekend before an expiry on a Monday is the Friday.
      expect(daysBetween(date as IsoDate, expiry as IsoDate)).toBeLessThanOrEqual(
        3 * told.sessions_before + 2,
      );
      expect(date <= expiry && expiry < near).toBe(true);
    }
    expect(told.premium.length).toBeLessThan(told.times.length);
    const minute = told.premium.length - 2;
    expect(told.known[minute]).toBeGreaterThanOrEqual(3);
    expect(Math.max(...told.known)).toBe(told.compared.length);
    expect(told.low[minute]!).toBeLessThanOrEqual(told.median[minute]!);
    expect(told.median[minute]!).toBeLessThanOrEqual(told.high[minute]!);
    const [newest] = told.compared;
    const own = await measures({ expiries: [newest!.expiry], date: newest!.date });
    const { straddle, forward } = own.expiries[0]!;
    expect(told.compared.every(({ premium }) => premium === undefined)).toBe(true);
    const each = await world.call<PremiumExpiriesResponse>("/v1/compute/charts/premium_expiries", {
      ...question,
      each: true,
    });
    const alone = each.body.payload.compared.map(({ premium }) => premium![minute]!);
    expect(alone[0]).toBeCloseTo(straddle![minute]! / forward![minute]!, 9);
    expect(told.low[minute]!).toBeGreaterThanOrEqual(Math.min(...alone));
    expect(told.high[minute]!).toBeLessThanOrEqual(Math.max(...alone));
    // Each minute of trading is one less; the calendar's has the nights as well.
    const [before, last] = [told.trading_minutes[0]!, told.trading_minutes.at(-1)!];
    expect(before - last).toBe(told.times.length - 1);
    const day = told.times.length;
    expect(Math.abs(last - day * told.sessions_before)).toBeLessThanOrEqual(5);
    expect(told.minutes_to_expiry.at(-1)! - last).toBeGreaterThanOrEqual(1_000 * told.sessions_before);
  });
});

it("both have an etag, by which who has the answer is told so", async () => {
  const path = `/v1/charts/bars?tradingsymbol=NIFTY&interval=5M&to=${OPEN + 30 * MINUTE}`;
  const [first, again] = [await world.call(path), await world.call(path)];
  expect(first.headers.etag).toMatch(/^W\/".{22}"$/);
  expect(again.headers.etag).toBe(first.headers.etag);
  expect(first.headers["cache-control"]).toBe("private, no-cache");
  const body = { underlying_symbol: "NIFTY", date: "2026-11-19", interval: "60M" };
  expect((await world.call("/v1/compute/charts/measures", body)).headers.etag).toMatch(/^W\//);
});

it.each([
  ["an interval of 7 minutes", "tradingsymbol=NIFTY&interval=7M", /interval/],
  ["no interval", "tradingsymbol=NIFTY", /interval/],
  ["no symbol", "interval=1M", /tradingsymbol/],
  ["a time that is none", "tradingsymbol=NIFTY&interval=1M&from=yesterday", /from/],
  ["another word", "tradingsymbol=NIFTY&interval=1M&offset=3", /additional/],
])("refuses %s with what is wrong", async (_, query, text) => {
  const { status, body } = await world.call<ErrorBody>(`/v1/charts/bars?${query}`);
  expect([status, body.error.code]).toEqual([400, "request.invalid"]);
  expect(body.error.message).toMatch(text);
});

it("whatever is asked, nothing breaks: an answer, or what is wrong with the question", async () => {
  const symbol = fc.constantFrom(
    "NIFTY",
    "RELIANCE",
    future,
    call.symbol,
    "nope",
    "NIFTY26N1724500CE",
    "",
    "%",
  );
  const instant = fc.oneof(
    fc.integer({ min: OPEN - 20 * 86_400_000, max: OPEN + 86_400_000 }).map(String),
    fc.constantFrom("0", "999999999999999", "x", "-1", ""),
  );
  const interval = fc.constantFrom("1M", "5M", "60M", "1D", "1W", "1MO", "7");
  const query = fc.record(
    { tradingsymbol: symbol, interval, from: instant, to: instant },
    { requiredKeys: ["tradingsymbol", "interval"] },
  );
  const day = fc.constantFrom(
    near,
    "2026-11-17",
    "2026-11-10",
    "2026-02-31",
    "2026-11-21",
    "0000-00-00",
    "9999-99-99",
  );
  const body = fc.record(
    {
      underlying_symbol: fc.constantFrom("NIFTY", "RELIANCE", "nope", ""),
      expiries: fc.array(day, { maxLength: 4 }),
      measures: fc.array(fc.constantFrom("spot", "iv30", "atm_iv", "pcr", "delta"), { maxLength: 4 }),
      interval: fc.constantFrom("5M", "60M", "1D", "1W"),
      sessions: fc.integer({ min: 0, max: 12 }),
      date: day,
      nearest: fc.boolean(),
    },
    { requiredKeys: ["underlying_symbol"] },
  );
  const rolling = fc.record(
    {
      expiry: day,
      steps: fc.integer({ min: -1, max: 41 }),
      reference: fc.constantFrom("forward", "spot", "vix"),
    },
    { requiredKeys: [] },
  );
  const leg = fc.record({
    tradingsymbol: symbol,
    trade_action: fc.constantFrom("BUY", "SELL", "HOLD"),
    quantity: fc.constantFrom(0, 1, 65, 130, 1e12),
  });
  const premiums = fc.record(
    {
      underlying_symbol: fc.constantFrom("NIFTY", "RELIANCE", "nope"),
      strategies: fc.array(
        fc.record({ legs: fc.array(leg, { maxLength: 7 }), rolling }, { requiredKeys: [] }),
        {
          maxLength: 7,
        },
      ),
      interval: fc.constantFrom("1M", "15M", "7"),
      sessions: fc.integer({ min: 0, max: 3 }),
    },
    { requiredKeys: ["underlying_symbol", "strategies"] },
  );
  const seen = new Set<number>();
  const question = fc.oneof(
    query.map((each) => [`/v1/charts/bars?${new URLSearchParams(each)}`, undefined] as const),
    body.map((each) => ["/v1/compute/charts/measures", each] as const),
    premiums.map((each) => ["/v1/compute/charts/premium", each] as const),
    fc
      .record({
        underlying_symbol: body.map((each) => each.underlying_symbol),
        expiry: day,
        count: fc.nat(13),
      })
      .map((each) => ["/v1/compute/charts/premium_expiries", each] as const),
  );
  await fc.assert(
    fc.asyncProperty(question, async ([path, sent]) => {
      const { status, body: told } = await world.call<ErrorBody>(path, sent);
      seen.add(status);
      expect([200, 400, 404], JSON.stringify([path, sent, told]).slice(0, 600)).toContain(status);
      if (status !== 200) expect(told.error.message.length).toBeGreaterThan(10);
    }),
    { numRuns: 150, seed: 20261120 },
  );
  expect([...seen].sort()).toEqual([200, 400, 404]);
}, 300_000);
