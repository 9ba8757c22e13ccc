/** Bars of one instrument as the call tells them: watched minutes, told ones and days. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OiByStrikeResponse } from "#protocol/http/open-interest.ts";
import { periodStart } from "#server/market/history/daily/periods.ts";
import {
  type Bars,
  type ErrorBody,
  MINUTE,
  OPEN,
  type PastCalls,
  SOURCE_MS,
  startPastCalls,
} from "#tests/support/charts/past-calls.ts";

let past: PastCalls;
beforeAll(async () => {
  past = await startPastCalls();
}, SOURCE_MS);
afterAll(() => past?.world.stop());

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
    for (const symbol of ["NIFTY", past.future, past.call.symbol, "RELIANCE"]) {
      const range = { from: Date.parse("2026-11-19T09:15:00+05:30"), to: past.lastEnd() };
      const [minutes, hours] = [await past.bars(symbol, "1M", range), await past.bars(symbol, "60M", range)];
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
    const { times, oi } = await past.bars(past.call.symbol, "1M");
    for (const [from, to] of [
      [OPEN + 10 * MINUTE, OPEN + 70 * MINUTE],
      [past.lastEnd() - 3 * MINUTE, past.lastEnd()],
    ] as const) {
      const answer = await past.world.call<OiByStrikeResponse>("/v1/compute/oi_graphs/oi_by_strike", {
        ...{ underlying_symbol: "NIFTY", expiries: [past.near], from, to },
      });
      const { strikes, call_oi_from, call_oi_to } = answer.body.payload;
      const row = strikes.indexOf(past.call.strike);
      const at = (end: number) => oi![times.indexOf(end - MINUTE)]!;
      expect(at(to) - at(from)).toBe(call_oi_to[row]! - call_oi_from[row]!);
    }
  });

  it("of days, weeks and months are of one another, and close where closes are", async () => {
    for (const symbol of ["NIFTY", "RELIANCE"]) {
      const days = await past.bars(symbol, "1D");
      expect(days.times.length).toBeGreaterThan(200);
      const kept = await past.world.history.days(days.instrument_token, "2026-11-02", "2026-11-19");
      const dates = days.sessions.map(({ date }) => Number(date.replaceAll("-", "")));
      for (const { date, close } of kept!) expect(days.close[dates.indexOf(date)]).toBe(close);
      for (const [interval, period] of [
        ["1W", "week"],
        ["1MO", "month"],
      ] as const) {
        const longer = await past.bars(symbol, interval);
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
    const { times, running_at, high, low, close } = await past.bars("NIFTY", "1M");
    expect(running_at).toBe(past.lastEnd());
    expect(times.at(-1)).toBe(running_at);
    expect(high.at(-1)! - low.at(-1)!).toBeGreaterThan(0);
    expect(high.at(-1)!).toBeGreaterThanOrEqual(close.at(-1)!);
  });
});

it.each([
  ["an interval of 7 minutes", "tradingsymbol=NIFTY&interval=7M", /interval/],
  ["no interval", "tradingsymbol=NIFTY", /interval/],
  ["no symbol", "interval=1M", /tradingsymbol/],
  ["a time that is none", "tradingsymbol=NIFTY&interval=1M&from=yesterday", /from/],
  ["another word", "tradingsymbol=NIFTY&interval=1M&offset=3", /additional/],
])("refuses %s with what is wrong", async (_, query, text) => {
  const { status, body } = await past.world.call<ErrorBody>(`/v1/charts/bars?${query}`);
  expect([status, body.error.code]).toEqual([400, "request.invalid"]);
  expect(body.error.message).toMatch(text);
});
