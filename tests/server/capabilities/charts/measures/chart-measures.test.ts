import { describe, expect, it } from "vitest";
import { ivPercentile } from "#domain/chain/iv-statistics.ts";
import {
  type ChartMeasuresRequest,
  EXPIRY_MEASURES,
  MOST_MEASURE_FIGURES,
} from "#protocol/http/chart-measures.ts";
import { chartMeasures } from "#server/capabilities/charts/measures/chart-measures.ts";
import { EXPIRY_FIGURES } from "#server/market/history/measures/measure-days.ts";
import { sessionsBefore, sessionTimes } from "#server/market/history/session-times.ts";
import { minutePast, type ScriptedPast } from "#tests/support/charts/minute-past.ts";
import {
  EXPIRIES,
  marketAt,
  NIFTY,
  NOW,
  oiAtEnd,
  options,
  SESSIONS,
  script,
  TODAY,
} from "#tests/support/charts/open-interest-market.ts";

const MINUTE = 60_000;
const at = (minute: number): number => TODAY.open + minute * MINUTE;
const NAMES = ["spot", "iv30", "ivp", ...EXPIRY_FIGURES];

/** Another figure for each name, expiry and minute. */
const figure = (name: string, end: number, expiry: number): number =>
  1_000 * NAMES.indexOf(name as (typeof NAMES)[number]) + ((end / MINUTE) % 977) + (expiry % 100) / 128;
const measured: ScriptedPast = { ...script, measure: figure };
const [NEAR, FAR] = EXPIRIES;
const compact = (expiry: string): number => Number(expiry.replaceAll("-", ""));

const ask = (
  request: Partial<ChartMeasuresRequest> = {},
  { past = measured, now = NOW }: { past?: ScriptedPast; now?: number } = {},
) => chartMeasures(marketAt(now), minutePast(past), { underlying_symbol: "NIFTY", ...request });

describe("measures by the minute", () => {
  it("are those that are kept, and of the minute that is on what the viewer's own market says", async () => {
    const answer = await ask({ expiries: [FAR, NEAR] });
    expect(answer.times).toEqual(Array.from({ length: 12 }, (_, minute) => at(minute)));
    expect([answer.running_at, answer.underlying_token]).toEqual([at(11), NIFTY]);
    expect(answer.expiries.map(({ expiry, lot_size }) => [expiry, lot_size])).toEqual([
      [NEAR, 65],
      [FAR, 65],
    ]);
    const told = (name: string, expiry: number) =>
      Array.from({ length: 11 }, (_, n) => figure(name, at(n + 1), expiry));
    expect(answer.underlying.spot!.slice(0, 11)).toEqual(told("spot", 0));
    expect(answer.underlying.iv30!.slice(0, 11)).toEqual(told("iv30", 0));
    for (const own of answer.expiries) {
      const expiry = compact(own.expiry);
      expect(own.forward!.slice(0, 11)).toEqual(told("forward", expiry));
      expect(own.atm_iv!.slice(0, 11)).toEqual(told("atmIv", expiry));
      expect(own.put_volume!.slice(0, 11)).toEqual(told("putVolume", expiry));
      for (const name of EXPIRY_MEASURES) expect(own[name]).toHaveLength(12);
    }
    const { underlying, expiries } = answer;
    expect([underlying.spot![11], underlying.iv30![11], underlying.ivp![11]]).toEqual([24_301, 0.131, 42]);
    expect(expiries[1]).toMatchObject({ expiry: FAR });
    expect(expiries[1]!.atm_iv![11]).toBe(0.13);
    expect([expiries[0]!.pcr![11], expiries[0]!.straddle![11]]).toEqual([0.8, 310.5]);
  });

  it("are of the nearest expiry, and only what is asked for", async () => {
    const { expiries, underlying } = await ask({ measures: ["atm_iv", "spot"] });
    expect(expiries.map(({ lot_size, ...rest }) => Object.keys(rest))).toEqual([["expiry", "atm_iv"]]);
    expect(expiries[0]!.expiry).toBe(NEAR);
    expect(Object.keys(underlying)).toEqual(["spot"]);
  });

  it("in longer bars are those of the last minute of each", async () => {
    const [ones, fives] = await Promise.all([ask({ sessions: 2 }), ask({ sessions: 2, interval: "5M" })]);
    expect(fives.times.slice(-3)).toEqual([at(0), at(5), at(10)]);
    fives.times.forEach((time, bar) => {
      const last = Math.min(ones.times.indexOf(time) + 4, ones.times.length - 1);
      expect(fives.expiries[0]!.pcr![bar]).toBe(ones.expiries[0]!.pcr![last]);
      expect(fives.underlying.ivp![bar]).toBe(ones.underlying.ivp![last]);
    });
    expect(fives.running_at).toBe(at(10));
  });

  it("are unknown where they are not kept", async () => {
    const past: ScriptedPast = {
      ...measured,
      measure: (name, end, expiry) =>
        end === at(4) && name === "atmIv" ? Number.NaN : figure(name, end, expiry),
    };
    const { expiries } = await ask({}, { past });
    expect(expiries[0]!.atm_iv!.slice(2, 5).map((each) => each === null)).toEqual([false, true, false]);
    expect(expiries[0]!.forward![3]).not.toBeNull();
  });

  it("ask history for nothing later than the viewer's own market", async () => {
    const late = NOW - 2 * MINUTE;
    const past = minutePast(measured);
    const { times } = await chartMeasures(marketAt(late), past, { underlying_symbol: "NIFTY", sessions: 2 });
    expect(times.at(-1)).toBe(at(9));
    const asked = past.asked.flatMap(({ until }) => until ?? []);
    expect(asked).toHaveLength(2);
    for (const until of asked) expect(until).toBeLessThanOrEqual(late);
  });
});

