import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type WebSocket, WebSocketServer } from "ws";
import { CONTRACTS, type Contract, LIVE_NOW } from "./kite-rows.ts";
import { feedResponse, marketInfo } from "./upstox-messages.ts";

export interface UpstoxConnection {
  readonly socket: WebSocket;
  readonly keys: Map<string, string>;
}

/** A server that speaks Upstox's list, authorise call and Market Data Feed V3, with its limits, on this machine. */
export interface FakeUpstox {
  readonly apiUrl: string;
  token: string | null;
  instruments: unknown;
  listStatus: number;
  authorizeStatus: number;
  /** answers the authorise call with this instead */
  authorizeBody: string | null;
  authorizeCalls: number;
  readonly connections: UpstoxConnection[];
  readonly violations: string[];
  push(feeds: Readonly<Record<string, Buffer>>, at: number): void;
  say(message: Uint8Array | string): void;
  cut(): void;
  close(): Promise<void>;
}

const SEGMENTS: Readonly<Record<string, string>> = {
  NFO: "NSE_FO",
  BFO: "BSE_FO",
  CDS: "NCD_FO",
  MCX: "MCX_FO",
};
const MOST_KEYS = 2_000;

export function upstoxKey(each: Contract): string {
  return `${SEGMENTS[each.exchange]}|${each.exchangeToken}`;
}

export const NIFTY_KEY = "NSE_INDEX|Nifty 50";
export const VIX_KEY = "NSE_INDEX|India VIX";
export const SENSEX_KEY = "BSE_INDEX|SENSEX";
export const RELIANCE_KEY = "NSE_EQ|INE002A01018";

function contractEntry(each: Contract): object {
  const day = Date.parse(`${each.expiry}T23:59:59+05:30`);
  return {
    weekly: false,
    segment: SEGMENTS[each.exchange],
    name: each.symbol,
    exchange: each.exchange === "BFO" ? "BSE" : each.exchange === "MCX" ? "MCX" : "NSE",
    expiry: day,
    instrument_type: each.type,
    asset_symbol: each.symbol,
    underlying_symbol: each.symbol,
    instrument_key: upstoxKey(each),
    lot_size: each.exchange === "MCX" ? 100 : each.lot,
    freeze_quantity: 1_800,
    exchange_token: String(each.exchangeToken),
    minimum_lot: each.lot,
    // paise
    tick_size: each.tick * 100,
    underlying_type: "INDEX",
    trading_symbol: `${each.symbol} ${each.strike} ${each.type} 25 AUG 26`,
    strike_price: each.strike,
    qty_multiplier: 1,
  };
}

/** Indices have Upstox's own numbers, which are not Kite's. */
export function upstoxInstruments(extra: readonly unknown[] = [], contracts = CONTRACTS): unknown[] {
  const index = (key: string, name: string, exchange: string, token: number) => ({
    segment: `${exchange}_INDEX`,
    name,
    exchange,
    instrument_type: "INDEX",
    instrument_key: key,
    exchange_token: String(token),
    trading_symbol: name.toUpperCase(),
  });
  return [
    index(NIFTY_KEY, "Nifty 50", "NSE", 26_000),
    index(VIX_KEY, "India VIX", "NSE", 26_017),
    index(SENSEX_KEY, "SENSEX", "BSE", 1),
    {
      segment: "NSE_EQ",
      name: "RELIANCE INDUSTRIES LTD",
      exchange: "NSE",
      isin: "INE002A01018",
      instrument_type: "EQ",
      instrument_key: RELIANCE_KEY,
      lot_size: 1,
      exchange_token: "2885",
      tick_size: 10,
      trading_symbol: "RELIANCE",
      short_name: "RELIANCE INDUSTRIES",
    },
    ...contracts.map(contractEntry),
    ...extra,
  ];
}

