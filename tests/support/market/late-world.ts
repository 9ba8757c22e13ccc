/**
 * A market whose every figure tells its second, seen through every door by a live viewer and by a late one.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import { pino } from "pino";
import WebSocket from "ws";
import { ANONYMOUS, GOOGLE, ZERODHA } from "#domain/access/brokers.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { addInstrumentRoutes } from "#server/capabilities/instruments/routes.ts";
import { createInstrumentService } from "#server/capabilities/instruments/service.ts";
import { addPriceRoutes } from "#server/capabilities/prices/routes.ts";
import type {} from "#server/identity/http/caller.ts";
import type { Identity } from "#server/identity/identity.ts";
import { visitorOf } from "#server/identity/visitors.ts";
import { createMarketWatch } from "#server/market/bus/market-watch.ts";
import { startComputeInProcess } from "#server/market/compute/start-compute.ts";
import { createComputeDoor } from "#server/market/doors/compute-door.ts";
import { createMarketDoors } from "#server/market/doors/market-doors.ts";
import { openFeed } from "#server/market/feed/open-feed.ts";
import { createRelay } from "#server/market/relay/relay.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createOriginPolicy } from "#server/platform/http/origins.ts";
import { createMetrics } from "#server/platform/lib/metrics.ts";
import { openRows } from "../http/open-rows.ts";
import { subscribeChain, subscribeCharts, subscribeQuotes, TestClient } from "../relay/relay-client.ts";
import { createSteppedTimers } from "./fake-feed.ts";
import { createFakeMarket, FAKE_NOW } from "./fake-market.ts";

export const WHO: Readonly<Record<string, Identity>> = {
  live: visitorOf(ZERODHA, { accountId: "z", sessionId: "z1" }),
  google: visitorOf(GOOGLE, { accountId: "g", sessionId: "g1" }),
  anonymous: visitorOf(ANONYMOUS),
};
export type Who = "live" | "google" | "anonymous";

/** NIFTY's spot is this many rupees and one for each second since the start. */
const SPOT_AT_START = 24_000;
export const secondOfSpot = (spot: number): number => spot - SPOT_AT_START;
export const secondOfTime = (ms: number): number => (ms - FAKE_NOW) / 1000;
export const NIFTY = underlyingBySymbol("NIFTY")!.token;
export const EXPIRY = "2026-08-25";

/** Relay, feed, and API with compute, each hold a bus of their own: one, or three of one NATS server. */
export async function startLateWorld(buses: { feed: Bus; relay: Bus; api: Bus }) {
  const timers = createSteppedTimers();
  const market = createFakeMarket();
  market.move("NIFTY", SPOT_AT_START);
  const feed = openFeed(
    {
      source: "sim",
      marketFile: null,
      seed: 1,
      clock: { kind: "always" },
      universe: null,
      dataDir: ".",
      record: null,
    },
    buses.feed,
    { source: market, timers, kernel: referenceKernel },
  );
  feed.start();
  timers.pass(50);
  let second = 0;

  const http = createServer();
  const whoOf = (text: string | undefined): Identity => WHO[text ?? "anonymous"]!;
  const relay = createRelay({
    bus: buses.relay,
    log: pino({ level: "silent" }),
    origins: () => createOriginPolicy(null, (http.address() as AddressInfo).port),
    identify: (request) =>
      whoOf(new URL(request.url ?? "/", "http://x").searchParams.get("who") ?? undefined),
    connectionsPerAddress: 10,
    times: { ping: 20, charts: 10, events: 10, interest: 10 },
  });
  http.on("upgrade", relay.handleUpgrade);
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;

  const app = fastify();
  app.decorateRequest("identity");
  app.addHook("onRequest", async (request) => {
    request.identity = whoOf(request.headers["x-who"] as string | undefined);
  });
  const compute = await startComputeInProcess(buses.api);
  const doors = createMarketDoors(buses.api, createMarketWatch(buses.api));
  const rows = openRows(app);
  const door = createComputeDoor(createMetrics());
  await addPriceRoutes(rows, { doors, compute: door });
  await addInstrumentRoutes(rows, { doors, compute: door, service: createInstrumentService(door) });

  async function connect(who: Who): Promise<TestClient> {
    const client = new TestClient(
      new WebSocket(`ws://127.0.0.1:${port}/broker/1?consumerType=platform_pro&who=${who}`, {
        origin: `http://127.0.0.1:${port}`,
      }),
    );
    await once(client.ws, "open");
    return client;
  }

  return {
    market,
    timers,
    feed,
    get second() {
      return second;
    },
    /** seconds since the start, by the machine's clock */
    get now() {
      return secondOfTime(timers.wall());
    },
    /** One second, its figures first. */
    async tick(settleMs = 12): Promise<void> {
      second++;
      market.move("NIFTY", SPOT_AT_START + second);
      timers.pass(1000);
      await new Promise((resolve) => setTimeout(resolve, settleMs));
    },
    connect,
    /** Subscribes to whatever the relay has. */
    watchAll(client: TestClient, options: readonly number[]): void {
      client.say(subscribeQuotes("q", "full", [NIFTY, ...options]));
      client.say(subscribeChain("c", NIFTY, EXPIRY));
      client.say(subscribeCharts("b", [NIFTY]));
      client.say({ command: "subscribe", brokerId: 1, dataSource: "nse-events", uniqueId: "e" });
      client.say({
        command: "subscribe",
        brokerId: 1,
        dataSource: "underlying-stats",
        uniqueId: "s",
        tokens: [NIFTY],
      });
      client.say({ command: "subscribe", brokerId: 1, dataSource: "screener-stats", uniqueId: "sc" });
    },
    async get<T>(path: string, who: Who, headers: Record<string, string> = {}) {
      const answer = await app.inject({ url: path, headers: { "x-who": who, ...headers } });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: (answer.body === "" ? null : answer.json()) as T,
      };
    },
    async stop() {
      await app.close();
      await compute.stop();
      await relay.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await feed.stop();
    },
  };
}

export type LateWorld = Awaited<ReturnType<typeof startLateWorld>>;
