import { describe, expect, it } from "vitest";
import type { ShareChange } from "#domain/instruments/share-changes.ts";
import { encodeStats } from "#protocol/wire/codec.ts";
import type { PastDaysMessage } from "#server/market/bus/bus-messages.ts";
import { pastDaysRequest, statsRequest } from "#server/market/bus/market-subjects.ts";
import type { DailyBar, ExpiryDay } from "#server/market/history/daily/daily-bars.ts";
import { createDailyKeeper } from "#server/market/history/daily/daily-keeper.ts";
import type { MarketDay } from "#server/market/history/recorder.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { packSnapshots } from "#server/platform/bus/packing.ts";
import { NONSENSE } from "../../../../support/nonsense.ts";

const MARKET = "sim 1 exchange";
const NIFTY = 256265;
const GOLD = 1_000_007;
/** Monday, a moment after the derivatives' close. */
const EVENING = Date.parse("2026-11-23T15:45:01+05:30");
const DAY: MarketDay = {
  market: MARKET,
  date: "2026-11-23",
  isInvented: false,
  heardAs: "recorded",
  followed: [
    { underlying: NIFTY, exchange: "NFO", linear: [NIFTY], chains: [] },
    { underlying: GOLD, exchange: "MCX", linear: [GOLD], chains: [] },
  ],
};
type Told = NonNullable<PastDaysMessage["days"]>[number];
const told = (date: string, close: number, origin: Told[7] = "imported"): Told => [
  date,
  close,
  close + 10,
  close - 10,
  close,
  null,
  65,
  origin,
  [["2026-11-24", 400, 300, 65, 130]],
  [["2026-11-24", 0.12]],
];
const barOf = (date: number, close: number, rest: Partial<DailyBar> = {}): DailyBar => ({
  date,
  open: close,
  high: close + 10,
  low: close - 10,
  close,
  volume: null,
  futuresOi: 65,
  origin: "imported",
  ...rest,
});

function open({
  stored = [] as DailyBar[],
  expiries = [] as ExpiryDay[],
  changes = [] as ShareChange[],
  answer = null as unknown,
  day = DAY as MarketDay | null,
} = {}) {
  const bus = createLocalBus();
  let now = EVENING;
  let isAway = false;
  let asked = 0;
  let given = answer;
  const problems: unknown[] = [];
  const kept = new Map<string, DailyBar>(stored.map((bar) => [`${NIFTY} ${bar.date}`, bar]));
  const figures = new Map([
    [NIFTY, { spot: 24_050, spotOpen: 24_000 }],
    [GOLD, { spot: 120_500, spotOpen: 120_000 }],
  ]);
  bus.respond(pastDaysRequest(), () => {
    asked++;
    return Buffer.from(typeof given === "string" ? given : JSON.stringify({ market: MARKET, days: given }));
  });
  bus.respond(statsRequest(), (payload) => {
    const { underlyings } = JSON.parse(Buffer.from(payload).toString()) as { underlyings: number[] };
    return packSnapshots(
      underlyings.map((underlying) =>
        encodeStats(
          {
            underlying,
            ...figures.get(underlying)!,
            spotPreviousClose: 23_900,
            spotHigh: 24_100 + 1 / 3,
            spotLow: 23_950,
            volumeSpike: Number.NaN,
            futureOi: 65_000,
            futureOiPrevious: 1,
            ivCloses: 0,
            ivCloseOrigins: 0,
            volume: Number.NaN,
            averageVolume: Number.NaN,
            volumeDays: 0,
          },
          [],
          { epoch: 1, sequence: 1, serverTime: 1 },
        ),
      ),
    );
  });
  const keeper = createDailyKeeper({
    bus,
    watch: { marketTime: () => now, keepsSessions: () => true },
    day: () => day,
    store: {
      async put(_market, bars) {
        if (isAway) throw new Error("away");
        for (const [underlying, bar] of bars) kept.set(`${underlying} ${bar.date}`, bar);
      },
      async fill(_market, underlying, bars) {
        if (isAway) throw new Error("away");
        for (const bar of bars) kept.set(`${underlying} ${bar.date}`, bar);
      },
      async expiryDays(_market, _underlying, from, to) {
        if (isAway) throw new Error("away");
        return expiries.filter(({ date }) => date >= from && date <= to);
      },
      async days(_market, underlying, from, to) {
        if (isAway) throw new Error("away");
        return [...kept]
          .filter(([key, { date }]) => key.startsWith(`${underlying} `) && date >= from && date <= to)
          .map(([, bar]) => bar);
      },
    },
    changes: async () => changes,
    onProblem: (error) => void problems.push(error),
    pauseMs: 0,
  });
  return {
    keeper,
    kept,
    problems,
    figures,
    asked: () => asked,
    setAnswer: (next: unknown) => void (given = next),
    setAway: (next: boolean) => void (isAway = next),
    setDay: (next: MarketDay) => void (day = next),
    at: (ms: number) => void (now = ms),
  };
}

