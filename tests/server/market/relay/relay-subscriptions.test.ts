import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readChainRow } from "#protocol/generated/records.ts";
import { callToken, FUTURE, NIFTY, RELIANCE, STRIKES } from "../../../support/market/scripted-feed.ts";
import {
  asChain,
  asError,
  asQuotes,
  prices,
  type RelayHarness,
  startRelay,
  subscribeChain,
  subscribeQuotes,
} from "../../../support/relay/relay-client.ts";

let harness: RelayHarness;
beforeEach(async () => {
  harness = await startRelay();
});
afterEach(() => harness.stop());

const turn = () => new Promise((resolve) => setTimeout(resolve, 30));

describe("quotes", () => {
  it("answers a subscription with every token of it, each in its mode's size", async () => {
    const client = await harness.connect();
    client.say({
      command: "subscribe",
      dataSource: "quote-batch",
      uniqueId: "a",
      quoteBatch: [
        { mode: "ltp", tokens: [RELIANCE, NIFTY] },
        { mode: "mini", tokens: [FUTURE] },
        { mode: "full", tokens: [callToken(0, 3)] },
      ],
    });
    const first = await client.hear(asQuotes);
    const sizes = new Map(
      first.packets.map((p) => [new DataView(p.buffer, p.byteOffset).getUint32(0), p.length]),
    );
    expect(sizes).toEqual(
      new Map([
        [RELIANCE, 12],
        [NIFTY, 12],
        [FUTURE, 64],
        [callToken(0, 3), 184],
      ]),
    );
    expect(prices(first).get(RELIANCE)).toBe(150_000);
    expect(first.trailer).toMatchObject({ epoch: 7, sequence: 1 });
  });

  it("sends an index whole in every mode but ltp, where the close comes from its own place", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "mini", [NIFTY]));
    expect((await client.hear(asQuotes)).packets[0]?.length).toBe(32);
    const from = client.messages.length;
    client.say(subscribeQuotes("a", "ltp", [NIFTY]));
    const packet = (await client.hear(asQuotes, from)).packets[0] as Uint8Array;
    expect(new DataView(packet.buffer, packet.byteOffset).getInt32(8)).toBe(2_449_000);
  });

  it("acknowledges an empty batch with an empty message", async () => {
    const client = await harness.connect();
    client.say({ command: "subscribe", dataSource: "quote-batch", uniqueId: "none", quoteBatch: [] });
    const first = await client.hear(asQuotes);
    expect(first.packets).toEqual([]);
    expect(first.trailer.sequence).toBe(1);
  });

  it("counts the messages of a connection by one, whatever they hold", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "full", [RELIANCE]));
    await client.hear(asQuotes);
    for (let i = 0; i < 10; i++) {
      harness.feed.tick({ [RELIANCE]: 150_000 + i, [NIFTY]: 2_450_000 + i });
      await turn();
      if (i === 4) client.say(subscribeQuotes("b", "ltp", [NIFTY]));
    }
    await client.hear((m) =>
      prices(asQuotes(m) ?? ({ packets: [] } as never)).get(NIFTY) === 2_450_009 ? true : null,
    );
    const sequences = client.messages
      .map(asQuotes)
      .filter((m) => m !== null)
      .map((m) => m.trailer.sequence);
    expect(sequences.length).toBeGreaterThan(8);
    expect(sequences).toEqual(sequences.map((_, i) => i + 1));
  });

  it("sends only what was asked for, and only what changed", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [RELIANCE, FUTURE]));
    await client.hear(asQuotes);
    const from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 151_000, [callToken(0, 0)]: 999 });
    expect(prices(await client.hear(asQuotes, from))).toEqual(new Map([[RELIANCE, 151_000]]));
  });

  it("merges what one turn brings into one message with the newest values", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [RELIANCE, FUTURE]));
    await client.hear(asQuotes);
    const from = client.messages.length;
    for (let price = 1; price <= 20; price++) harness.feed.tick({ [RELIANCE]: price });
    harness.feed.tick({ [FUTURE]: 77 });
    expect(prices(await client.hear(asQuotes, from))).toEqual(
      new Map([
        [RELIANCE, 20],
        [FUTURE, 77],
      ]),
    );
  });

  it("replaces a subscription that has the same uniqueId at once", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [RELIANCE]));
    await client.hear(asQuotes);
    let from = client.messages.length;
    client.say(subscribeQuotes("a", "ltp", [FUTURE]));
    expect([...prices(await client.hear(asQuotes, from)).keys()]).toEqual([FUTURE]);
    from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 1, [FUTURE]: 2 });
    expect(prices(await client.hear(asQuotes, from))).toEqual(new Map([[FUTURE, 2]]));
  });

  it("lets the later of two messages with one uniqueId win when both wait for the feed", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [callToken(1, 1)]));
    client.say(subscribeQuotes("a", "ltp", [callToken(1, 2)]));
    await client.hear(asQuotes);
    await turn();
    const from = client.messages.length;
    harness.feed.tick({ [callToken(1, 1)]: 5, [callToken(1, 2)]: 6 });
    expect(prices(await client.hear(asQuotes, from))).toEqual(new Map([[callToken(1, 2), 6]]));
  });

  it("does not bring back a subscription that was dropped while it waited for the feed", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [callToken(1, 5)]));
    client.say({ command: "unsubscribe", uniqueId: "a" });
    await turn();
    expect(client.messages.map(asQuotes).filter((m) => m !== null)).toEqual([]);
    harness.feed.tick({ [callToken(1, 5)]: 5 });
    await turn();
    expect(client.messages.map(asQuotes).filter((m) => m !== null)).toEqual([]);
  });

  it("sends a token in its strongest mode, and in the weaker one after the stronger is gone", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("weak", "ltp", [RELIANCE]));
    await client.hear(asQuotes);
    let from = client.messages.length;
    client.say(subscribeQuotes("strong", "full", [RELIANCE]));
    expect((await client.hear(asQuotes, from)).packets[0]?.length).toBe(184);
    from = client.messages.length;
    client.say(subscribeQuotes("weak", "ltp", [RELIANCE]));
    expect((await client.hear(asQuotes, from)).packets[0]?.length).toBe(184);
    client.say({ command: "unsubscribe", dataSource: "quote-batch", brokerId: 1, uniqueId: "strong" });
    await turn();
    from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 2 });
    expect((await client.hear(asQuotes, from)).packets[0]?.length).toBe(12);
  });

  it("says nothing more after unsubscribing", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [RELIANCE]));
    await client.hear(asQuotes);
    client.say({ command: "unsubscribe", uniqueId: "a" });
    await turn();
    const from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 2 });
    await turn();
    expect(
      client.messages
        .slice(from)
        .map(asQuotes)
        .filter((m) => m !== null),
    ).toEqual([]);
  });

  it("names the first token of a batch that no instrument has, and keeps the subscription it would have replaced", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [RELIANCE]));
    await client.hear(asQuotes);
    client.say(subscribeQuotes("a", "ltp", [4242, 4243]));
    expect(await client.hear(asError)).toMatchObject({
      code: "relay.unknown_token",
      uniqueId: "a",
      message: expect.stringContaining("4242"),
    });
    const from = client.messages.length;
    harness.feed.tick({ [RELIANCE]: 3 });
    expect(prices(await client.hear(asQuotes, from)).get(RELIANCE)).toBe(3);
  });

  it("serves the known tokens of a batch that also has unknown ones", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [4242, RELIANCE]));
    expect([...prices(await client.hear(asQuotes)).keys()]).toEqual([RELIANCE]);
  });

  it("asks the feed once for what all clients want", async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => harness.connect()));
    for (const client of clients) client.say(subscribeQuotes("a", "full", [RELIANCE, NIFTY]));
    await Promise.all(clients.map((client) => client.hear(asQuotes)));
    expect(harness.feed.asked.quotes).toBeLessThanOrEqual(20);
    const before = harness.feed.asked.quotes;
    const late = await harness.connect();
    late.say(subscribeQuotes("a", "full", [RELIANCE, NIFTY]));
    await late.hear(asQuotes);
    expect(harness.feed.asked.quotes).toBe(before);
  });
});

