import { describe, expect, it } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { addDays, compactDate } from "#domain/calendar/ist.ts";
import { rollingVolatility } from "#domain/chain/historical-volatility.ts";
import { ivPercentile, ivRank } from "#domain/chain/iv-statistics.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { ivHistory } from "#server/capabilities/charts/iv/iv-history.ts";
import { ivTerm } from "#server/capabilities/charts/iv/iv-term.ts";
import type { SessionTimes } from "#server/market/history/session-times.ts";
import { minutePast, type ScriptedPast } from "#tests/support/charts/minute-past.ts";
import {
  EXPIRIES,
  marketAt,
  NOW,
  options,
  script,
  TODAY,
} from "#tests/support/charts/open-interest-market.ts";

/** Every calendar day a session: 120 of them, the last one today. */
const SESSIONS: SessionTimes[] = Array.from({ length: 120 }, (_, i) => {
  const date = addDays(TODAY.date, i - 119);
  return date === TODAY.date
    ? TODAY
    : {
        date,
        open: Date.parse(`${date}T09:15:00+05:30`),
        close: Date.parse(`${date}T09:45:00+05:30`),
      };
});
const DATES = SESSIONS.slice(0, -1).map(({ date }) => date);
const priceOf = (i: number): number => 24_000 + ((i * 37) % 23) * 10;
const ivOf = (i: number): number => 0.1 + ((i * 29) % 100) / 1_000;
const daily = DATES.map((date, i) => ({
  ...{ date: compactDate(date), open: null, high: null, low: null, close: priceOf(i) },
  ...{ volume: null, futuresOi: null, origin: "recorded" as const },
}));
const closes = DATES.map((date, i) => {
  return { date: compactDate(date), spot: priceOf(i), iv30: ivOf(i), origin: "recorded" as const };
});
const ivs = DATES.slice(-3).flatMap((date, i) =>
  EXPIRIES.map((expiry, e) => ({
    ...{ date: compactDate(date), expiry: compactDate(expiry as IsoDate), atmIv: 0.2 + i / 100 + e / 10 },
    origin: "recorded" as const,
  })),
);
const past: ScriptedPast = {
  ...script,
  sessions: SESSIONS,
  closes,
  daily: { days: async () => daily, expiryIvs: async () => ivs },
};
const ask = (question: { expiry?: string; days?: string } = {}, of: ScriptedPast = past) =>
  ivHistory(marketAt(NOW), minutePast(of), { symbol: "NIFTY", ...question });

describe("IV by day", () => {
  it("[IV-3] ends with the present, beside historical volatility of the closes and the price now", async () => {
    const told = await ask();
    expect([told.dates.length, told.dates.at(-1), told.is_present]).toEqual([120, TODAY.date, true]);
    expect(told.running_at).toBe(TODAY.open);
    expect(told.iv30.slice(0, -1)).toEqual(closes.map(({ iv30 }) => iv30));
    expect([told.iv30.at(-1), told.close.at(-1)]).toEqual([0.131, 24_301]);
    const rolling = rollingVolatility([...daily.map(({ close }) => close), 24_301], 20);
    expect(told.hv20.at(-1)).toBe(rolling.at(-1));
    expect(told.hv20.findIndex((value) => value !== null)).toBe(20);
    expect(told.atm_iv).toBeNull();
  });

  it("[IV-5] ranks the present among the closes, and says how many there are", async () => {
    const { now, range } = await ask();
    const before = closes.map(({ iv30 }) => iv30);
    expect(now.ivp).toBe(ivPercentile(before, 0.131));
    expect(now.iv_rank).toBe(ivRank(before, 0.131));
    expect([now.closes, now.closes_needed, now.close_origins]).toEqual([119, 60, ["recorded"]]);
    expect(range.high!.iv).toBe(Math.max(...before));
    expect(range.low!.iv).toBe(Math.min(...before));
    expect(range.closes).toBe(119);
  });

  it("[IV-5] has no percentile of 41 closes, and says that there are 41", async () => {
    const { now } = await ask({}, { ...past, closes: closes.slice(-41) });
    expect([now.ivp, now.iv_rank, now.closes]).toEqual([null, null, 41]);
  });

  it("of a stretch has its days, with volatility of those before them", async () => {
    const [all, month] = [await ask(), await ask({ days: "31" })];
    expect(month.dates).toEqual(all.dates.slice(-32));
    expect(month.hv30[0]).toBe(all.hv30.at(-32));
    expect(month.hv30[0]).not.toBeNull();
    expect(month.range.closes).toBe(31);
    expect(month.now).toEqual(all.now);
    await expect(ask({ days: "900" })).rejects.toMatchObject({ code: "request.invalid" });
  });

  it("[IV-6] counts no made-up price of a market that has real ones, and marks its days", async () => {
    const made = daily.map((day, i) => (i < 100 ? { ...day, origin: "simulated" as const } : day));
    const of = { ...past, daily: { ...past.daily, days: async () => made } };
    const told = await ask({}, of);
    expect(told.origins.slice(0, 2)).toEqual(["simulated", "simulated"]);
    expect(told.hv10.slice(0, 110).every((value) => value === null)).toBe(true);
    expect(told.hv10[110]).not.toBeNull();
    expect((await ask({}, { ...of, isInvented: true })).hv10[10]).not.toBeNull();
  });

  it("[IV-3] of one expiry is its ATM IV as far as that is kept; one that is not is named with those listed", async () => {
    const told = await ask({ expiry: EXPIRIES[1] });
    expect(told.atm_iv!.slice(-4)).toEqual([
      ...ivs.filter((_, i) => i % 2 === 1).map(({ atmIv }) => atmIv),
      0.13,
    ]);
    expect(told.range.high).toEqual({ date: DATES.at(-1), iv: ivs.at(-1)!.atmIv });
    for (const expiry of ["2019-01-31", "2026-11-17"]) {
      await expect(ask({ expiry })).rejects.toMatchObject({ code: "derivative.not_found" });
      await expect(ask({ expiry })).rejects.toThrow(/names those listed: 2026-11-24/);
    }
  });
});