describe("expiries that are over", () => {
  const OVER = SESSIONS[1]!.date;
  const until: ScriptedPast = {
    ...measured,
    measure: (name, end, expiry) =>
      expiry !== compact(OVER) || end <= SESSIONS[1]!.close ? figure(name, end, expiry) : Number.NaN,
  };

  it("are told to the end of their last day, which an answer of such alone ends with", async () => {
    const answer = await ask({ expiries: [OVER], sessions: 2 }, { past: until });
    expect(answer.sessions.map(({ date }) => date)).toEqual([SESSIONS[0]!.date, OVER]);
    expect(answer.running_at).toBeNull();
    expect(answer.expiries[0]!.lot_size).toBeNull();
    expect(answer.expiries[0]!.atm_iv!.at(-1)).toBe(figure("atmIv", SESSIONS[1]!.close, compact(OVER)));
    const beside = await ask({ expiries: [OVER, NEAR], sessions: 3 }, { past: until });
    expect(beside.sessions.at(-1)!.date).toBe(TODAY.date);
    expect(beside.expiries[0]!.atm_iv!.at(-1)).toBeNull();
    expect(beside.expiries[1]!.atm_iv!.at(-1)).toBe(0.12);
  });

  it("are refused where nothing is kept of them, with the way out", async () => {
    const ofThatDay = { measure: () => Number.NaN };
    const nothing = ask({ expiries: [OVER] }, { past: { ...script, ...ofThatDay } });
    await expect(nothing).rejects.toMatchObject({ code: "derivative.not_found" });
    await expect(nothing).rejects.toThrow(/names those listed: 2026-11-24/);
    const later = ask({ expiries: [OVER, NEAR] }, { past: until });
    await expect(later).rejects.toMatchObject({ code: "request.invalid" });
    await expect(later).rejects.toThrow(`give "date": "${OVER}"`);
  });
});

