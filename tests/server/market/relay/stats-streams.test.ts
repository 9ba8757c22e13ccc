import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Stats } from "#server/market/relay/stats-streams.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { EXPIRIES, NIFTY, RELIANCE, startScriptedFeed, VIX } from "../../../support/market/scripted-feed.ts";
import {
  asError,
  asScreener,
  asStats,
  type RelayHarness,
  startRelay,
  type TestClient,
} from "../../../support/relay/relay-client.ts";

let harness: RelayHarness;
beforeEach(async () => {
  harness = await startRelay();
});
afterEach(() => harness.stop());

const turn = () => new Promise((resolve) => setTimeout(resolve, 30));
const subscribeStats = (uniqueId: string, tokens: readonly number[]) => ({
  command: "subscribe",
  dataSource: "underlying-stats",
  uniqueId,
  tokens,
});
const subscribeScreener = (uniqueId: string) => ({
  command: "subscribe",
  dataSource: "screener-stats",
  uniqueId,
});

function blockOnly(): { release(): void } {
  const [held] = harness.relay.hub.clients;
  if (held === undefined) throw new Error("nobody is connected");
  held.isBlocked = true;
  return {
    release() {
      held.isBlocked = false;
      held.wake();
    },
  };
}

/** The stats of one underlying. */
const statsOf = (underlying: number) => (m: Parameters<typeof asStats>[0]) => {
  const stats = asStats(m);
  return stats?.root.underlying === underlying ? stats : null;
};

