import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  callToken,
  EXPIRIES,
  NIFTY,
  putToken,
  RELIANCE,
  STRIKES,
} from "../../../support/market/scripted-feed.ts";
import {
  asChain,
  asQuotes,
  prices,
  type RelayHarness,
  startRelay,
  subscribeChain,
  subscribeQuotes,
} from "../../../support/relay/relay-client.ts";

let harness: RelayHarness;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await harness.stop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ALL = EXPIRIES.flatMap((_, chain) =>
  STRIKES.flatMap((_s, row) => [callToken(chain, row), putToken(chain, row)]),
);

/** A client frame: final, text, masked with zeroes. */
function maskedText(message: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
}

/** A raw socket that speaks websocket and stops reading when told to. */
async function rawClient(): Promise<{ socket: Socket; received: () => Buffer }> {
  const socket = connect(harness.port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  socket.write(
    `GET /broker/1?consumerType=platform_pro HTTP/1.1\r\nHost: x\r\nOrigin: ${harness.origin}\r\nConnection: Upgrade\r\n` +
      "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  const chunks: Buffer[] = [];
  const head = await new Promise<Buffer>((resolve) => {
    let text = Buffer.alloc(0);
    socket.on("data", function onHead(chunk) {
      text = Buffer.concat([text, chunk as Buffer]);
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return;
      socket.off("data", onHead);
      resolve(text.subarray(end + 4));
    });
  });
  chunks.push(head);
  socket.on("data", (chunk) => chunks.push(chunk as Buffer));
  return { socket, received: () => Buffer.concat(chunks) };
}

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
}

function framesOf(bytes: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const opcode = (bytes[at] as number) & 0xf;
    let length = (bytes[at + 1] as number) & 0x7f;
    at += 2;
    if (length === 126) {
      length = bytes.readUInt16BE(at);
      at += 2;
    } else if (length === 127) {
      length = Number(bytes.readBigUInt64BE(at));
      at += 8;
    }
    frames.push({ opcode, payload: bytes.subarray(at, at + length) });
    at += length;
  }
  return frames;
}

/** Ticks everything until the relay notices that a client's socket is full. */
async function fillUntilBlocked(): Promise<number> {
  for (let i = 1; i < 5_000; i++) {
    harness.feed.tick(Object.fromEntries(ALL.map((token) => [token, i])));
    harness.feed.moveChain(0, [...STRIKES.keys()], i);
    await new Promise((resolve) => setImmediate(resolve));
    if ([...harness.relay.hub.clients].some((client) => client.isBlocked)) return i;
  }
  throw new Error("the socket never filled");
}

