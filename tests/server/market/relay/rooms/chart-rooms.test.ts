import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callToken, MARKET_TIME, NIFTY, RELIANCE, VIX } from "../../../../support/market/scripted-feed.ts";
import {
  asBars,
  asError,
  type RelayHarness,
  startRelay,
  subscribeCharts,
  subscribeQuotes,
} from "../../../../support/relay/relay-client.ts";

let harness: RelayHarness;
/** The test says when changes go out. */
beforeEach(async () => {
  harness = await startRelay({ times: { charts: 3_600_000 } });
  harness.feed.sayClock();
});
afterEach(() => harness.stop());

const turn = () => new Promise((resolve) => setTimeout(resolve, 30));
const flush = () => harness.relay.hub.charts.flush();

describe("running bars", () => {
  it("are answered with the bar of every token, then sent when they changed", async () => {
    const client = await harness.connect();
    client.say(subscribeCharts("a", [RELIANCE, NIFTY]));
    const first = await client.hear(asBars);
    expect(first.header.epoch).toBe(7);
    expect(first.rows.map(({ token }) => token).sort()).toEqual([NIFTY, RELIANCE]);
    expect(first.rows.find(({ token }) => token === RELIANCE)).toMatchObject({
      intervalSeconds: 60,
      barTime: MARKET_TIME,
      open: 150_000,
      close: 150_000,
      volume: 0,
      oi: 65_000,
    });
    // What became known just before the answer is sent again.
    flush();
    await turn();
    const from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 151_000 }, { volume: 1_200 });
    harness.feed.tick({ [RELIANCE]: 149_000 }, { volume: 1_300 });
    flush();
    const { rows } = await client.hear(asBars, from);
    expect(rows).toEqual([
      {
        token: RELIANCE,
        intervalSeconds: 60,
        barTime: MARKET_TIME,
        open: 150_000,
        high: 151_000,
        low: 149_000,
        close: 149_000,
        volume: 300,
        oi: 65_000,
      },
    ]);
  });

  it("roll at the boundary of market time", async () => {
    const client = await harness.connect();
    client.say(subscribeCharts("a", [RELIANCE]));
    await client.hear(asBars);
    const from = client.messages.length;
    harness.feed.sayClock(MARKET_TIME + 60_000);
    harness.feed.tick({ [RELIANCE]: 151_000 });
    flush();
    expect((await client.hear(asBars, from)).rows.at(-1)).toMatchObject({
      barTime: MARKET_TIME + 60_000,
      open: 151_000,
    });
  });

  it("are told as they ended, where they moved after they were last told", async () => {
    const client = await harness.connect();
    client.say(subscribeCharts("a", [RELIANCE]));
    await client.hear(asBars);
    harness.feed.tick({ [RELIANCE]: 152_000 });
    flush();
    await client.hear((m) => (asBars(m)?.rows[0]?.close === 152_000 ? true : null));
    let from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 148_000 });
    harness.feed.sayClock(MARKET_TIME + 60_000);
    harness.feed.tick({ [RELIANCE]: 151_000 });
    flush();
    expect((await client.hear(asBars, from)).rows).toMatchObject([
      { barTime: MARKET_TIME, open: 150_000, high: 152_000, low: 148_000, close: 148_000 },
      { barTime: MARKET_TIME + 60_000, open: 151_000, close: 151_000 },
    ]);
    // Once: the next message has the running bar alone.
    from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 151_500 });
    flush();
    expect((await client.hear(asBars, from)).rows).toMatchObject([
      { barTime: MARKET_TIME + 60_000, close: 151_500 },
    ]);
  });

  it("are sent four times a second at most, and not at all when nothing changed", async () => {
    await harness.stop();
    harness = await startRelay();
    const client = await harness.connect();
    client.say(subscribeCharts("a", [RELIANCE]));
    await client.hear(asBars);
    const before = client.messages.filter(asBars).length;
    const startedAt = performance.now();
    for (let i = 0; i < 40; i++) {
      harness.feed.tick({ [RELIANCE]: 100 + i });
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    const sent = client.messages.filter(asBars).length - before;
    expect(sent).toBeGreaterThanOrEqual(1);
    expect(sent).toBeLessThanOrEqual((performance.now() - startedAt) / 250 + 2);
    await client.hear((m) => (asBars(m)?.rows[0]?.close === 139 ? true : null));
    const after = client.messages.filter(asBars).length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(client.messages.filter(asBars).length).toBe(after);
  });

  it("of several subscriptions of a connection come in one message", async () => {
    const client = await harness.connect();
    client.say(subscribeCharts("a", [RELIANCE, callToken(0, 1)]));
    client.say(subscribeCharts("b", [RELIANCE], 300));
    await client.hear((m) => (asBars(m)?.rows[0]?.intervalSeconds === 300 ? true : null));
    flush();
    await turn();
    const from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 151_000 });
    flush();
    const { rows } = await client.hear(asBars, from);
    expect(rows.map(({ token, intervalSeconds }) => [token, intervalSeconds])).toEqual([
      [RELIANCE, 60],
      [RELIANCE, 300],
    ]);
    await turn();
    expect(client.messages.slice(from).filter(asBars)).toHaveLength(1);
  });

  it("are encoded once for all clients that want the same", async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => harness.connect()));
    for (const client of clients) client.say(subscribeCharts("a", [RELIANCE, NIFTY]));
    await Promise.all(clients.map((client) => client.hear(asBars)));
    expect(harness.relay.hub.charts.groups).toBe(1);
    const places = clients.map((client) => client.messages.length);
    harness.feed.tick({ [NIFTY]: 2_450_100 });
    flush();
    const heard = await Promise.all(clients.map((client, i) => client.hear(asBars, places[i])));
    expect(new Set(heard.map(({ header }) => header.sequence)).size).toBe(1);
  });

  it("come with the snapshot of an empty subscription too", async () => {
    const client = await harness.connect();
    client.say(subscribeCharts("a", []));
    expect((await client.hear(asBars)).rows).toEqual([]);
  });

  it("end with the subscription, and follow its replacement", async () => {
    const client = await harness.connect();
    client.say(subscribeCharts("a", [RELIANCE], 900));
    await client.hear(asBars);
    client.say(subscribeCharts("a", [VIX]));
    let from = client.messages.length;
    expect((await client.hear(asBars, from)).rows.map(({ token }) => token)).toEqual([VIX]);
    from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 1, [VIX]: 1_300 });
    flush();
    expect((await client.hear(asBars, from)).rows.map(({ token }) => token)).toEqual([VIX]);
    client.say({ command: "unsubscribe", uniqueId: "a" });
    await turn();
    from = client.messages.length;
    harness.feed.tick({ [VIX]: 1_400 });
    flush();
    await turn();
    expect(client.messages.slice(from).filter(asBars)).toEqual([]);
    expect([harness.relay.hub.charts.groups, harness.relay.hub.bars.heldBars]).toEqual([0, 0]);
  });

  it("leave nothing behind when a connection goes", async () => {
    const client = await harness.connect();
    client.say(subscribeCharts("a", [RELIANCE], 300));
    await client.hear(asBars);
    client.ws.close();
    await client.untilClosed();
    await turn();
    expect([harness.relay.hub.charts.groups, harness.relay.hub.bars.heldBars]).toEqual([0, 0]);
  });

  it("start anew with an epoch, without being asked for", async () => {
    const client = await harness.connect();
    client.say(subscribeCharts("a", [RELIANCE]));
    await client.hear(asBars);
    harness.feed.tick({ [RELIANCE]: 160_000 });
    const from = client.messages.length;
    const asked = harness.feed.asked.quotes;
    harness.feed.restart();
    while (harness.feed.asked.quotes === asked) await turn();
    await turn();
    flush();
    const fresh = await client.hear(asBars, from);
    expect(fresh.header.epoch).toBe(8);
    expect(fresh.rows[0]).toMatchObject({ token: RELIANCE, open: 160_000, high: 160_000 });
  });

  it("do not disturb quotes of the same connection", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("q", "ltp", [RELIANCE]));
    client.say(subscribeCharts("a", [RELIANCE]));
    await client.hear(asBars);
    client.say({ command: "unsubscribe", uniqueId: "q" });
    await turn();
    const from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 3 });
    flush();
    expect((await client.hear(asBars, from)).rows[0]?.close).toBe(3);
    expect(client.messages.slice(from)).toHaveLength(1);
  });
});

