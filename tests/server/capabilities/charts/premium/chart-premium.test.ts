import { describe, expect, it } from "vitest";
import type { ChartPremiumRequest, ChartPremiumResponse } from "#protocol/http/chart-premium.ts";
import { chartPremium } from "#server/capabilities/charts/premium/chart-premium.ts";
import { minutePast, type ScriptedPast } from "#tests/support/charts/minute-past.ts";
import {
  EXPIRIES,
  FUTURE,
  marketAt,
  NOW,
  options,
  SESSIONS,
  script,
  TODAY,
} from "#tests/support/charts/open-interest-market.ts";

const MINUTE = 60_000;
const [NEAR] = EXPIRIES;
const strikes = [
  ...new Set(options.filter(({ expiry }) => expiry === NEAR).map(({ strike }) => strike)),
].sort((a, b) => a - b);
const optionAt = (strike: number, type: "CE" | "PE") =>
  options.find((each) => each.expiry === NEAR && each.strike === strike && each.instrument_type === type)!;
const MIDDLE = strikes[Math.floor(strikes.length / 2)]!;
const [CALL, PUT] = [optionAt(MIDDLE, "CE"), optionAt(MIDDLE, "PE")];
const minutesIn = (at: number): number => {
  const session = SESSIONS.find(({ open, close }) => open < at && at <= close)!;
  return (at - session.open) / MINUTE;
};
/** Paise: another price for each contract and minute. */
const priceOf = (token: number, minute: number): number =>
  5_000 + (token % 89) * 100 + minute * (1 + (token % 3)) * 5;
const volumeOf = (token: number, minute: number): number =>
  65 * (minute % 4 === 3 ? 0 : 1 + ((token + minute) % 7));

const past: ScriptedPast = {
  ...script,
  close: (token, at) => (token === 256265 ? script.close(token, at) : priceOf(token, minutesIn(at))),
  volume: (token, at) => volumeOf(token, minutesIn(at)),
};
const leg = (contract: { tradingsymbol: string }, trade_action: "BUY" | "SELL" = "SELL", quantity = 65) => ({
  tradingsymbol: contract.tradingsymbol,
  trade_action,
  quantity,
});
/** As who asked reads it. */
const payloadOf = async (...asked: Parameters<typeof chartPremium>) =>
  JSON.parse(
    Buffer.concat((await chartPremium(...asked)).pieces).toString(),
  ) as ChartPremiumResponse["payload"];
const ask = (
  request: Omit<ChartPremiumRequest, "underlying_symbol">,
  { of = past, now = NOW }: { of?: ScriptedPast; now?: number } = {},
) => payloadOf(marketAt(now), minutePast(of), { underlying_symbol: "NIFTY", ...request });