describe("the nearest expiry of each session", () => {
  const OVER = SESSIONS[2]!.date;
  /** Of each day what closed on it, by expiry. */
  const kept = (date: string, expiry: string, callOi: number) => ({
    ...{ date: compact(date), expiry: compact(expiry), forward: null, atmIv: null, pcr: null, maxPain: null },
    ...{ callOi, putOi: 2 * callOi, callVolume: null, putVolume: null, origin: "recorded" as const },
  });
  const past: ScriptedPast = {
    ...measured,
    daily: {
      days: async () => [],
      expiryDays: async () => [
        kept(SESSIONS[1]!.date, OVER, 10),
        kept(SESSIONS[1]!.date, NEAR, 11),
        kept(OVER, OVER, 20),
        kept(OVER, NEAR, 21),
      ],
    },
  };

  it("is that which was kept of it, on its own last day too, and that which is listed today", async () => {
    const { nearest, expiries, times } = await ask({ nearest: true, sessions: 3 }, { past });
    expect(nearest).toEqual([OVER, OVER, NEAR]);
    expect(expiries.map(({ expiry, lot_size }) => [expiry, lot_size])).toEqual([[NEAR, 65]]);
    const figures = (name: string, expiry: string, minutes: readonly number[]) =>
      minutes.map((start) => figure(name, start + MINUTE, compact(expiry)));
    const [before, today] = [times.slice(0, 60), times.slice(60, 71)];
    expect(expiries[0]!.straddle!.slice(0, 71)).toEqual([
      ...figures("straddle", OVER, before),
      ...figures("straddle", NEAR, today),
    ]);
    expect(expiries[0]!.straddle![71]).toBe(310.5);
  });

  it("has the open interest at the close before each session, of the session's own expiry", async () => {
    const { expiries } = await ask({ nearest: true, sessions: 2, measures: ["call_oi", "put_oi"] }, { past });
    expect(expiries[0]!.call_oi_before![0]).toBe(10);
    expect(expiries[0]!.put_oi_before![0]).toBe(20);
    const yesterday = await ask({ expiries: [NEAR], date: OVER, measures: ["put_oi"] }, { past });
    expect(yesterday.expiries[0]!.put_oi_before).toEqual([22]);
    const listed = await ask({ measures: ["call_oi"] });
    const calls = options.filter(
      ({ expiry, instrument_type }) => expiry === NEAR && instrument_type === "CE",
    );
    const closed = calls.map(({ instrument_token }) => oiAtEnd(instrument_token, SESSIONS[2]!.close));
    expect(listed.expiries[0]!.call_oi_before).toEqual([closed.reduce((sum, oi) => sum + oi, 0)]);
    expect(listed.expiries[0]!.put_oi_before).toBeUndefined();
  });

  it("is not asked for beside expiries", async () => {
    const refused = ask({ nearest: true, expiries: [NEAR] });
    await expect(refused).rejects.toMatchObject({ code: "request.invalid" });
    await expect(refused).rejects.toThrow(/not both/);
  });
});

it("open interest, max pain and volume that measures leave out are those of the options' minutes", async () => {
  const OUT = ["pcr", "callOi", "putOi", "callVolume", "putVolume", "maxPain"];
  const past: ScriptedPast = {
    ...measured,
    measure: (name, end, expiry) => (OUT.includes(name) ? Number.NaN : figure(name, end, expiry)),
  };
  const { expiries, times } = await ask({}, { past });
  const [own] = expiries;
  const near = options.filter(({ expiry }) => expiry === NEAR);
  const total = (type: string, of: (token: number) => number): number =>
    near.reduce((sum, each) => sum + (each.instrument_type === type ? of(each.instrument_token) : 0), 0);
  for (const minute of [0, 4, 10]) {
    const end = times[minute]! + MINUTE;
    const [call, put] = ["CE", "PE"].map((type) => total(type, (token) => oiAtEnd(token, end)));
    expect([own!.call_oi![minute], own!.put_oi![minute]]).toEqual([call, put]);
    expect(own!.pcr![minute]).toBe(put! / call!);
    const traded = total("CE", (token) => script.volume!(token, end));
    expect(own!.call_volume![minute]).toBe(traded * (minute + 1));
    expect(near.some(({ strike }) => strike === own!.max_pain![minute])).toBe(true);
  }
  expect(own!.straddle![3]).toBe(figure("straddle", at(4), compact(NEAR)));
  expect(own!.pcr![11]).toBe(0.8);
});