describe("refusals", () => {
  it("name what is wrong and leave the subscription of the same name alone", async () => {
    const client = await harness.connect();
    client.say(subscribeCharts("a", [RELIANCE]));
    await client.hear(asBars);
    const many = Array.from({ length: 501 }, (_, i) => (i + 1) * 256);
    const faults: [unknown, string][] = [
      [subscribeCharts("a", [4_242]), "relay.unknown_token"],
      [subscribeCharts("a", [RELIANCE], 90), "relay.bad_message"],
      [subscribeCharts("a", [RELIANCE], 420), "relay.bad_message"],
      [subscribeCharts("a", [RELIANCE], 7_200), "relay.bad_message"],
      [subscribeCharts("a", many), "relay.limit_tokens"],
    ];
    for (const [message, code] of faults) {
      const from = client.messages.length;
      client.say(message);
      expect(await client.hear(asError, from)).toMatchObject({ code, uniqueId: "a" });
    }
    const from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 3 });
    flush();
    expect((await client.hear(asBars, from)).rows[0]?.close).toBe(3);
  });

  it("leave out tokens that no instrument has when others exist", async () => {
    const client = await harness.connect();
    client.say(subscribeCharts("a", [4_242, RELIANCE, RELIANCE]));
    expect((await client.hear(asBars)).rows.map(({ token }) => token)).toEqual([RELIANCE]);
  });

  it("come when a connection holds more bars than it may hold quotes", async () => {
    await harness.stop();
    harness = await startRelay({ limits: { tokens: 3, subscriptions: 200, burst: 20_000, perSecond: 500 } });
    const client = await harness.connect();
    client.say(subscribeCharts("a", [RELIANCE, NIFTY]));
    await client.hear(asBars);
    client.say(subscribeCharts("b", [RELIANCE, NIFTY], 300));
    expect(await client.hear(asError)).toMatchObject({ code: "relay.limit_tokens", uniqueId: "b" });
  });
});

describe("a connection that does not read", () => {
  it("gets the newest bar of each token when it reads again, and not the ones between", async () => {
    const client = await harness.connect();
    client.say(subscribeCharts("a", [RELIANCE, NIFTY]));
    await client.hear(asBars);
    const [held] = harness.relay.hub.clients;
    if (held === undefined) throw new Error("nobody is connected");
    held.isBlocked = true;
    const from = client.messages.length;
    for (let price = 1; price <= 5; price++) {
      harness.feed.tick(price === 1 ? { [RELIANCE]: 1, [NIFTY]: 77 } : { [RELIANCE]: price });
      flush();
    }
    await turn();
    expect(client.messages.slice(from).filter(asBars)).toEqual([]);
    held.isBlocked = false;
    flush();
    const { rows } = await client.hear(asBars, from);
    expect(rows.map(({ token, close, low }) => [token, close, low])).toEqual([
      [RELIANCE, 5, 1],
      [NIFTY, 77, 77],
    ]);
    expect(harness.relay.hub.counters.conflations).toBe(1);
  });
});
