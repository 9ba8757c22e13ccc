import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { decodePing } from "#protocol/wire/codec.ts";
import { DEFAULT_LIMITS } from "#server/market/relay/clients/session.ts";
import { callToken, MARKET_TIME, NIFTY, RELIANCE } from "../../../support/market/scripted-feed.ts";
import {
  asError,
  asQuotes,
  prices,
  type RelayHarness,
  startRelay,
  subscribeQuotes,
} from "../../../support/relay/relay-client.ts";

let harness: RelayHarness;
afterEach(() => harness.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("messages", () => {
  it("answers every fault with an error frame and leaves other subscriptions alone", async () => {
    harness = await startRelay();
    const client = await harness.connect();
    client.say(subscribeQuotes("good", "ltp", [RELIANCE]));
    await client.hear(asQuotes);
    const faults: [unknown, string, string | null][] = [
      ["{", "relay.bad_json", null],
      ["[]", "relay.bad_message", null],
      [{ command: "dance", uniqueId: "x" }, "relay.unknown_command", "x"],
      [{ command: "subscribe", dataSource: "weather", uniqueId: "x" }, "relay.unknown_source", "x"],
      [
        { ...subscribeQuotes("x", "ltp", []), quoteBatch: [{ mode: "ltp", tokens: [-1] }] },
        "relay.bad_message",
        "x",
      ],
      [{ command: "subscribe", dataSource: "order-updates", uniqueId: "x" }, "relay.source_unavailable", "x"],
      [
        { command: "subscribe", dataSource: "quote-chart", uniqueId: "x", tokens: [1] },
        "relay.unknown_token",
        "x",
      ],
    ];
    for (const [message, code, uniqueId] of faults) {
      const from = client.messages.length;
      client.say(message);
      const error = await client.hear(asError, from);
      expect([error.code, error.uniqueId]).toEqual([code, uniqueId]);
      expect(error.message.length).toBeGreaterThan(5);
    }
    const from = client.messages.length;
    client.ws.send(randomBytes(20), { binary: true });
    expect((await client.hear(asError, from)).code).toBe("relay.bad_message");
    harness.feed.tick({ [RELIANCE]: 9 });
    expect(prices(await client.hear(asQuotes, from)).get(RELIANCE)).toBe(9);
  });

  it("is not brought down by random messages, and goes on serving", async () => {
    harness = await startRelay();
    const client = await harness.connect();
    const value = fc.oneof(
      fc.json(),
      fc.string({ maxLength: 200 }),
      fc
        .record(
          {
            command: fc.constantFrom("subscribe", "unsubscribe", "x"),
            dataSource: fc.constantFrom("quote-batch", "option-chain", "nse-events", "y"),
            uniqueId: fc.oneof(fc.string({ maxLength: 80 }), fc.integer()),
            quoteBatch: fc.array(
              fc.record({ mode: fc.constantFrom("ltp", "full", "z"), tokens: fc.array(fc.integer()) }),
            ),
            underlyingExpiry: fc.array(fc.record({ underlying: fc.nat(), expiry: fc.string() })),
          },
          { requiredKeys: ["command"] },
        )
        .map((message) => JSON.stringify(message)),
    );
    for (const message of fc.sample(value, { numRuns: 3_000, seed: 5 })) client.ws.send(message);
    client.say(subscribeQuotes("after", "ltp", [RELIANCE]));
    await client.hear(
      (m) => (prices(asQuotes(m) ?? ({ packets: [] } as never)).has(RELIANCE) ? true : null),
      0,
      10_000,
    );
    expect(client.closed).toBeNull();
  });

  it("closes a flood with 4008 while another client is served", async () => {
    harness = await startRelay({ limits: { ...DEFAULT_LIMITS, burst: 1_000, perSecond: 10 } });
    const [abuser, other] = await Promise.all([harness.connect(), harness.connect()]);
    other.say(subscribeQuotes("a", "ltp", [RELIANCE]));
    await other.hear(asQuotes);
    for (let i = 0; i < 2_000; i++) abuser.say("{");
    expect(await abuser.untilClosed()).toBe(4008);
    const from = other.messages.length;
    harness.feed.tick({ [RELIANCE]: 5 });
    await other.hear(asQuotes, from);
  });

  it("ends a message above 64 KiB with 1009 at once", async () => {
    harness = await startRelay();
    const client = await harness.connect();
    client.say("x".repeat(65_537));
    const sentAt = Date.now();
    expect(await client.untilClosed()).toBe(1009);
    expect(Date.now() - sentAt).toBeLessThan(5_000);
  });

  it("holds a connection to its limits of tokens and subscriptions, by error frames", async () => {
    harness = await startRelay({ limits: { ...DEFAULT_LIMITS, tokens: 3, subscriptions: 2 } });
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [RELIANCE, NIFTY]));
    await client.hear(asQuotes);
    client.say(subscribeQuotes("b", "ltp", [callToken(0, 1), callToken(0, 2)]));
    expect(await client.hear(asError)).toMatchObject({ code: "relay.limit_tokens", uniqueId: "b" });
    let from = client.messages.length;
    client.say(subscribeQuotes("b", "full", [RELIANCE, callToken(0, 2)]));
    await client.hear(asQuotes, from);
    from = client.messages.length;
    client.say(subscribeQuotes("c", "ltp", [RELIANCE]));
    expect(await client.hear(asError, from)).toMatchObject({
      code: "relay.limit_subscriptions",
      uniqueId: "c",
    });
    from = client.messages.length;
    client.say(subscribeQuotes("a", "ltp", [NIFTY]));
    await client.hear(asQuotes, from);
    expect(client.closed).toBeNull();
  });

  it("refuses 3,001 tokens in one message and takes 3,000", async () => {
    harness = await startRelay();
    const client = await harness.connect();
    const tokens = Array.from({ length: 3_001 }, (_, i) => (i + 1) * 256 + 2);
    client.say(subscribeQuotes("a", "ltp", tokens));
    expect(await client.hear(asError)).toMatchObject({ code: "relay.limit_tokens", uniqueId: "a" });
    const from = client.messages.length;
    client.say(subscribeQuotes("a", "ltp", [RELIANCE, ...tokens.slice(0, 2_999)]));
    expect(prices(await client.hear(asQuotes, from)).size).toBe(1);
  });
});

