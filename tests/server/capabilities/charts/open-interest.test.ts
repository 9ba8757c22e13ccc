import { describe, expect, it } from "vitest";
import { atmStrikeIndex, maxPain } from "#domain/chain/measures.ts";
import { chainFigures } from "#server/capabilities/charts/chain-figures.ts";
import { oiAtInstants } from "#server/capabilities/charts/oi-at-instants.ts";
import { oiMinutes } from "#server/capabilities/charts/oi-minutes.ts";
import { oiVsTime } from "#server/capabilities/charts/oi-vs-time.ts";
import { minutePast, type ScriptedPast } from "#tests/support/charts/minute-past.ts";
import {
  chainOf,
  directory,
  EXPIRIES,
  marketAt,
  NOW,
  oiAtEnd,
  options,
  SESSIONS,
  script,
  TODAY,
} from "#tests/support/charts/open-interest-market.ts";

const MINUTE = 60_000;
const BOTH = [...EXPIRIES];
const at = (minute: number): number => TODAY.open + minute * MINUTE;

/** Σ of a side at a strike, as the past has it. */
function sumAt(
  strike: number,
  type: "CE" | "PE",
  end: number,
  expiries: readonly string[] = BOTH,
): number | null {
  const own = options.filter(
    (each) => each.strike === strike && each.instrument_type === type && expiries.includes(each.expiry!),
  );
  return own.length === 0
    ? null
    : own.reduce((sum, { instrument_token }) => sum + oiAtEnd(instrument_token, end), 0);
}

const byStrike = (
  request: { expiries?: string[]; from: number | null; to: number | null },
  { now = NOW, past = script }: { now?: number; past?: ScriptedPast } = {},
) =>
  oiAtInstants(marketAt(now), minutePast(past), { underlying_symbol: "NIFTY", expiries: BOTH, ...request });