describe("measures of closes", () => {
  const closes = Array.from({ length: 70 }, (_, i) => ({
    ...{ date: 20260801 + i, spot: 24_000, iv30: 0.1 + ((i * 37) % 70) / 1_000, origin: "recorded" as const },
  }));
  const past: ScriptedPast = {
    ...measured,
    closes: [...closes, { date: 20261118, spot: 24_000, iv30: 0.15, origin: "recorded" }],
    daily: {
      days: async () => [
        {
          ...{ date: 20261118, open: null, high: null, low: null, close: 24_111 },
          volume: null,
          futuresOi: null,
          origin: "imported",
        },
      ],
      expiryDays: async () => [
        {
          ...{
            date: 20261118,
            expiry: compact(NEAR),
            forward: 24_150,
            atmIv: null,
            pcr: 0.9,
            maxPain: 24_200,
          },
          ...{ callOi: 100, putOi: 90, callVolume: 7, putVolume: null, origin: "source" },
        },
      ],
    },
  };

  it("are what is kept of days, what they lack as the last minute had it, and today as it stands", async () => {
    const { times, underlying, expiries, sessions, running_at } = await ask(
      { interval: "1D", sessions: 3 },
      { past },
    );
    const [own] = expiries;
    const { close } = SESSIONS[1]!;
    expect(times).toEqual(SESSIONS.slice(1).map(({ open }) => open));
    expect(running_at).toBe(TODAY.open);
    expect(underlying.spot).toEqual([24_111, figure("spot", SESSIONS[2]!.close, 0), 24_301]);
    expect(underlying.iv30![0]).toBe(0.15);
    expect(underlying.ivp![0]).toBe(
      ivPercentile(
        closes.map(({ iv30 }) => iv30),
        0.15,
      ),
    );
    expect([own!.forward![0], own!.call_oi![0], own!.call_volume![0]]).toEqual([24_150, 100, 7]);
    expect(own!.atm_iv![0]).toBe(figure("atmIv", close, compact(NEAR)));
    expect(own!.straddle![0]).toBe(figure("straddle", close, compact(NEAR)));
    expect(own!.pcr![2]).toBe(0.8);
    expect(sessions.map(({ origin }) => origin)).toEqual(["imported", "recorded", "recorded"]);
  });
});

it("is no more than an answer has: eight expiries with all their measures, eleven sessions, by the minute", async () => {
  const sessions = sessionsBefore("NFO", "2026-11-21", 11, true).map((date) =>
    sessionTimes("NFO", date, true),
  );
  const expiries = [NEAR, FAR, ...sessions.slice(1, 7).map(({ date }) => date)];
  const past = { ...measured, sessions };
  const now = sessions.at(-1)!.close;
  // One of them is Diwali's hour.
  const minutes = sessions.reduce((sum, { open, close }) => sum + (close - open) / MINUTE, 0);
  await expect(ask({ expiries, sessions: 11 }, { past, now })).rejects.toThrow(
    `${91 * minutes} figures are too many: an answer has ${MOST_MEASURE_FIGURES} at most; ask for fewer measures`,
  );
  const whole = await ask({ expiries: [NEAR, FAR], sessions: 11 }, { past, now });
  expect(whole.times).toHaveLength(minutes);
  expect((await ask({ expiries, sessions: 11, interval: "15M" }, { past, now })).times).toHaveLength(
    10 * 26 + 4,
  );
});

it.each([
  [
    "an expiry that never was",
    { expiries: ["2026-11-25"] },
    "derivative.not_found",
    /names those listed: 2026-11-24, 2026-12-01$/,
  ],
  ["a day that is none", { expiries: ["2026-10-99"] }, "derivative.not_found", /names those listed/],
  [
    "an expiry from before what is kept",
    { expiries: ["2026-08-11"] },
    "derivative.not_found",
    /names those listed/,
  ],
  ["an expiry twice", { expiries: [NEAR, NEAR] }, "request.invalid", /once/],
  ["twelve sessions by the minute", { sessions: 12 }, "request.invalid", /at most 11/],
  [
    "a session to come",
    { date: "2026-11-23" },
    "request.invalid",
    /has not begun; the nearest is that of 2026-11-20/,
  ],
  ["a day that there is not", { date: "2026-02-31" }, "request.invalid", /is no date/],
  ["a day long past", { date: "2026-08-01" }, "request.invalid", /too far back.*since 2026-08-12/],
  ["an underlying that is not there", { underlying_symbol: "NOPE" }, "underlying.not_found", /NOPE/],
] as const)("refuses %s with the way out", async (_, request, code, text) => {
  const refused = ask(request as Partial<ChartMeasuresRequest>);
  await expect(refused).rejects.toMatchObject({ code });
  await expect(refused).rejects.toThrow(text);
});