describe("chains", () => {
  it("answers with a snapshot of every strike, then sends deltas that follow it by one", async () => {
    const client = await harness.connect();
    client.say(subscribeChain("c", NIFTY, "2026-11-24"));
    const first = await client.hear(asChain);
    expect(first.isSnapshot).toBe(true);
    expect(first.root).toMatchObject({ underlying: NIFTY, expiry: 20261124, rowCount: STRIKES.length });
    const from = client.messages.length;
    harness.feed.moveChain(0, [4, 9], 12_345);
    const delta = await client.hear(asChain, from);
    expect(delta.isSnapshot).toBe(false);
    expect(delta.header.sequence).toBe(first.header.sequence + 1);
    expect(delta.root.rowCount).toBe(2);
  });

  it("gives a later subscriber a snapshot with everything that changed since", async () => {
    const early = await harness.connect();
    early.say(subscribeChain("c", NIFTY, "2026-11-24"));
    await early.hear(asChain);
    harness.feed.moveChain(0, [4], 12_345);
    harness.feed.moveChain(0, [9], 54_321);
    const late = await harness.connect();
    late.say(subscribeChain("c", NIFTY, "2026-11-24"));
    const snapshot = await late.hear(asChain);
    expect(snapshot).toMatchObject({ isSnapshot: true, header: { sequence: 3 } });
    const view = new DataView(snapshot.bytes.buffer, snapshot.bytes.byteOffset);
    const ltp = (row: number) =>
      readChainRow(view, snapshot.rowsOffset + row * snapshot.rowLength).call.lastPrice;
    expect([ltp(4), ltp(9), ltp(10)]).toEqual([12_345, 54_321, 10_010]);
    expect(harness.feed.asked.chains).toBe(1);
  });

  it("refuses a chain that does not exist, on a day that does not exist too", async () => {
    const client = await harness.connect();
    client.say(subscribeChain("c", NIFTY, "2026-11-25"));
    expect(await client.hear(asError)).toMatchObject({ code: "relay.unknown_expiry", uniqueId: "c" });
    client.say(subscribeChain("d", NIFTY, "2026-02-29"));
    expect(await client.hear(asError, client.messages.length)).toMatchObject({ uniqueId: "d" });
    client.say(subscribeChain("e", 999, "2026-11-24"));
    expect(await client.hear(asError, client.messages.length)).toMatchObject({ uniqueId: "e" });
  });

  it("restarts the stream with a snapshot when the same uniqueId asks again", async () => {
    const client = await harness.connect();
    client.say(subscribeChain("c", NIFTY, "2026-11-24"));
    await client.hear(asChain);
    const from = client.messages.length;
    client.say(subscribeChain("c", NIFTY, "2026-11-24"));
    expect((await client.hear(asChain, from)).isSnapshot).toBe(true);
  });

  it("heals a delta lost on the bus with a snapshot", async () => {
    const client = await harness.connect();
    client.say(subscribeChain("c", NIFTY, "2026-11-24"));
    await client.hear(asChain);
    harness.feed.moveChain(0, [1], 111, true);
    const from = client.messages.length;
    harness.feed.moveChain(0, [2], 222);
    const healed = await client.hear(asChain, from);
    expect(healed).toMatchObject({ isSnapshot: true, header: { sequence: 3 } });
    expect(harness.relay.hub.counters.healedGaps).toBe(1);
  });

  it("says at once and again which chains are watched, and no longer when none are", async () => {
    const client = await harness.connect();
    client.say(subscribeChain("c", NIFTY, "2026-11-24"));
    await client.hear(asChain);
    expect(harness.feed.interest.at(-1)).toEqual([[NIFTY, 20261124]]);
  });

  it("keeps a chain that a second subscription of the connection still holds", async () => {
    const client = await harness.connect();
    client.say(subscribeChain("c", NIFTY, "2026-11-24"));
    client.say(subscribeChain("d", NIFTY, "2026-11-24"));
    await client.hear(asChain);
    await turn();
    client.say({ command: "unsubscribe", uniqueId: "c" });
    await turn();
    const from = client.messages.length;
    harness.feed.moveChain(0, [2], 222);
    expect((await client.hear(asChain, from)).isSnapshot).toBe(false);
  });
});

