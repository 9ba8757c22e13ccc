import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compactDate } from "#domain/calendar/ist.ts";
import { constantMaturityIv, ivPercentile, ivRank } from "#domain/chain/iv-statistics.ts";
import { ewmaVolatility } from "#domain/margin/volatility.ts";
import type { LivePricesResponse } from "#protocol/http/live-prices.ts";
import { chainView, decodeMessage } from "#protocol/wire/codec.ts";
import type { DailyClosesMessage, VolatilityRankMessage } from "#server/market/bus/bus-messages.ts";
import { createLateBus } from "#server/market/bus/late.ts";
import {
  dailyClosesRequest,
  liveChainsRequest,
  screenerRequest,
  statsRequest,
  volatilityRankRequest,
} from "#server/market/bus/market-subjects.ts";
import { knownMarketTime } from "#server/market/bus/market-watch.ts";
import { unpackBars } from "#server/market/bus/packed-bars.ts";
import { createDailyVolatilities } from "#server/market/compute/snapshot/daily-volatility.ts";
import type { ListedUnderlying } from "#server/market/compute/snapshot/instrument-lists.ts";
import { startComputeInProcess } from "#server/market/compute/start-compute.ts";
import { createHistory } from "#server/market/history/market-history.ts";
import { openBlock } from "#server/market/history/option-minutes/codec.ts";
import type { Wanted } from "#server/market/history/reader.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { unpackSnapshots } from "#server/platform/bus/packing.ts";
import type { Store } from "#server/roles/storage/store.ts";
import {
  HISTORY_START,
  type HistoryWorld,
  startHistoryWorld,
} from "../../../support/market/history-world.ts";
import { NONSENSE } from "../../../support/nonsense.ts";
import { freshStore } from "../../../support/store/store.ts";

const MARKET = "sim 1 exchange";
const TODAY = 20261120;
const OPEN = Date.parse("2026-11-20T09:15:00+05:30");
const QUARTER = 900_000;

let store: Store;
let world: HistoryWorld;
let nifty: number;
let wanted: Wanted[];
beforeAll(async () => {
  store = await freshStore();
  world = await startHistoryWorld({ store });
  await world.known();
  await world.pass(36 * 60_000);
  const { directory } = await world.doors.metacache.get();
  const u = directory.underlyer("NIFTY");
  nifty = directory.spot(u).instrument_token;
  const [expiry] = directory.expiries(u);
  const options = directory.options(u).filter((each) => each.expiry === expiry);
  wanted = options
    .slice(Math.floor(options.length / 2) - 3, Math.floor(options.length / 2) + 3)
    .map(({ instrument_token: token }) => ({
      token,
      underlying: nifty,
      exchange: "NFO",
      expiry: compactDate(expiry!),
    }));
}, 120_000);
afterAll(() => world?.stop());

/** IV percentiles of NIFTY through every door of a market. */
async function percentiles(bus: Bus) {
  const ask = (subject: string, body: object) => bus.request(subject, Buffer.from(JSON.stringify(body)));
  const chains = unpackSnapshots(await ask(liveChainsRequest(), { underlying: nifty })).map((message) => {
    const view = chainView(message);
    if ("error" in view) throw new Error("no chain");
    return view.root;
  });
  const [packet] = unpackSnapshots(await ask(statsRequest(), { underlyings: [nifty] }));
  const stats = decodeMessage(packet!);
  const screener = decodeMessage(await bus.request(screenerRequest(), new Uint8Array(0)));
  if ("error" in stats || stats.kind !== "stats") throw new Error("no stats");
  if ("error" in screener || screener.kind !== "screener") throw new Error("no screener");
  return {
    chains,
    stats: stats.rows.map(({ atmIvPercentile }) => atmIvPercentile),
    screener: screener.rows.find(({ underlying }) => underlying === nifty)!.atmIvPercentile,
  };
}

