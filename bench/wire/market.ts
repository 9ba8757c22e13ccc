/** The simulated market under a clock of its own, with a relay before it: the same seed sends the same bytes in every run. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { WebSocket } from "ws";
import { ZERODHA } from "#domain/access/brokers.ts";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import { chainView } from "#protocol/wire/codec.ts";
import { visitorOf } from "#server/identity/visitors.ts";
import { chainSnapshotRequest, interestSubject } from "#server/market/bus/market-subjects.ts";
import { openFeed } from "#server/market/feed/open-feed.ts";
import { frameHeaderSize } from "#server/market/relay/frames.ts";
import { createRelay } from "#server/market/relay/relay.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createOriginPolicy } from "#server/platform/http/origins.ts";
import { chainOptions } from "./tokens.ts";

export const NIFTY = 256265;
const TURN_MS = 50;
/** Below the ten seconds after which the feed forgets what is watched. */
const SAY_TURNS = 40;
const PING = 253;

/** What a client asks for beside its chain, and what version of the protocol it offers. */
export interface Wanted {
  readonly chain: boolean;
  readonly quotes: { readonly mode: "mini" | "full"; readonly count: number } | null;
  readonly version?: number;
}

/** Bytes a second of market time by packet id, frame headers included; pings left out, whose clock is the machine's. */
export type BytesByPacket = ReadonlyMap<number, number>;

export function subscriptions(wanted: Wanted, expiry: number, tokens: readonly number[]): string[] {
  const head = { command: "subscribe", brokerId: 1 };
  const chain = { underlying: NIFTY, expiry: fromCompactDate(expiry) };
  const { quotes } = wanted;
  return [
    ...(wanted.chain
      ? [{ ...head, dataSource: "option-chain", uniqueId: "c", underlyingExpiry: [chain] }]
      : []),
    ...(quotes === null
      ? []
      : [
          {
            ...head,
            dataSource: "quote-batch",
            uniqueId: "q",
            quoteBatch: [{ mode: quotes.mode, tokens: tokens.slice(0, quotes.count) }],
          },
        ]),
  ].map((message) => JSON.stringify(message));
}

/**
 * @param start instant at which market time begins
 * @param expiry YYYYMMDD, of NIFTY
 * @param universe symbols of the market; null all there are
 * @returns of each client what it was sent in `seconds` of market time, after ten of them
 */
export async function bytesOf(
  clients: readonly Wanted[],
  start: number,
  expiry: number,
  seconds: number,
  universe: readonly string[] | null = null,
): Promise<BytesByPacket[]> {
  const bus = createLocalBus();
  let passed = 0;
  const config = {
    source: "sim",
    marketFile: null,
    seed: 1,
    clock: { kind: "start", at: start, speed: 1 },
    universe,
    dataDir: ".data",
    record: null,
    delayMs: 0,
  } as const;
  const timers = { every: () => () => {}, wall: () => start + passed, cpu: () => 0, monotonic: () => passed };
  const feed = openFeed(config, bus, { timers });
  feed.start();
  const watched = Buffer.from(JSON.stringify({ chains: [[NIFTY, expiry]] }));
  const question = Buffer.from(JSON.stringify({ underlying: NIFTY, expiry }));
  const first = chainView(await bus.request(chainSnapshotRequest(), question));
  if ("error" in first) throw new Error(`NIFTY has no expiry ${expiry}`);
  const tokens = chainOptions(await bus.request(chainSnapshotRequest(), question));

  const http = createServer();
  const relay = createRelay({
    bus,
    log: pino({ level: "silent" }),
    origins: () => createOriginPolicy(null, (http.address() as AddressInfo).port),
    identify: () => visitorOf(ZERODHA),
    connectionsPerAddress: 100,
  });
  http.on("upgrade", relay.handleUpgrade);
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;

  let isCounting = false;
  const counts = clients.map(() => new Map<number, number>());
  const sockets = await Promise.all(
    clients.map(async (wanted, i) => {
      const offered = wanted.version === undefined ? [] : [`strikewise.${wanted.version}`];
      const socket = new WebSocket(`ws://127.0.0.1:${port}/broker/1?consumerType=platform_pro`, offered);
      socket.on("message", (data: Buffer) => {
        const id = data[0] ?? 0;
        if (!isCounting || id === PING) return;
        counts[i]!.set(id, (counts[i]!.get(id) ?? 0) + data.length + frameHeaderSize(data.length));
      });
      await once(socket, "open");
      for (const message of subscriptions(wanted, expiry, tokens)) socket.send(message);
      return socket;
    }),
  );
  const settle = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  await settle(300);
  const warm = 10_000 / TURN_MS;
  for (let turn = 0; turn < warm + (seconds * 1000) / TURN_MS; turn++) {
    if (turn % SAY_TURNS === 0) bus.publish(interestSubject(), watched);
    if (turn === warm) {
      await settle(300);
      isCounting = true;
    }
    passed += TURN_MS;
    feed.turn();
    // The relay writes at the end of the loop's turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await settle(300);
  for (const socket of sockets) socket.terminate();
  await relay.close();
  await feed.stop();
  await bus.close();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
  return counts.map((count) => new Map([...count].map(([id, bytes]) => [id, bytes / seconds])));
}