describe("the premium of fixed contracts", () => {
  it("is Σ sign × ratio × price of each minute, the one that is on of the viewer's own market", async () => {
    const legs = [leg(CALL, "SELL", 130), leg(PUT, "BUY", 65)];
    const { times, running_at, strategies } = await ask({ strategies: [{ legs }] });
    const [told] = strategies;
    expect(times).toHaveLength(12);
    expect(running_at).toBe(TODAY.open + 11 * MINUTE);
    expect(told!.legs.map(({ ratio, trade_action }) => [trade_action, ratio])).toEqual([
      ["SELL", 2],
      ["BUY", 1],
    ]);
    const expected = Array.from(
      { length: 11 },
      (_, minute) =>
        Math.round(
          2 * priceOf(CALL.instrument_token, minute + 1) - priceOf(PUT.instrument_token, minute + 1),
        ) / 100,
    );
    expect(told!.premium).toEqual([...expected, 250]);
    expect(told!.strike).toBeNull();
    expect([told!.lot_size, told!.rolling]).toEqual([65, null]);
  });

  it("has the average since each session's open, by what its own legs traded", async () => {
    const { strategies, sessions, times } = await ask({
      sessions: 2,
      strategies: [{ legs: [leg(CALL), leg(PUT)] }],
    });
    const { premium, vwap, volume } = strategies[0]!;
    for (const { open, close } of sessions) {
      let [value, traded] = [0, 0];
      for (const [i, time] of times.entries()) {
        if (time < open || time >= close) continue;
        value += premium[i]! * volume[i]!;
        traded += volume[i]!;
        expect(vwap[i]).toBeCloseTo(value / traded, 6);
      }
      expect(traded).toBeGreaterThan(0);
    }
  });

  it("marks bars in which a leg did not trade", async () => {
    const { strategies } = await ask({ strategies: [{ legs: [leg(CALL), leg(PUT)] }] });
    const { carried } = strategies[0]!;
    expect(carried.slice(0, 11)).toEqual(Array.from({ length: 11 }, (_, minute) => (minute + 1) % 4 === 3));
    const fives = await ask({ interval: "5M", strategies: [{ legs: [leg(CALL), leg(PUT)] }] });
    expect(fives.strategies[0]!.carried).toEqual([false, false, false]);
    expect(fives.strategies[0]!.premium[0]).toBe(strategies[0]!.premium[4]);
    expect(fives.strategies[0]!.vwap[1]).toBe(strategies[0]!.vwap[9]);
  });

  it("[STRADDLE-11] lies in a bar of several minutes between the highest and the lowest of their ends; of a minute the end alone is told", async () => {
    const legs = [leg(CALL, "SELL", 130), leg(PUT, "BUY", 65)];
    const [ones, fives] = [
      await ask({ strategies: [{ legs }], sessions: 2 }),
      await ask({ strategies: [{ legs }], sessions: 2, interval: "5M" }),
    ];
    expect([ones.strategies[0]!.high, ones.strategies[0]!.low]).toEqual([null, null]);
    const { high, low } = fives.strategies[0]!;
    for (const [i, start] of fives.times.entries()) {
      const inside = ones.strategies[0]!.premium.filter((_, minute) => {
        const time = ones.times[minute]!;
        return time >= start && time < start + 5 * MINUTE;
      }) as number[];
      expect([high![i], low![i]]).toEqual([Math.max(...inside), Math.min(...inside)]);
    }
    expect(high!.some((each, i) => each! > low![i]!)).toBe(true);
  });

  it("is unknown until every leg has traded that day, and where nothing was heard", async () => {
    const late: ScriptedPast = {
      ...past,
      close: (token, at) => (token === PUT.instrument_token && minutesIn(at) < 4 ? 0 : past.close(token, at)),
      gaps: [{ from: TODAY.open + 6 * MINUTE, to: TODAY.open + 7 * MINUTE }],
    };
    const { strategies, sessions } = await ask(
      { strategies: [{ legs: [leg(CALL), leg(PUT)] }] },
      { of: late },
    );
    const { premium, vwap } = strategies[0]!;
    expect(premium.map((each) => each === null).slice(0, 8)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(vwap[6]).toBeNull();
    expect(sessions[0]!.gaps).toEqual([{ from: TODAY.open + 6 * MINUTE, to: TODAY.open + 7 * MINUTE }]);
  });

  it("has the close before the newest session", async () => {
    const { strategies } = await ask({ sessions: 3, strategies: [{ legs: [leg(CALL), leg(PUT)] }] });
    const close = (token: number) => priceOf(token, 30) / 100;
    expect(strategies[0]!.previous_premium).toBeCloseTo(
      close(CALL.instrument_token) + close(PUT.instrument_token),
      6,
    );
  });

  it("asks history for nothing later than the viewer's own market", async () => {
    const late = NOW - 3 * MINUTE;
    const read = minutePast(past);
    const { times } = await payloadOf(marketAt(late), read, {
      underlying_symbol: "NIFTY",
      strategies: [{ rolling: {} }, { legs: [leg(CALL)] }],
    });
    expect(times.at(-1)).toBe(TODAY.open + 8 * MINUTE);
    for (const { until } of read.asked) if (until !== null) expect(until).toBeLessThanOrEqual(late);
  });
});

describe("a rolling premium", () => {
  const step = strikes[1]! - strikes[0]!;
  /** The forward climbs by a strike every three minutes. */
  const moving: ScriptedPast = {
    ...past,
    forward: (_, at) => MIDDLE + Math.floor((minutesIn(at) - 1) / 3) * step + 0.1 * step,
  };

  it("is the straddle at the strike nearest the forward of each minute", async () => {
    const { strategies } = await ask({ strategies: [{ rolling: { expiry: NEAR } }] }, { of: moving });
    const { premium, strike, legs, previous_premium } = strategies[0]!;
    const expected = Array.from({ length: 11 }, (_, minute) => MIDDLE + Math.floor(minute / 3) * step);
    expect(strike!.slice(0, 11)).toEqual(expected);
    expected.forEach((own, minute) => {
      const [call, put] = [optionAt(own, "CE"), optionAt(own, "PE")];
      const paise = priceOf(call.instrument_token, minute + 1) + priceOf(put.instrument_token, minute + 1);
      expect(premium[minute]).toBeCloseTo(paise / 100, 6);
    });
    expect([legs, previous_premium]).toEqual([[], null]);
    // The market says 24,351 in the minute that is on.
    expect(strike![11]).toBe(24_350);
  });

  it("some steps away is the strangle: calls up, puts down; and bought it is a debit", async () => {
    const rolling = { expiry: NEAR, steps: 2, trade_action: "BUY" } as const;
    const { strategies } = await ask({ strategies: [{ rolling }] }, { of: moving });
    const [call, put] = [optionAt(MIDDLE + 2 * step, "CE"), optionAt(MIDDLE - 2 * step, "PE")];
    const paise = priceOf(call.instrument_token, 1) + priceOf(put.instrument_token, 1);
    expect(strategies[0]!.premium[0]).toBeCloseTo(-paise / 100, 6);
  });

  it("follows the spot where that is asked for, and is unknown where what it follows is", async () => {
    const unknown: ScriptedPast = {
      ...moving,
      forward: (expiry, at) => (minutesIn(at) === 2 ? Number.NaN : moving.forward!(expiry, at)),
    };
    const { strategies, underlying_prices } = await ask(
      { strategies: [{ rolling: { reference: "spot" } }, { rolling: {} }] },
      { of: unknown },
    );
    const nearest = (price: number) =>
      strikes.reduce((best, each) => (Math.abs(each - price) < Math.abs(best - price) ? each : best));
    expect(strategies[0]!.strike).toEqual(underlying_prices.map((price) => nearest(price!)));
    expect([strategies[1]!.premium[1], strategies[1]!.strike![1]]).toEqual([null, null]);
    expect(strategies[1]!.premium[2]).not.toBeNull();
  });
});

describe("what is asked wrongly", () => {
  it("is named", async () => {
    await expect(ask({ strategies: [{ legs: [leg(CALL)] }, {}] })).rejects.toThrow(
      /strategies\[1\] has neither/,
    );
    await expect(ask({ strategies: [{ legs: [leg(CALL)], rolling: {} }] })).rejects.toThrow(/both of legs/);
    await expect(ask({ strategies: [{ legs: [leg(CALL), leg(CALL, "BUY")] }] })).rejects.toThrow(
      /named twice/,
    );
    await expect(ask({ strategies: [{ legs: [leg({ tradingsymbol: "NIFTY" })] }] })).rejects.toThrow(
      /is an index/,
    );
    await expect(ask({ strategies: [{ rolling: { expiry: "2026-11-25" } }] })).rejects.toMatchObject({
      code: "derivative.not_found",
    });
  });

  it("has no default: a strike beyond the list is unknown, though the one at the money is told", async () => {
    const low: ScriptedPast = { ...past, forward: () => strikes[0]! };
    const { strategies } = await ask(
      { strategies: [{ rolling: { steps: 1 } }, { rolling: {} }] },
      { of: low },
    );
    expect([strategies[0]!.premium[0], strategies[0]!.strike![0]]).toEqual([null, strikes[0]]);
    expect(strategies[1]!.premium[0]).not.toBeNull();
  });

  it("is not what a future is: it has a premium of its own", async () => {
    const future = { tradingsymbol: "NIFTY26NOVFUT" };
    const { strategies } = await ask({ strategies: [{ legs: [leg(future, "BUY")] }] });
    expect(strategies[0]!.legs[0]).toMatchObject({ instrument_token: FUTURE, ratio: 1 });
    expect(strategies[0]!.premium[0]).toBeCloseTo(-priceOf(FUTURE, 1) / 100, 6);
  });
});