describe("the IV percentile", () => {
  it("is that of the 250 stored closes, the same in chains, stats, screener and over HTTP, live and late", async () => {
    const stored = await store.history.closes(MARKET, nifty, TODAY, 250);
    expect(stored).toHaveLength(250);
    expect(world.history.closes(nifty)).toEqual(stored);
    const closes = stored.map(({ iv30 }) => iv30!);
    // The late market says that it has begun, and is told a moment later; what is asked of it then is solved anew.
    await new Promise((resolve) => setTimeout(resolve, 700));
    await world.pass(5 * 60_000);
    for (const bus of [world.bus, createLateBus(world.bus)]) {
      const { chains, stats, screener } = await percentiles(bus);
      const years = chains.map(
        ({ marketTime, expiryInstant }) => (expiryInstant - marketTime) / (365 * 86_400_000),
      );
      const iv30 = constantMaturityIv(
        years,
        chains.map(({ atmIv }) => atmIv),
      );
      const expected = ivPercentile(closes, iv30);
      expect(expected).toBeGreaterThanOrEqual(0);
      // Chains are solved one after another: between two solves the present volatility may pass one close or two.
      for (const { atmIvPercentile } of chains)
        expect(Math.abs(atmIvPercentile - expected)).toBeLessThanOrEqual(2);
      for (const root of chains) {
        expect(Math.abs(root.iv30 - iv30)).toBeLessThan(2e-3);
        expect(root.ivRank).toBeCloseTo(ivRank(closes, root.iv30), 3);
      }
      for (const figure of [...stats, screener]) expect(Math.abs(figure - expected)).toBeLessThanOrEqual(2);
      const asked = Buffer.from(JSON.stringify({ underlying: nifty }));
      const answer = Buffer.from(await bus.request(volatilityRankRequest(), asked)).toString();
      const { rank } = JSON.parse(answer) as VolatilityRankMessage;
      expect(Math.abs(rank! - ivRank(closes, iv30))).toBeLessThanOrEqual(2);
    }
    const compute = await startComputeInProcess(world.bus, () => {});
    const { data } = JSON.parse(
      (await world.doors.livePrices.get(nifty))!.plain.toString(),
    ) as LivePricesResponse;
    await compute.stop();
    const { chains } = await percentiles(world.bus);
    expect(Object.values(data.per_expiry_data).map((each) => each.atm_iv_percentile)).toEqual(
      chains.map(({ atmIvPercentile }) => atmIvPercentile),
    );
    for (const { atm_iv_rank: rank } of Object.values(data.per_expiry_data)) {
      expect(rank).toBeGreaterThanOrEqual(0);
      expect(rank).toBeLessThanOrEqual(100);
    }
  });
});

describe("daily closes", () => {
  it("are refused to a question that makes no sense", async () => {
    for (const text of NONSENSE) {
      const asked = world.bus.request(dailyClosesRequest(), Buffer.from(text));
      await expect(asked, text).rejects.toMatchObject({ code: "request.invalid" });
    }
  });

  it("are told on the bus to the processes that build on them, oldest first and before today", async () => {
    const request = Buffer.from(JSON.stringify({ underlying: nifty }));
    const answer = Buffer.from(await world.bus.request(dailyClosesRequest(), request)).toString();
    const { closes } = JSON.parse(answer) as DailyClosesMessage;
    expect(closes.length).toBeGreaterThanOrEqual(250);
    expect(closes.at(-1)![0]).toBeLessThan(TODAY);
    expect(closes.map(([date]) => date)).toEqual(closes.map(([date]) => date).sort((a, b) => a - b));
    const sigma = ewmaVolatility(
      closes.map(([, spot]) => spot ?? Number.NaN),
      0.995,
      Number.NaN,
    );
    const volatilities = createDailyVolatilities(world.bus);
    const listed = {
      underlying: { token: nifty, symbol: "NIFTY", kind: "index" },
    } as unknown as ListedUnderlying;
    expect((await volatilities.of([listed], OPEN))(nifty)).toBeCloseTo(sigma, 15);
  });
});

