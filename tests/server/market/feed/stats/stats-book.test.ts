import { describe, expect, it } from "vitest";
import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { compactDate } from "#domain/calendar/ist.ts";
import type { ChainRow } from "#protocol/generated/records.ts";
import { decodeMessage, decodeScreener, decodeStats } from "#protocol/wire/codec.ts";
import {
  allStatsSubject,
  chainSnapshotRequest,
  epochSubject,
  screenerRequest,
  screenerSubject,
  statsInterestSubject,
  statsRequest,
  statsSubject,
  volumeHistorySubject,
} from "#server/market/bus/market-subjects.ts";
import type { ChainRecord, Family } from "#server/market/feed/chains/chain-records.ts";
import { createInterest } from "#server/market/feed/interest.ts";
import { createMarketTable } from "#server/market/feed/market-table.ts";
import { parseStatsInterest } from "#server/market/feed/responders.ts";
import { createStatsBook, STATS_BUDGET_MS, statsKey } from "#server/market/feed/stats/stats-book.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { unpackSnapshots } from "#server/platform/bus/packing.ts";
import { createFeedBench, type FeedBench } from "#tests/support/market/fake-feed.ts";
import { FAKE_EXPIRIES, fakeUniverse } from "#tests/support/market/fake-market.ts";

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const universe = fakeUniverse();
const nifty = universe.underlyings[0]!;
const NIFTY = nifty.underlying.token;
const RELIANCE = universe.underlyings[1]!.underlying.token;
const FUTURE = universe.instruments[nifty.futures[0]!.index]!.token;
const EXPIRIES = FAKE_EXPIRIES.map(compactDate);

function stats(message: Uint8Array) {
  const decoded = decodeStats(message);
  if ("error" in decoded) throw new Error(`not stats: ${decoded.error}`);
  return decoded;
}

function screener(message: Uint8Array) {
  const decoded = decodeScreener(message);
  if ("error" in decoded) throw new Error(`no screener: ${decoded.error}`);
  return decoded;
}

function watch(bus: Bus, underlyings: readonly number[], isScreener = false): void {
  bus.publish(statsInterestSubject(), bytes({ underlyings, screener: isScreener }));
}

async function ask(bus: Bus, ...underlyings: number[]) {
  return unpackSnapshots(await bus.request(statsRequest(), bytes({ underlyings }))).map(stats);
}

function startedBench(options: Parameters<typeof createFeedBench>[0] = {}): FeedBench {
  const bench = createFeedBench(options);
  bench.feed.start();
  return bench;
}