describe("the days of underlyings", () => {
  it("are heard at each day's end: the exchange's own figures of the day, futures' open interest beside them", async () => {
    const { keeper, kept } = open();
    await keeper.sample(DAY);
    expect(kept.get(`${NIFTY} 20261123`)).toEqual({
      date: 20261123,
      open: 24_000,
      high: 24_100 + 1 / 3,
      low: 23_950,
      close: 24_050,
      volume: null,
      futuresOi: 65_000,
      origin: "recorded",
    });
  });

  it("are not heard before the first trade, long after the session, or on a holiday of theirs", async () => {
    const { keeper, kept, figures, at, setDay } = open();
    figures.set(GOLD, { spot: 120_500, spotOpen: Number.NaN });
    // Shares and indices have ended a quarter of an hour ago; gold has not begun.
    at(Date.parse("2026-11-23T16:00:00+05:30"));
    await keeper.sample(DAY);
    expect([...kept.keys()]).toEqual([]);
    figures.set(GOLD, { spot: 120_500, spotOpen: 120_000 });
    await keeper.sample(DAY);
    expect([...kept.keys()]).toEqual([`${GOLD} 20261123`]);
    // Guru Nanak Jayanti: shares rest, commodities trade in the evening.
    const holiday = { ...DAY, date: "2026-11-24" };
    setDay(holiday);
    at(Date.parse("2026-11-24T15:00:00+05:30"));
    await keeper.sample(holiday);
    expect([...kept.keys()]).toEqual([`${GOLD} 20261123`, `${GOLD} 20261124`]);
  });

  it("come of the source where none are kept, once, and are written down", async () => {
    const { keeper, kept, asked } = open({ answer: [told("2026-11-19", 100), told("2026-11-20", 101)] });
    const days = await keeper.days(NIFTY, "2026-11-19", "2026-11-23");
    expect(days).toEqual([barOf(20261119, 100), barOf(20261120, 101)]);
    expect(await keeper.days(NIFTY, "2026-11-20", "2026-11-20")).toEqual([barOf(20261120, 101)]);
    await keeper.days(NIFTY, "2026-01-01", "2026-11-20");
    expect(asked()).toBe(1);
    expect([...kept.values()]).toEqual(days);
  });

  it("ask the source of nothing that is kept", async () => {
    const stored = [barOf(20261119, 1), barOf(20261120, 2)];
    const { keeper, asked } = open({ stored, answer: [told("2026-11-20", 9)] });
    expect(await keeper.days(NIFTY, "2026-11-19", "2026-11-22")).toEqual(stored);
    expect(asked()).toBe(0);
  });

  it("are as real as they can be: what was heard stays, what was made up gives way", async () => {
    const stored = [barOf(20261119, 1, { origin: "recorded" }), barOf(20261120, 2, { origin: "simulated" })];
    const answer = ["2026-11-18", "2026-11-19", "2026-11-20"].map((date) => told(date, 9));
    const { keeper } = open({ stored, answer });
    const days = (await keeper.days(NIFTY, "2026-11-18", "2026-11-20"))!;
    expect(days.map(({ close, origin }) => [close, origin])).toEqual([
      [9, "imported"],
      [1, "recorded"],
      [9, "imported"],
    ]);
  });

  it("outlive a storage that is away, and reach it when it is back", async () => {
    const { keeper, kept, problems, setAway, setDay } = open({ answer: [] });
    setAway(true);
    await keeper.sample(DAY);
    expect(problems).toHaveLength(1);
    setDay({ ...DAY, date: "2026-11-25" });
    expect((await keeper.days(NIFTY, "2026-11-23", "2026-11-25"))!.map(({ close }) => close)).toEqual([
      24_050,
    ]);
    setAway(false);
    await keeper.sample({ ...DAY, date: "2026-11-25", followed: [] });
    expect(kept.get(`${NIFTY} 20261123`)?.close).toBe(24_050);
  });

  it("are asked for again when nothing came", async () => {
    const { keeper, asked, setAnswer } = open({ answer: [] });
    expect(await keeper.days(NIFTY, "2026-11-20", "2026-11-20")).toEqual([]);
    setAnswer([told("2026-11-20", 101)]);
    expect(await keeper.days(NIFTY, "2026-11-20", "2026-11-20")).toEqual([barOf(20261120, 101)]);
    expect(asked()).toBe(2);
  });

  it.each(NONSENSE)("are none while the source says %s", async (text) => {
    const { keeper, problems } = open({ answer: text });
    expect(await keeper.days(NIFTY, "2026-11-20", "2026-11-20")).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  it("have their expiries' sums beside them, heard ones before told ones", async () => {
    const heardOf: ExpiryDay = {
      date: 20261120,
      expiry: 20261124,
      forward: 24_010,
      atmIv: 0.12,
      pcr: 0.9,
      maxPain: 24_000,
      callOi: 1_000,
      putOi: 900,
      callVolume: null,
      putVolume: null,
      origin: "recorded",
    };
    const { keeper } = open({
      expiries: [heardOf],
      answer: ["2026-11-18", "2026-11-19", "2026-11-20"].map((date) => told(date, 9)),
    });
    expect(await keeper.expiryDays(NIFTY, "2026-11-19", "2026-11-23")).toEqual([
      {
        ...heardOf,
        date: 20261119,
        forward: null,
        atmIv: null,
        pcr: 0.75,
        maxPain: null,
        callOi: 400,
        putOi: 300,
        callVolume: 65,
        putVolume: 130,
        origin: "imported",
      },
      heardOf,
    ]);
  });

  it("are in terms of the shares of now, what is kept staying as it was; not before the ex-date has come", async () => {
    const split = { date: "2026-11-20", shares: 2, source: "made" };
    const later = { date: "2026-12-01", shares: 10, source: "made" };
    const stored = [
      barOf(20261119, 200, { origin: "recorded", volume: 50 }),
      barOf(20261120, 100, { origin: "recorded", volume: 100 }),
    ];
    const { keeper, kept } = open({ stored, changes: [split, later] });
    const days = (await keeper.days(NIFTY, "2026-11-19", "2026-11-20"))!;
    expect(days.map(({ close, volume, futuresOi }) => [close, volume, futuresOi])).toEqual([
      [100, 100, 130],
      [100, 100, 65],
    ]);
    expect([...kept.values()]).toEqual(stored);
    const invented = open({ stored, changes: [split], day: { ...DAY, isInvented: true } });
    expect(await invented.keeper.days(NIFTY, "2026-11-19", "2026-11-20")).toEqual(stored);
  });

  it("of a source that adjusts what it tells are asked for anew after a change", async () => {
    const stored = [barOf(20261119, 200, { origin: "source" }), barOf(20261120, 100, { origin: "recorded" })];
    const answer = [told("2026-11-19", 100, "source"), told("2026-11-20", 99, "source")];
    const { keeper, asked } = open({
      stored,
      answer,
      changes: [{ date: "2026-11-20", shares: 2, source: "made" }],
    });
    expect((await keeper.days(NIFTY, "2026-11-19", "2026-11-20"))!.map(({ close }) => close)).toEqual([
      100, 100,
    ]);
    expect(asked()).toBe(1);
  });

  it("are not known before the day is, and none of what is not listed", async () => {
    expect(await open({ day: null }).keeper.days(NIFTY, "2026-11-20", "2026-11-20")).toBeNull();
    expect(await open().keeper.days(7, "2026-11-20", "2026-11-20")).toEqual([]);
  });
});