describe("what is kept", () => {
  it("are the near options of everything by the minute, bars of spots and futures, and closes of everything", async () => {
    const query = { market: MARKET, underlying: nifty, from: OPEN, to: HISTORY_START + 3 * QUARTER };
    const expiries = [wanted[0]!.expiry];
    await expect
      .poll(async () => (await store.history.blocks({ ...query, kind: "option_minutes", expiries })).length, {
        timeout: 5_000,
      })
      .toBe(3);
    const [first] = await store.history.blocks({ ...query, kind: "option_minutes", expiries });
    expect(first!.start).toBe(Math.floor(HISTORY_START / QUARTER) * QUARTER);
    expect(openBlock(first!.body).tokens.length).toBeGreaterThan(100);
    expect(await store.history.blocks({ ...query, kind: "quarters", expiries })).toEqual([]);
    const minutes = await store.history.blocks({ ...query, kind: "minutes", expiries: [0] });
    const bars = minutes.flatMap(({ body }) => unpackBars(body)).filter(({ token }) => token === nifty);
    const times = bars.flatMap((each) => each.bars.map(({ start }) => start));
    expect(times.length).toBeGreaterThan(30);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    const { directory } = await world.doors.metacache.get();
    const share = directory.underlyer("RELIANCE");
    const reliance = directory.spot(share).instrument_token;
    const own = { ...query, underlying: reliance };
    expect((await store.history.blocks({ ...own, kind: "minutes", expiries: [0] })).length).toBe(3);
    // Of a share this month and the next.
    const months = directory.expiries(share).map(compactDate);
    const blocks = await store.history.blocks({ ...own, kind: "option_minutes", expiries: months });
    expect([...new Set(blocks.map(({ expiry }) => expiry))]).toEqual(months.slice(0, 2));
    await expect
      .poll(async () => (await store.history.closes(MARKET, reliance, TODAY + 1, 1))[0]?.date, {
        timeout: 5_000,
      })
      .toBe(TODAY);
    const closing = await store.history.expiryCloses(MARKET, nifty, TODAY);
    expect(closing.length).toBeGreaterThan(4);
    for (const { forward, atmIv, pcr, maxPain } of closing.slice(0, 3)) {
      for (const figure of [forward, atmIv, pcr, maxPain]) expect(figure).toBeGreaterThan(0);
    }
  });

  it("is there after a restart, as it was seen", async () => {
    const until = knownMarketTime(world.doors.watch);
    const before = (await world.history.quarters(wanted, 1, until))!;
    const again = createHistory({ ...world.options, watch: { ...world.doors.watch, onEpoch() {} } });
    await world.known(2);
    const after = (await again.quarters(wanted, 1, until))!;
    expect(after).toEqual(before);
    const [yesterday, today] = before.get(wanted[0]!.token)!;
    expect([yesterday!.date, today!.date]).toEqual(["2026-11-19", "2026-11-20"]);
    expect(today!.points.map(({ start }) => start)).toEqual(
      Array.from({ length: today!.points.length }, (_, i) => OPEN + i * QUARTER),
    );
    expect(today!.points.length).toBeGreaterThanOrEqual(10);
    // Without what was stored only the source's part of today would be there.
    const empty = {
      ...world.options,
      store: { ...world.options.store, history: { ...store.history, blocks: async () => [] } },
    };
    const blind = createHistory({ ...empty, watch: { ...world.doors.watch, onEpoch() {} } });
    await world.known(3);
    const seen = (await blind.quarters(wanted, 1, until))!.get(wanted[0]!.token)!;
    expect(seen[1]!.points.length).toBeLessThan(today!.points.length);
    expect(seen[0]).toEqual(yesterday);
    await again.stop();
    await blind.stop();
  });

  it("ends a bar that has ended for the reader, and no later one", async () => {
    const until = OPEN + 3 * QUARTER;
    const days = (await world.history.quarters(wanted, 0, until))!.get(wanted[0]!.token)!;
    expect(days).toHaveLength(1);
    expect(days[0]!.points.at(-1)!.start).toBe(until - QUARTER);
  });
});