describe("open interest by strike at two moments", () => {
  it("is what is kept of both minutes, the expiries of a strike added up", async () => {
    const answer = await byStrike({ from: at(3), to: at(8) });
    expect(answer.strikes).toEqual([...new Set(options.map(({ strike }) => strike))].sort((a, b) => a - b));
    for (const [row, strike] of answer.strikes.entries()) {
      expect(answer.call_oi_from[row]).toBe(sumAt(strike, "CE", at(3)));
      expect(answer.put_oi_from[row]).toBe(sumAt(strike, "PE", at(3)));
      expect(answer.call_oi_to[row]).toBe(sumAt(strike, "CE", at(8)));
      expect(answer.put_oi_to[row]).toBe(sumAt(strike, "PE", at(8)));
    }
    expect(answer.from.at).toBe(at(3));
    expect(answer.to).toMatchObject({ at: at(8), spot: 24_200 + 98, forward: 24_250 + 98 });
  });

  it("has PCR, max pain and the strike at the money of its own open interest", async () => {
    const { to, strikes, call_oi_to, put_oi_to } = await byStrike({ from: null, to: at(8) });
    const [calls, puts] = [call_oi_to, put_oi_to].map((side) =>
      Float64Array.from(side, (oi) => oi ?? Number.NaN),
    );
    const sum = (side: readonly (number | null)[]) => side.reduce<number>((all, oi) => all + (oi ?? 0), 0);
    expect(to.call_oi).toBe(sum(call_oi_to));
    expect(to.put_oi).toBe(sum(put_oi_to));
    expect(to.pcr).toBe(sum(put_oi_to) / sum(call_oi_to));
    expect(to.max_pain).toBe(maxPain(strikes.length, Float64Array.from(strikes), calls!, puts!, 24_348));
    const near = Float64Array.from(strikes);
    expect(to.atm_strike).toBe(near[atmStrikeIndex(near.length, near, 24_348)]);
  });

  it("is, between a minute and the one after, the sum of the differences of its expiries", async () => {
    const [all, near, far] = await Promise.all([
      byStrike({ from: at(4), to: at(5) }),
      ...EXPIRIES.map((expiry) => byStrike({ from: at(4), to: at(5), expiries: [expiry] })),
    ]);
    const change = (answer: typeof all, strike: number): number => {
      const row = answer!.strikes.indexOf(strike);
      return row < 0 ? 0 : (answer!.call_oi_to[row] ?? 0) - (answer!.call_oi_from[row] ?? 0);
    };
    for (const strike of all!.strikes) {
      expect(change(all, strike)).toBe(change(near!, strike) + change(far!, strike));
    }
  });

  it("now is what the page of the chain shows, since the close of which the chain tells", async () => {
    const answer = await byStrike({ from: null, to: null, expiries: [EXPIRIES[0]] });
    const { options: told } = chainFigures(chainOf(EXPIRIES[0], NOW));
    for (const { strike, instrument_type, instrument_token, expiry } of options) {
      if (expiry !== EXPIRIES[0]) continue;
      const row = answer.strikes.indexOf(strike);
      const { oi, previousOi } = told.get(instrument_token)!;
      const [to, from] =
        instrument_type === "CE"
          ? [answer.call_oi_to, answer.call_oi_from]
          : [answer.put_oi_to, answer.put_oi_from];
      expect([to[row], from[row]]).toEqual([oi, previousOi]);
    }
    expect(answer.to).toMatchObject({ at: NOW, spot: 24_301, forward: 24_351 });
    // The forward at that close is the last of its session.
    expect(answer.from).toMatchObject({ at: null, spot: 24_289, forward: 24_250 + 90 });
    expect(answer.sessions.map(({ date }) => date)).toEqual([TODAY.date]);
  });

  it("of an earlier session begins with the close before that one", async () => {
    const [before, day] = [SESSIONS[0]!, SESSIONS[1]!];
    const answer = await byStrike({ from: null, to: day.open + 10 * MINUTE });
    const strike = answer.strikes[2]!;
    expect(answer.call_oi_from[2]).toBe(sumAt(strike, "CE", before.close));
    expect(answer.call_oi_to[2]).toBe(sumAt(strike, "CE", day.open + 10 * MINUTE));
    expect(answer.from).toMatchObject({ at: null, spot: 24_200 + 30, forward: 24_250 + 30 });
    expect(answer.sessions.map(({ date }) => date)).toEqual([day.date]);
  });

  it("may begin in an earlier session than it ends in, and tells of both", async () => {
    const answer = await byStrike({ from: SESSIONS[2]!.open + MINUTE, to: null });
    expect(answer.sessions.map(({ date }) => date)).toEqual([SESSIONS[2]!.date, TODAY.date]);
    expect(answer.from.at).toBe(SESSIONS[2]!.open + MINUTE);
  });

  it("is unknown in a gap, and never that of the minute beside it", async () => {
    const past = { ...script, gaps: [{ from: at(4), to: at(6) }] };
    const { call_oi_from, put_oi_from, from, sessions } = await byStrike(
      { from: at(5), to: at(8) },
      { past },
    );
    expect(new Set([...call_oi_from, ...put_oi_from])).toEqual(new Set([null]));
    expect(from).toMatchObject({ at: at(5), spot: null, pcr: null, max_pain: null, call_oi: null });
    expect(sessions[0]!.gaps).toEqual([{ from: at(4), to: at(6) }]);
  });

  it("adds up what is known of a strike where one of its contracts is not", async () => {
    const lost = options.find(
      ({ expiry, instrument_type }) => expiry === EXPIRIES[0] && instrument_type === "CE",
    )!;
    const past = {
      ...script,
      oi: (token: number, end: number) => (token === lost.instrument_token ? null : script.oi(token, end)),
    };
    const request = { from: at(3), to: at(8) };
    const [both, alone] = await Promise.all([
      byStrike(request, { past }),
      byStrike({ ...request, expiries: [EXPIRIES[0]] }, { past }),
    ]);
    const row = (answer: typeof both) => answer.strikes.indexOf(lost.strike);
    expect(both.call_oi_to[row(both)]).toBe(sumAt(lost.strike, "CE", at(8), [EXPIRIES[1]]));
    expect(alone.call_oi_to[row(alone)]).toBeNull();
  });

  it("asks history for nothing that has not ended in the viewer's own market", async () => {
    const late = NOW - MINUTE;
    const past = minutePast(script);
    const request = { underlying_symbol: "NIFTY", expiries: BOTH };
    await expect(oiAtInstants(marketAt(late), past, { ...request, from: null, to: at(11) })).rejects.toThrow(
      "to is in the future",
    );
    await oiAtInstants(marketAt(late), past, { ...request, from: at(3), to: at(10) });
    await oiMinutes(marketAt(late), past, request);
    await oiVsTime(marketAt(late), past, { ...request, sessions: 2 });
    expect(past.asked.length).toBeGreaterThan(5);
    for (const { until } of past.asked) if (until !== null) expect(until).toBeLessThanOrEqual(late);
  });

  it.each([
    [
      "an expiry that is over",
      { expiries: ["2026-11-17"], from: null, to: null },
      "derivative.not_found",
      /names those listed: 2026-11-24, 2026-12-01$/,
    ],
    [
      "an expiry twice",
      { expiries: [EXPIRIES[0], EXPIRIES[0]], from: null, to: null },
      "request.invalid",
      /once/,
    ],
    ["from after to", { from: at(8), to: at(3) }, "request.invalid", /from must be a minute before to/],
    ["the same minute twice", { from: at(8) + 1_000, to: at(8) + 2_000 }, "request.invalid", /before to/],
    [
      "the future",
      { from: null, to: at(12) },
      "request.invalid",
      /the market has come to 2026-11-20 09:26; give null/,
    ],
    [
      "a night",
      { from: TODAY.open - 3_600_000, to: null },
      "request.invalid",
      /nearest is that of 2026-11-20/,
    ],
    ["the first instant of a session", { from: null, to: at(0) }, "request.invalid", /from 09:16 to 09:45/],
    ["long ago", { from: 0, to: null }, "request.invalid", /begin with 2026-11-17/],
    ["no instant", { from: null, to: 1.5 }, "request.invalid", /epoch milliseconds/],
    ["an instant beyond all dates", { from: -1e300, to: null }, "request.invalid", /epoch milliseconds/],
  ])("refuses %s, and says the way out", async (_, request, code, text) => {
    const refused = byStrike(request);
    await expect(refused).rejects.toMatchObject({ code });
    await expect(refused).rejects.toThrow(text);
  });

  it.each([
    ["NOPE", "underlying.not_found"],
    ["RELIANCE", "derivative.not_found"],
  ])("refuses %s, of which nothing is derived", async (underlying_symbol, code) => {
    const request = { underlying_symbol, expiries: BOTH, from: null, to: null };
    await expect(oiAtInstants(marketAt(NOW), minutePast(script), request)).rejects.toMatchObject({ code });
  });

  it("waits for the day to be known", async () => {
    await expect(
      byStrike({ from: null, to: null }, { past: { ...script, isKnown: false } }),
    ).rejects.toMatchObject({ code: "server.unavailable" });
  });
});

