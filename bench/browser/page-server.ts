/** Builds a bench page with vite and serves it, isolated so that the page may measure its own memory. */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { peerFolder } from "../lib/peers.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** Peers come from bench/peers, or are empty when they are not installed; a page may bring an engine of its own. */
function benchModules(folder: string): Plugin {
  const engine = path.resolve(folder, "engine.ts");
  const agGrid = peerFolder("ag-grid-community");
  return {
    name: "bench-modules",
    enforce: "pre",
    async resolveId(source, importer) {
      if (source === "ag-grid-community")
        return agGrid === null ? "\0ag-grid-missing" : this.resolve(agGrid, importer, { skipSelf: true });
      if (source.endsWith("/live/engine-client.ts") && existsSync(engine)) return engine;
      return null;
    },
    load: (id) =>
      id === "\0ag-grid-missing"
        ? "export const AllCommunityModule = {}, ModuleRegistry = {}; export function createGrid() { throw new Error('not installed'); }"
        : null,
  };
}

export async function buildPage(folder: string, out: string): Promise<void> {
  await build({
    root: path.resolve(folder),
    configFile: false,
    logLevel: "error",
    plugins: [benchModules(folder), react()],
    define: { "process.env.NODE_ENV": '"production"', __BUILD__: '"bench"' },
    worker: { format: "es" },
    build: { outDir: path.resolve(out), emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  });
}

export interface PageServer {
  readonly origin: string;
  stop(): void;
}

/** Serves a built page, and an empty one at /blank. */
export async function servePage(folder: string): Promise<PageServer> {
  const server = createServer((request, reply) => {
    const name = new URL(request.url ?? "/", "http://bench").pathname;
    if (name === "/blank") return void reply.writeHead(200, { "content-type": "text/html" }).end("<p>blank");
    const file = path.join(folder, path.normalize(name === "/" ? "/index.html" : name));
    if (!existsSync(file)) return void reply.writeHead(404).end();
    reply
      .writeHead(200, {
        "content-type": TYPES[path.extname(file)] ?? "text/plain",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
      })
      .end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
