import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type WebSocket, WebSocketServer } from "ws";
import { kiteMessage } from "./kite-packets.ts";

/** One connection of the ticker, as Kite's side sees it. */
export interface KiteConnection {
  readonly socket: WebSocket;
  /** token → mode */
  readonly modes: Map<number, string>;
  readonly commands: { readonly a: string; readonly v: unknown }[];
}

/** A server that speaks Kite Connect's HTTP and ticker shapes, with its limits, on this machine. */
export interface FakeKite {
  readonly apiUrl: string;
  readonly streamUrl: string;
  readonly apiKey: string;
  /** the one token it accepts, null none */
  token: string | null;
  dump: string;
  /** overrides of the dump's answer */
  dumpStatus: number;
  /** by instrument token: rows as Kite gives them */
  readonly candles: Map<number, unknown[][]>;
  candleStatus: number;
  /** instead of the candles, when not null */
  candleText: string | null;
  /** paths and queries that candles were asked for with */
  readonly candleQuestions: string[];
  dumpDelayMs: number;
  /** cuts the gzip short */
  isDumpCut: boolean;
  /** answers the handshake with this status instead, 0 none */
  handshakeStatus: number;
  /** no heartbeats */
  isMute: boolean;
  readonly connections: KiteConnection[];
  /** every handshake, refused ones included */
  handshakes: number;
  dumps: number;
  /** limit violations it saw */
  readonly violations: string[];
  /** Sends packets to the connections that follow their tokens, in the mode asked for. */
  push(packets: readonly Uint8Array[]): void;
  say(message: Uint8Array | string): void;
  heartbeat(): void;
  /** Ends every connection without a word. */
  cut(): void;
  close(): Promise<void>;
}

const MOST_CONNECTIONS = 3;
const MOST_INSTRUMENTS = 3_000;

export async function startFakeKite(dump: string): Promise<FakeKite> {
  const server = createServer((request, response) => void answer(request, response));
  const sockets = new WebSocketServer({ noServer: true });
  const connections: KiteConnection[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname.startsWith("/instruments/historical/")) return candles(request, response, url);
    if (request.url !== "/instruments") return void response.writeHead(404).end();
    kite.dumps++;
    if (kite.dumpDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, kite.dumpDelayMs));
    const isKnown =
      request.headers.authorization === `token ${kite.apiKey}:${kite.token}` &&
      request.headers["x-kite-version"] === "3";
    if (!isKnown || kite.dumpStatus !== 200) {
      const status = isKnown ? kite.dumpStatus : 403;
      const body = {
        status: "error",
        error_type: "TokenException",
        message: "Incorrect api_key or access_token",
      };
      return void response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(body));
    }
    const bytes = gzipSync(kite.dump);
    response.writeHead(200, { "content-type": "text/csv", "content-encoding": "gzip" });
    response.end(kite.isDumpCut ? bytes.subarray(0, bytes.length >> 1) : bytes);
  }

  /** Kite Connect 3, "Historical candle data". */
  function candles(request: IncomingMessage, response: ServerResponse, url: URL): void {
    kite.candleQuestions.push(`${url.pathname}${url.search}`);
    const isKnown = request.headers.authorization === `token ${kite.apiKey}:${kite.token}`;
    const status = isKnown ? kite.candleStatus : 403;
    response.writeHead(status, { "content-type": "application/json" });
    if (status !== 200)
      return void response.end(JSON.stringify({ status: "error", message: "Insufficient permission" }));
    const token = Number(url.pathname.split("/")[3]);
    response.end(
      kite.candleText ??
        JSON.stringify({ status: "success", data: { candles: kite.candles.get(token) ?? [] } }),
    );
  }

  function read(connection: KiteConnection, text: string): void {
    const command = JSON.parse(text) as { a: string; v: unknown };
    connection.commands.push(command);
    const { modes, socket } = connection;
    if (command.a === "subscribe") {
      for (const token of command.v as number[]) if (!modes.has(token)) modes.set(token, "quote");
    }
    if (command.a === "unsubscribe") for (const token of command.v as number[]) modes.delete(token);
    if (command.a === "mode") {
      const [mode, tokens] = command.v as [string, number[]];
      for (const token of tokens) modes.set(token, mode);
    }
    if (modes.size > MOST_INSTRUMENTS) {
      kite.violations.push(`${modes.size} instruments on a connection`);
      socket.send(JSON.stringify({ type: "error", data: "Too many instruments" }));
    }
  }

  server.on("upgrade", (request, socket, head) => {
    kite.handshakes++;
    const query = new URL(request.url ?? "/", "http://localhost").searchParams;
    const isKnown = query.get("api_key") === kite.apiKey && query.get("access_token") === kite.token;
    const status = kite.handshakeStatus || (isKnown ? 0 : 403);
    if (status !== 0) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      return;
    }
    if (connections.length >= MOST_CONNECTIONS) {
      kite.violations.push("a fourth connection");
      socket.end("HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const connection: KiteConnection = { socket: ws, modes: new Map(), commands: [] };
      connections.push(connection);
      ws.on("message", (data, isBinary) => {
        if (isBinary) kite.violations.push("a binary command");
        else read(connection, data.toString());
      });
      ws.on("close", () => {
        const at = connections.indexOf(connection);
        if (at >= 0) connections.splice(at, 1);
      });
      ws.send(JSON.stringify({ type: "instruments_meta", data: { count: 1, etag: "" } }));
    });
  });

  const pulse = setInterval(() => kite.heartbeat(), 10);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  const kite: FakeKite = {
    apiUrl: `http://127.0.0.1:${port}`,
    streamUrl: `ws://127.0.0.1:${port}`,
    apiKey: "kite-key",
    token: "today",
    dump,
    dumpStatus: 200,
    candles: new Map(),
    candleStatus: 200,
    candleText: null,
    candleQuestions: [],
    dumpDelayMs: 0,
    isDumpCut: false,
    handshakeStatus: 0,
    isMute: false,
    connections,
    handshakes: 0,
    dumps: 0,
    violations: [],
    push(packets) {
      for (const { modes, socket } of connections) {
        const mine = packets.flatMap((packet) => {
          const mode = modes.get(Buffer.from(packet).readUInt32BE(0));
          if (mode === undefined) return [];
          return [
            mode === "full"
              ? packet
              : packet.subarray(0, mode === "ltp" ? 8 : packet.length === 32 ? 28 : 44),
          ];
        });
        if (mine.length > 0) socket.send(kiteMessage(mine));
      }
    },
    say(message) {
      for (const { socket } of connections) socket.send(message);
    },
    heartbeat() {
      if (!kite.isMute) for (const { socket } of connections) socket.send(Buffer.from([0]));
    },
    cut() {
      for (const { socket } of [...connections]) socket.terminate();
    },
    async close() {
      clearInterval(pulse);
      for (const { socket } of [...connections]) socket.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return kite;
}
