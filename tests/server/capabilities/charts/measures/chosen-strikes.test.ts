import { describe, expect, it } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { ChartMeasuresRequest } from "#protocol/http/chart-measures.ts";
import { chartMeasures } from "#server/capabilities/charts/measures/chart-measures.ts";
import { minutePast, type ScriptedPast } from "#tests/support/charts/minute-past.ts";
import {
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
const [NEAR] = EXPIRIES;
const near = options.filter(({ expiry }) => expiry === NEAR);
const STRIKES = [...new Set(near.map(({ strike }) => strike))].sort((a, b) => a - b);
const LISTED = STRIKES.slice(44, 47);
const FORWARD = 24_250;

/** What measures say of all strikes is a figure that none of the chosen ones has. */
const ALL = -1;
const past: ScriptedPast = {
  ...script,
  measure: (name) => (name === "forward" ? FORWARD : ALL),
};
const ask = (request: Partial<ChartMeasuresRequest>, of: ScriptedPast = past, now = NOW) =>
  chartMeasures(marketAt(now), minutePast(of), { underlying_symbol: "NIFTY", ...request });

const total = (strikes: readonly number[], type: string, of: (token: number) => number): number =>
  near.reduce(
    (sum, each) =>
      sum + (each.instrument_type === type && strikes.includes(each.strike) ? of(each.instrument_token) : 0),
    0,
  );
const around = (strike: number, count: number): readonly number[] => {
  const at = STRIKES.indexOf(strike);
  return STRIKES.slice(Math.max(0, at - count), at + count + 1);
};

describe("[CALL-28] measures of chosen strikes", () => {
  it("are those of the strikes' own options, never those of all; what is of the expiry stays so", async () => {
    const answer = await ask({ strikes: [LISTED[2]!, LISTED[0]!], sessions: 2 });
    const [own] = answer.expiries;
    const chosen = [LISTED[0]!, LISTED[2]!];
    expect(own!.strikes).toEqual([chosen, chosen]);
    for (const bar of [0, 17, 30, 40]) {
      const end = answer.times[bar]! + MINUTE;
      const [call, put] = ["CE", "PE"].map((type) => total(chosen, type, (token) => oiAtEnd(token, end)));
      expect([own!.call_oi![bar], own!.put_oi![bar]]).toEqual([call, put]);
      expect(own!.pcr![bar]).toBe(put! / call!);
    }
    expect(own!.call_volume![34]).toBe(5 * total(chosen, "CE", (token) => script.volume!(token, 0)));
    expect(own!.forward![3]).toBe(FORWARD);
    expect(own!.max_pain![3]).toBe(ALL);
    const closed = SESSIONS[2]!.close;
    expect(own!.call_oi_before![1]).toBe(total(chosen, "CE", (token) => oiAtEnd(token, closed)));
    expect(own!.put_oi_before![0]).toBe(total(chosen, "PE", (token) => oiAtEnd(token, SESSIONS[1]!.close)));
  });

  it("of the minute that is on are those of the viewer's own market", async () => {
    const { expiries, running_at } = await ask({ strikes: LISTED });
    expect(running_at).toBe(TODAY.open + 11 * MINUTE);
    const quoted = (type: string) => total(LISTED, type, (token) => 650_000 + (token % 97) * 65);
    expect(expiries[0]!.call_oi!.at(-1)).toBe(quoted("CE"));
    expect(expiries[0]!.pcr!.at(-1)).toBe(quoted("PE") / quoted("CE"));
    expect(expiries[0]!.put_volume!.at(-1)).toBe(65_000 * LISTED.length);
    expect(expiries[0]!.straddle!.at(-1)).toBe(310.5);
  });

  it("around the money are those where it was at a session's end, and where it is now", async () => {
    const { expiries } = await ask({ around: 1, sessions: 2 });
    const nearest = (forward: number) =>
      STRIKES.reduce((best, each) => (Math.abs(each - forward) < Math.abs(best - forward) ? each : best));
    expect(expiries[0]!.strikes).toEqual([around(nearest(FORWARD), 1), around(nearest(24_351), 1)]);
  });

  it("are unknown where it is not known where the money was, or which options there were", async () => {
    const nowhere: ScriptedPast = { ...past, measure: (name) => (name === "forward" ? Number.NaN : ALL) };
    const { expiries } = await ask({ around: 1, sessions: 2 }, nowhere);
    expect(expiries[0]!.strikes![0]).toEqual([]);
    expect(expiries[0]!.call_oi![3]).toBeNull();
    expect(expiries[0]!.call_oi_before![0]).toBeNull();
    const over = SESSIONS[1]!.date;
    const gone = await ask({ expiries: [over], strikes: LISTED, sessions: 1 });
    expect(gone.expiries[0]!.pcr).toEqual(Array.from({ length: 30 }, () => null));
    expect(gone.expiries[0]!.max_pain![3]).toBe(ALL);
  });

  it("by the day are as their minutes told them last", async () => {
    const { expiries } = await ask({ strikes: LISTED, sessions: 3, interval: "1D" });
    const end = SESSIONS[1]!.close;
    expect(expiries[0]!.call_oi![0]).toBe(total(LISTED, "CE", (token) => oiAtEnd(token, end)));
    expect(expiries[0]!.call_oi).toHaveLength(3);
  });

  it("are refused with the way out", async () => {
    const refused = (request: Partial<ChartMeasuresRequest>, why: RegExp) =>
      expect(ask(request)).rejects.toMatchObject({
        code: "request.invalid",
        message: expect.stringMatching(why) as string,
      });
    await refused({ strikes: LISTED, around: 2 }, /not both/);
    await refused(
      { strikes: [LISTED[0]! + 1] },
      new RegExp(`no strike of ${NEAR}; the nearest is ${LISTED[0]}`),
    );
    await refused({ strikes: [LISTED[0]!, LISTED[0]!] }, /named twice/);
    await refused({ around: 2, measures: ["strike_iv"] }, /give "strikes", at most 6/);
    await refused({ strikes: STRIKES.slice(0, 7), measures: ["strike_iv"] }, /name 6 at most/);
  });
});

describe("[CALL-29] IV of a strike", () => {
  const IV = 0.14;
  const instant = expiryInstant("NFO", NEAR);
  const byToken = new Map(near.map((each) => [each.instrument_token, each]));
  const priced: ScriptedPast = {
    ...past,
    close(token, at) {
      const option = byToken.get(token);
      if (option === undefined) return 2_420_000;
      const type = option.instrument_type as "CE" | "PE";
      const years = yearsToExpiry(at, instant);
      return Math.round(blackPrice(type, FORWARD, option.strike, years, IV, 0) * 100);
    },
  };

  it("is what its last trades say, by the solver of all volatilities", async () => {
    const { expiries } = await ask({ strikes: LISTED, measures: ["strike_iv"] }, priced);
    expect(expiries[0]!.strike_iv!.map(({ strike }) => strike)).toEqual(LISTED);
    for (const { iv } of expiries[0]!.strike_iv!) {
      expect(iv).toHaveLength(12);
      expect(iv[5]).toBeCloseTo(IV, 3);
    }
    expect(expiries[0]!.pcr).toBeUndefined();
  });

  it("is not known where nothing was traded for a quarter of an hour", async () => {
    const quiet: ScriptedPast = {
      ...priced,
      volume: (_, at) => (at <= SESSIONS[2]!.open + 5 * MINUTE ? 65 : 0),
    };
    const { expiries, times } = await ask({ strikes: LISTED, measures: ["strike_iv"], sessions: 2 }, quiet);
    const { iv } = expiries[0]!.strike_iv![0]!;
    expect(times[0]).toBe(SESSIONS[2]!.open);
    expect([iv[4], iv[18], iv[19], iv[29]].map((each) => each === null)).toEqual([false, false, true, true]);
  });
});