describe("a client that does not read", () => {
  it("gets the newest of everything when it reads again, without a backlog, a gap or an old value", async () => {
    harness = await startRelay();
    const { socket, received } = await rawClient();
    socket.write(maskedText(subscribeQuotes("a", "full", ALL)));
    socket.write(maskedText(subscribeChain("c", NIFTY, "2026-11-24")));
    await expect.poll(() => received().length).toBeGreaterThan(ALL.length * 184);
    socket.pause();
    await fillUntilBlocked();
    const sent = harness.relay.hub.counters.sentBytes;
    const newest = new Map<number, number>();
    for (let i = 1; i <= 500; i++) {
      const token = ALL[i % ALL.length] as number;
      newest.set(token, 1_000_000 + i);
      harness.feed.tick({ [token]: 1_000_000 + i });
      harness.feed.moveChain(0, [i % STRIKES.length], 2_000_000 + i);
      if (i % 50 === 0) await pause(1);
    }
    expect(harness.relay.hub.counters.sentBytes).toBe(sent);
    expect(harness.relay.hub.counters.conflations).toBeGreaterThan(0);

    socket.resume();
    const last = ALL[500 % ALL.length] as number;
    const pricesIn = (frame: Frame) =>
      prices(asQuotes(new Uint8Array(frame.payload)) ?? ({ packets: [] } as never));
    const hasCaughtUp = () => framesOf(received()).some((frame) => pricesIn(frame).get(last) === 1_000_500);
    await expect.poll(hasCaughtUp).toBe(true);
    await pause(100);

    const frames = framesOf(received());
    const quotes = frames.map((f) => asQuotes(new Uint8Array(f.payload))).filter((m) => m !== null);
    expect(quotes.map((m) => m.trailer.sequence)).toEqual(quotes.map((_, i) => i + 1));
    const latest = new Map<number, number>();
    for (const message of quotes) for (const [token, price] of prices(message)) latest.set(token, price);
    for (const [token, price] of newest) expect(latest.get(token)).toBe(price);

    const chains = frames.map((f) => asChain(new Uint8Array(f.payload))).filter((m) => m !== null);
    let position = 0;
    for (const chain of chains) {
      if (!chain.isSnapshot) expect(chain.header.sequence).toBe(position + 1);
      expect(chain.header.sequence).toBeGreaterThan(position);
      position = chain.header.sequence;
    }
    expect(chains.at(-1)?.isSnapshot).toBe(true);
  });

  it("is closed with 4001 and harms no other client", async () => {
    harness = await startRelay({ times: { stall: 300 } });
    const { socket, received } = await rawClient();
    socket.write(maskedText(subscribeQuotes("a", "full", ALL)));
    socket.write(maskedText(subscribeChain("c", NIFTY, "2026-11-24")));
    await expect.poll(() => received().length).toBeGreaterThan(ALL.length * 184);
    const healthy = await harness.connect();
    healthy.say(subscribeQuotes("a", "ltp", [RELIANCE]));
    await healthy.hear(asQuotes);
    socket.pause();
    await fillUntilBlocked();
    const from = healthy.messages.length;
    harness.feed.tick({ [RELIANCE]: 3 });
    await healthy.hear(asQuotes, from);
    await expect.poll(() => harness.relay.hub.clients.size).toBe(1);

    socket.resume();
    await expect.poll(() => framesOf(received()).at(-1)?.opcode).toBe(8);
    expect(framesOf(received()).at(-1)?.payload.readUInt16BE(0)).toBe(4001);
  });

  it("is found long before the kernel's buffers are full, by the ping that a reader would have answered", async () => {
    harness = await startRelay({ times: { stall: 400, keepAlive: 50 } });
    const [stalled, healthy] = [await harness.connect(), await harness.connect()];
    for (const client of [stalled, healthy]) client.say(subscribeQuotes("a", "ltp", [RELIANCE]));
    await stalled.hear(asQuotes);
    await pause(150);
    const stalledAt = performance.now();
    stalled.ws.pause();
    await expect.poll(() => harness.relay.hub.clients.size, { timeout: 5_000, interval: 20 }).toBe(1);
    expect(performance.now() - stalledAt).toBeGreaterThan(300);
    stalled.ws.resume();
    expect(await stalled.untilClosed()).toBe(4001);
    expect(healthy.closed).toBeNull();
  });

  it("does not make the relay queue a pong for each of its pings", async () => {
    harness = await startRelay();
    const { socket, received } = await rawClient();
    socket.write(maskedText(subscribeQuotes("a", "full", ALL)));
    socket.write(maskedText(subscribeChain("c", NIFTY, "2026-11-24")));
    await expect.poll(() => received().length).toBeGreaterThan(ALL.length * 184);
    socket.pause();
    await fillUntilBlocked();
    const [client] = harness.relay.hub.clients;
    const waiting = client?.socket.writableLength ?? 0;
    const ping = Buffer.from([0x89, 0x84, 0, 0, 0, 0, 1, 2, 3, 4]);
    for (let i = 0; i < 1_000; i++) socket.write(ping);
    await pause(100);
    expect(client?.socket.writableLength ?? 0).toBeLessThanOrEqual(waiting);
  });
});
