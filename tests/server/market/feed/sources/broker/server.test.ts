import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import WebSocket from "ws";
import { parseConfig } from "#server/config/config.ts";
import { type RunningServer, startServer } from "#server/start.ts";
import { type FakeKite, startFakeKite } from "#tests/support/brokers/fake-kite.ts";
import { kiteDump, NIFTY } from "#tests/support/brokers/kite-rows.ts";

vi.setConfig({ testTimeout: 60_000 });

let kite: FakeKite;
let dataDir: string;
let server: RunningServer | null = null;

beforeEach(async () => {
  // The server keeps the machine's time: contracts that outlive this test.
  kite = await startFakeKite(kiteDump().replaceAll(",2026-", ",2099-"));
  dataDir = mkdtempSync(path.join(tmpdir(), "strikewise-server-"));
});

afterEach(async () => {
  await server?.lifecycle.shutdown("test");
  server = null;
  await kite.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<RunningServer> {
  const config = parseConfig({
    PORT: "0",
    METRICS_PORT: "off",
    DATA_DIR: dataDir,
    // No database listens there: every caller is anonymous.
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    MARKET_SOURCE: "kite",
    KITE_API_KEY: kite.apiKey,
    KITE_API_SECRET: "secret",
    KITE_ACCESS_TOKEN: "today",
    KITE_API_URL: kite.apiUrl,
    KITE_STREAM_URL: kite.streamUrl,
    ...env,
  });
  server = await startServer(config, pino({ level: "silent" }));
  return server;
}

function connect({ port }: RunningServer): WebSocket {
  const origin = `http://127.0.0.1:${port}`;
  return new WebSocket(`ws://127.0.0.1:${port}/broker/1?consumerType=platform_pro`, { origin });
}

const prices = ({ port }: RunningServer): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/v1/compute/cache/live_derivative_prices/${NIFTY}`);

it("keeps a broker's market from all but its account, over HTTP and on the relay", async () => {
  const running = await start({ FEED_ACCOUNT: "zerodha:AB1234" });
  await expect.poll(() => kite.connections[0]?.modes.has(NIFTY)).toBe(true);
  const answer = await prices(running);
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ error: { code: "access.denied" } });
  const socket = connect(running);
  socket.on("error", () => {});
  const [, response] = await once(socket, "unexpected-response");
  expect(response.statusCode).toBe(403);
  socket.terminate();
});

it("gives it to others where the operator declares the right to", async () => {
  const running = await start({ FEED_REDISTRIBUTION: "declared" });
  await expect.poll(() => kite.connections[0]?.modes.has(NIFTY)).toBe(true);
  expect((await prices(running)).status).not.toBe(403);
  const socket = connect(running);
  await once(socket, "open");
  socket.terminate();
});
