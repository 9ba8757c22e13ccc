/** A relay and an API that were told nothing of the feed: what its market's clock says decides who is served. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import WebSocket from "ws";
import { ZERODHA } from "#domain/access/brokers.ts";
import { parseConfig } from "#server/config/config.ts";
import { createLateBus } from "#server/market/bus/late.ts";
import type { MarketLicence } from "#server/market/bus/market-rule.ts";
import { clockSubject } from "#server/market/bus/market-subjects.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createNatsBus } from "#server/platform/bus/nats.ts";
import { type RunningServer, startServer } from "#server/start.ts";
import { isNatsUp, NATS } from "../support/bus/nats.ts";
import { callAt } from "../support/http/api-server.ts";
import { newVisitor, signInFresh } from "../support/http/visitor.ts";
import { RELIANCE, type ScriptedFeed, startScriptedFeed } from "../support/market/scripted-feed.ts";
import { asQuotes, prices, subscribeQuotes, TestClient } from "../support/relay/relay-client.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const hasNats = await isNatsUp();
if (!hasNats) console.warn(`NATS is not running at ${NATS}: roles split over it are not tested`);

describe.skipIf(!hasNats)("a relay and an API that were told nothing of the feed", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "split-"));
  let server: RunningServer;
  let bus: Bus;
  let feeds: readonly ScriptedFeed[] = [];
  beforeAll(async () => {
    const prefix = `test-${randomUUID()}`;
    const env = {
      NATS_URL: NATS,
      NATS_PREFIX: prefix,
      ROLES: "relay,api",
      PORT: "0",
      METRICS_PORT: "off",
      DATA_DIR: folder,
    };
    server = await startServer(parseConfig(env), pino({ level: "silent" }));
    bus = await createNatsBus({ url: NATS, prefix, name: "feed", onError: () => {} });
  });
  afterAll(async () => {
    for (const feed of feeds) feed.stop();
    await server.lifecycle.shutdown("test");
    await bus.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const origin = () => `http://127.0.0.1:${server.port}`;
  const open = (headers: Record<string, string> = {}) =>
    new WebSocket(`ws://127.0.0.1:${server.port}/broker/1?consumerType=platform_pro`, {
      origin: origin(),
      headers,
    });

  async function statusAtTheDoor(headers: Record<string, string> = {}): Promise<number> {
    const socket = open(headers);
    socket.on("error", () => {});
    const answered = once(socket, "unexpected-response").then(
      ([, { statusCode }]) => (statusCode as IncomingMessage["statusCode"]) ?? 0,
    );
    const opened = once(socket, "open").then(() => 101);
    const status = await Promise.race([answered, opened]);
    socket.terminate();
    return status;
  }

  async function connect(headers: Record<string, string> = {}): Promise<TestClient> {
    const client = new TestClient(open(headers));
    await once(client.ws, "open");
    return client;
  }

  function say(licence: MarketLicence): void {
    for (const of of [bus, createLateBus(bus)]) {
      const time = { marketTime: Date.now(), serverTime: Date.now(), speed: 1, feedAgeMs: 0 };
      const clock = { epoch: 7, ...time, simulated: true, sessions: false, ...licence };
      of.publish(clockSubject(), Buffer.from(JSON.stringify(clock)));
    }
  }

  it("serve no caller until the feed is heard, then who it says, and judge open sockets again", async () => {
    expect(await statusAtTheDoor()).toBe(503);
    feeds = [startScriptedFeed(bus), startScriptedFeed(createLateBus(bus))];
    // Prices that come before it is said whose they are go to no client.
    feeds[0]!.tick({ [RELIANCE]: 1_400_00 });
    expect(await statusAtTheDoor()).toBe(503);
    say({ source: "sim", rule: { kind: "everybody" } });
    await expect.poll(() => statusAtTheDoor()).toBe(101);
    const client = await connect();
    client.say(subscribeQuotes("q", "full", [RELIANCE]));
    await client.hear(asQuotes);
    say({ source: "kite", rule: { kind: "owner", account: { broker: ZERODHA, externalId: "AB1234" } } });
    expect(await client.untilClosed()).toBe(4012);
    const heard = client.messages.length;
    for (const feed of feeds) feed.tick({ [RELIANCE]: 1_500_00 });
    expect(await statusAtTheDoor()).toBe(403);
    const answer = await fetch(`${origin()}/v1/compute/cache/live_derivative_prices/NIFTY`);
    expect(answer.status).toBe(403);
    expect(client.messages.length).toBe(heard);
  });

  it("know no sandbox where a broker's market is heard: its sessions end, and its sockets are a visitor's", async () => {
    say({ source: "sim", rule: { kind: "everybody" } });
    const api = { call: callAt(server.port), origin: origin() };
    const visitor = newVisitor(api);
    const isAnonymous = async () =>
      (await visitor.fetch("/v1/users/me")).json<{ data?: { is_anon_user: boolean } }>().data?.is_anon_user;
    await expect.poll(async () => (await signInFresh(visitor)).status, { timeout: 30_000 }).toBe(200);
    expect(await isAnonymous()).toBe(false);
    const cookie = `__Host-sid=${visitor.cookies.get("__Host-sid")}`;
    const client = await connect({ cookie });
    client.say(subscribeQuotes("q", "full", [RELIANCE]));
    await client.hear(asQuotes);
    say({ source: "kite", rule: { kind: "everybody" } });
    expect(await client.untilClosed()).toBe(4012);
    expect((await api.call("/sandbox/kite/connect/login")).status).toBe(404);
    const again = await connect({ cookie });
    feeds[0]!.tick({ [RELIANCE]: 1_600_00 });
    feeds[1]!.tick({ [RELIANCE]: 1_300_00 });
    again.say(subscribeQuotes("q", "full", [RELIANCE]));
    const pricesIn = (message: Parameters<typeof asQuotes>[0]) => {
      const quotes = asQuotes(message);
      return quotes === null ? null : (prices(quotes).get(RELIANCE) ?? null);
    };
    await again.hear((message) => (pricesIn(message) === 1_300_00 ? true : null));
    expect(again.messages.map(pricesIn)).not.toContain(1_600_00);
    // The first answer says that the session is over.
    await expect.poll(isAnonymous).toBe(true);
    again.ws.terminate();
  });
});
