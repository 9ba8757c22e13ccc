import { describe, expect, it } from "vitest";
import { constantMaturityIv } from "#domain/chain/iv-statistics.ts";
import type { Origin } from "#domain/chain/origin.ts";
import { encodeStats } from "#protocol/wire/codec.ts";
import type { PastClosesMessage, VolatilityHistoryMessage } from "#server/market/bus/bus-messages.ts";
import {
  pastClosesRequest,
  statsRequest,
  volatilityHistorySubject,
} from "#server/market/bus/market-subjects.ts";
import { createClosesKeeper } from "#server/market/history/closes-keeper.ts";
import type { MarketDay } from "#server/market/history/recorder.ts";
import type { DatedClose } from "#server/market/history/repository.ts";
import type { ClosesOfDate } from "#server/market/history/writer.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { packSnapshots } from "#server/platform/bus/packing.ts";
import { NONSENSE } from "../../../support/nonsense.ts";

const MARKET = "sim 1 exchange";
const SIMULATED = { isInvented: true, heardAs: "simulated" } as const;
/** Monday, in the session. */
const NOW = Date.parse("2026-11-23T11:00:00+05:30");
const UNDERLYINGS = Array.from({ length: 60 }, (_, i) => 1_000 + i);
const dayOf = (date: string, kind: Pick<MarketDay, "isInvented" | "heardAs"> = SIMULATED): MarketDay => ({
  market: MARKET,
  date,
  ...kind,
  followed: UNDERLYINGS.map((underlying) => ({
    underlying,
    exchange: "NFO",
    linear: [underlying],
    chains: [],
  })),
});

function open({
  past = 3,
  stored = [] as DatedClose[],
  isStoreAway = false,
  nonsense = null as string | null,
  /** questions for a past that are answered with nonsense, the rest as they should be */
  nonsenseUntil = Number.POSITIVE_INFINITY,
  origins = ["simulated", "simulated", "simulated"] as readonly Origin[],
} = {}) {
  const problems: unknown[] = [];
  let asked = 0;
  const bus = createLocalBus();
  let now = NOW;
  const told: VolatilityHistoryMessage["underlyings"][number][] = [];
  const filled: [number, readonly DatedClose[]][] = [];
  const written: ClosesOfDate[] = [];
  bus.subscribe(volatilityHistorySubject(), (payload) => {
    const message = JSON.parse(Buffer.from(payload).toString()) as VolatilityHistoryMessage;
    expect(message.underlyings.length).toBeLessThanOrEqual(25);
    told.push(...message.underlyings);
  });
  bus.respond(pastClosesRequest(), () => {
    if (nonsense !== null && asked++ < nonsenseUntil) return Buffer.from(nonsense);
    const dates = ["2026-11-18", "2026-11-19", "2026-11-20"].slice(3 - past);
    const message: PastClosesMessage = {
      market: MARKET,
      closes: dates.map((date, i) => [date, 100 + i, i === 0 ? null : (10 + i) / 100, origins[i]!]),
    };
    return Buffer.from(JSON.stringify(message));
  });
  bus.respond(statsRequest(), (payload) => {
    const { underlyings } = JSON.parse(Buffer.from(payload).toString()) as { underlyings: number[] };
    return packSnapshots(
      underlyings.map((underlying) => {
        const root = {
          underlying,
          spot: 24_000,
          spotPreviousClose: 1,
          spotOpen: 1,
          spotHigh: 1,
          spotLow: 1,
          volumeSpike: Number.NaN,
          futureOi: 1,
          futureOiPrevious: 1,
          ivCloses: 0,
          ivCloseOrigins: 0,
          volume: Number.NaN,
          averageVolume: Number.NaN,
          volumeDays: 0,
        };
        const row = {
          lotSize: 65,
          forwardSource: 1,
          reserved: 0,
          futurePrice: 1,
          strikeStep: 50,
          atmStrike: 1,
        };
        const figures = {
          atmIvPrevious: 0.1,
          atmIvPercentile: Number.NaN,
          callOi: 100,
          putOi: 90,
          expectedMove: Number.NaN,
          straddle: Number.NaN,
          callVolume: 0,
          putVolume: 0,
          callOiPrevious: 0,
          putOiPrevious: 0,
        };
        return encodeStats(
          root,
          [
            { ...row, ...figures, expiry: 20261201, forward: 24_010, atmIv: 0.12, pcr: 0.9, maxPain: 24_000 },
            {
              ...row,
              ...figures,
              expiry: 20261229,
              forward: 24_100,
              atmIv: 0.14,
              pcr: Number.NaN,
              maxPain: 24_100,
            },
          ],
          { epoch: 1, sequence: 1, serverTime: 1 },
        );
      }),
    );
  });
  const keeper = createClosesKeeper({
    buses: [bus, createLocalBus()],
    watch: { marketTime: () => now, keepsSessions: () => true },
    store: {
      async closes() {
        if (isStoreAway) throw new Error("away");
        return stored;
      },
      async fillCloses(_market, underlying, closes) {
        if (isStoreAway) throw new Error("away");
        filled.push([underlying, closes]);
      },
    },
    writer: { closes: (_market, of) => void written.push(of) },
    onProblem(error) {
      if (nonsense === null) throw error;
      problems.push(error);
    },
    pauseMs: 0,
    retryMs: 1,
  });
  return { keeper, told, filled, written, problems, at: (ms: number) => void (now = ms) };
}

