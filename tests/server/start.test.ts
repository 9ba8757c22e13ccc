import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { inspectChain } from "#protocol/wire/chain-mirror.ts";
import { parseConfig } from "#server/config/config.ts";
import { type RunningServer, startServer } from "#server/start.ts";
import {
  asChain,
  asQuotes,
  subscribeChain,
  subscribeQuotes,
  TestClient,
} from "../support/relay/relay-client.ts";

const log = pino({ level: "silent" });
const running: RunningServer[] = [];
const folders: string[] = [];
const NIFTY = 256265;

afterEach(async () => {
  for (const server of running.splice(0).reverse()) await server.lifecycle.shutdown("test");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<RunningServer> {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), "data-"));
  folders.push(DATA_DIR);
  // No database listens there: the market must not need storage, and opening one would hold the only thread
  // of a test up.
  const DATABASE_URL = "postgres://nobody@127.0.0.1:1/none";
  const common = {
    DATABASE_URL,
    PORT: "0",
    METRICS_PORT: "0",
    MARKET_UNIVERSE: "NIFTY",
    MARKET_CLOCK: "always@2026-11-18T10:00",
    DATA_DIR,
  };
  const server = await startServer(parseConfig({ ...common, ...env }), log);
  running.push(server);
  return server;
}

async function get<T>(server: RunningServer, path: string): Promise<{ status: number; body: T }> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
  return { status: response.status, body: (await response.json()) as T };
}

/** A metacache through the API, then quotes and a chain of it through the relay, then a change of each. */
async function expectMarket(api: RunningServer, relay: RunningServer): Promise<TestClient> {
  await expect.poll(async () => (await get(api, "/readyz")).status).toBe(200);
  await expect.poll(async () => (await get(relay, "/readyz")).status).toBe(200);
  const { body } = await get<{ chains: { expiry: number[] } }>(
    api,
    "/v1/compute/cache/instrument_metacache/1",
  );
  const nearest = String(Math.min(...body.chains.expiry));
  const expiry = `${nearest.slice(0, 4)}-${nearest.slice(4, 6)}-${nearest.slice(6)}`;
  const client = new TestClient(
    new WebSocket(`ws://127.0.0.1:${relay.port}/broker/1?consumerType=platform_pro`, {
      origin: `http://127.0.0.1:${relay.port}`,
    }),
  );
  await once(client.ws, "open");
  client.say(subscribeQuotes("q", "full", [NIFTY]));
  client.say(subscribeChain("c", NIFTY, expiry));
  expect((await client.hear(asQuotes)).packets.length).toBe(1);
  const snapshot = await client.hear(asChain);
  expect(snapshot.isSnapshot).toBe(true);
  expect(snapshot.root.totalRows).toBeGreaterThan(20);
  const from = client.messages.length;
  await client.hear(asQuotes, from, 10_000);
  // What changes comes cell by cell: all of it again is told seldom, and would be waited for too long.
  await client.hear((m) => (m instanceof Uint8Array ? inspectChain(m) : null), from, 10_000);
  return client;
}

describe("all roles in one process", () => {
  it("serve the simulated market without a database, and end with 4012 and a refused port", async () => {
    const server = await start({});
    const client = await expectMarket(server, server);
    const { body } = await get<{ data: { per_expiry_data: object } }>(
      server,
      `/v1/compute/cache/live_derivative_prices/${NIFTY}`,
    );
    expect(Object.keys(body.data.per_expiry_data).length).toBeGreaterThan(2);
    // Its database is away all the while, which is said by what needs rows, and by that alone.
    const refused = await fetch(`http://127.0.0.1:${server.port}/v1/kite_login`, { redirect: "manual" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await refused.json()).toMatchObject({ error: { code: "storage.unavailable" } });
    const ended = server.lifecycle.shutdown("test");
    expect(await client.untilClosed()).toBe(4012);
    await ended;
    await expect(get(server, "/healthz")).rejects.toThrow();
  });

  it("say in one line that the port is taken", async () => {
    const first = await start({});
    await expect(start({ PORT: String(first.port) })).rejects.toMatchObject({
      code: "config.invalid",
      message: expect.stringContaining("choose another PORT"),
    });
  });
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectSocket(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

const hasNats = await isListening(4222);
if (!hasNats) console.warn("NATS is not running on 127.0.0.1:4222: roles split over it are not tested");

describe.skipIf(!hasNats)("roles split over NATS", () => {
  it("serve the same market, the feed in one process, relay, API and compute in others", async () => {
    const NATS_URL = "nats://127.0.0.1:4222";
    const NATS_PREFIX = `test-${randomUUID()}`;
    const relay = await start({ NATS_URL, NATS_PREFIX, ROLES: "relay" });
    const api = await start({ NATS_URL, NATS_PREFIX, ROLES: "api" });
    const compute = await start({ NATS_URL, NATS_PREFIX, ROLES: "compute" });
    expect((await get(relay, "/readyz")).status).toBe(503);
    expect((await get(api, "/v1/compute/cache/instrument_metacache/1")).status).toBe(503);
    const feed = await start({ NATS_URL, NATS_PREFIX, ROLES: "feed" });
    await expectMarket(api, relay);
    // Several hundred kilobytes: more than a message of NATS holds.
    const path = `/v1/compute/cache/live_derivative_prices/${NIFTY}`;
    const prices = await get<{ data: { per_expiry_data: object } }>(api, path);
    expect(Object.keys(prices.body.data.per_expiry_data).length).toBeGreaterThan(2);
    expect((await get(compute, path)).status).toBe(404);
    expect((await get(feed, "/healthz")).status).toBe(200);
    expect((await get(feed, "/v1/compute/market_timings")).status).toBe(404);
  });

  it("give fresh snapshots after the feed was started anew", async () => {
    const NATS_URL = "nats://127.0.0.1:4222";
    const NATS_PREFIX = `test-${randomUUID()}`;
    const rest = await start({ NATS_URL, NATS_PREFIX, ROLES: "relay,api,compute" });
    const feed = await start({ NATS_URL, NATS_PREFIX, ROLES: "feed" });
    const client = await expectMarket(rest, rest);
    const epoch = (await client.hear(asQuotes)).trailer.epoch;
    await feed.lifecycle.shutdown("test");
    const from = client.messages.length;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await start({ NATS_URL, NATS_PREFIX, ROLES: "feed" });
    const isNew = (e: number) => e !== epoch;
    await client.hear((m) => (isNew(asQuotes(m)?.trailer.epoch ?? epoch) ? true : null), from, 10_000);
    const chain = await client.hear(
      (m) => (isNew(asChain(m)?.header.epoch ?? epoch) ? asChain(m) : null),
      from,
      10_000,
    );
    expect(chain?.isSnapshot).toBe(true);
    expect(client.closed).toBeNull();
  });
});
