/** The whole server on Postgres, and Postgres away: the market goes on, what needs rows says 503, and all is well afterwards. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { parseConfig } from "#server/config/config.ts";
import { startServer } from "#server/start.ts";
import { startProxy } from "#tests/e2e/support/proxy.ts";
import { figure, pause } from "#tests/support/http/form.ts";
import { subscribeQuotes, TestClient } from "#tests/support/relay/relay-client.ts";
import { createTestDatabase, hasPostgres } from "#tests/support/store/postgres.ts";

const AWAY_MS = 30_000;
const CLIENTS = 20;
const NIFTY = 256265;

describe.skipIf(!hasPostgres)("while Postgres is away", () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  it("quotes go on and newcomers get them, sign-in answers 503 with Retry-After, and works again within 3 s", async () => {
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const proxy = await startProxy();
    closing.push(() => proxy.stop());
    const address = new URL(database.url);
    proxy.aim(Number(address.port === "" ? 5432 : address.port));
    address.host = `127.0.0.1:${proxy.port}`;
    const DATA_DIR = mkdtempSync(path.join(tmpdir(), "outage-"));
    closing.push(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    const market = { MARKET_UNIVERSE: "NIFTY", MARKET_CLOCK: "always@2026-11-18T10:00" };
    const config = parseConfig({
      DATABASE_URL: address.href,
      PORT: "0",
      METRICS_PORT: "0",
      DATA_DIR,
      ...market,
    });
    const server = await startServer(config, pino({ level: "silent" }));
    closing.push(() => server.lifecycle.shutdown("test"));
    const origin = `http://127.0.0.1:${server.port}`;
    const signIn = () => fetch(`${origin}/v1/kite_login`, { redirect: "manual" });
    const metric = async (name: string) =>
      Number(
        new RegExp(`^strikewise_${name} (.*)$`, "m").exec(
          await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text(),
        )?.[1],
      );
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status, { timeout: 20_000 }).toBe(200);
    await expect.poll(async () => (await signIn()).status, { timeout: 10_000 }).toBeLessThan(400);

    let longestMs = 0;
    let last = performance.now();
    const connect = async (): Promise<TestClient> => {
      const ws = new WebSocket(`ws://127.0.0.1:${server.port}/broker/1?consumerType=platform_pro`, {
        origin,
      });
      const client = new TestClient(ws);
      await once(ws, "open");
      client.say(subscribeQuotes("q", "full", [NIFTY]));
      return client;
    };
    const first = await connect();
    first.ws.on("message", () => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    });
    await pause(500);
    longestMs = 0;

    proxy.cut();
    const awayAt = performance.now();
    await expect.poll(async () => (await signIn()).status, { timeout: 5_000 }).toBe(503);
    const refused = await signIn();
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: "storage.unavailable" } });
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect(await metric("store_up")).toBe(0);
    const newcomers = await Promise.all(Array.from({ length: CLIENTS }, connect));
    for (const client of newcomers) {
      await expect.poll(() => client.messages.length, { timeout: 5_000 }).toBeGreaterThan(2);
      client.ws.terminate();
    }
    expect((await fetch(`${origin}/v1/compute/cache/quotes_v2?i=NIFTY`)).status).toBe(200);
    await pause(Math.max(0, AWAY_MS - (performance.now() - awayAt)));
    expect(first.closed).toBe(null);
    expect(longestMs).toBeLessThan(2_500);
    proxy.mend();
    const mendedAt = performance.now();
    await expect
      .poll(async () => (await signIn()).status, { timeout: 10_000, interval: 100 })
      .toBeLessThan(400);
    const backMs = performance.now() - mendedAt;
    expect(backMs).toBeLessThan(3_000);
    figure(
      `Postgres away for ${AWAY_MS / 1000} s: longest silence of quotes ${longestMs.toFixed(0)} ms, ${CLIENTS} newcomers served; ` +
        `sign-in again after ${(backMs / 1000).toFixed(1)} s`,
    );
  }, 90_000);
});