describe("stats of an underlying", () => {
  it("hold its prices, its futures' open interest and the figures of every expiry", async () => {
    const { bus, market, timers } = startedBench();
    market.quote(FUTURE, { oi: 1_300 });
    timers.pass(6_000);
    const [answer] = await ask(bus, NIFTY);
    expect(answer?.root).toMatchObject({
      underlying: NIFTY,
      spot: 24_350,
      spotPreviousClose: 24_350,
      spotOpen: 24_350,
      futureOi: 1_300,
      futureOiPrevious: 0,
    });
    expect(answer?.root.volumeSpike).toBeNaN();
    expect(answer?.rows.map(({ expiry }) => expiry)).toEqual(EXPIRIES);
    const near = answer?.rows[0];
    expect(near).toMatchObject({ lotSize: nifty.chains[0]!.lotSize, forwardSource: 1, atmStrike: 24_350 });
    expect(near?.atmIv).toBeCloseTo(0.13, 2);
    expect(near?.pcr).toBeCloseTo((near?.putOi ?? 0) / (near?.callOi ?? 0), 12);
    expect(near?.callOi).toBeGreaterThan(0);
    expect(near?.atmIvPercentile).toBeNaN();
  });

  it("[INFO-6] hold what is usually traded, once it is told, and today's volume over it", async () => {
    const { bus, market, timers } = startedBench();
    const reliance = universe.underlyings[1]!;
    market.quote(RELIANCE, { volume: 4_500 });
    timers.pass(1_000);
    const before = (await ask(bus, RELIANCE))[0]!.root;
    expect(reliance.underlying.kind).toBe("stock");
    expect([before.volume, before.averageVolume, before.volumeSpike, before.volumeDays]).toEqual([
      4_500,
      Number.NaN,
      Number.NaN,
      0,
    ]);
    for (const bad of [
      "",
      "{",
      '{"underlyings":3}',
      '{"underlyings":[{"underlying":1,"average":"x","days":1},null]}',
    ]) {
      bus.publish(volumeHistorySubject(), Buffer.from(bad));
    }
    const told = { underlyings: [{ underlying: RELIANCE, average: 2_500, days: 12 }] };
    bus.publish(volumeHistorySubject(), bytes(told));
    const after = (await ask(bus, RELIANCE, NIFTY)).map(({ root }) => root);
    expect(after[0]).toMatchObject({ averageVolume: 2_500, volumeSpike: 1.8, volumeDays: 12 });
    expect(after[1]!.averageVolume).toBeNaN();
    const { rows } = screener(await bus.request(screenerRequest(), new Uint8Array(0)));
    expect(rows.find(({ underlying }) => underlying === RELIANCE)?.volumeSpike).toBe(1.8);
    bus.publish(
      volumeHistorySubject(),
      bytes({ underlyings: [{ underlying: RELIANCE, average: null, days: 9 }] }),
    );
    const [few] = await ask(bus, RELIANCE);
    expect(few!.root).toMatchObject({ volumeDays: 9 });
    expect(few!.root.volumeSpike).toBeNaN();
  });

  it("hold the day's volumes, yesterday's open interest, expected move and straddle", async () => {
    const { bus, market, timers } = startedBench();
    market.quote(FUTURE, { volume: 4_200 });
    timers.pass(6_000);
    const [answer] = await ask(bus, NIFTY);
    expect(answer?.root.volume).toBe(4_200);
    expect(answer?.root.averageVolume).toBeNaN();
    const near = answer!.rows[0]!;
    const years = (near.expectedMove / (near.forward * near.atmIv)) ** 2;
    expect(years * 365).toBeGreaterThan(0);
    const wire = await bus.request(chainSnapshotRequest(), bytes({ underlying: NIFTY, expiry: EXPIRIES[0] }));
    const chain = decodeMessage(wire);
    if ("error" in chain || chain.kind !== "chain") throw new Error("no chain");
    const sum = (of: (row: ChainRow) => number) => chain.rows.reduce((n, r) => n + of(r), 0);
    expect(near.callVolume).toBe(sum(({ call }) => call.volume));
    expect(near.putVolume).toBe(sum(({ put }) => put.volume));
    expect(near.callOiPrevious).toBe(sum(({ call }) => call.previousOi));
    expect(near.putOiPrevious).toBe(sum(({ put }) => put.previousOi));
    const atm = chain.rows.find(({ strike }) => strike === near.atmStrike * chain.root.priceDivisor)!;
    const middle = ({ bid, ask: offer }: { bid: number; ask: number }) =>
      (bid + offer) / 2 / chain.root.priceDivisor;
    expect(near.straddle).toBeCloseTo(middle(atm.call) + middle(atm.put), 6);
  });

  it("are unknown where there is nothing to count", async () => {
    const { bus } = startedBench();
    const [reliance] = await ask(bus, RELIANCE);
    expect(reliance?.root.futureOi).toBeNaN();
    expect(reliance?.root.futureOiPrevious).toBeNaN();
    expect(reliance?.rows[0]?.futurePrice).toBeNaN();
  });

  it("are answered for those underlyings that exist", async () => {
    const { bus } = startedBench();
    const answers = await ask(bus, 4_242, RELIANCE, NIFTY);
    expect(answers.map(({ root }) => root.underlying)).toEqual([RELIANCE, NIFTY]);
    await expect(bus.request(statsRequest(), bytes({ underlyings: "all" }))).rejects.toMatchObject({
      code: "request.invalid",
    });
  });

  it("are said once a second while a client watches, when they changed", async () => {
    const { bus, market, timers, collect } = startedBench();
    const said = collect(allStatsSubject());
    market.move("NIFTY", 24_400);
    timers.pass(3_000);
    expect(said).toEqual([]);
    watch(bus, [NIFTY]);
    for (let i = 1; i <= 40; i++) {
      market.move("NIFTY", 24_400 + i);
      timers.pass(50);
    }
    expect(said.map((message) => stats(message).root.underlying)).toEqual(said.map(() => NIFTY));
    expect(said.length).toBeGreaterThanOrEqual(2);
    expect(said.length).toBeLessThanOrEqual(3);
    const sequences = said.map((message) => stats(message).header.sequence);
    expect(sequences).toEqual(sequences.map((_, i) => sequences[0]! + i));
    timers.pass(2_000);
    const quiet = said.length;
    expect(stats(said.at(-1)!).root.spot).toBe(24_440);
    timers.pass(3_000);
    expect(said.length).toBe(quiet);
  });

  it("are solved anew for those who watch, well before the background would", () => {
    const { bus, market, timers, collect } = startedBench();
    const said = collect(statsSubject(NIFTY));
    watch(bus, [NIFTY]);
    timers.pass(50);
    market.move("NIFTY", 25_000);
    timers.pass(1_100);
    const { root, rows } = stats(said.at(-1)!);
    expect(root.spot).toBe(25_000);
    for (const row of rows) expect(row.forward).toBeGreaterThan(25_000);
  });

  it("agree with the chains", async () => {
    const { bus, market, timers } = startedBench();
    market.move("NIFTY", 24_512.4);
    timers.pass(6_000);
    const [answer] = await ask(bus, NIFTY);
    const packet = await bus.request(
      chainSnapshotRequest(),
      bytes({ underlying: NIFTY, expiry: EXPIRIES[1] }),
    );
    const view = new DataView(packet.buffer, packet.byteOffset);
    const row = answer?.rows[1];
    // chainRoot: forward, atmStrike, maxPain.
    expect([row?.forward, row?.atmStrike, row?.maxPain]).toEqual([
      view.getFloat64(20 + 88),
      view.getFloat64(20 + 104),
      view.getFloat64(20 + 152),
    ]);
  });

  it("lapse when no relay says any more that they are watched", () => {
    const { bus, market, timers, collect } = startedBench();
    const said = collect(allStatsSubject());
    watch(bus, [NIFTY]);
    timers.pass(11_000);
    const before = said.length;
    market.move("NIFTY", 24_900);
    timers.pass(3_000);
    expect(said.length).toBe(before);
  });

  it("are what was said last, whatever was asked in between", async () => {
    const { bus, market, timers, collect } = startedBench();
    const said = collect(statsSubject(NIFTY));
    watch(bus, [NIFTY]);
    timers.pass(1_000);
    market.move("NIFTY", 24_900);
    timers.pass(100);
    const [answer] = await ask(bus, NIFTY);
    expect(stats(said.at(-1)!)).toEqual(answer);
    market.move("NIFTY", 24_350);
    timers.pass(2_000);
    expect(stats(said.at(-1)!).root.spot).toBe(24_350);
    expect(stats(said.at(-1)!).header.sequence).toBeGreaterThan(answer?.header.sequence ?? Infinity);
  });

  it("are of the new universe after the day rolled", async () => {
    const { bus, market, timers, collect } = startedBench();
    const epochs = collect(epochSubject());
    market.roll();
    timers.pass(50);
    expect(epochs).toHaveLength(1);
    const [answer] = await ask(bus, NIFTY);
    expect(answer?.header.epoch).toBeGreaterThan(1_000);
    expect(answer?.rows.map(({ expiry }) => expiry)).toEqual([EXPIRIES[1]]);
  });
});

