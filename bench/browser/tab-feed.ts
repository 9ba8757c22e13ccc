/**
 * The same view deltas that a tab gets from the engine, over a socket a tab: the engine's own frames, or what they say as JSON.
 * What is not the bench's own goes on to the product's server, so that its engine runs in the bench's page.
 */

import { readFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { FRAME_FULL, HEAD_INDEX, readChainFrame } from "#protocol/frames/chain-frame.ts";
import { startViewEngine } from "./tabs/view-engine.ts";

export interface TabFeed {
  readonly origin: string;
  stop(): Promise<void>;
}

export interface PlainRow {
  readonly row: number;
  readonly strike?: number;
  [field: string]: number | null | undefined;
}

export interface PlainFrame {
  /** when the engine told it, epoch ms */
  readonly time: number;
  /** Takes the place of all rows. */
  readonly isFull: boolean;
  readonly rows: readonly PlainRow[];
}

function passOn(request: IncomingMessage, reply: ServerResponse, product: URL): void {
  const headers = {
    ...request.headers,
    host: product.host,
    ...(request.headers.origin && { origin: product.origin }),
  };
  const upstream = httpRequest(
    { host: product.hostname, port: product.port, path: request.url, method: request.method, headers },
    (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    },
  );
  upstream.on("error", () => reply.destroy());
  request.pipe(upstream);
}

/** A websocket of the product, byte for byte but for the address it seems to come from. */
function passSocket(request: IncomingMessage, socket: Duplex, product: URL): void {
  const upstream = connect(Number(product.port), product.hostname);
  const headers = { ...request.headers, host: product.host, origin: product.origin };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  upstream.write([`GET ${request.url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
  upstream.pipe(socket).pipe(upstream);
  for (const end of [upstream, socket]) {
    end.on("error", () => {
      upstream.destroy();
      socket.destroy();
    });
  }
}

/** A frame as a JSON service would tell it: the time, and of each row that changed what changed. */
function plainFrame(frame: ArrayBuffer): PlainFrame {
  const { head, strikes, values, cells } = readChainFrame(frame);
  const rows = new Map<number, PlainRow>();
  cells.forEach((cell, i) => {
    const row = Math.floor(cell / CHAIN_FIELDS.length);
    let plain = rows.get(row);
    if (plain === undefined) {
      plain = strikes.length > 0 ? { row, strike: strikes[row]! } : { row };
      rows.set(row, plain);
    }
    const value = values[i]!;
    plain[CHAIN_FIELDS[cell % CHAIN_FIELDS.length]!] = Number.isNaN(value) ? null : value;
  });
  return {
    time: head[HEAD_INDEX.postedAt]!,
    isFull: head[HEAD_INDEX.kind] === FRAME_FULL,
    rows: [...rows.values()],
  };
}

const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".wasm": "application/wasm" };

export async function startTabFeed(
  folder: string,
  server: { readonly origin: string; readonly session: string },
): Promise<TabFeed> {
  const product = new URL(server.origin);
  const engine = startViewEngine(server);
  const http = createServer((request, reply) => {
    const name = new URL(request.url ?? "/", "http://bench").pathname;
    if (name.startsWith("/v1/")) return passOn(request, reply, product);
    try {
      const body = readFileSync(path.join(folder, path.normalize(name === "/" ? "/index.html" : name)));
      reply.writeHead(200, { "content-type": TYPES[path.extname(name)] ?? "text/html" }).end(body);
    } catch {
      reply.writeHead(404).end();
    }
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  http.on("upgrade", (request, socket, head) => {
    if (request.url?.startsWith("/broker")) return passSocket(request, socket, product);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://bench");
    const told =
      pathname === "/json" ? (frame: ArrayBuffer) => JSON.stringify(plainFrame(frame)) : Buffer.from;
    sockets.handleUpgrade(request, socket, head, (opened) => {
      engine
        .open(searchParams.get("symbol") ?? "NIFTY", (frame) => opened.send(told(frame)))
        .then((close) => (opened.readyState === opened.OPEN ? void opened.on("close", close) : close()))
        .catch((error: unknown) => {
          console.error(`bench: a tab's socket got no chain: ${String(error)}`);
          opened.close(1011);
        });
    });
  });
  sockets.on("error", () => {});

  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      http.close();
      http.closeAllConnections();
      await engine.stop();
    },
  };
}
