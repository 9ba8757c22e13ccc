import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { visitorOf } from "#server/identity/visitors.ts";
import { DEFAULT_SHARE } from "#server/market/relay/clients/share.ts";
import {
  callToken,
  EXPIRIES,
  NIFTY,
  putToken,
  RELIANCE,
  STRIKES,
} from "../../../support/market/scripted-feed.ts";
import {
  asError,
  asQuotes,
  type RelayHarness,
  startRelay,
  subscribeQuotes,
  type TestClient,
} from "../../../support/relay/relay-client.ts";

let harness: RelayHarness;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await harness.stop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ALL = EXPIRIES.flatMap((_, chain) => STRIKES.map((_s, row) => callToken(chain, row)));
const isProxy = () => true;
const from = (address: string) => harness.connect({ headers: { "x-forwarded-for": address } });
const limitShared = { code: "relay.limit_tokens", message: expect.stringContaining("together") };

/** Subscribes, and says what it is answered: null for quotes. */
async function ask(client: TestClient, id: string, tokens: readonly number[]) {
  const at = client.messages.length;
  client.say(subscribeQuotes(id, "ltp", tokens));
  return client.hear((message) => {
    if (asQuotes(message) !== null) return { error: null };
    const error = asError(message);
    return error === null ? null : { error };
  }, at);
}

describe("connections of an address", () => {
  it("are counted by the /64 of IPv6: another of its addresses is the same household", async () => {
    harness = await startRelay({ connectionsPerAddress: 2, isProxy });
    const own = [await from("2001:db8::1"), await from("2001:db8::2")];
    expect(await (await from("2001:db8::3")).untilClosed()).toBe(4009);
    const neighbour = await from("2001:db8:0:1::3");
    await pause(50);
    expect([...own, neighbour].map(({ ws }) => ws.readyState)).toEqual([1, 1, 1]);
  });
});

describe("tokens of an address", () => {
  const share = { ...DEFAULT_SHARE, entries: 3 };

  it("are counted over all its connections; what is too many is refused, and what was held stays", async () => {
    harness = await startRelay({ share, isProxy });
    const [one, two, other] = [await from("192.0.2.1"), await from("192.0.2.1"), await from("192.0.2.2")];
    expect((await ask(one, "a", [RELIANCE, NIFTY])).error).toBeNull();
    expect((await ask(two, "b", [RELIANCE])).error).toBeNull();
    expect((await ask(two, "b", [callToken(0, 1), callToken(0, 2)])).error).toMatchObject(limitShared);
    expect((await ask(other, "c", [callToken(0, 1), callToken(0, 2)])).error).toBeNull();
    expect([...harness.relay.hub.clients].map(({ subscriptions }) => [...subscriptions.keys()])).toEqual([
      ["a"],
      ["b"],
      ["c"],
    ]);
    // Fewer in the place of more is never too many.
    expect((await ask(one, "a", [NIFTY])).error).toBeNull();
    expect((await ask(two, "b", [callToken(0, 1), callToken(0, 2)])).error).toBeNull();
  });

  it("are free again when a subscription, a connection or its chain ends", async () => {
    harness = await startRelay({ share, isProxy });
    const [one, two] = [await from("192.0.2.1"), await from("192.0.2.1")];
    await ask(one, "a", [RELIANCE, NIFTY, callToken(0, 1)]);
    expect((await ask(two, "b", [RELIANCE])).error).toMatchObject(limitShared);
    one.say({ command: "unsubscribe", dataSource: "quote-batch", brokerId: 1, uniqueId: "a" });
    await pause(50);
    expect((await ask(two, "b", [RELIANCE, NIFTY, putToken(0, 1)])).error).toBeNull();
    two.ws.close();
    await once(two.ws, "close");
    await pause(50);
    expect((await ask(one, "c", [RELIANCE, NIFTY, putToken(0, 1)])).error).toBeNull();
    const [client] = harness.relay.hub.clients;
    expect(client?.share).toMatchObject({ connections: 1, entries: 3, waiting: 0 });
  });

  it("of an account are its own, whichever addresses it has", async () => {
    const account = visitorOf(ZERODHA, { accountId: "z", sessionId: "z1", plan: "pro" });
    const identify = ({ headers }: { headers: Record<string, string | string[] | undefined> }) =>
      headers["x-who"] === "z" ? account : visitorOf(ZERODHA);
    harness = await startRelay({ share, isProxy, identify });
    const own = (address: string) =>
      harness.connect({ headers: { "x-forwarded-for": address, "x-who": "z" } });
    const stranger = await from("192.0.2.1");
    const [here, there] = [await own("192.0.2.1"), await own("192.0.2.2")];
    expect((await ask(stranger, "s", [RELIANCE, NIFTY, callToken(0, 1)])).error).toBeNull();
    expect((await ask(here, "a", [RELIANCE, NIFTY])).error).toBeNull();
    expect((await ask(there, "b", [RELIANCE, NIFTY])).error).toMatchObject(limitShared);
  });
});

describe("bytes that wait for an address", () => {
  const WAITING = 400 * 1024;

  /** A websocket by hand that never reads; its kernel takes little. */
  async function deaf(address: string): Promise<Socket> {
    const socket = connectTcp(harness.port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(
      `GET /broker/1?consumerType=platform_pro HTTP/1.1\r\nHost: x\r\nOrigin: ${harness.origin}\r\nConnection: Upgrade\r\n` +
        `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n` +
        `X-Forwarded-For: ${address}\r\n\r\n`,
    );
    await once(socket, "readable");
    const text = Buffer.from(JSON.stringify(subscribeQuotes("q", "full", ALL)));
    const head = Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 255, 0, 0, 0, 0]);
    socket.write(Buffer.concat([head, text]));
    return socket;
  }

  it("end those that do not read when they are too many, and no other address", {
    timeout: 60_000,
  }, async () => {
    const times = { stall: 40_000 };
    harness = await startRelay({ isProxy, times, share: { ...DEFAULT_SHARE, waiting: WAITING } });
    const reader = await from("192.0.2.1");
    await ask(reader, "a", [RELIANCE]);
    for (let i = 0; i < 3; i++) await deaf("192.0.2.1");
    await deaf("192.0.2.2");
    const { hub, closes } = harness.relay;
    const { clients } = hub;
    await expect.poll(() => clients.size).toBe(5);
    const isOver = () => closes.get(4001) ?? closes.get(1006);
    for (let price = 1; isOver() === undefined && price < 100_000; price++) {
      harness.feed.tick(Object.fromEntries(ALL.map((token) => [token, price])));
      await new Promise((resolve) => setImmediate(resolve));
    }
    // Three that wait hold more than the address may: some of them go.
    expect(isOver()).toBeGreaterThan(0);
    expect(clients.size).toBe(5 - isOver()!);
    expect(reader.closed).toBeNull();
    const waiting = new Map([...clients].map(({ share }) => [share.key, share.waiting]));
    expect(waiting.get("address 192.0.2.1")).toBeLessThanOrEqual(WAITING);
    expect(waiting.get("address 192.0.2.2")).toBeGreaterThan(0);
  });
});