describe("IV across expiries", () => {
  const term = (date?: string) =>
    ivTerm(marketAt(NOW), minutePast(past), { symbol: "NIFTY", ...(date !== undefined && { date }) });

  it("[IV-9] lays the expiries of now beside those of the last close, or of another one that is kept", async () => {
    const told = await term();
    expect([told.date, told.origin, told.dates]).toEqual([DATES.at(-1), "recorded", DATES.slice(-3)]);
    expect(told.expiries.slice(0, 2).map(({ expiry, now, close }) => [expiry, now, close])).toEqual([
      [EXPIRIES[0], 0.12, ivs.at(-2)!.atmIv],
      [EXPIRIES[1], 0.13, ivs.at(-1)!.atmIv],
    ]);
    expect((await term(DATES.at(-3))).expiries[0]!.close).toBe(0.2);
  });

  it("[IV-9] refuses a close that is not kept, and says which are", async () => {
    await expect(term("2019-01-31")).rejects.toMatchObject({ code: "request.invalid" });
    await expect(term("2019-01-31")).rejects.toThrow(`3 are, from ${DATES.at(-3)} to ${DATES.at(-1)}`);
  });

  const of = (expiry: string, script: ScriptedPast, date?: string) =>
    ivTerm(marketAt(NOW), minutePast(script), {
      symbol: "NIFTY",
      expiry,
      ...(date !== undefined && { date }),
    });
  const [NEAR] = EXPIRIES;
  const near = new Map(
    options.filter(({ expiry }) => expiry === NEAR).map((each) => [each.instrument_token, each]),
  );
  const FORWARD = 24_230;
  const IV = 0.17;
  const priced: ScriptedPast = {
    ...past,
    forward: () => FORWARD,
    close(token, at) {
      const option = near.get(token);
      if (option === undefined) return 2_420_000;
      const type = option.instrument_type as "CE" | "PE";
      const years = yearsToExpiry(at, expiryInstant("NFO", NEAR));
      return Math.round(blackPrice(type, FORWARD, option.strike, years, IV, 0) * 100);
    },
  };

  it("[IV-10] has the smile of an expiry now, beside that of the close, by the session's own forward", async () => {
    const { smile } = await of(NEAR, priced);
    expect([smile!.expiry, smile!.forward, smile!.close_forward]).toEqual([NEAR, 24_351, FORWARD]);
    expect(smile!.close_origin).toBe("recorded");
    for (const strike of [23_900, 24_200, 24_250, 24_500]) {
      expect(smile!.close![smile!.strikes.indexOf(strike)]).toBeCloseTo(IV, 2);
    }
    // A tick says nothing of an option that costs less.
    expect(smile!.close![smile!.strikes.indexOf(22_000)]).toBeNull();
    expect(smile!.now.some((iv) => iv !== null)).toBe(true);
    expect((await term()).smile).toBeUndefined();
  });

  it("[IV-10] says what is not kept by leaving it out: trades of long before, forwards, sessions too far back", async () => {
    const quiet = { ...priced, volume: () => 0 };
    expect((await of(NEAR, quiet)).smile).toMatchObject({ close: null, close_forward: null });
    expect((await of(NEAR, { ...priced, forward: () => Number.NaN })).smile!.close).toBeNull();
    const longAgo = DATES.at(-30)!;
    const kept = DATES.slice(-40).map((date) => ({ ...ivs[0]!, date: compactDate(date) }));
    const far = { ...priced, daily: { ...past.daily, expiryIvs: async () => kept } };
    expect((await of(NEAR, far, longAgo)).smile!.close).toBeNull();
    await expect(of("2027-01-01", priced)).rejects.toMatchObject({ code: "derivative.not_found" });
  });
});

it("[IV-5] says that closes are still being read", async () => {
  expect((await ask()).now.closes_whole).toBe(true);
  const begun = await ask({}, { ...past, closes: [], isWhole: false });
  expect([begun.now.closes, begun.now.closes_whole]).toEqual([0, false]);
});