describe("stats of underlyings", () => {
  it("are answered with a packet of each, then sent whole when they changed", async () => {
    const client = await harness.connect();
    client.say(subscribeStats("s", [NIFTY, RELIANCE]));
    const nifty = await client.hear(statsOf(NIFTY));
    expect(nifty.root).toMatchObject({ spot: 24_500, futureOi: 65_000 });
    expect(nifty.root.volumeSpike).toBeNaN();
    expect(nifty.rows.map(({ expiry }) => expiry)).toEqual([...EXPIRIES]);
    await client.hear(statsOf(RELIANCE));
    const from = client.messages.length;
    harness.feed.moveStats({ [RELIANCE]: 1_510 });
    const moved = await client.hear(asStats, from);
    expect(moved.root).toMatchObject({ underlying: RELIANCE, spot: 1_510 });
    expect(moved.rows).toHaveLength(EXPIRIES.length);
  });

  it("are told to the feed as watched at once and again, so that it does not forget", async () => {
    await harness.stop();
    harness = await startRelay({ times: { interest: 20 } });
    const client = await harness.connect();
    client.say(subscribeStats("s", [NIFTY]));
    await client.hear(asStats);
    expect(harness.feed.statsInterest.at(-1)).toEqual({ underlyings: [NIFTY], screener: false });
    const before = harness.feed.statsInterest.length;
    await turn();
    await turn();
    expect(harness.feed.statsInterest.length).toBeGreaterThan(before);
  });

  it("are kept for a moment after the last watcher has gone, then neither kept nor told", async () => {
    const bus = createLocalBus();
    const feed = startScriptedFeed(bus);
    let now = 0;
    const stats = new Stats({
      bus,
      log: createLog("silent"),
      now: () => now,
      onGone() {},
      onHealed() {},
      sent: { underlyings: { count: 0 }, screener: { count: 0 } },
    });
    await stats.underlyings.open([NIFTY], () => true);
    await stats.screener.open(() => true);
    now = 9_000;
    stats.sayInterest();
    expect(feed.statsInterest.at(-1)).toEqual({ underlyings: [NIFTY], screener: true });
    expect(stats.screener.snapshotFrame()).not.toBeNull();
    now = 11_000;
    const said = feed.statsInterest.length;
    stats.sayInterest();
    expect(feed.statsInterest.length).toBe(said);
    expect([stats.underlyings.size, stats.screener.snapshotFrame()]).toEqual([0, null]);
    stats.close();
    feed.stop();
  });

  it("are asked of the feed once, however many watch", async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => harness.connect()));
    for (const client of clients) client.say(subscribeStats("s", [NIFTY, RELIANCE]));
    await Promise.all(clients.map((client) => client.hear(statsOf(RELIANCE))));
    const { stats } = harness.feed.asked;
    expect(stats).toBeLessThanOrEqual(10);
    const late = await harness.connect();
    late.say(subscribeStats("s", [RELIANCE]));
    await late.hear(asStats);
    expect(harness.feed.asked.stats).toBe(stats);
  });

  it("are the newest for a client that comes later", async () => {
    const early = await harness.connect();
    early.say(subscribeStats("s", [NIFTY]));
    await early.hear(asStats);
    harness.feed.moveStats({ [NIFTY]: 24_777 });
    const late = await harness.connect();
    late.say(subscribeStats("s", [NIFTY]));
    expect((await late.hear(asStats)).root.spot).toBe(24_777);
  });

  it("stop with their subscription, and follow its replacement", async () => {
    const client = await harness.connect();
    client.say(subscribeStats("s", [NIFTY]));
    await client.hear(asStats);
    client.say(subscribeStats("s", [RELIANCE]));
    await client.hear(statsOf(RELIANCE));
    let from = client.messages.length;
    harness.feed.moveStats({ [NIFTY]: 1, [RELIANCE]: 2 });
    expect((await client.hear(asStats, from)).root.underlying).toBe(RELIANCE);
    client.say({ command: "unsubscribe", uniqueId: "s" });
    await turn();
    from = client.messages.length;
    harness.feed.moveStats({ [NIFTY]: 3, [RELIANCE]: 4 });
    await turn();
    expect(client.messages.slice(from).filter(asStats)).toEqual([]);
  });

  it("are the newest only for a connection that did not read", async () => {
    const client = await harness.connect();
    client.say(subscribeStats("s", [NIFTY]));
    await client.hear(asStats);
    const blocked = blockOnly();
    const from = client.messages.length;
    for (let spot = 1; spot <= 5; spot++) harness.feed.moveStats({ [NIFTY]: spot });
    await turn();
    expect(client.messages.slice(from)).toEqual([]);
    blocked.release();
    expect((await client.hear(asStats, from)).root.spot).toBe(5);
    await turn();
    expect(client.messages.slice(from).filter(asStats)).toHaveLength(1);
  });

  it("are fresh after a new epoch, without asking; those of an underlying that is gone end with an error", async () => {
    const client = await harness.connect();
    client.say(subscribeStats("n", [NIFTY]));
    client.say(subscribeStats("r", [RELIANCE]));
    await client.hear(statsOf(NIFTY));
    await client.hear(statsOf(RELIANCE));
    harness.feed.delist(RELIANCE);
    const from = client.messages.length;
    harness.feed.restart();
    expect((await client.hear(asStats, from)).header).toMatchObject({ epoch: 8, sequence: 1 });
    expect(await client.hear(asError, from)).toMatchObject({ code: "relay.unknown_token", uniqueId: "r" });
    harness.feed.moveStats({ [NIFTY]: 5 });
    await client.hear((m) => (asStats(m)?.root.spot === 5 ? true : null), from);
  });

  it("wait for a feed that is away", async () => {
    harness.feed.stop();
    const client = await harness.connect();
    client.say(subscribeStats("s", [NIFTY]));
    client.say(subscribeScreener("x"));
    await turn();
    expect(client.messages.filter((m) => asStats(m) ?? asError(m))).toEqual([]);
    harness.feed.resume();
    await client.hear(asStats);
    await client.hear(asScreener);
  });

  it("are refused by code, and the subscription of the same name is left alone", async () => {
    const client = await harness.connect();
    client.say(subscribeStats("s", [NIFTY]));
    await client.hear(asStats);
    const many = Array.from({ length: 501 }, (_, i) => (i + 1) * 256);
    const faults: [unknown, string][] = [
      [subscribeStats("s", [VIX, 4_242]), "relay.unknown_token"],
      [subscribeStats("s", []), "relay.bad_message"],
      [subscribeStats("s", many), "relay.limit_tokens"],
    ];
    for (const [message, code] of faults) {
      const from = client.messages.length;
      client.say(message);
      const error = await client.hear(asError, from);
      expect(error).toMatchObject({ code, uniqueId: "s" });
      if (code === "relay.unknown_token") expect(error.message).toContain(String(VIX));
    }
    const from = client.messages.length;
    harness.feed.moveStats({ [NIFTY]: 9 });
    expect((await client.hear(asStats, from)).root.spot).toBe(9);
  });

  it("are served for the underlyings that exist", async () => {
    const client = await harness.connect();
    client.say(subscribeStats("s", [4_242, NIFTY]));
    expect((await client.hear(asStats)).root.underlying).toBe(NIFTY);
    const asked = harness.feed.asked.stats;
    client.say(subscribeStats("t", [4_242]));
    expect(await client.hear(asError)).toMatchObject({ uniqueId: "t" });
    expect(harness.feed.asked.stats).toBe(asked);
  });
});