describe("a new epoch", () => {
  it("brings fresh snapshots of quotes and chains without asking", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [RELIANCE, FUTURE]));
    client.say(subscribeChain("c", NIFTY, "2026-11-24"));
    await client.hear(asChain);
    await client.hear(asQuotes);
    const from = client.messages.length;
    harness.feed.restart();
    const quotes = await client.hear(asQuotes, from);
    expect(quotes.trailer).toMatchObject({ epoch: 8, sequence: 1 });
    expect([...prices(quotes).keys()].sort()).toEqual([RELIANCE, FUTURE].sort());
    const chain = await client.hear(asChain, from);
    expect(chain).toMatchObject({ isSnapshot: true, header: { epoch: 8 } });
  });

  it("ends a subscription whose chain is gone with an error and leaves the others alone", async () => {
    const client = await harness.connect();
    client.say(subscribeChain("old", NIFTY, "2026-11-24"));
    client.say(subscribeChain("new", NIFTY, "2026-12-29"));
    await client.hear((m) => (asChain(m)?.root.expiry === 20261229 ? true : null));
    harness.feed.expire();
    const from = client.messages.length;
    harness.feed.restart();
    expect(await client.hear(asError, from)).toMatchObject({ code: "relay.unknown_expiry", uniqueId: "old" });
    expect(await client.hear(asChain, from)).toMatchObject({ root: { expiry: 20261229 }, isSnapshot: true });
  });

  it("asks for the newest of everything after a quote message was lost on the bus", async () => {
    const client = await harness.connect();
    client.say(subscribeQuotes("a", "ltp", [RELIANCE, FUTURE]));
    await client.hear(asQuotes);
    harness.feed.tick({ [FUTURE]: 1 });
    harness.feed.loseQuotes({ [RELIANCE]: 4 });
    const from = client.messages.length;
    harness.feed.tick({ [FUTURE]: 2 });
    const healed = await client.hear(
      (m) => (prices(asQuotes(m) ?? ({ packets: [] } as never)).has(RELIANCE) ? asQuotes(m) : null),
      from,
    );
    expect(prices(healed as never).get(RELIANCE)).toBe(4);
  });
});
