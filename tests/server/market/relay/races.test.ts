import { afterEach, describe, expect, it } from "vitest";
import type { RelayClient } from "#server/market/relay/clients/relay-client.ts";
import { DEFAULT_LIMITS } from "#server/market/relay/clients/session.ts";
import { ChainRooms } from "#server/market/relay/rooms/chain-rooms.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createLog } from "#server/platform/lib/log.ts";
import {
  callToken,
  EXPIRIES,
  FUTURE,
  NIFTY,
  RELIANCE,
  startScriptedFeed,
} from "../../../support/market/scripted-feed.ts";
import {
  asChain,
  asError,
  asQuotes,
  prices,
  type RelayHarness,
  startRelay,
  subscribeChain,
  subscribeQuotes,
  type TestClient,
} from "../../../support/relay/relay-client.ts";

let harness: RelayHarness;
afterEach(() => harness?.stop());

const turn = (ms = 30) => new Promise((resolve) => setTimeout(resolve, ms));
const nearest = (client: TestClient, from = 0) => client.hear(asChain, from);

/** Everything a client has of one chain follows its predecessor or is a snapshot. */
function expectUnbroken(client: TestClient, expiry: number): void {
  let position: number | null = null;
  for (const chain of client.messages.map(asChain)) {
    if (chain === null || chain.root.expiry !== expiry) continue;
    if (!chain.isSnapshot) expect(chain.header.sequence).toBe((position ?? Number.NaN) + 1);
    position = chain.header.sequence;
  }
}

describe("between two epochs", () => {
  it("a change of subscriptions does not lose the tokens whose packets are not back yet", async () => {
    harness = await startRelay();
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [RELIANCE]));
    client.say(subscribeQuotes("b", "ltp", [FUTURE]));
    await client.hear((m) => (prices(asQuotes(m) ?? ({ packets: [] } as never)).has(FUTURE) ? true : null));
    // The feed is away, then a new one speaks: nothing is known, and no feed answers yet.
    const { quotes } = harness.relay.hub;
    harness.feed.stop();
    quotes.setEpoch(99);
    client.say({ command: "unsubscribe", uniqueId: "b" });
    await expect
      .poll(() => [...(harness.relay.hub.clients.values().next().value?.subscriptions.keys() ?? [])])
      .toEqual(["a"]);
    const feed = startScriptedFeed(harness.bus, { epoch: 99 });
    const from = client.messages.length;
    const fresh = await client.hear(asQuotes, from);
    expect([...prices(fresh).keys()]).toEqual([RELIANCE]);
    expect(fresh.trailer).toMatchObject({ epoch: 99, sequence: 1 });
    feed.stop();
  });

  it("a value of the old and one of the new feed in one turn leave the new one", async () => {
    harness = await startRelay();
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [RELIANCE]));
    await client.hear(asQuotes);
    harness.feed.tick({ [RELIANCE]: 11 });
    const from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 22 });
    harness.feed.epoch++;
    harness.feed.tick({ [RELIANCE]: 33 });
    const fresh = await client.hear((m) => (asQuotes(m)?.trailer.epoch === 8 ? asQuotes(m) : null), from);
    expect(prices(fresh as never).get(RELIANCE)).toBe(33);
  });
});

