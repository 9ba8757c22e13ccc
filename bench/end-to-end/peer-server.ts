import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { build } from "vite";
import { WebSocket, WebSocketServer } from "ws";
import { ID_OPTION_CHAIN } from "#protocol/generated/layout.ts";
import { type ChainRow, readChainRow } from "#protocol/generated/records.ts";
import { chainView } from "#protocol/wire/codec.ts";
import { freePort } from "../browser/server.ts";

const OUT = ".build/bench-peer";

async function buildPage(): Promise<void> {
  await build({
    root: path.resolve("bench/end-to-end/peer"),
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    build: { outDir: path.resolve(OUT), emptyOutDir: true },
  });
}

/** The same chain from the same relay, told on as JSON over a socket per tab. */
export async function startPeer(
  { origin, session }: { readonly origin: string; readonly session: string },
  underlying: number,
  expiry: string,
) {
  await buildPage();
  const port = await freePort();
  const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };
  const http = createServer((request, reply) => {
    const name = request.url === "/" ? "/index.html" : (request.url ?? "");
    try {
      const body = readFileSync(path.join(OUT, path.normalize(name)));
      reply.writeHead(200, { "content-type": types[path.extname(name)] ?? "text/plain" }).end(body);
    } catch {
      reply.writeHead(404).end();
    }
  });
  const tabs = new WebSocketServer({ server: http });
  const rows = new Map<number, unknown>();
  // Whole rows, which a peer sends on as they come.
  const upstream = new WebSocket(
    `${origin.replace("http", "ws")}/broker/1?consumerType=platform_pro`,
    ["strikewise.2"],
    {
      origin,
      headers: { cookie: `__Host-sid=${session}` },
    },
  );
  upstream.binaryType = "nodebuffer";
  upstream.on("open", () =>
    upstream.send(
      JSON.stringify({
        command: "subscribe",
        dataSource: "option-chain",
        brokerId: 1,
        uniqueId: "peer",
        underlyingExpiry: [{ underlying, expiry }],
      }),
    ),
  );
  upstream.on("message", (data: Buffer, binary: boolean) => {
    if (!binary || data[0] !== ID_OPTION_CHAIN) return;
    const message = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const chain = chainView(message);
    if (typeof chain === "number" || "error" in chain) return;
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    const divisor = chain.root.priceDivisor;
    const side = (s: ChainRow["call"]) => ({
      ...s,
      lastPrice: s.lastPrice / divisor,
      bid: s.bid / divisor,
      ask: s.ask / divisor,
      iv: Number.isNaN(s.iv) ? null : s.iv,
    });
    const changed: unknown[] = [];
    for (let i = 0; i < chain.root.rowCount; i += 1) {
      const row = readChainRow(view, chain.rowsOffset + i * chain.rowLength);
      const plain = { strike: row.strike / divisor, call: side(row.call), put: side(row.put) };
      rows.set(plain.strike, plain);
      changed.push(plain);
    }
    const text = JSON.stringify({ serverTime: chain.header.serverTime, rows: changed });
    for (const tab of tabs.clients) tab.send(text);
  });
  tabs.on("connection", (tab) =>
    tab.send(JSON.stringify({ serverTime: Date.now(), rows: [...rows.values()] })),
  );
  http.listen(port, "127.0.0.1");
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      upstream.close();
      tabs.close();
      http.close();
      http.closeAllConnections();
    },
  };
}
