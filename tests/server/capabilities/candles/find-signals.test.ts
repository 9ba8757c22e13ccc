import { describe, expect, it } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { Origin } from "#domain/chain/origin.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import { type Bars, findSignals } from "#server/capabilities/candles/find-signals.ts";
import { HOUR_MS, type TradingDays } from "#server/capabilities/candles/timeframes.ts";
import { sessionsUpTo } from "#server/market/history/session-times.ts";

const DAYS: TradingDays = { exchange: "NFO", keepsSessions: true };
const END = Number.MAX_SAFE_INTEGER;

interface Told {
  /** of the session of a date, recorded by default */
  readonly origin?: (date: string) => Origin | null;
  readonly gaps?: ChartSession["gaps"];
}

function sessionsOf(count: number, { origin = () => "recorded", gaps = [] }: Told): ChartSession[] {
  return sessionsUpTo("NFO", "2026-11-18", count - 1, true).map(
    (session): ChartSession => ({
      ...session,
      origin: origin(session.date),
      recorded_since: null,
      gaps: gaps.filter(({ from }) => session.open <= from && from < session.close),
    }),
  );
}

/** Bars that stand, one of them a bullish marubozu of twice their range. */
function bars(times: readonly number[], sessions: readonly ChartSession[], marubozu: number): Bars {
  const of = (usual: number, there: number) => times.map((_, i) => (i === marubozu ? there : usual));
  return {
    times: [...times],
    sessions: [...sessions],
    open: of(100, 100),
    high: of(101, 104),
    low: of(99, 100),
    close: of(100, 104),
  };
}

function daily(marubozu: number, told: Told = {}): Bars {
  const sessions = sessionsOf(20, told);
  return bars(
    sessions.map(({ open }) => open),
    sessions,
    marubozu,
  );
}

function hourly(marubozu: number, told: Told = {}): Bars {
  const sessions = sessionsOf(4, told);
  const times = sessions.flatMap(({ open, close }) =>
    Array.from({ length: Math.ceil((close - open) / HOUR_MS) }, (_, i) => open + i * HOUR_MS),
  );
  return bars(times, sessions, marubozu);
}

const sight = { days: DAYS, changes: [], until: END } as const;

describe("signals of days", () => {
  it("go by 03:30 UTC, end with the session and are of the weaker origin of the candles they are made of", () => {
    const told: Told = { origin: (date) => (date < "2026-11-18" ? "imported" : "recorded") };
    const found = findSignals(daily(19, told), { ...sight, timeframe: "candles_daily" }, 0);
    expect(found.signals).toEqual([
      {
        at: Date.parse("2026-11-18T03:30:00Z"),
        endedAt: istInstant("2026-11-18", "15:40"),
        pattern: "MARUBOZU_BULLISH",
        origin: "imported",
      },
    ]);
    expect([found.candles, found.origin]).toEqual([20, "imported"]);
    expect(new Date(found.since!).toISOString()).toMatch(/T03:30:00.000Z$/);
  });

  it("are those of candles that are over, and come after what was looked at before", () => {
    const { sessions } = daily(19);
    const before = sessions.at(-2)!.close;
    const timeframe = "candles_daily";
    expect(findSignals(daily(19), { ...sight, timeframe, until: before }, 0)).toMatchObject({
      signals: [],
      candles: 19,
      until: before,
    });
    expect(findSignals(daily(18), { ...sight, timeframe }, before)).toMatchObject({
      signals: [],
      candles: 1,
    });
    expect(findSignals(daily(19), { ...sight, timeframe }, before).signals).toHaveLength(1);
  });

  it("are none where a day of the fifteen before is not known", () => {
    const known = daily(19);
    const close = known.close.map((value, i) => (i === 8 ? null : value));
    expect(findSignals({ ...known, close }, { ...sight, timeframe: "candles_daily" }, 0).signals).toEqual([]);
  });
});

describe("signals of hours", () => {
  const timeframe = "candles_hourly";
  it("go by their start and end after an hour, or with the session", () => {
    const all = hourly(27);
    expect(all.times).toHaveLength(28);
    const { signals } = findSignals(all, { ...sight, timeframe }, 0);
    expect(signals.map(({ at, endedAt }) => [at, endedAt])).toEqual([
      [istInstant("2026-11-18", "15:15"), istInstant("2026-11-18", "15:40")],
    ]);
    expect(findSignals(hourly(20), { ...sight, timeframe }, 0).signals[0]).toMatchObject({
      endedAt: all.sessions[2]!.close,
    });
  });

  it("are none where minutes were missed in an hour before, or the shares became others", () => {
    const at = istInstant("2026-11-17", "11:20");
    const gaps = [{ from: at, to: at + 60_000 }];
    expect(findSignals(hourly(27, { gaps }), { ...sight, timeframe }, 0).signals).toEqual([]);
    const changes = [{ date: "2026-11-17", shares: 2, source: "Bonus 1:1" }];
    expect(findSignals(hourly(27), { ...sight, timeframe, changes }, 0).signals).toEqual([]);
    // Days are in the shares of now.
    expect(findSignals(daily(19), { ...sight, timeframe: "candles_daily", changes }, 0).signals).toHaveLength(
      1,
    );
  });
});

describe("signals of weeks", () => {
  it("do not count a first one that began before what is kept, nor one with a day that is not known", () => {
    const weeks = (origin: Told["origin"]) => {
      // From a Tuesday on.
      const sessions = sessionsOf(98, { ...(origin && { origin }) }).filter(
        ({ date }) => date >= "2026-07-14",
      );
      const starts = sessions.filter(
        ({ date }, i) => i === 0 || new Date(date).getUTCDay() < new Date(sessions[i - 1]!.date).getUTCDay(),
      );
      const times = starts.map(({ open }) => open);
      return findSignals(
        bars(times, sessions, times.length - 1),
        { ...sight, timeframe: "candles_weekly" },
        0,
      );
    };
    const whole = weeks(undefined);
    expect(new Date(whole.since!).toISOString()).toBe("2026-07-20T03:30:00.000Z");
    expect(whole.signals).toHaveLength(1);
    expect(new Date(whole.signals[0]!.at).toISOString()).toBe("2026-11-16T03:30:00.000Z");
    expect(weeks((date) => (date === "2026-10-07" ? null : "recorded")).signals).toEqual([]);
  });
});
