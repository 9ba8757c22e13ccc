import { describe, expect, it } from "vitest";
import { dayStart } from "#domain/calendar/market-day.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { type BarInterval, MOST_BARS } from "#protocol/http/chart-bars.ts";
import { instrumentBars } from "#server/capabilities/charts/bars/instrument-bars.ts";
import { sessionTimes } from "#server/market/history/session-times.ts";
import { minutePast, type ScriptedPast } from "#tests/support/charts/minute-past.ts";
import {
  FUTURE,
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
const CALL = options[0]!;
const FUTURE_SYMBOL = "NIFTY26NOVFUT";

interface Question {
  readonly interval?: BarInterval;
  readonly from?: number;
  readonly to?: number;
}
const ask = (
  tradingsymbol: string,
  { interval = "1M", from, to }: Question = {},
  { past = script, now = NOW }: { past?: ScriptedPast; now?: number } = {},
) =>
  instrumentBars(marketAt(now), minutePast(past), {
    tradingsymbol,
    interval,
    ...(from !== undefined && { from: String(from) }),
    ...(to !== undefined && { to: String(to) }),
  });

describe("bars of minutes", () => {
  it("are what is kept of each, and of the one that is on what its quote says", async () => {
    const answer = await ask(FUTURE_SYMBOL);
    expect(answer).toMatchObject({ instrument_token: FUTURE, instrument_type: "FUT", interval: "1M" });
    expect(answer.times).toEqual(Array.from({ length: 12 }, (_, minute) => at(minute)));
    expect(answer.running_at).toBe(at(11));
    const close = (minute: number) => script.close(FUTURE, at(minute)) / 100;
    expect(answer.close.slice(0, 11)).toEqual(Array.from({ length: 11 }, (_, n) => close(n + 1)));
    expect([answer.open[3], answer.high[3], answer.low[3]]).toEqual([
      close(3),
      close(4) + 0.15,
      close(3) - 0.15,
    ]);
    expect(answer.oi?.slice(0, 11)).toEqual(Array.from({ length: 11 }, (_, n) => oiAtEnd(FUTURE, at(n + 1))));
    const each = script.volume!(FUTURE, at(1));
    expect(answer.volume).toEqual([...Array<number>(11).fill(each), 65_000 - 11 * each]);
    expect([answer.open[11], answer.high[11], answer.low[11], answer.close[11]]).toEqual([
      250, 250, 250, 250,
    ]);
    expect(new Set(answer.carried)).toEqual(new Set([false]));
    expect(answer.sessions.map(({ date, origin }) => [date, origin])).toEqual([[TODAY.date, "recorded"]]);
  });

  it("of an option have the last price of each, of an index no volume, and open interest where there is any", async () => {
    const call = await ask(CALL.tradingsymbol);
    expect(call.open).toEqual(call.close);
    expect(call.oi?.[3]).toBe(oiAtEnd(CALL.instrument_token, at(4)));
    const index = await ask("NIFTY");
    expect([index.volume, index.oi, index.instrument_type]).toEqual([null, null, "INDEX"]);
    expect(index.close[4]).toBe(script.close(NIFTY, at(5)) / 100);
    expect(index.close[11]).toBe(24_301);
  });

  it("stand where nothing was traded, and are unknown before the first trade and in gaps", async () => {
    const past: ScriptedPast = {
      ...script,
      close: (token, end) => (end <= at(2) ? 0 : script.close(token, Math.min(end, at(4)))),
      volume: (_, end) => (end === at(3) || end === at(4) ? 65 : 0),
      gaps: [{ from: at(7), to: at(9) }],
    };
    const { close, high, volume, oi, carried, sessions } = await ask(CALL.tradingsymbol, {}, { past });
    expect(close.slice(0, 9)).toEqual([null, null, 190 + 3, 190 + 4, 194, 194, 194, null, null]);
    expect(high).toEqual(close);
    expect(volume?.slice(0, 9)).toEqual([0, 0, 65, 65, 0, 0, 0, null, null]);
    expect(carried.slice(0, 9)).toEqual([true, true, false, false, true, true, true, false, false]);
    expect(oi?.[0]).toBe(oiAtEnd(CALL.instrument_token, at(1)));
    expect(sessions[0]!.gaps).toEqual([{ from: at(7), to: at(9) }]);
  });

  it.each(["3M", "5M", "15M", "30M", "60M"] as const)(
    "of %s are made of those of one minute",
    async (interval) => {
      const from = SESSIONS[2]!.open;
      const past: ScriptedPast = { ...script, gaps: [{ from: from + 4 * MINUTE, to: from + 6 * MINUTE }] };
      for (const symbol of [FUTURE_SYMBOL, CALL.tradingsymbol, "NIFTY"]) {
        const [ones, bars] = await Promise.all([
          ask(symbol, { from }, { past }),
          ask(symbol, { from, interval }, { past }),
        ]);
        bars.times.forEach((time, bar) => {
          const end = bars.times[bar + 1] ?? Number.POSITIVE_INFINITY;
          const own = ones.times.flatMap((each, i) =>
            each >= time && each < end && ones.close[i] !== null ? [i] : [],
          );
          const [first, last] = [own[0]!, own.at(-1)!];
          expect(bars.open[bar]).toBe(ones.open[first]);
          expect(bars.close[bar]).toBe(ones.close[last]);
          expect(bars.high[bar]).toBe(Math.max(...own.map((i) => ones.high[i]!)));
          expect(bars.low[bar]).toBe(Math.min(...own.map((i) => ones.low[i]!)));
          if (bars.volume !== null)
            expect(bars.volume[bar]).toBe(own.reduce((sum, i) => sum + ones.volume![i]!, 0));
          if (bars.oi !== null) expect(bars.oi[bar]).toBe(ones.oi![last]);
        });
        expect(bars.sessions).toEqual(ones.sessions);
      }
    },
  );

  it("begin with the session's open, and the last one is as long as the session leaves it", async () => {
    const sessions = ["2026-07-31", "2026-08-03"].map((date) => sessionTimes("NFO", date as IsoDate, true));
    const [before, after] = sessions as [(typeof sessions)[0], (typeof sessions)[0]];
    const past: ScriptedPast = {
      ...script,
      sessions,
      oi: () => 65,
      close: (_, end) => Math.round(end / MINUTE) % 1e6,
    };
    const { times, close, running_at } = await ask("NIFTY", { interval: "60M" }, { past, now: after.close });
    const hours = ({ open }: typeof after) =>
      Array.from({ length: 7 }, (_, hour) => open + hour * 60 * MINUTE);
    expect(times).toEqual([...hours(before), ...hours(after)]);
    // From the third of August on options trade ten minutes longer.
    expect([before.close - times[6]!, after.close - times[13]!]).toEqual([15 * MINUTE, 25 * MINUTE]);
    expect(close[13]).toBe(past.close(NIFTY, after.close) / 100);
    expect(running_at).toBeNull();
  });

  it("are those that end after from and begin before to", async () => {
    const { times } = await ask("NIFTY", { interval: "5M", from: at(6), to: at(10) });
    expect(times).toEqual([at(5)]);
    const night = await ask("NIFTY", {
      interval: "30M",
      from: SESSIONS[1]!.close,
      to: SESSIONS[2]!.close + 1,
    });
    expect(night.times).toEqual([SESSIONS[2]!.open]);
    expect(night.running_at).toBeNull();
  });

  it("go over as many sessions as they have minutes where nothing is said", async () => {
    const count = async (interval: BarInterval) => (await ask("NIFTY", { interval })).sessions.length;
    expect([await count("1M"), await count("3M"), await count("15M")]).toEqual([1, 3, 4]);
  });

  it("asks history for nothing later than the viewer's own market", async () => {
    const late = NOW - 2 * MINUTE;
    const past = minutePast(script);
    const market = marketAt(late);
    for (const tradingsymbol of [FUTURE_SYMBOL, CALL.tradingsymbol]) {
      const { times, running_at } = await instrumentBars(market, past, { tradingsymbol, interval: "1M" });
      expect([times.at(-1), running_at]).toEqual([at(9), at(9)]);
    }
    expect(past.asked.length).toBeGreaterThan(2);
    for (const { until } of past.asked) if (until !== null) expect(until).toBeLessThanOrEqual(late);
  });
});

describe("bars of days and longer", () => {
  const day = (date: number, close: number, more: object = {}) => ({
    ...{ date, open: close - 10, high: close + 20, low: close - 30, close, volume: 1_000, futuresOi: 65 },
    ...{ origin: "imported" as const },
    ...more,
  });
  const past: ScriptedPast = {
    ...script,
    daily: {
      days: async () => [day(20261117, 24_100), day(20261119, 24_300, { high: null, origin: "simulated" })],
      expiryDays: async () => [],
    },
  };

  it("of an index are its days, and today what the exchange says of it", async () => {
    const answer = await ask("NIFTY", { interval: "1D" }, { past });
    expect(answer.times).toEqual(SESSIONS.map(({ open }) => open));
    expect(answer.close).toEqual([24_100, null, 24_300, 24_301]);
    expect(answer.high).toEqual([24_120, null, null, 260]);
    expect(answer.running_at).toBe(TODAY.open);
    expect(answer.sessions.map(({ origin, gaps }) => [origin, gaps.length])).toEqual([
      ["imported", 0],
      [null, 1],
      ["simulated", 0],
      ["recorded", 0],
    ]);
  });

  it("leave out days before the first that is known, unless they are asked for", async () => {
    const known: ScriptedPast = {
      ...past,
      daily: { days: async () => [day(20261118, 24_200)], expiryDays: async () => [] },
    };
    expect((await ask("NIFTY", { interval: "1D" }, { past: known })).times[0]).toBe(SESSIONS[1]!.open);
    const all = await ask("NIFTY", { interval: "1D", from: SESSIONS[0]!.open }, { past: known });
    expect([all.times[0], all.close[0]]).toEqual([SESSIONS[0]!.open, null]);
  });

  it.each(["1W", "1MO"] as const)(
    "%s are made of their days, the whole of the one that holds from",
    async (interval) => {
      for (const symbol of ["NIFTY", FUTURE_SYMBOL]) {
        const days = await ask(symbol, { interval: "1D" }, { past });
        const { times, open, high, low, close, volume, oi, running_at, sessions } = await ask(
          symbol,
          { interval, from: SESSIONS[2]!.open },
          { past },
        );
        // All four sessions are of one week and month.
        expect([times, running_at]).toEqual([[SESSIONS[0]!.open], SESSIONS[0]!.open]);
        const sum = (column: readonly (number | null)[]) =>
          column.reduce<number>((all, each) => all + (each ?? 0), 0);
        expect([open[0], close[0], low[0]]).toEqual([
          days.open[0],
          days.close[3],
          Math.min(...days.low.filter((each) => each !== null)),
        ]);
        expect(high[0]).toBe(symbol === "NIFTY" ? null : Math.max(...days.high.map((each) => each!)));
        if (volume !== null) expect([volume[0], oi![0]]).toEqual([sum(days.volume!), days.oi![3]]);
        expect(sessions).toEqual(days.sessions);
      }
    },
  );

  it("of a future are its minutes put together", async () => {
    const days = await ask(FUTURE_SYMBOL, { interval: "1D" });
    const minutes = await ask(FUTURE_SYMBOL, { interval: "1M", from: SESSIONS[0]!.open });
    const own = minutes.times.flatMap((time, i) => (time < SESSIONS[0]!.close ? [i] : []));
    expect(days.volume![0]).toBe(own.reduce((sum, i) => sum + minutes.volume![i]!, 0));
    expect([days.open[0], days.close[0]]).toEqual([minutes.open[0], minutes.close[own.length - 1]]);
    expect(days.oi![0]).toBe(oiAtEnd(FUTURE, SESSIONS[0]!.close));
  });
});

describe("what is asked wrongly", () => {
  it.each([
    ["the future", { to: NOW + MINUTE }, /to is in the future/],
    ["a beginning to come", { from: NOW + MINUTE }, /from is in the future/],
    ["from after to", { from: at(8), to: at(3) }, /from must be before to/],
    [
      "what is further back than minutes",
      { from: SESSIONS[0]!.open - MINUTE },
      /first session is that of 2026-11-17.*ask for 1D/,
    ],
    [
      "a night",
      { from: SESSIONS[1]!.close + MINUTE, to: SESSIONS[2]!.open - MINUTE },
      /no session.*nearest is that of 2026-11-18/,
    ],
  ] as const)("is refused with the way out: %s", async (_, question, text) => {
    const refused = ask("NIFTY", question);
    await expect(refused).rejects.toMatchObject({ code: "request.invalid" });
    await expect(refused).rejects.toThrow(text);
  });

  it("names the instrument that is not there", async () => {
    await expect(ask("NOPE")).rejects.toMatchObject({ code: "instrument.not_found" });
    await expect(ask("NIFTY26N1724500CE")).rejects.toThrow(/may have expired/);
  });

  it("is more than an answer has", async () => {
    const sessions = Array.from({ length: 9 }, (_, i) => {
      const date = `2026-11-${10 + i}` as IsoDate;
      return { date, open: dayStart(date), close: dayStart(date) + 1_440 * MINUTE };
    });
    const past: ScriptedPast = { ...script, sessions, oi: () => 65, close: () => 10_000 };
    const now = sessions.at(-1)!.close;
    const from = sessions[0]!.open;
    await expect(ask("NIFTY", { from }, { past, now })).rejects.toThrow(
      `12960 bars are too many: an answer has ${MOST_BARS} at most; ask for a longer interval`,
    );
    expect((await ask("NIFTY", { from, interval: "3M" }, { past, now })).times).toHaveLength(4_320);
  });
});