describe("the budget", () => {
  it("lets a turn go when it is spent, and goes on with the next one where it stopped", () => {
    const bus = createLocalBus();
    const interest = createInterest();
    const table = createMarketTable(universe);
    let cpu = 0;
    const solved: string[] = [];
    const families = universe.underlyings.map((underlying): Family => {
      const chains = underlying.chains.map(
        (entry) =>
          ({
            key: `${underlying.underlying.token}.${entry.expiry}`,
            entry,
            root: {},
            columns: { count: 0, call: { oi: new Float64Array(0) }, put: { oi: new Float64Array(0) } },
          }) as unknown as ChainRecord,
      );
      return { underlying, chains, anchor: null, basis: Number.NaN, basisGuessed: false };
    });
    const freshAt = new Map<string, number>();
    const book = createStatsBook({
      table,
      bus,
      interest,
      volumes: { of: () => ({ average: Number.NaN, days: 0 }) },
      epoch: 1,
      cpuNow: () => cpu,
      book: {
        families,
        freshen(chain, maxAge, _now, wall) {
          if (wall - (freshAt.get(chain.key) ?? -Infinity) < maxAge) return;
          freshAt.set(chain.key, wall);
          solved.push(chain.key);
          cpu += STATS_BUDGET_MS;
        },
      },
    });
    interest.hold([statsKey(NIFTY), statsKey(RELIANCE)], 0);
    const turns: number[] = [];
    for (let wall = 0; wall < 300; wall += 50) {
      const before = solved.length;
      book.step(wall, wall);
      turns.push(solved.length - before);
    }
    expect(turns).toEqual([1, 1, 1, 0, 0, 0]);
    expect(new Set(solved).size).toBe(3);
  });
});

