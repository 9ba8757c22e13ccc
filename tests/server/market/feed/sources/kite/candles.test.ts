import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { candlesAddress, readCandles } from "#server/market/feed/sources/kite/candles.ts";
import { createKiteProtocol } from "#server/market/feed/sources/kite/kite-protocol.ts";
import { type BrokerWorld, createBrokerWorld, testTokens } from "#tests/support/brokers/broker-world.ts";
import { type FakeKite, startFakeKite } from "#tests/support/brokers/fake-kite.ts";
import { contractOf, kiteDump, LIVE_NOW, NIFTY } from "#tests/support/brokers/kite-rows.ts";
import { isRecorded, recordedPath } from "#tests/support/market/recorded-instruments.ts";

const MOCK = recordedPath("kite-mocks/historical_oi.json");
const CALL = contractOf("NIFTY", "2026-08-25", 24_350, "CE").token;
const row = (time: string, price: number, oi = 650) => [
  `2026-08-19T${time}:00+0530`,
  price,
  price + 1,
  price - 1,
  price,
  75,
  oi,
];
const at = (time: string) => Date.parse(`2026-08-19T${time}:00+05:30`);

describe("historical candles as Kite writes them", () => {
  it("are asked for in India's time, with open interest, the end left out", () => {
    const query = { token: 256265, from: at("09:15"), to: at("09:45"), seconds: 900 } as const;
    expect(candlesAddress("https://api.kite.trade", query)).toBe(
      "https://api.kite.trade/instruments/historical/256265/15minute?from=2026-08-19+09%3A15%3A00&to=2026-08-19+09%3A44%3A59&oi=1",
    );
  });

  it.skipIf(!isRecorded(MOCK))("are read out of Kite's own mock of them, prices to the paisa", () => {
    const bars = readCandles(readFileSync(MOCK, "utf8"), 12_517_890);
    expect(bars.length).toBeGreaterThan(3);
    expect(bars[0]).toEqual({
      start: Date.parse("2019-12-04T09:15:00+05:30"),
      open: 1_200_990,
      high: 1_201_935,
      low: 1_200_125,
      close: 1_200_150,
      volume: 163_275,
      oi: 13_667_775,
    });
  });

  it("leave out what makes no sense, and are refused whole when they are none", () => {
    const candles = [
      row("09:15", 100),
      ["yesterday", 1, 1, 1, 1, 1, 1],
      row("09:30", -1),
      [...row("09:45", 100).slice(0, 4), "x", 1, 1],
      row("10:00", 1e12),
      row("10:15", 101).slice(0, 6),
    ];
    const text = JSON.stringify({ status: "success", data: { candles } });
    expect(readCandles(text, CALL).map(({ start, oi }) => [start, oi])).toEqual([
      [at("09:15"), 650],
      [at("10:15"), 0],
    ]);
    for (const bad of ["", "<html>", "{}", '{"data":{"candles":[[1]]}}', '{"data":{"candles":{}}}', "null"]) {
      expect(() => readCandles(bad, CALL), bad).toThrow(/historical candles/);
    }
  });
});

describe("the past of a market that Kite tells", () => {
  let kite: FakeKite;
  let world: BrokerWorld;
  let dataDir: string;
  beforeEach(async () => {
    kite = await startFakeKite(kiteDump());
    dataDir = mkdtempSync(path.join(tmpdir(), "candles-"));
    world = createBrokerWorld({
      protocol: createKiteProtocol({ apiKey: kite.apiKey, apiUrl: kite.apiUrl, streamUrl: kite.streamUrl }),
      tokens: testTokens(kite.token),
      now: LIVE_NOW,
      dataDir,
    });
  });
  afterEach(async () => {
    world.dispose();
    await kite.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const QUERY = { from: at("09:15"), to: at("10:00"), seconds: 900 } as const;
  const live = () => world.until(() => kite.dumps > 0 && world.states.length > 0, "a token in use");

  it("is asked for one instrument after another, once, and comes in bars of the range", async () => {
    await live();
    kite.candles.set(CALL, [row("09:15", 100), row("09:30", 101), row("10:00", 102)]);
    const { history } = world.source;
    expect(history!.market).toBe("kite");
    const asked = performance.now();
    const series = await history!.bars({ tokens: [CALL, NIFTY], ...QUERY });
    // Three a second, so that the second one has to wait.
    expect(performance.now() - asked).toBeGreaterThanOrEqual(600);
    expect(series!.map(({ token, bars }) => [token, bars.map(({ start, close }) => [start, close])])).toEqual(
      [
        [
          CALL,
          [
            [at("09:15"), 10_000],
            [at("09:30"), 10_100],
          ],
        ],
      ],
    );
    expect(kite.candleQuestions).toHaveLength(2);
    await history!.bars({ tokens: [CALL], ...QUERY });
    expect(kite.candleQuestions).toHaveLength(2);
    expect(await history!.closes(NIFTY, 250)).toBeNull();
  });

  it("knows days: one question of each underlying a day, today's left out, an index's volume unknown", async () => {
    await live();
    const day = (date: string, price: number) => [`${date}T00:00:00+0530`, ...row("09:15", price).slice(1)];
    kite.candles.set(NIFTY, [day("2026-08-17", 24_000), day("2026-08-18", 24_100.05), day("2026-08-19", 1)]);
    const { history } = world.source;
    const days = (await history!.days!(NIFTY, 250))!;
    expect(days).toEqual(
      [
        ["2026-08-17", 24_000],
        ["2026-08-18", 24_100.05],
      ].map(([date, price]) => ({
        date,
        open: price,
        high: expect.closeTo(Number(price) + 1, 6),
        low: expect.closeTo(Number(price) - 1, 6),
        close: price,
        volume: Number.NaN,
        futuresOi: Number.NaN,
        origin: "source",
      })),
    );
    expect(await history!.days!(NIFTY, 1)).toHaveLength(1);
    await history!.days!(NIFTY, 250);
    expect(kite.candleQuestions.filter((question) => question.includes("/day?"))).toHaveLength(2);
  });

  it("is empty while it cannot be had, which ends neither the token nor the stream", async () => {
    await live();
    kite.candleStatus = 403;
    const { history } = world.source;
    const connections = world.health().reconnects;
    expect(await history!.bars({ tokens: [CALL], ...QUERY })).toEqual([]);
    expect(world.problems.map(({ code }) => code)).toContain("feed.unreachable");
    await world.turn();
    expect(world.health().state).not.toBe("token_rejected");
    expect(world.health().reconnects).toBe(connections);
    // An app without the right to candles asks no more for a while.
    kite.candleStatus = 200;
    expect(await history!.bars({ tokens: [CALL], ...QUERY })).toEqual([]);
    expect(kite.candleQuestions).toHaveLength(1);
  });

  it("is empty after nonsense, and asked for again", async () => {
    await live();
    kite.candleText = "<html>";
    const { history } = world.source;
    expect(await history!.bars({ tokens: [CALL], ...QUERY })).toEqual([]);
    kite.candleText = null;
    kite.candles.set(CALL, [row("09:15", 100)]);
    expect(await history!.bars({ tokens: [CALL], ...QUERY })).toHaveLength(1);
  });
});