export async function startFakeUpstox(): Promise<FakeUpstox> {
  const server = createServer((request, response) => answer(request, response));
  const sockets = new WebSocketServer({ noServer: true });
  const connections: UpstoxConnection[] = [];
  /** codes of authorise calls not yet used: each opens one stream */
  const codes = new Set<string>();
  let port = 0;

  function json(response: ServerResponse, status: number, body: string): void {
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.url === "/market-quote/instruments/exchange/complete.json.gz") {
      if (upstox.listStatus !== 200) return void response.writeHead(upstox.listStatus).end();
      // A file that is gzip, not an encoding of the answer.
      response.writeHead(200, { "content-type": "application/octet-stream" });
      return void response.end(gzipSync(JSON.stringify(upstox.instruments)));
    }
    if (request.url !== "/v3/feed/market-data-feed/authorize") return json(response, 404, "{}");
    upstox.authorizeCalls++;
    const isKnown = request.headers.authorization === `Bearer ${upstox.token}`;
    if (!isKnown) {
      const error = { errorCode: "UDAPI100050", message: "Invalid token used to access API" };
      return json(response, 401, JSON.stringify({ status: "error", errors: [error] }));
    }
    if (upstox.authorizeStatus !== 200) return json(response, upstox.authorizeStatus, "{}");
    if (upstox.authorizeBody !== null) return json(response, 200, upstox.authorizeBody);
    const code = `code-${upstox.authorizeCalls}`;
    codes.add(code);
    const url = `ws://127.0.0.1:${port}/market-data-feeder/v3/feeds?requestId=1&code=${code}`;
    const data = { authorized_redirect_uri: url, authorizedRedirectUri: url };
    json(response, 200, JSON.stringify({ status: "success", data }));
  }

  function read({ keys, socket }: UpstoxConnection, bytes: Buffer): void {
    const { guid, method, data } = JSON.parse(bytes.toString("utf8")) as {
      guid: string;
      method: string;
      data: { mode?: string; instrumentKeys: string[] };
    };
    if (!guid || !data.instrumentKeys.every((key) => key.includes("|")))
      upstox.violations.push("a bad command");
    for (const key of data.instrumentKeys) {
      if (method === "sub") keys.set(key, data.mode ?? "ltpc");
      else if (method === "unsub") keys.delete(key);
      else upstox.violations.push(`method ${method}`);
    }
    if (keys.size > MOST_KEYS) {
      upstox.violations.push(`${keys.size} keys`);
      socket.close(1008, "limit");
    }
  }

  server.on("upgrade", (request, socket, head) => {
    const code = new URL(request.url ?? "/", "http://localhost").searchParams.get("code") ?? "";
    if (!codes.delete(code)) {
      socket.end("HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const connection: UpstoxConnection = { socket: ws, keys: new Map() };
      connections.push(connection);
      ws.on("message", (data, isBinary) => {
        if (isBinary) read(connection, data as Buffer);
        else upstox.violations.push("a text command");
      });
      ws.on("close", () => {
        const at = connections.indexOf(connection);
        if (at >= 0) connections.splice(at, 1);
      });
      ws.send(marketInfo(LIVE_NOW));
    });
  });
  const pulse = setInterval(() => {
    for (const { socket } of connections) socket.ping();
  }, 10);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);

  const upstox: FakeUpstox = {
    apiUrl: `http://127.0.0.1:${port}`,
    token: "today",
    instruments: upstoxInstruments(),
    listStatus: 200,
    authorizeStatus: 200,
    authorizeBody: null,
    authorizeCalls: 0,
    connections,
    violations: [],
    push(feeds, at) {
      for (const { keys, socket } of connections) {
        const mine = Object.entries(feeds).filter(([key]) => keys.get(key) === "full");
        if (mine.length > 0) socket.send(feedResponse(Object.fromEntries(mine), at));
      }
    },
    say(message) {
      for (const { socket } of connections) socket.send(message);
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
  return upstox;
}
