import type { KeyObject } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Logger, pino } from "pino";
import { type Exclusions, NO_EXCLUSIONS } from "#domain/access/exclusions.ts";
import { type BrokerKeys, createBrokers } from "#server/brokers/registry.ts";
import type { ChartPast } from "#server/capabilities/charts/chart-past.ts";
import type { LoginPanel } from "#server/capabilities/sign-in/login-config.ts";
import { createPlanOf } from "#server/capabilities/subscriptions/account-plan.ts";
import { type Auth, createAuth } from "#server/identity/auth.ts";
import type { BrokenAnswer } from "#server/identity/http/answer-checks.ts";
import type { MarketAccess } from "#server/market/access/market-access.ts";
import { createLateBus } from "#server/market/bus/late.ts";
import { createMarketWatch, knownMarketTime } from "#server/market/bus/market-watch.ts";
import { startComputeInProcess } from "#server/market/compute/start-compute.ts";
import { createMarketDoors, type MarketDoors } from "#server/market/doors/market-doors.ts";
import type { HistoryReader } from "#server/market/history/reader.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import type { App } from "#server/platform/http/fastify-app.ts";
import { createOriginPolicy } from "#server/platform/http/origins.ts";
import { createMetrics } from "#server/platform/lib/metrics.ts";
import { createCandles } from "#server/roles/api/candles.ts";
import { createApp } from "#server/roles/api/compose.ts";
import type { Limits } from "#server/roles/api/costs.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { standInsAt } from "#server/standins/apps.ts";
import type { OutsideOrigins } from "#server/web/security.ts";
import { NO_MINUTES } from "../market/no-minutes.ts";
import { type ScriptedFeed, startScriptedFeed } from "../market/scripted-feed.ts";
import { storeAway } from "../store/store-away.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | undefined> & { readonly "set-cookie"?: string[] };
  readonly body: Buffer;
  json<T = Record<string, unknown>>(): T;
}

export interface ApiHarness {
  readonly app: App;
  readonly auth: Auth;
  readonly bus: Bus;
  readonly doors: MarketDoors;
  /** of the late market: a caller that does not sign in is a visitor */
  readonly feed: ScriptedFeed;
  readonly liveFeed: ScriptedFeed;
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

interface ApiOptions {
  readonly obstacle?: () => string | null;
  readonly isDraining?: () => boolean;
  /** threads that do not answer; none by default */
  readonly down?: () => readonly string[];
  readonly roles?: "api" | "none";
  /** who may be given prices, every caller by default */
  readonly access?: MarketAccess;
  /** where accounts live; without one every call of storage fails, and every caller is anonymous */
  readonly store?: Store;
  /** the market's past; nothing is known of it by default */
  readonly history?: HistoryReader & ChartPast;
  /** the server's clock and the market's; by default the machine's, and the scripted feed's */
  readonly clock?: () => number;
  readonly keys?: BrokerKeys;
  /** with which the mobile app signs; there is none by default */
  readonly appKeys?: readonly KeyObject[];
  readonly isSandboxActive?: () => boolean;
  readonly limits?: Partial<Limits>;
  readonly outside?: OutsideOrigins;
  readonly log?: Logger;
  readonly panel?: LoginPanel;
  /** none by default */
  readonly exclusions?: Exclusions;
  /** no thread computes: it is being started, or lost */
  readonly withoutCompute?: boolean;
  /** refused by default: a test is to notice it */
  readonly brokenAnswer?: BrokenAnswer;
}

/** Providers without keys: all of them are the sandbox. */
export const NO_KEYS: BrokerKeys = {
  kite: null,
  upstox: null,
  angel_broking: null,
  icici: null,
  google: null,
};

/** Today has begun and nothing is known of it. */
const NO_PAST: HistoryReader & ChartPast = {
  ...NO_MINUTES,
  heardAs: () => "simulated",
  quarters: async (wanted) =>
    new Map(wanted.map(({ token }) => [token, [{ date: "2026-11-23", points: [] }]])),
};

/** Requests over a real socket to a server on this machine. */
export function callAt(port: number): ApiHarness["call"] {
  return async (target, { method = "GET", headers = {}, body } = {}) => {
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
  };
}

export async function startApi(options: ApiOptions = {}): Promise<ApiHarness> {
  const bus = createLocalBus();
  const feed = startScriptedFeed(createLateBus(bus));
  const liveFeed = startScriptedFeed(bus);
  const compute =
    options.withoutCompute === true
      ? null
      : await startComputeInProcess(bus, (call, message) => log.error({ call }, message));
  const heard = createMarketWatch(bus);
  const watch = { ...heard, marketTime: options.clock ?? heard.marketTime };
  const webRoot = fakeWeb();
  const policy = () => createOriginPolicy(null, (app.server.address() as AddressInfo).port);
  const log = options.log ?? pino({ level: "silent" });
  const store = options.store ?? storeAway();
  const auth = createAuth({
    store,
    planOf: createPlanOf(store.subscriptions),
    brokers: createBrokers({
      keys: options.keys ?? NO_KEYS,
      standIns: standInsAt(() => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
    }),
    isSandboxActive: options.isSandboxActive ?? (() => true),
    bus,
    keys: [Buffer.alloc(32, 7)],
    appKeys: options.appKeys ?? [],
    log,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const doors = createMarketDoors(bus, watch, options.access);
  const history = options.history ?? NO_PAST;
  feed.sayClock();
  liveFeed.sayClock();
  const api = {
    auth,
    store,
    doors,
    history,
    candles: createCandles({ history: { ...history, day: () => null }, store, changes: async () => [] }),
    limits: {
      loginsPerMinute: 1_000_000,
      writesPerMinute: 1_000_000,
      chartsPerMinute: 1_000_000,
      computesPerMinute: 1_000_000,
      threadMsPerMinute: 1_000_000_000,
      ...options.limits,
    },
    panel: options.panel ?? { researchAnalystNumber: null, termsUrl: null },
    exclusions: options.exclusions ?? NO_EXCLUSIONS,
    // As in the product, accounts of the sandbox live by the market's time; their prices are their own.
    sandbox: {
      marketTime: () => knownMarketTime(watch),
      listed: async () => (await doors.metacache.get()).directory,
    },
  };
  const isApi = options.roles !== "none";
  const app: App = await createApp({
    log,
    metrics: createMetrics(),
    readiness: options.obstacle ?? (() => null),
    down: options.down ?? (() => []),
    isDraining: options.isDraining ?? (() => false),
    origins: policy,
    isSecure: false,
    isProxy: () => false,
    api: isApi ? api : null,
    webRoot: isApi ? webRoot : null,
    brokenAnswer: options.brokenAnswer ?? "refuse",
    ...(options.outside === undefined ? {} : { outside: options.outside }),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    auth,
    bus,
    doors,
    feed,
    liveFeed,
    port,
    origin: `http://127.0.0.1:${port}`,
    call: callAt(port),
    async stop() {
      await app.close();
      auth.stop();
      await compute?.stop();
      feed.stop();
      liveFeed.stop();
      watch.stop();
      await bus.close();
      rmSync(webRoot, { recursive: true });
    },
  };
}