describe("heartbeats", () => {
  it("pings with the market's clock and the age of the newest quote", async () => {
    harness = await startRelay({ times: { ping: 50 } });
    const client = await harness.connect();
    const first = await client.hear((m) => (m instanceof Uint8Array && m[0] === 253 ? decodePing(m) : null));
    expect(first).toMatchObject({ root: { feedAgeMs: 4_294_967_295, intervalMs: 50 } });
    harness.feed.sayClock();
    harness.feed.tick({ [RELIANCE]: 5 });
    await pause(20);
    const from = client.messages.length;
    const later = await client.hear(
      (m) => (m instanceof Uint8Array && m[0] === 253 ? decodePing(m) : null),
      from,
    );
    if ("error" in later || "error" in first) throw new Error("undecodable ping");
    expect(later.root.feedAgeMs).toBeLessThan(5_000);
    expect(later.root.marketTime - MARKET_TIME).toBeLessThan(5_000);
    expect(later.header.epoch).toBe(7);
    expect(Math.abs(later.header.serverTime - Date.now())).toBeLessThan(5_000);
    expect(later.header.sequence).toBeGreaterThan(first.header.sequence);
  });

  it("pings with the age of the newest price that the feed has had, whatever else it publishes", async () => {
    harness = await startRelay({ times: { ping: 50 } });
    const client = await harness.connect();
    harness.feed.tick({ [RELIANCE]: 5 });
    harness.feed.sayClock(MARKET_TIME, 7_000);
    await pause(20);
    const later = await client.hear(
      (m) => (m instanceof Uint8Array && m[0] === 253 ? decodePing(m) : null),
      client.messages.length,
    );
    if ("error" in later) throw new Error("undecodable ping");
    expect(later.root.feedAgeMs).toBeGreaterThanOrEqual(7_000);
    expect(later.root.feedAgeMs).toBeLessThan(12_000);
  });

  it("answers websocket pings with their own content", async () => {
    harness = await startRelay();
    const client = await harness.connect();
    const pong = new Promise<string>((resolve) => client.ws.once("pong", (data) => resolve(data.toString())));
    client.ws.ping("are you there");
    expect(await pong).toBe("are you there");
  });

  it("drops a peer that answers nothing, and keeps one that only answers pings", async () => {
    harness = await startRelay({ times: { keepAlive: 60, silence: 400, stall: 200 } });
    const alive = await harness.connect();
    const dead = await harness.connect();
    // As a half-open connection looks from here: nothing comes, nothing is answered.
    (
      dead.ws as unknown as { _receiver: { removeAllListeners(name: string): void } }
    )._receiver.removeAllListeners("ping");
    expect(await dead.untilClosed()).toBe(1006);
    await pause(300);
    expect(alive.closed).toBeNull();
  });
});