describe("chains", () => {
  it("send no delta before the snapshot that is due", async () => {
    harness = await startRelay();
    const client = await harness.connect();
    client.say(subscribeChain("c", NIFTY, "2026-11-24"));
    await nearest(client);
    const [member] = harness.relay.hub.clients as Set<RelayClient>;
    if (member === undefined) throw new Error("nobody is connected");
    // Blocked while one delta passes, free again when the next one comes: as a drained socket is before its turn.
    member.isBlocked = true;
    harness.feed.moveChain(0, [1], 111);
    member.isBlocked = false;
    harness.feed.moveChain(0, [2], 222);
    harness.feed.moveChain(0, [3], 333);
    const from = client.messages.length;
    expect(await nearest(client, from)).toMatchObject({ isSnapshot: true, header: { sequence: 4 } });
    harness.feed.moveChain(0, [4], 444);
    await client.hear((m) => (asChain(m)?.header.sequence === 5 ? true : null), from);
    expectUnbroken(client, EXPIRIES[0]);
  });

  it("stay unbroken through a storm of subscriptions while deltas come", async () => {
    harness = await startRelay();
    const client = await harness.connect();
    for (let i = 0; i < 300; i++) {
      const id = `s${i % 7}`;
      if (i % 3 === 2) client.say({ command: "unsubscribe", uniqueId: id });
      else client.say(subscribeChain(id, NIFTY, i % 2 === 0 ? "2026-11-24" : "2026-12-29"));
      harness.feed.moveChain((i % 2) as 0 | 1, [i % 21], i + 1);
      if (i % 10 === 0) await turn(2);
    }
    await turn();
    for (let i = 0; i < 7; i++) client.say({ command: "unsubscribe", uniqueId: `s${i}` });
    await turn();
    const from = client.messages.length;
    harness.feed.moveChain(0, [1], 5);
    await turn();
    expect(client.messages.slice(from).map(asChain).filter(Boolean)).toEqual([]);
    for (const expiry of EXPIRIES) expectUnbroken(client, expiry);
  });

  it("keep a room that a second subscription holds when another chain of the first ceases to exist", async () => {
    harness = await startRelay();
    const client = await harness.connect();
    client.say({
      ...subscribeChain("both", NIFTY, "2026-11-24"),
      underlyingExpiry: EXPIRIES.map((_, i) => ({
        underlying: NIFTY,
        expiry: ["2026-11-24", "2026-12-29"][i],
      })),
    });
    client.say(subscribeChain("far", NIFTY, "2026-12-29"));
    await client.hear((m) => (asChain(m)?.root.expiry === EXPIRIES[1] ? true : null));
    harness.feed.expire();
    harness.feed.restart();
    const error = await client.hear(asError);
    expect(error).toMatchObject({ code: "relay.unknown_expiry", uniqueId: "both" });
    expect(error.message).toContain("2026-11-24");
    await turn();
    const from = client.messages.length;
    harness.feed.moveChain(1, [3], 333);
    expect(await nearest(client, from)).toMatchObject({ isSnapshot: false, root: { expiry: EXPIRIES[1] } });
  });

  it("given up while another was waited for are known to be, so that no client joins a room without packets", async () => {
    const bus = createLocalBus();
    const feed = startScriptedFeed(bus);
    let now = 0;
    const rooms = new ChainRooms({
      bus,
      log: createLog("silent"),
      now: () => now,
      onGone() {},
      onHealed() {},
      sent: { count: 0 },
    });
    const room = await rooms.open(NIFTY, EXPIRIES[0]);
    if (room === null) throw new Error("the chain exists");
    expect(rooms.has(room)).toBe(true);
    now = 60_000;
    rooms.sayInterest();
    expect(rooms.has(room)).toBe(false);
    expect(await rooms.open(NIFTY, EXPIRIES[0])).not.toBe(room);
    rooms.close();
    feed.stop();
  });

  it("that lost their snapshot before a client joined ask for it again", async () => {
    harness = await startRelay();
    const [first, second] = [await harness.connect(), await harness.connect()];
    first.say(subscribeChain("c", NIFTY, "2026-11-24"));
    await nearest(first);
    first.say({ command: "unsubscribe", uniqueId: "c" });
    await turn();
    harness.feed.restart();
    second.say(subscribeChain("c", NIFTY, "2026-11-24"));
    expect(await nearest(second)).toMatchObject({ isSnapshot: true, header: { epoch: 8 } });
  });
});

