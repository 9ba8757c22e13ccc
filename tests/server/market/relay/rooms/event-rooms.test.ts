import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MARKET_TIME } from "../../../../support/market/scripted-feed.ts";
import { asError, asEvent, type RelayHarness, startRelay } from "../../../../support/relay/relay-client.ts";

let harness: RelayHarness;
/** The test says when half a minute has passed. */
beforeEach(async () => {
  harness = await startRelay({ times: { events: 3_600_000 } });
  harness.feed.sayClock();
});
afterEach(() => harness.stop());

const turn = () => new Promise((resolve) => setTimeout(resolve, 30));
const subscribeEvents = (uniqueId: string) => ({ command: "subscribe", dataSource: "nse-events", uniqueId });
const isQuotes = (m: Parameters<typeof asEvent>[0]) => {
  const event = asEvent(m);
  return event?.id === 9 ? event : null;
};
const isBanner = (m: Parameters<typeof asEvent>[0]) => {
  const event = asEvent(m);
  return event?.id === 8 ? event : null;
};

describe("events", () => {
  it("are answered with the banner's etag and the market time of the quotes", async () => {
    const client = await harness.connect();
    client.say(subscribeEvents("e"));
    expect(await client.hear(isBanner)).toEqual({
      id: 8,
      epoch: 7,
      json: { type: "BANNER_UPDATED", etag: "none" },
    });
    expect(await client.hear(isQuotes)).toEqual({
      id: 9,
      epoch: 7,
      json: { type: "QUOTES_UPDATED", at: MARKET_TIME },
    });
  });

  it("say that quotes have moved on while the market's clock moves, and fall silent with it", async () => {
    const client = await harness.connect();
    client.say(subscribeEvents("e"));
    await client.hear(isQuotes);
    for (let i = 1; i <= 3; i++) {
      const from = client.messages.length;
      harness.feed.sayClock(MARKET_TIME + i * 30_000);
      harness.relay.hub.events.tick();
      expect((await client.hear(isQuotes, from)).json).toEqual({
        type: "QUOTES_UPDATED",
        at: MARKET_TIME + i * 30_000,
      });
    }
    const from = client.messages.length;
    harness.relay.hub.events.tick();
    await turn();
    expect(client.messages.slice(from).filter(asEvent)).toEqual([]);
  });

  it("say nothing of quotes before the market's time is known, and then at once", async () => {
    await harness.stop();
    harness = await startRelay({ times: { events: 3_600_000 } });
    const client = await harness.connect();
    client.say(subscribeEvents("e"));
    await client.hear(isBanner);
    harness.relay.hub.events.tick();
    await turn();
    expect(client.messages.filter(isQuotes)).toEqual([]);
    harness.feed.sayClock();
    harness.relay.hub.events.tick();
    expect((await client.hear(isQuotes)).json).toEqual({ type: "QUOTES_UPDATED", at: MARKET_TIME });
  });

  it("say so at once after a new epoch", async () => {
    const client = await harness.connect();
    client.say(subscribeEvents("e"));
    await client.hear(isQuotes);
    const from = client.messages.length;
    harness.feed.restart();
    expect((await client.hear(isQuotes, from)).epoch).toBe(8);
  });

  it("come every so often by themselves", async () => {
    await harness.stop();
    harness = await startRelay({ times: { events: 20 } });
    harness.feed.sayClock();
    const client = await harness.connect();
    client.say(subscribeEvents("e"));
    await client.hear(isQuotes);
    harness.feed.sayClock(MARKET_TIME + 1);
    // One that was on its way has the time of before.
    await client.hear((message) => {
      const event = isQuotes(message);
      return (event?.json as { at?: number } | undefined)?.at === MARKET_TIME + 1 ? event : null;
    });
  });

  it("end with their subscription, but not while another one of the connection holds them", async () => {
    const client = await harness.connect();
    client.say(subscribeEvents("e"));
    client.say(subscribeEvents("f"));
    await client.hear(isQuotes);
    client.say({ command: "unsubscribe", uniqueId: "e" });
    await turn();
    let from = client.messages.length;
    harness.feed.sayClock(MARKET_TIME + 30_000);
    harness.relay.hub.events.tick();
    await client.hear(isQuotes, from);
    client.say({ command: "unsubscribe", uniqueId: "f" });
    await turn();
    expect(harness.relay.hub.events.watchers).toBe(0);
    from = client.messages.length;
    harness.feed.sayClock(MARKET_TIME + 60_000);
    harness.relay.hub.events.tick();
    await turn();
    expect(client.messages.slice(from).filter(asEvent)).toEqual([]);
  });

  it("are given anew, the newest only, to a connection that did not read", async () => {
    const client = await harness.connect();
    client.say(subscribeEvents("e"));
    await client.hear(isQuotes);
    const [held] = harness.relay.hub.clients;
    if (held === undefined) throw new Error("nobody is connected");
    held.isBlocked = true;
    const from = client.messages.length;
    for (let i = 1; i <= 3; i++) {
      harness.feed.sayClock(MARKET_TIME + i);
      harness.relay.hub.events.tick();
    }
    await turn();
    held.isBlocked = false;
    held.wake();
    expect((await client.hear(isQuotes, from)).json).toMatchObject({ at: MARKET_TIME + 3 });
    await turn();
    expect(client.messages.slice(from).filter(asEvent)).toHaveLength(1);
  });

  it("leave order updates refused", async () => {
    const client = await harness.connect();
    for (const dataSource of ["order-updates", "order-updates-v2"]) {
      const from = client.messages.length;
      client.say({ command: "subscribe", dataSource, uniqueId: "o" });
      expect(await client.hear(asError, from)).toMatchObject({
        code: "relay.source_unavailable",
        uniqueId: "o",
      });
    }
  });
});