/** Units of a strike at the end of a minute, of what changed. */
function standing(changes: readonly number[], minute: number): number | null {
  let units = -1;
  for (let i = 0; i < changes.length && changes[i]! <= minute; i += 2) units = changes[i + 1]!;
  return units < 0 ? null : units;
}

describe("a session by strike, every minute of it", () => {
  const ask = (request: { date?: string }, past: ScriptedPast = script, now = NOW) =>
    oiMinutes(marketAt(now), minutePast(past), { underlying_symbol: "NIFTY", expiries: BOTH, ...request });

  it("is, minute for minute, what two moments of it are", async () => {
    const whole = await ask({});
    expect(whole.minutes).toBe(12);
    for (let minute = 1; minute <= 11; minute++) {
      const { call_oi_to, put_oi_to, to } = await byStrike({ from: null, to: at(minute) });
      expect(whole.call_oi.map((changes) => standing(changes, minute - 1))).toEqual(call_oi_to);
      expect(whole.put_oi.map((changes) => standing(changes, minute - 1))).toEqual(put_oi_to);
      expect([whole.spot[minute - 1], whole.forward[minute - 1]]).toEqual([to.spot, to.forward]);
    }
    const { call_oi_to, call_oi_from, from } = await byStrike({ from: null, to: null });
    expect(whole.call_oi.map((changes) => standing(changes, 11))).toEqual(call_oi_to);
    expect(whole.previous_call_oi).toEqual(call_oi_from);
    expect([whole.previous_spot, whole.previous_forward]).toEqual([from.spot, from.forward]);
    expect([whole.spot.length, whole.forward.length]).toEqual([12, 12]);
  });

  it("of an earlier date is whole, since the close before", async () => {
    const whole = await ask({ date: SESSIONS[2]!.date });
    expect(whole.minutes).toBe(30);
    expect(whole.session).toMatchObject({ date: SESSIONS[2]!.date, close: SESSIONS[2]!.close });
    expect(whole.previous_call_oi[0]).toBe(sumAt(whole.strikes[0]!, "CE", SESSIONS[1]!.close));
    expect(standing(whole.put_oi[0]!, 29)).toBe(sumAt(whole.strikes[0]!, "PE", SESSIONS[2]!.close));
  });

  it("says of a gap that it is not known, and goes on after it", async () => {
    const whole = await ask({}, { ...script, gaps: [{ from: at(4), to: at(6) }] });
    const changes = whole.call_oi[0]!;
    expect([3, 4, 5, 6].map((minute) => standing(changes, minute) === null)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(whole.spot.slice(3, 7).map((spot) => spot === null)).toEqual([false, true, true, false]);
  });

  it("tells only what changed", async () => {
    const still = await ask({}, { ...script, oi: (token) => script.oi(token, at(12)) });
    for (const changes of still.call_oi) expect(changes).toHaveLength(2);
  });

  it.each([
    ["2026-11-21", /has not begun/],
    ["2026-11-01", /is too far back/],
    ["2026-13-45", /has not begun/],
  ])("refuses %s with the sessions there are", async (date, text) => {
    await expect(ask({ date })).rejects.toThrow(text);
    await expect(ask({ date })).rejects.toThrow(/2026-11-17, 2026-11-18, 2026-11-19, 2026-11-20/);
  });
});

describe("open interest of calls and puts over time", () => {
  const ask = (
    request: { interval?: "1M" | "5M" | "1D"; sessions?: number },
    past: ScriptedPast = script,
    now = NOW,
  ) => oiVsTime(marketAt(now), minutePast(past), { underlying_symbol: "NIFTY", expiries: BOTH, ...request });

  it("is minute for minute the sum over the strikes, and ends with the minute that is on", async () => {
    const { times, call_oi, put_oi, underlying_prices, running_at } = await ask({});
    expect(times).toEqual(Array.from({ length: 12 }, (_, minute) => at(minute)));
    expect(running_at).toBe(at(11));
    for (let minute = 1; minute <= 11; minute++) {
      const { to } = await byStrike({ from: null, to: at(minute) });
      expect([call_oi[minute - 1], put_oi[minute - 1], underlying_prices[minute - 1]]).toEqual([
        to.call_oi,
        to.put_oi,
        to.spot,
      ]);
    }
    const { to } = await byStrike({ from: null, to: null });
    expect([call_oi[11], put_oi[11], underlying_prices[11]]).toEqual([to.call_oi, to.put_oi, to.spot]);
  });

  it("in longer bars is that of the last minute of each", async () => {
    const [minutes, fives] = await Promise.all([ask({ sessions: 2 }), ask({ interval: "5M", sessions: 2 })]);
    expect(fives.times.slice(-3)).toEqual([at(0), at(5), at(10)]);
    for (const [bar, time] of fives.times.entries()) {
      const last = Math.min(minutes.times.indexOf(time) + 4, minutes.times.length - 1);
      expect([fives.call_oi[bar], fives.underlying_prices[bar]]).toEqual([
        minutes.call_oi[last],
        minutes.underlying_prices[last],
      ]);
    }
    expect(fives.running_at).toBe(at(10));
  });

  it("begins with the close before its first session", async () => {
    const sum = (end: number) =>
      options.reduce(
        (all, each) => all + (each.instrument_type === "CE" ? oiAtEnd(each.instrument_token, end) : 0),
        0,
      );
    expect((await ask({})).previous_call_oi).toBe(sum(SESSIONS[2]!.close));
    expect((await ask({ sessions: 2 })).previous_call_oi).toBe(sum(SESSIONS[1]!.close));
    expect((await ask({ interval: "1D", sessions: 3 })).times).toEqual(
      SESSIONS.slice(1).map(({ open }) => open),
    );
  });

  it("by sessions is what is kept of their closes, and of today what the minutes are", async () => {
    const day = (date: number, expiry: number, callOi: number) => ({
      ...{ date, expiry, callOi, putOi: 2 * callOi, origin: "imported" as const },
      ...{ forward: null, atmIv: null, pcr: null, maxPain: null, callVolume: null, putVolume: null },
    });
    const bar = {
      open: null,
      high: null,
      low: null,
      volume: null,
      futuresOi: null,
      origin: "source" as const,
    };
    const past: ScriptedPast = {
      ...script,
      daily: {
        days: async () => [{ ...bar, date: 20261118, close: 24_111 }],
        expiryDays: async () => [
          day(20261118, 20261124, 100),
          day(20261118, 20261201, 10),
          day(20261118, 20261208, 1),
        ],
      },
    };
    const answer = await ask({ interval: "1D", sessions: 3 }, past);
    const now = await byStrike({ from: null, to: null });
    expect(answer.times).toEqual(SESSIONS.slice(1).map(({ open }) => open));
    expect(answer.call_oi).toEqual([110, null, now.to.call_oi]);
    expect(answer.put_oi).toEqual([220, null, now.to.put_oi]);
    expect(answer.underlying_prices).toEqual([24_111, null, now.to.spot]);
    expect(answer.sessions.map(({ origin }) => origin)).toEqual(["imported", null, "recorded"]);
  });

  it("of a bar whose last minute is in a gap is not known", async () => {
    const { call_oi } = await ask({ interval: "5M" }, { ...script, gaps: [{ from: at(4), to: at(6) }] });
    expect(call_oi.map((oi) => oi === null)).toEqual([true, false, false]);
  });

  it("has no minute that is on once the session is over", async () => {
    const { running_at, times } = await ask({}, script, TODAY.close);
    expect(running_at).toBeNull();
    expect(times).toHaveLength(30);
  });

  it("is refused for more sessions by the minute than there may be", async () => {
    await expect(ask({ sessions: 12 })).rejects.toThrow(/at most 11, or for closes \(1D\)/);
  });
});

it("the directory of these tests has options of both expiries", () => {
  expect(directory.expiries(directory.underlyer("NIFTY"))).toEqual(BOTH);
});
