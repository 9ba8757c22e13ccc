import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { createApp } from "#server/api/app.ts";
import type { App } from "#server/api/context.ts";
import { createLivePricesStore } from "#server/api/live-prices-store.ts";
import { createMetacacheStore } from "#server/api/metacache-store.ts";
import type { Bus } from "#server/bus/bus.ts";
import { createLocalBus } from "#server/bus/local.ts";
import { createMarketWatch } from "#server/lib/market-watch.ts";
import { createMetrics } from "#server/lib/metrics.ts";
import { createOriginPolicy } from "#server/lib/origins.ts";
import { type ScriptedFeed, startScriptedFeed } from "./scripted-feed.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly body: Buffer;
  json<T = Record<string, unknown>>(): T;
}

export interface ApiHarness {
  readonly app: App;
  readonly bus: Bus;
  readonly feed: ScriptedFeed;
  readonly port: number;
  readonly origin: string;
  /** Requests over a real socket, as they are: no redirect, no decompression, no header of its own. */
  call(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
  ): Promise<Answer>;
  stop(): Promise<void>;
}

/** A folder as the web build leaves it. */
function fakeWeb(): string {
  const root = mkdtempSync(path.join(tmpdir(), "web-"));
  mkdirSync(path.join(root, "assets"));
  writeFileSync(path.join(root, "index.html"), "<!doctype html><title>Strikewise</title>");
  writeFileSync(path.join(root, "assets/app-abc123.js"), "console.log(1)");
  writeFileSync(path.join(root, "assets/app-abc123.js.br"), "brotli bytes");
  writeFileSync(path.join(root, "icon.svg"), "<svg/>");
  return `${root}/`;
}

export async function startApi(
  options: { obstacle?: () => string | null; roles?: "api" | "none"; log?: NodeJS.WritableStream } = {},
): Promise<ApiHarness> {
  const bus = createLocalBus();
  const feed = startScriptedFeed(bus);
  const watch = createMarketWatch(bus);
  const webRoot = fakeWeb();
  const policy = () => createOriginPolicy(null, (app.server.address() as AddressInfo).port);
  const api = {
    bus,
    watch,
    metacache: createMetacacheStore(bus, watch),
    livePrices: createLivePricesStore(bus),
  };
  const isApi = options.roles !== "none";
  const app: App = await createApp({
    log: pino({ level: "silent" }),
    metrics: createMetrics(),
    readiness: options.obstacle ?? (() => null),
    isDraining: () => false,
    origins: policy,
    isSecure: false,
    isProxy: () => false,
    api: isApi ? api : null,
    webRoot: isApi ? webRoot : null,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    bus,
    feed,
    port,
    origin: `http://127.0.0.1:${port}`,
    async call(target, { method = "GET", headers = {}, body } = {}) {
      const request = httpRequest({ host: "127.0.0.1", port, path: target, method, headers, agent: false });
      request.end(body);
      const [response] = await once(request, "response");
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      return {
        status: response.statusCode,
        headers: response.headers,
        body: bytes,
        json: () => JSON.parse(bytes.toString()),
      };
    },
    async stop() {
      await app.close();
      feed.stop();
      watch.stop();
      await bus.close();
      rmSync(webRoot, { recursive: true });
    },
  };
}