describe("the screener", () => {
  async function subscribed(): Promise<TestClient> {
    const client = await harness.connect();
    client.say(subscribeScreener("x"));
    const first = await client.hear(asScreener);
    expect(first.rows.map(({ underlying }) => underlying)).toEqual([NIFTY, RELIANCE]);
    return client;
  }

  it("is answered with every underlying, then with the rows that changed", async () => {
    const client = await subscribed();
    expect(harness.feed.statsInterest.at(-1)).toEqual({ underlyings: [], screener: true });
    const from = client.messages.length;
    harness.feed.moveStats({ [RELIANCE]: 1_520 });
    const { header, rows } = await client.hear(asScreener, from);
    expect(header.sequence).toBe(2);
    expect(rows.map(({ underlying, spot }) => [underlying, spot])).toEqual([[RELIANCE, 1_520]]);
  });

  it("gives who comes later everything as it is now", async () => {
    await subscribed();
    harness.feed.moveStats({ [RELIANCE]: 1_520 });
    harness.feed.moveStats({ [NIFTY]: 24_600 });
    const late = await harness.connect();
    late.say(subscribeScreener("x"));
    const { header, rows } = await late.hear(asScreener);
    expect(header.sequence).toBe(3);
    expect(rows.map(({ spot }) => spot)).toEqual([24_600, 1_520]);
    expect(harness.feed.asked.screener).toBe(1);
  });

  it("is asked for whole when a message was lost on the bus", async () => {
    const client = await subscribed();
    harness.feed.moveStats({ [NIFTY]: 24_600 }, true);
    const from = client.messages.length;
    harness.feed.moveStats({ [RELIANCE]: 1_520 });
    const { header, rows } = await client.hear(asScreener, from);
    expect(header.sequence).toBe(3);
    expect(rows.map(({ spot }) => spot)).toEqual([24_600, 1_520]);
    expect(harness.relay.hub.counters.healedGaps).toBe(1);
  });

  it("comes whole to a connection that did not read", async () => {
    const client = await subscribed();
    const blocked = blockOnly();
    const from = client.messages.length;
    harness.feed.moveStats({ [NIFTY]: 24_600 });
    harness.feed.moveStats({ [RELIANCE]: 1_520 });
    await turn();
    blocked.release();
    expect((await client.hear(asScreener, from)).rows.map(({ spot }) => spot)).toEqual([24_600, 1_520]);
    await turn();
    expect(client.messages.slice(from).filter(asScreener)).toHaveLength(1);
  });

  it("starts anew with an epoch", async () => {
    const client = await subscribed();
    const from = client.messages.length;
    harness.feed.delist(RELIANCE);
    harness.feed.restart();
    const { header, rows } = await client.hear(asScreener, from);
    expect(header).toMatchObject({ epoch: 8, sequence: 1 });
    expect(rows).toHaveLength(1);
  });

  it("ends with its subscription", async () => {
    const client = await subscribed();
    client.say({ command: "unsubscribe", uniqueId: "x" });
    await turn();
    const from = client.messages.length;
    harness.feed.moveStats({ [NIFTY]: 24_600 });
    await turn();
    expect(client.messages.slice(from).filter(asScreener)).toEqual([]);
    expect(harness.relay.hub.stats.screener.members.size).toBe(0);
  });
});

describe("the metrics of what is sent", () => {
  it("count messages by source", async () => {
    const client = await harness.connect();
    client.say(subscribeStats("s", [NIFTY]));
    client.say(subscribeScreener("x"));
    await client.hear(asStats);
    await client.hear(asScreener);
    harness.feed.moveStats({ [NIFTY]: 24_600 });
    await turn();
    const { updates } = harness.relay.hub.counters;
    expect([updates.get("underlying-stats")?.count, updates.get("screener-stats")?.count]).toEqual([2, 2]);
  });
});