describe("what many do at once", () => {
  it("asks the feed once for the tokens that all clients want", async () => {
    harness = await startRelay();
    const clients = await Promise.all(Array.from({ length: 30 }, () => harness.connect()));
    harness.feed.asked.quotes = 0;
    for (const { hub } of [harness.relay]) {
      const tokens = [callToken(0, 1), callToken(1, 1)];
      await Promise.all(Array.from({ length: 30 }, () => hub.quotes.resolve(tokens, () => true)));
    }
    expect(harness.feed.asked.quotes).toBe(1);
    for (const client of clients) client.say(subscribeQuotes("a", "full", [callToken(0, 1)]));
    await Promise.all(clients.map((client) => client.hear(asQuotes)));
    expect(harness.feed.asked.quotes).toBe(1);
  });

  it("does not make a waiter of every message while the feed is away", async () => {
    harness = await startRelay();
    const client = await harness.connect();
    harness.feed.stop();
    for (let i = 1; i <= 500; i++) client.say(subscribeQuotes("same", "ltp", [i * 256 + 2]));
    client.say({ command: "unsubscribe", uniqueId: "same" });
    await turn(600);
    const feed = startScriptedFeed(harness.bus);
    await turn(600);
    expect(feed.asked.quotes).toBe(0);
    expect(client.messages.map(asQuotes).filter(Boolean)).toEqual([]);
    feed.stop();
  });
});

describe("a connection that repeats itself", () => {
  const tokens = [0, 1].flatMap((chain) => Array.from({ length: 21 }, (_, row) => callToken(chain, row)));

  it("is sent its first answers one after another, never all at once", async () => {
    harness = await startRelay();
    const client = await harness.connect();
    client.say(subscribeQuotes("first", "full", tokens));
    await client.hear(asQuotes);
    const [member] = harness.relay.hub.clients as Set<RelayClient>;
    const held: number[] = [];
    const flush = member?.flush.bind(member);
    if (member === undefined || flush === undefined) throw new Error("nobody is connected");
    member.flush = (now) => {
      held.push(member.outbox.bytes);
      flush(now);
    };
    for (let i = 0; i < 150; i++) client.say(subscribeQuotes(`r${i}`, "full", tokens));
    await client.hear(() =>
      client.messages.filter((m) => asQuotes(m)?.packets.length === tokens.length).length > 150 ? true : null,
    );
    expect(Math.max(...held)).toBeLessThan(600_000);
    const sequences = client.messages.map(asQuotes).flatMap((m) => (m === null ? [] : [m.trailer.sequence]));
    expect(sequences).toEqual(sequences.map((_, i) => i + 1));
  });

  it("may hold a token in several subscriptions, but not its whole limit in all of them", async () => {
    harness = await startRelay({ limits: { ...DEFAULT_LIMITS, tokens: 2 } });
    const client = await harness.connect();
    for (let i = 0; i < 9; i++) client.say(subscribeQuotes(`r${i}`, "ltp", [RELIANCE, NIFTY]));
    expect(await client.hear(asError)).toMatchObject({ code: "relay.limit_tokens", uniqueId: "r8" });
    client.say({ command: "unsubscribe", uniqueId: "r0" });
    const from = client.messages.length;
    client.say(subscribeQuotes("r8", "ltp", [RELIANCE, NIFTY]));
    await client.hear(asQuotes, from);
  });

  it("pays for changes by what it holds", async () => {
    harness = await startRelay({ limits: { ...DEFAULT_LIMITS, burst: 100, perSecond: 1 } });
    const [small, large] = [await harness.connect(), await harness.connect()];
    large.say(subscribeQuotes("all", "ltp", [...tokens, ...tokens.map((token) => token + 256)]));
    await large.hear(asQuotes);
    for (let i = 0; i < 25; i++) {
      for (const client of [small, large]) client.say(subscribeQuotes("one", "ltp", [RELIANCE]));
    }
    await turn(100);
    expect(small.closed).toBeNull();
    for (let i = 0; i < 25; i++) large.say(subscribeQuotes("one", "ltp", [RELIANCE]));
    expect(await large.untilClosed()).toBe(4008);
  });
});

describe("close codes", () => {
  it("of a peer's own invention are counted as one", async () => {
    harness = await startRelay();
    for (const code of [3_001, 4_002, 4_777]) {
      const client = await harness.connect();
      client.ws.close(code);
      await client.untilClosed();
    }
    await expect.poll(() => [...harness.relay.closes]).toEqual([[3_000, 3]]);
  });
});
