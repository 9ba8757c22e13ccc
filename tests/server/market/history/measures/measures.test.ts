import { describe, expect, it } from "vitest";
import type { MarketClockMessage } from "#server/market/bus/bus-messages.ts";
import { clockSubject, measuresRequest, pastMeasuresRequest } from "#server/market/bus/market-subjects.ts";
import { packQuarter, packQuarters, unpackQuarter } from "#server/market/bus/measure-quarters.ts";
import { type ExpirySample, packMeasures } from "#server/market/bus/packed-measures.ts";
import { joinBlocks } from "#server/market/history/join-blocks.ts";
import type { Followed } from "#server/market/history/kept-instruments.ts";
import { createMeasureReader } from "#server/market/history/measures/measure-reader.ts";
import { createMeasureSampler } from "#server/market/history/measures/measure-sampler.ts";
import type { MarketDay } from "#server/market/history/recorder.ts";
import type { HistoryBlock } from "#server/market/history/repository.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";

const NIFTY = 256265;
const GOLD = 1_000_007;
const EXPIRY = 20261123;
const MINUTE = 60_000;
const ist = (time: string, date = "2026-11-20") => Date.parse(`${date}T${time}+05:30`);
const followed = (underlying: number, exchange: Followed["exchange"]): Followed => ({
  underlying,
  exchange,
  linear: [underlying],
  chains: [],
});
const DAY: MarketDay = {
  market: "kite",
  date: "2026-11-20",
  isInvented: false,
  heardAs: "recorded",
  followed: [followed(NIFTY, "NFO"), followed(GOLD, "MCX")],
};

function expiryAt(solvedAt: number, rest: Partial<ExpirySample> = {}): ExpirySample {
  return {
    expiry: EXPIRY,
    solvedAt,
    forward: 24_010.123456,
    forwardSource: 1,
    synthetic: 24_011,
    atmStrike: 24_000,
    atmIv: 0.1234,
    maxPain: 24_100,
    callOi: 1_000,
    putOi: 750,
    callVolume: 65,
    putVolume: 130,
    straddle: 210.55,
    ...rest,
  };
}

