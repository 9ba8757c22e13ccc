import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import WebSocket from "ws";
import { ZERODHA } from "#domain/access/brokers.ts";
import type { ChartRow, Header, ScreenerRow, StatsRoot, StatsRow } from "#protocol/generated/records.ts";
import {
  type ChainView,
  chainView,
  decodeBars,
  decodeScreener,
  decodeStats,
  decodeText,
} from "#protocol/wire/codec.ts";
import { decodeQuotes, type QuoteMessage } from "#protocol/wire/quote-packets.ts";
import type { Identity } from "#server/identity/identity.ts";
import { visitorOf } from "#server/identity/visitors.ts";
import type { SessionLimits } from "#server/market/relay/clients/session.ts";
import type { ShareLimits } from "#server/market/relay/clients/share.ts";
import { createRelay, type Relay, type RelayTimes } from "#server/market/relay/relay.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createOriginPolicy } from "#server/platform/http/origins.ts";
import { type ScriptedFeed, startScriptedFeed } from "../market/scripted-feed.ts";

export interface RelayHarness {
  readonly relay: Relay;
  readonly bus: Bus;
  readonly feed: ScriptedFeed;
  readonly port: number;
  readonly origin: string;
  url(broker?: string, plan?: string): string;
  connect(options?: {
    url?: string;
    origin?: string | null;
    protocols?: string[];
    headers?: Record<string, string>;
  }): Promise<TestClient>;
  stop(): Promise<void>;
}

type Json = Record<string, unknown>;

/** A client that keeps everything it hears, in order. */
export class TestClient {
  readonly ws: WebSocket;
  readonly messages: (Uint8Array | Json)[] = [];
  closed: { code: number; reason: string } | null = null;
  #wake: (() => void)[] = [];

  constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on("message", (data, isBinary) => {
      this.messages.push(isBinary ? new Uint8Array(data as Buffer) : (JSON.parse(String(data)) as Json));
      this.#notify();
    });
    ws.on("close", (code, reason) => {
      this.closed = { code, reason: String(reason) };
      this.#notify();
    });
    ws.on("error", () => {});
  }

  #notify(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  say(message: unknown): void {
    this.ws.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** The first thing heard, from `from` on, for which `read` has an answer. */
  async hear<T>(read: (message: Uint8Array | Json) => T | null, from = 0, timeoutMs = 5_000): Promise<T> {
    const deadline = Date.now() + timeoutMs;
    let at = from;
    for (;;) {
      for (; at < this.messages.length; at++) {
        const found = read(this.messages[at] as Uint8Array | Json);
        if (found !== null) return found;
      }
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`not heard within ${timeoutMs} ms (${this.messages.length} messages)`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  async untilClosed(timeoutMs = 5_000): Promise<number> {
    if (this.closed === null) {
      await Promise.race([
        once(this.ws, "close"),
        new Promise((_, reject) => setTimeout(reject, timeoutMs, new Error("still open")).unref()),
      ]);
    }
    return this.closed?.code ?? -1;
  }
}

export function asQuotes(message: Uint8Array | Json): QuoteMessage | null {
  if (!(message instanceof Uint8Array) || message[0] !== 2) return null;
  const decoded = decodeQuotes(message);
  return "error" in decoded ? null : decoded;
}

export function asChain(
  message: Uint8Array | Json,
): (ChainView & { isSnapshot: boolean; bytes: Uint8Array }) | null {
  if (!(message instanceof Uint8Array) || message[0] !== 3) return null;
  const view = chainView(message);
  return "error" in view ? null : { ...view, isSnapshot: (view.root.flags & 1) !== 0, bytes: message };
}

export function asError(
  message: Uint8Array | Json,
): { code: string; message: string; uniqueId: unknown } | null {
  if (message instanceof Uint8Array) return null;
  const error = message.error as { code: string; message: string };
  return { ...error, uniqueId: message.uniqueId };
}

/** token → last price (wire) of a quote message */
export function prices(message: QuoteMessage): Map<number, number> {
  return new Map(
    message.packets.map((packet) => {
      const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
      return [view.getUint32(0), view.getInt32(4)] as const;
    }),
  );
}

export async function startRelay(
  options: {
    times?: Partial<RelayTimes>;
    limits?: SessionLimits;
    connectionsPerAddress?: number;
    share?: ShareLimits;
    isProxy?: (address: string) => boolean;
    identify?: (request: IncomingMessage) => Promise<Identity> | Identity;
  } = {},
): Promise<RelayHarness> {
  const bus = createLocalBus();
  const feed = startScriptedFeed(bus);
  const http: Server = createServer();
  const relay = createRelay({
    bus,
    log: pino({ level: "silent" }),
    origins: () => createOriginPolicy(null, (http.address() as AddressInfo).port),
    identify: options.identify ?? (() => visitorOf(ZERODHA)),
    connectionsPerAddress: options.connectionsPerAddress ?? 100,
    ...(options.times === undefined ? {} : { times: options.times }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.share === undefined ? {} : { share: options.share }),
    ...(options.isProxy === undefined ? {} : { isProxy: options.isProxy }),
  });
  http.on("upgrade", relay.handleUpgrade);
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const url = (broker = "1", plan = "pro") =>
    `ws://127.0.0.1:${port}/broker/${broker}?consumerType=platform_${plan}`;
  const open: WebSocket[] = [];
  return {
    relay,
    bus,
    feed,
    port,
    origin,
    url,
    async connect({ url: target = url(), origin: from = origin, protocols = [], headers = {} } = {}) {
      const ws = new WebSocket(target, protocols, from === null ? { headers } : { origin: from, headers });
      open.push(ws);
      const client = new TestClient(ws);
      await once(ws, "open");
      return client;
    },
    async stop() {
      for (const ws of open) ws.terminate();
      await relay.close();
      feed.stop();
      await bus.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

export function asBars(
  message: Uint8Array | Json,
): { readonly header: Header; readonly rows: readonly ChartRow[] } | null {
  if (!(message instanceof Uint8Array) || message[0] !== 101) return null;
  const decoded = decodeBars(message);
  return "error" in decoded ? null : decoded;
}

export function asStats(
  message: Uint8Array | Json,
): { readonly header: Header; readonly root: StatsRoot; readonly rows: readonly StatsRow[] } | null {
  if (!(message instanceof Uint8Array) || message[0] !== 5) return null;
  const decoded = decodeStats(message);
  return "error" in decoded ? null : decoded;
}

export function asScreener(
  message: Uint8Array | Json,
): { readonly header: Header; readonly rows: readonly ScreenerRow[] } | null {
  if (!(message instanceof Uint8Array) || message[0] !== 7) return null;
  const decoded = decodeScreener(message);
  return "error" in decoded ? null : decoded;
}

/** Packets 8 and 9 with their JSON. */
export function asEvent(message: Uint8Array | Json): { id: number; epoch: number; json: unknown } | null {
  if (!(message instanceof Uint8Array) || (message[0] !== 8 && message[0] !== 9)) return null;
  const decoded = decodeText(message);
  return "error" in decoded ? null : { id: message[0], epoch: decoded.header.epoch, json: decoded.json };
}

export const subscribeCharts = (uniqueId: string, tokens: readonly number[], intervalSeconds?: number) => ({
  command: "subscribe",
  dataSource: "quote-chart",
  brokerId: 1,
  uniqueId,
  tokens,
  ...(intervalSeconds === undefined ? {} : { intervalSeconds }),
});

export const subscribeQuotes = (
  uniqueId: string,
  mode: "ltp" | "mini" | "full",
  tokens: readonly number[],
) => ({
  command: "subscribe",
  dataSource: "quote-batch",
  brokerId: 1,
  uniqueId,
  quoteBatch: [{ mode, tokens }],
});

export const subscribeChain = (uniqueId: string, underlying: number, expiry: string) => ({
  command: "subscribe",
  dataSource: "option-chain",
  brokerId: 1,
  uniqueId,
  underlyingExpiry: [{ underlying, expiry }],
});