describe("the screener", () => {
  it("holds every underlying with its nearest expiry", async () => {
    const { bus } = startedBench();
    const { rows } = screener(await bus.request(screenerRequest(), new Uint8Array(0)));
    expect(rows.map(({ underlying, expiry }) => [underlying, expiry])).toEqual([
      [NIFTY, EXPIRIES[0]],
      [RELIANCE, EXPIRIES[0]],
    ]);
    expect(rows[0]).toMatchObject({ spot: 24_350 });
    expect(rows[0]?.atmIv).toBeCloseTo(0.13, 2);
    expect(rows[0]?.volumeSpike).toBeNaN();
  });

  it("says changed rows every two seconds at most while a client watches, counting by one", async () => {
    const { bus, market, timers, collect } = startedBench();
    const said = collect(screenerSubject());
    timers.pass(6_000);
    expect(said).toEqual([]);
    watch(bus, [], true);
    const first = screener(await bus.request(screenerRequest(), new Uint8Array(0)));
    const start = said.length;
    for (let i = 1; i <= 80; i++) {
      market.move("NIFTY", 24_400 + i);
      timers.pass(50);
    }
    const news = said.slice(start).map(screener);
    expect(news.length).toBe(2);
    for (const [i, message] of news.entries()) {
      expect(message.rows.map(({ underlying }) => underlying)).toEqual([NIFTY]);
      expect(message.header.sequence).toBe(first.header.sequence + 1 + i);
    }
  });

  it("skips an expiry after its last trade, and not before: its payoff may be fixed and its contracts trade on", async () => {
    const start = lastTradeInstant("NFO", nifty.chains[0]!.expiry) - 1_000;
    expect(nifty.chains[0]!.expiryInstant).toBeLessThan(start);
    const { bus, timers } = startedBench({ start });
    timers.pass(500);
    const before = screener(await bus.request(screenerRequest(), new Uint8Array(0)));
    expect(before.rows.map(({ expiry }) => expiry)).toEqual([EXPIRIES[0], EXPIRIES[0]]);
    timers.pass(10_000);
    const { rows } = screener(await bus.request(screenerRequest(), new Uint8Array(0)));
    expect(rows.map(({ expiry }) => expiry)).toEqual([EXPIRIES[1], 0]);
    expect(rows[1]?.atmIv).toBeNaN();
    expect(rows[1]?.spot).toBe(1_400);
  });
});

describe("stats interest", () => {
  it("leaves out what is no token and never throws", () => {
    expect(parseStatsInterest(bytes({ underlyings: [1, -1, "x", 2], screener: true }))).toEqual({
      underlyings: [1, 2],
      screener: true,
    });
    for (const payload of [bytes(null), bytes([]), bytes({ screener: 1 }), new TextEncoder().encode("{")]) {
      expect(parseStatsInterest(payload)).toEqual({ underlyings: [], screener: false });
    }
  });
});