function open({ pauseMs = 0 } = {}) {
  const bus = createLocalBus();
  let now = ist("10:00:00");
  let day: MarketDay | null = DAY;
  let keepsSessions = true;
  const asked: { readonly at: number; readonly underlyings: readonly number[] }[] = [];
  let answer = (): ExpirySample[] => [expiryAt(now - 1_000)];
  const blocks: HistoryBlock[] = [];
  const problems: unknown[] = [];
  const pastAsked: { date: string }[] = [];
  let past: Uint8Array = new Uint8Array(0);
  bus.respond(measuresRequest(), (payload) => {
    const { underlyings } = JSON.parse(Buffer.from(payload).toString()) as { underlyings: number[] };
    asked.push({ at: now, underlyings });
    return packMeasures(
      underlyings.map((underlying) => ({
        underlying,
        at: now,
        spot: 24_000 + (now % 3_600_000) / MINUTE,
        iv30: 0.13,
        ivp: 40,
        expiries: answer(),
      })),
    );
  });
  bus.respond(pastMeasuresRequest(), (payload) => {
    pastAsked.push(JSON.parse(Buffer.from(payload).toString()));
    return past;
  });
  const watch = { marketTime: () => now, keepsSessions: () => keepsSessions, epoch: () => 1 };
  const store = {
    async blocks({ from, to, underlying }: { from: number; to: number; underlying: number }) {
      return blocks.filter((each) => each.underlying === underlying && each.start >= from && each.start < to);
    },
  };
  const start = () =>
    createMeasureSampler({
      bus,
      watch,
      writer: {
        blocks(market, some) {
          expect(market).toBe("kite");
          for (const each of some) {
            const i = blocks.findIndex(
              ({ underlying, start: at }) => underlying === each.underlying && at === each.start,
            );
            if (i < 0) blocks.push(each);
            else
              blocks[i] =
                each.isPart === true
                  ? { ...each, body: joinBlocks("measures", blocks[i]!.body, each.body) }
                  : each;
          }
        },
      },
      day: () => day,
      onProblem: (error) => void problems.push(error),
      pauseMs,
    });
  let sampler = start();
  const settle = async () => {
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return {
    blocks,
    problems,
    asked,
    pastAsked,
    /** Brings the clock there and has it told. */
    async at(time: number) {
      now = time;
      bus.publish(clockSubject(), Buffer.from(JSON.stringify({} as MarketClockMessage)));
      await settle();
    },
    /** Minutes from one to another, each heard in its last seconds. */
    async minutes(from: number, count: number) {
      for (let i = 0; i < count; i++) await this.at(from + i * MINUTE + 56_000);
    },
    answers: (next: () => ExpirySample[]) => void (answer = next),
    now: () => now,
    setDay: (next: MarketDay | null) => void (day = next),
    setPast: (next: Uint8Array) => void (past = next),
    setSleepless: () => void (keepsSessions = false),
    restart() {
      sampler.stop();
      sampler = start();
    },
    stop: () => sampler.stop(),
    read: (rest: Partial<Parameters<ReturnType<typeof createMeasureReader>["measures"]>[0]> = {}) =>
      createMeasureReader({ bus, watch, store, tape: sampler.tape, day: () => day }).measures({
        underlying: NIFTY,
        exchange: "NFO",
        expiries: [EXPIRY],
        span: { date: "2026-11-20" },
        until: now,
        ...rest,
      }),
  };
}

describe("measures by the minute", () => {
  it("are sampled in the last seconds of every minute of the session, once", async () => {
    const world = open();
    for (const time of ["10:00:10", "10:00:50", "10:00:55", "10:00:58", "10:01:02", "10:01:56"])
      await world.at(ist(time));
    expect(world.asked.map(({ at }) => at)).toEqual([ist("10:00:55"), ist("10:01:56")]);
    expect(world.asked[0]!.underlyings).toEqual([NIFTY, GOLD]);
    // Shares and indices have ended, gold goes on.
    await world.at(ist("20:00:57"));
    expect(world.asked.at(-1)!.underlyings).toEqual([GOLD]);
  });

  it("are read back as told, the PCR made of the open interest, and only what has ended by the viewer's instant", async () => {
    const world = open();
    await world.minutes(ist("10:00:00"), 2);
    await world.at(ist("10:02:10"));
    const [day] = (await world.read())!;
    expect([day!.date, day!.open, day!.length]).toEqual(["2026-11-20", ist("09:15:00"), 47]);
    expect(day!.gaps).toEqual([{ from: ist("09:15:00"), to: ist("10:00:00") }]);
    expect([day!.origin, day!.recordedSince]).toEqual(["recorded", ist("10:00:00")]);
    expect(Array.from(day!.spot.slice(44))).toEqual([Number.NaN, 24_030.9333, 24_031.9333]);
    expect([day!.iv30[45], day!.ivp[45]]).toEqual([0.13, 40]);
    const [expiry] = day!.expiries;
    const figures = Object.fromEntries(
      Object.entries(expiry!).map(([name, values]) => [
        name,
        typeof values === "number" ? values : values[46],
      ]),
    );
    expect(figures).toEqual({
      expiry: EXPIRY,
      forward: 24_010.1235,
      forwardSource: 1,
      synthetic: 24_011,
      atmStrike: 24_000,
      atmIv: 0.1234,
      pcr: 0.75,
      maxPain: 24_100,
      callOi: 1_000,
      putOi: 750,
      callVolume: 65,
      putVolume: 130,
      straddle: 210.55,
    });
    // Who is late is told no more than was over then.
    const [late] = (await world.read({ until: ist("10:01:30") }))!;
    expect(late!.length).toBe(46);
    expect((await world.read({ until: ist("09:00:00") }))![0]!.length).toBe(0);
  });

  it("leave empty what is older than its minute, and what is newer", async () => {
    const world = open();
    world.answers(() => [
      expiryAt(world.now() - MINUTE),
      expiryAt(world.now() - 1_000, { expiry: 20261201 }),
    ]);
    await world.minutes(ist("10:00:00"), 1);
    await world.at(ist("10:01:00"));
    const [day] = (await world.read({ expiries: [EXPIRY, 20261201] }))!;
    expect(day!.expiries.map(({ forward }) => forward[45])).toEqual([Number.NaN, 24_010.1235]);
    // A clock that leaps over the last seconds: what was solved before the minute ended is of it, the spot is not.
    world.answers(() => [expiryAt(ist("10:01:30")), expiryAt(ist("10:02:10"), { expiry: 20261201 })]);
    await world.at(ist("10:02:10"));
    const [leapt] = (await world.read({ expiries: [EXPIRY, 20261201] }))!;
    expect(leapt!.expiries.map(({ forward }) => forward[46])).toEqual([24_010.1235, Number.NaN]);
    expect(leapt!.spot[46]).toBeNaN();
  });

  it("of a minute in which the feed did not answer are a gap", async () => {
    const world = open();
    await world.minutes(ist("09:15:00"), 1);
    world.answers(() => {
      throw new Error("away");
    });
    await world.minutes(ist("09:16:00"), 1);
    world.answers(() => [expiryAt(world.now())]);
    await world.minutes(ist("09:17:00"), 1);
    await world.at(ist("09:18:00"));
    const [day] = (await world.read())!;
    expect(day!.gaps).toEqual([{ from: ist("09:16:00"), to: ist("09:17:00") }]);
    expect(world.problems).toHaveLength(1);
  });

  it("equal what storage gives of them, before a restart, after it, and over both", async () => {
    const world = open();
    await world.minutes(ist("09:55:00"), 10);
    await world.at(ist("10:05:00"));
    const before = (await world.read())![0]!;
    world.restart();
    await world.at(ist("10:05:01"));
    expect((await world.read())![0]).toEqual(before);
    // One quarter has ended, the other is part of one.
    const starts = [ist("09:45:00"), ist("10:00:00")];
    expect(world.blocks.map(({ kind, start, isPart }) => [kind, start, isPart])).toEqual(
      starts.flatMap((start) => [NIFTY, GOLD].map(() => ["measures", start, true])),
    );
    await world.minutes(ist("10:06:00"), 10);
    world.stop();
    const after = (await world.read({ until: ist("10:16:00") }))![0]!;
    expect(after.gaps).toEqual([
      { from: ist("09:15:00"), to: ist("09:55:00") },
      { from: ist("10:05:00"), to: ist("10:06:00") },
    ]);
    expect(Array.from(after.spot.slice(0, before.length))).toEqual(Array.from(before.spot));
    expect(unpackQuarter(world.blocks.find(({ start }) => start === ist("10:00:00"))!.body).sampled).toBe(
      0b111_1111_1101_1111,
    );
  });

  it("of another day go to storage and out of memory when that begins", async () => {
    const world = open();
    await world.minutes(ist("15:20:00"), 3);
    const next = ist("09:20:56", "2026-11-23");
    world.setDay({ ...DAY, date: "2026-11-23" });
    await world.at(next);
    const days = (await world.read({ span: { sessionsBefore: 1 }, until: next + 4_000 }))!;
    expect(days.map(({ date }) => date)).toEqual(["2026-11-20", "2026-11-23"]);
    const knownOf = (values: Float64Array) => values.filter((value) => !Number.isNaN(value)).length;
    expect(days.map(({ spot }) => knownOf(spot))).toEqual([3, 1]);
    expect(days[0]!.length).toBe(385);
  });

  it("are the source's where nobody recorded, asked once, and said to be made up", async () => {
    const world = open();
    const columns = unpackQuarter(Uint8Array.from([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    columns.underlying.spot[0] = 23_900;
    world.setPast(
      packQuarters(new Map([[ist("09:15:00", "2026-11-19"), packQuarter({ ...columns, sampled: 1 })]])),
    );
    const [first] = (await world.read({ span: { sessionsBefore: 1 } }))!;
    expect([first!.spot[0], first!.origin, first!.recordedSince]).toEqual([23_900, "simulated", null]);
    expect(first!.gaps).toEqual([{ from: ist("09:16:00", "2026-11-19"), to: ist("15:40:00", "2026-11-19") }]);
    expect(world.pastAsked.map(({ date }) => date)).toEqual(["2026-11-19", "2026-11-20"]);
  });

  it("are not known before the day is, and none of a day to come", async () => {
    const world = open();
    expect(await world.read({ span: { date: "2026-11-23" } })).toEqual([]);
    world.setDay(null);
    expect(await world.read()).toBeNull();
    await world.at(ist("10:00:57"));
    expect(world.asked).toEqual([]);
  });

  it("of a market that never sleeps are of the whole day, from roll to roll", async () => {
    const world = open();
    world.setSleepless();
    await world.at(ist("03:00:57", "2026-11-21"));
    await world.at(ist("03:01:00", "2026-11-21"));
    const [day] = (await world.read())!;
    expect([day!.open, day!.length]).toEqual([ist("09:00:00"), 18 * 60 + 1]);
    expect(day!.recordedSince).toBe(ist("03:00:00", "2026-11-21"));
  });
});
