import { describe, expect, it } from "vitest";
import { futOiVsTime } from "#server/capabilities/charts/fut-oi-vs-time.ts";
import { multistrikeOi } from "#server/capabilities/charts/multistrike-oi.ts";
import { minutePast, type ScriptedPast } from "#tests/support/charts/minute-past.ts";
import {
  directory,
  FUTURE,
  marketAt,
  NOW,
  oiAtEnd,
  options,
  SESSIONS,
  script,
  TODAY,
} from "#tests/support/charts/open-interest-market.ts";

const MINUTE = 60_000;
const at = (minute: number): number => TODAY.open + minute * MINUTE;
const [CALL, PUT] = [options[0]!, options.find(({ instrument_type }) => instrument_type === "PE")!];
const [future] = directory.futures(directory.underlyer("NIFTY"));

const ofLegs = (
  legs: readonly string[],
  request: { interval?: "1M" | "5M" | "30M" | "1D"; sessions?: number } = {},
  { past = script, now = NOW }: { past?: ScriptedPast; now?: number } = {},
) => multistrikeOi(marketAt(now), minutePast(past), { underlying: "NIFTY", legs: [...legs], ...request });

describe("open interest of contracts over time", () => {
  it("is what is kept of each minute, and of the one that is on what its quote says", async () => {
    const legs = [CALL, PUT, future!];
    const answer = await ofLegs(
      legs.map(({ tradingsymbol }) => tradingsymbol),
      { interval: "1M" },
    );
    expect(answer.times).toEqual(Array.from({ length: 12 }, (_, minute) => at(minute)));
    expect(answer.running_at).toBe(at(11));
    for (const [i, { instrument_token: token, lot_size }] of legs.entries()) {
      const own = answer.series[i]!;
      expect(own).toMatchObject({ instrument_token: token, lot_size });
      expect(own.oi.slice(0, -1)).toEqual(Array.from({ length: 11 }, (_, n) => oiAtEnd(token, at(n + 1))));
      expect(own.oi[11]).toBe(650_000 + (token % 97) * 65);
      expect(own.price[0]).toBe(script.close(token, at(1)) / 100);
      expect(own.price[11]).toBe(250);
      const each = script.volume!(token, at(1));
      expect(own.volume[0]).toBe(each);
      // What the day has beyond the minutes that ended.
      expect(own.volume[11]).toBe(65_000 - 11 * each);
    }
    expect(answer.underlying_prices[11]).toBe(24_301);
  });

  it("in longer bars has the last minute's open interest and price, and all that was traded in them", async () => {
    const { times, series } = await ofLegs([CALL.tradingsymbol], { interval: "5M", sessions: 2 });
    const own = series[0]!;
    const each = script.volume!(CALL.instrument_token, at(1));
    expect(times.slice(-3)).toEqual([at(0), at(5), at(10)]);
    expect(own.oi.at(-3)).toBe(oiAtEnd(CALL.instrument_token, at(5)));
    expect(own.price.at(-3)).toBe(script.close(CALL.instrument_token, at(5)) / 100);
    expect(own.volume.slice(-3)).toEqual([5 * each, 5 * each, 65_000 - 10 * each]);
  });

  it("stands beside the close before the first session: of today's as the chain has it", async () => {
    const legs = [CALL.tradingsymbol, future!.tradingsymbol];
    const [today, two] = [await ofLegs(legs), await ofLegs(legs, { sessions: 2 })];
    const closed = (day: number, token: number) => oiAtEnd(token, SESSIONS[day]!.close);
    expect(today.interval).toBe("15M");
    expect(today.series.map(({ previous_oi }) => previous_oi)).toEqual([
      closed(2, CALL.instrument_token),
      closed(2, FUTURE),
    ]);
    expect(two.series.map(({ previous_oi }) => previous_oi)).toEqual([
      closed(1, CALL.instrument_token),
      closed(1, FUTURE),
    ]);
    expect(two.series[1]!.previous_price).toBe(script.close(FUTURE, SESSIONS[1]!.close) / 100);
  });

  it("names a contract twice where it was asked for twice", async () => {
    const { series } = await ofLegs([CALL.tradingsymbol, PUT.tradingsymbol, CALL.tradingsymbol]);
    expect(series.map(({ tradingsymbol }) => tradingsymbol)).toEqual([
      CALL.tradingsymbol,
      PUT.tradingsymbol,
      CALL.tradingsymbol,
    ]);
    expect(series[2]).toEqual(series[0]);
  });

  it("is not known of a gap, which has no trades either", async () => {
    const past = { ...script, gaps: [{ from: at(4), to: at(6) }], origin: "source" as const };
    const { series, sessions, origins } = await ofLegs([CALL.tradingsymbol], { interval: "1M" }, { past });
    for (const figures of [series[0]!.oi, series[0]!.price, series[0]!.volume]) {
      expect(figures.slice(3, 7).map((figure) => figure === null)).toEqual([false, true, true, false]);
    }
    expect(sessions[0]).toMatchObject({ gaps: [{ from: at(4), to: at(6) }], origin: "source" });
    expect(new Set(origins)).toEqual(new Set(["source"]));
  });

  it("has no price before a contract's first trade of the day", async () => {
    const past = {
      ...script,
      close: (token: number, end: number) => (end <= at(3) ? 0 : script.close(token, end)),
    };
    const { series } = await ofLegs([CALL.tradingsymbol], { interval: "1M" }, { past });
    expect(series[0]!.price.slice(0, 4)).toEqual([null, null, null, 194]);
    expect(series[0]!.oi[0]).toBe(oiAtEnd(CALL.instrument_token, at(1)));
  });

  it.each([
    ["an index", ["NIFTY"], "request.invalid", /is an index/],
    ["a contract that is over", ["NIFTY26N1724500CE"], "derivative.not_found", /may have expired/],
    ["a word", ["NOPE"], "instrument.not_found", /not found/],
  ])("refuses %s as a leg", async (_, legs, code, text) => {
    const refused = ofLegs(legs);
    await expect(refused).rejects.toMatchObject({ code });
    await expect(refused).rejects.toThrow(text);
  });
});

describe("open interest of futures over time", () => {
  const ask = (request: { interval?: "1M" | "1D"; sessions?: number } = {}) =>
    futOiVsTime(marketAt(NOW), minutePast(script), { underlying_symbol: "NIFTY", ...request });

  it("is of the first expiries, near to far, by the minute", async () => {
    const { futures, times, interval } = await ask();
    expect(interval).toBe("1M");
    expect(futures.map(({ instrument_token, expiry }) => [instrument_token, expiry])).toEqual([
      [FUTURE, "2026-11-24"],
    ]);
    expect(futures[0]!.oi[4]).toBe(oiAtEnd(FUTURE, at(5)));
    expect(times).toHaveLength(12);
  });

  it("by sessions is that of each close, and of now", async () => {
    const { futures, times, running_at } = await ask({ interval: "1D", sessions: 3 });
    expect(times).toEqual(SESSIONS.slice(1).map(({ open }) => open));
    expect(running_at).toBe(TODAY.open);
    expect(futures[0]!.oi).toEqual([
      oiAtEnd(FUTURE, SESSIONS[1]!.close),
      oiAtEnd(FUTURE, SESSIONS[2]!.close),
      650_000 + (FUTURE % 97) * 65,
    ]);
  });
});
