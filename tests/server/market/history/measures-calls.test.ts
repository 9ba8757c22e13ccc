/** Measures over time and premiums as their calls tell them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysBetween } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { PremiumExpiriesResponse } from "#protocol/http/chart-premium.ts";
import type { OiVsTimeResponse } from "#protocol/http/open-interest.ts";
import { MINUTE, type PastCalls, SOURCE_MS, startPastCalls } from "#tests/support/charts/past-calls.ts";
import { LATE_BY_MS } from "../../../support/market/history-world.ts";

let past: PastCalls;
beforeAll(async () => {
  past = await startPastCalls();
}, SOURCE_MS);
afterAll(() => past?.world.stop());

describe("measures over time", { timeout: SOURCE_MS }, () => {
  it("are those that are kept, go back by sessions and end with now", async () => {
    const answer = await past.measures({ expiries: [past.near], sessions: 2 });
    expect(answer.sessions.map(({ date }) => date)).toEqual(["2026-11-19", "2026-11-20"]);
    expect(answer.running_at).toBe(answer.times.at(-1));
    const [kept] = (await past.world.history.measures({
      underlying: answer.underlying_token,
      exchange: "NFO",
      expiries: [Number(past.near.replaceAll("-", ""))],
      span: { date: "2026-11-19" },
      until: past.now(),
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
    const { sessions, expiries } = await past.measures({ expiries: ["2026-11-17"], interval: "60M" });
    expect(sessions.map(({ date }) => date)).toEqual(["2026-11-17"]);
    expect(expiries[0]!.call_oi![5]).toBeGreaterThan(0);
    expect(expiries[0]!.atm_iv![0]).toBeGreaterThan(0);
  });

  it("of the nearest expiry of each session are of one that traded in it, with open interest and what traded", async () => {
    const answer = await past.measures({ nearest: true, sessions: 5, interval: "15M" });
    const { sessions, times, expiries } = answer;
    // Of the week that ended on the 17th there are two sessions.
    expect(answer.nearest).toEqual(["2026-11-17", "2026-11-17", past.near, past.near, past.near]);
    const [own] = expiries;
    expect([own!.expiry, expiries.length]).toEqual([past.near, 1]);
    for (const name of ["straddle", "atm_iv", "pcr", "call_oi", "put_oi", "max_pain"] as const) {
      const known = own![name]!.filter((value) => value !== null);
      expect(known.length / times.length, name).toBeGreaterThan(0.95);
    }
    const today = times.findIndex((time) => time >= sessions.at(-1)!.open);
    const volumes = own!.call_volume!.slice(today);
    expect(volumes.every((value, i) => value! >= (volumes[i - 1] ?? 0))).toBe(true);
    const over = await past.measures({ expiries: ["2026-11-17"], sessions: 1, interval: "15M" });
    const day = times.findIndex((time) => time >= over.sessions[0]!.open);
    expect(own!.straddle!.slice(day, day + 5)).toEqual(over.expiries[0]!.straddle!.slice(0, 5));
    const overTime = await past.world.call<OiVsTimeResponse>("/v1/compute/oi_graphs/oi_vs_time", {
      ...{ underlying_symbol: "NIFTY", expiries: [past.near], interval: "15M" },
    });
    const { call_oi, previous_call_oi } = overTime.body.payload;
    expect(own!.call_oi!.slice(today, -1)).toEqual(call_oi.slice(0, -1));
    expect(own!.call_oi_before!.at(-1)).toBe(previous_call_oi);
    expect(own!.call_oi_before!.filter((value) => !(value! > 0))).toEqual([]);
    expect(own!.call_oi_before).toHaveLength(5);
  });

  it("of closes go back a hundred sessions", async () => {
    const { times, underlying, expiries } = await past.measures({ interval: "1D", sessions: 100 });
    expect(times).toHaveLength(100);
    expect(underlying.spot!.filter((spot) => spot === null)).toEqual([]);
    // Of the newest eleven sessions what days do not have is told by their minutes.
    expect(expiries[0]!.straddle!.map((each) => each !== null)).toEqual(times.map((_, i) => i >= 89));
    expect(underlying.iv30!.at(-2)).toBeGreaterThan(0);
    expect(underlying.ivp!.at(-2)).toBeGreaterThanOrEqual(0);
  });
});

describe("premiums", () => {
  it("are the sum of the legs' own bars, minute by minute, in two sessions", async () => {
    const put = past.call.symbol.replace(/CE$/, "PE");
    const legs = [past.call.symbol, put].map((tradingsymbol) => ({
      ...{ tradingsymbol, trade_action: "SELL" as const, quantity: 65 },
    }));
    const told = await past.premium({ strategies: [{ legs }], sessions: 2 });
    const end = past.lastEnd();
    const range = { from: told.sessions[0]!.open, to: end };
    const [calls, puts] = [await past.bars(past.call.symbol, "1M", range), await past.bars(put, "1M", range)];
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
      await past.premium({ strategies: [{ rolling: { expiry: past.near } }] }),
      await past.premium({ strategies: [{ rolling: { expiry: past.near } }] }, "late"),
    ];
    const said = await past.measures({ expiries: [past.near], measures: ["atm_strike"] });
    const ended = live.times.filter((time) => time + MINUTE <= past.lastEnd() - MINUTE).length;
    expect(live.strategies[0]!.strike!.slice(0, ended)).toEqual(
      said.expiries[0]!.atm_strike!.slice(0, ended),
    );
    expect(late.times.at(-1)!).toBeLessThanOrEqual(past.now() - LATE_BY_MS);
    const both = late.times.length - 1;
    expect(late.strategies[0]!.premium.slice(0, both)).toEqual(live.strategies[0]!.premium.slice(0, both));
  });

  it("stand beside those of expiries that are over, as far from their end", async () => {
    const question = { underlying_symbol: "NIFTY", expiry: past.near, count: 4 };
    const answer = await past.world.call<PremiumExpiriesResponse>(
      "/v1/compute/charts/premium_expiries",
      question,
    );
    const told = answer.body.payload;
    expect(told.compared.length).toBeGreaterThanOrEqual(3);
    for (const { expiry, date } of told.compared) {
      // A session of the weekend before an expiry on a Monday is the Friday.
      expect(daysBetween(date as IsoDate, expiry as IsoDate)).toBeLessThanOrEqual(
        3 * told.sessions_before + 2,
      );
      expect(date <= expiry && expiry < past.near).toBe(true);
    }
    expect(told.premium.length).toBeLessThan(told.times.length);
    const minute = told.premium.length - 2;
    expect(told.known[minute]).toBeGreaterThanOrEqual(3);
    expect(Math.max(...told.known)).toBe(told.compared.length);
    expect(told.low[minute]!).toBeLessThanOrEqual(told.median[minute]!);
    expect(told.median[minute]!).toBeLessThanOrEqual(told.high[minute]!);
    const [newest] = told.compared;
    const own = await past.measures({ expiries: [newest!.expiry], date: newest!.date });
    const { straddle, forward } = own.expiries[0]!;
    expect(told.compared.every(({ premium }) => premium === undefined)).toBe(true);
    const each = await past.world.call<PremiumExpiriesResponse>("/v1/compute/charts/premium_expiries", {
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
