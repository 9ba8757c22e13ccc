/**
 * Twenty messages a second of 100 quotes with twenty figures each, to every socket: as JSON or as doubles. What is not the
 * bench's own goes on to the product's server, so that its engine runs in the bench's page.
 */

import { readFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";

const FIELDS = [
  "token",
  "ltp",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "oi",
  "bid",
  "ask",
  "bidSize",
  "askSize",
  "change",
  "averagePrice",
  "lastSize",
  "buyQuantity",
  "sellQuantity",
  "oiHigh",
  "oiLow",
  "time",
]; // prettier-ignore
const QUOTES = 100;
const PER_SECOND = 20;

export interface TabFeed {
  readonly origin: string;
  stop(): void;
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

export async function startTabFeed(folder: string, productOrigin: string): Promise<TabFeed> {
  const product = new URL(productOrigin);
  const http = createServer((request, reply) => {
    const name = new URL(request.url ?? "/", "http://bench").pathname;
    if (name.startsWith("/v1/")) return passOn(request, reply, product);
    try {
      const body = readFileSync(path.join(folder, path.normalize(name === "/" ? "/index.html" : name)));
      reply
        .writeHead(200, {
          "content-type": name.endsWith(".js")
            ? "text/javascript"
            : name.endsWith(".wasm")
              ? "application/wasm"
              : "text/html",
        })
        .end(body);
    } catch {
      reply.writeHead(404).end();
    }
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const kinds = new WeakMap<object, string>();
  http.on("upgrade", (request, socket, head) => {
    if (request.url?.startsWith("/broker")) return passSocket(request, socket, product);
    sockets.handleUpgrade(request, socket, head, (opened) => kinds.set(opened, request.url ?? ""));
  });
  sockets.on("error", () => {});
  const values = Float64Array.from(
    { length: 1 + QUOTES * FIELDS.length },
    (_, i) => 100 + ((i * 7919) % 1000) / 20,
  );
  for (let q = 0; q < QUOTES; q += 1) values[1 + q * FIELDS.length] = 10_000 + q;

  const timer = setInterval(() => {
    if (sockets.clients.size === 0) return;
    const time = Date.now();
    values[0] = time;
    for (let q = 0; q < QUOTES; q += 1) {
      const at = 1 + q * FIELDS.length;
      for (let f = 1; f < FIELDS.length; f += 1)
        values[at + f] = Math.round((values[at + f]! + (Math.random() - 0.5) * 0.2) * 20) / 20;
    }
    const rows = Array.from({ length: QUOTES }, (_, q) =>
      Object.fromEntries(FIELDS.map((name, f) => [name, values[1 + q * FIELDS.length + f]])),
    );
    const json = JSON.stringify({ time, rows });
    const binary = Buffer.from(values.slice().buffer);
    for (const socket of sockets.clients) socket.send(kinds.get(socket) === "/json" ? json : binary);
  }, 1000 / PER_SECOND);

  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    stop() {
      clearInterval(timer);
      for (const socket of sockets.clients) socket.terminate();
      http.close();
      http.closeAllConnections();
    },
  };
}