describe("daily closes", () => {
  it("come from the source, go to storage and are told to the feed, unknown volatilities left out", async () => {
    const { keeper, told, filled } = open();
    await keeper.load(dayOf("2026-11-23"));
    const closes = [
      { date: 20261118, spot: 100, iv30: null, origin: "simulated" },
      { date: 20261119, spot: 101, iv30: 0.11, origin: "simulated" },
      { date: 20261120, spot: 102, iv30: 0.12, origin: "simulated" },
    ];
    expect(keeper.of(1_000)).toEqual(closes);
    expect(told).toEqual(UNDERLYINGS.map((underlying) => ({ underlying, closes: [0.11, 0.12], origins: 8 })));
    expect(filled).toEqual(UNDERLYINGS.map((underlying) => [underlying, closes]));
  });

  it("that were stored go before what the source would make up, and only the missing ones are filled in", async () => {
    const { keeper, told, filled } = open({
      stored: [{ date: 20261119, spot: 7, iv30: 0.3, origin: "simulated" }],
    });
    await keeper.load(dayOf("2026-11-23"));
    expect(keeper.of(1_000).map(({ spot }) => spot)).toEqual([100, 7, 102]);
    expect(told[0]!.closes).toEqual([0.3, 0.12]);
    expect(filled[0]![1].map(({ date }) => date)).toEqual([20261118, 20261120]);
  });

  it.each([...NONSENSE, '{"market":"m","closes":[["yesterday",100,null]]}'])(
    "are those of storage where the source's answer is %j, and that is told",
    async (nonsense) => {
      const stored = [{ date: 20261119, spot: 7, iv30: 0.3, origin: "simulated" as const }];
      const { keeper, problems, filled } = open({ stored, nonsense });
      await keeper.load(dayOf("2026-11-23"));
      expect(keeper.of(1_000)).toEqual(stored);
      keeper.stop();
      expect(problems).toEqual(UNDERLYINGS.map(() => expect.objectContaining({ code: "server.internal" })));
      expect(filled).toEqual([]);
    },
  );

  it("that were not answered are asked for again, and those alone", async () => {
    const { keeper, told, filled } = open({ nonsense: "{}", nonsenseUntil: 2 });
    expect(keeper.isWhole(UNDERLYINGS[0]!)).toBe(false);
    await keeper.load(dayOf("2026-11-23"));
    // Until the source has answered, fewer are known than there are.
    expect(UNDERLYINGS.map((each) => keeper.isWhole(each))).toEqual(UNDERLYINGS.map((_, i) => i >= 2));
    await expect.poll(() => filled.length).toBe(UNDERLYINGS.length);
    await expect.poll(() => UNDERLYINGS.every((each) => keeper.isWhole(each))).toBe(true);
    keeper.stop();
    for (const underlying of UNDERLYINGS) expect(keeper.of(underlying)).toHaveLength(3);
    expect(told.slice(UNDERLYINGS.length)).toEqual(
      UNDERLYINGS.slice(0, 2).map((underlying) => ({ underlying, closes: [0.11, 0.12], origins: 8 })),
    );
  });

  it("of a market with real ones are the real ones alone: nothing made up is averaged, stored or told", async () => {
    const { keeper, told, filled } = open({ origins: ["simulated", "imported", "imported"] });
    const imported = { isInvented: false, heardAs: "simulated" } as const;
    await keeper.load(dayOf("2026-11-23", imported));
    const closes = [
      { date: 20261119, spot: 101, iv30: 0.11, origin: "imported" },
      { date: 20261120, spot: 102, iv30: 0.12, origin: "imported" },
    ];
    expect(keeper.of(1_000)).toEqual(closes);
    expect(told[0]).toEqual({ underlying: 1_000, closes: [0.11, 0.12], origins: 4 });
    expect(filled[0]).toEqual([1_000, closes]);
    // A session that is simulated onward from the files adds nothing either.
    await keeper.sample(dayOf("2026-11-23", imported));
    await keeper.load(dayOf("2026-11-24", imported));
    expect(keeper.of(1_000)).toEqual(closes);
  });

  it("that were stored as made up give way to the source's real ones of the same day", async () => {
    const stored: DatedClose[] = [
      { date: 20261119, spot: 7, iv30: 0.3, origin: "simulated" },
      { date: 20261120, spot: 8, iv30: 0.4, origin: "recorded" },
    ];
    const { keeper, filled } = open({ stored, origins: ["simulated", "imported", "imported"] });
    await keeper.load(dayOf("2026-11-23", { isInvented: false, heardAs: "simulated" }));
    expect(keeper.of(1_000)).toEqual([
      { date: 20261119, spot: 101, iv30: 0.11, origin: "imported" },
      stored[1],
    ]);
    expect(filled[0]![1].map(({ date }) => date)).toEqual([20261119]);
  });

  it("of a broker's market are those that were recorded here", async () => {
    const { keeper, told, written } = open({ past: 0 });
    const broker = { isInvented: false, heardAs: "recorded" } as const;
    await keeper.sample(dayOf("2026-11-23", broker));
    expect(written[0]!.closes[0]!.origin).toBe("recorded");
    await keeper.load(dayOf("2026-11-24", broker));
    expect(told[0]).toMatchObject({ closes: [expect.any(Number)], origins: 1 });
  });

  it("never hold a figure of the day that is on", async () => {
    const { keeper } = open();
    await keeper.load(dayOf("2026-11-20"));
    expect(keeper.of(1_000).map(({ date }) => date)).toEqual([20261118, 20261119]);
  });

  it("are told without storage, and what was heard is not lost with it", async () => {
    const { keeper, told } = open({ isStoreAway: true });
    await keeper.sample(dayOf("2026-11-23"));
    await keeper.load(dayOf("2026-11-24"));
    const years = ["2026-12-01", "2026-12-29"].map(
      (date) => (Date.parse(`${date}T15:35:00+05:30`) - NOW) / (365 * 86_400_000),
    );
    const iv30 = constantMaturityIv(years, [0.12, 0.14]);
    expect(keeper.of(1_000).at(-1)).toEqual({ date: 20261123, spot: 24_000, iv30, origin: "simulated" });
    expect(told[0]!.closes.at(-1)).toBe(iv30);
  });

  it("are sampled with every expiry's figures, unknown ones as null", async () => {
    const { keeper, written } = open();
    await keeper.sample(dayOf("2026-11-23"));
    expect(written).toHaveLength(1);
    const { date, closes, expiries } = written[0]!;
    expect(date).toBe(20261123);
    expect(closes.map(({ underlying }) => underlying)).toEqual(UNDERLYINGS);
    expect(expiries).toHaveLength(2 * UNDERLYINGS.length);
    expect(expiries[1]).toEqual({
      underlying: 1_000,
      expiry: 20261229,
      forward: 24_100,
      atmIv: 0.14,
      pcr: null,
      maxPain: 24_100,
      callOi: 100,
      putOi: 90,
    });
  });

  it("are not sampled long after a session: time runs on and prices do not", async () => {
    const { keeper, written, at } = open();
    at(Date.parse("2026-11-23T15:45:00+05:30"));
    await keeper.sample(dayOf("2026-11-23"));
    expect(written).toHaveLength(1);
    at(Date.parse("2026-11-23T16:00:00+05:30"));
    await keeper.sample(dayOf("2026-11-23"));
    expect(written).toHaveLength(1);
  });

  it("of an older load are dropped when a newer one has begun", async () => {
    const { keeper } = open();
    await Promise.all([keeper.load(dayOf("2026-11-20")), keeper.load(dayOf("2026-11-23"))]);
    expect(keeper.of(1_000).at(-1)!.date).toBe(20261120);
  });
});
