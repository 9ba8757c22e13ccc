import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { parseConfig } from "#server/config/config.ts";
import { type MetricsServer, startMetricsServer } from "#server/platform/http/metrics-server.ts";
import { createMetrics } from "#server/platform/lib/metrics.ts";

const said: string[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void said.push(line) });
const running: MetricsServer[] = [];
afterEach(async () => {
  said.length = 0;
  for (const server of running.splice(0)) await server.stop();
});

async function start(port: number, isChosen: boolean): Promise<MetricsServer> {
  const metrics = createMetrics();
  metrics.gauge("answer", "To everything", () => 42);
  const server = await startMetricsServer(metrics, { host: "127.0.0.1", port, isChosen }, log);
  running.push(server);
  return server;
}

it("answers GET /metrics on a port of its own, and nothing else", async () => {
  const { port } = await start(0, true);
  const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  const answer = await at("/metrics");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    expect.stringContaining("text/plain"),
  ]);
  expect(await answer.text()).toMatch(/^strikewise_answer 42$/m);
  for (const path of ["/", "/healthz", "/metrics/x", "/metric"]) expect((await at(path)).status).toBe(404);
  expect((await at("/metrics", { method: "POST" })).status).toBe(404);
});

it("stops the start where the port that was chosen is taken, and only warns where it was not chosen", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  await expect(start(port, true)).rejects.toMatchObject({
    code: "config.invalid",
    message: expect.stringMatching(
      /METRICS_PORT="\d+" cannot be listened on \(EADDRINUSE\).*METRICS_PORT=off/,
    ),
  });
  expect((await start(port, false)).port).toBeNull();
  expect(said.at(-1)).toContain("set METRICS_PORT");
  await new Promise((resolve) => other.close(resolve));
});

it("listens on this machine alone unless it is told to, and can be turned off", () => {
  expect(parseConfig({}).metrics).toEqual({ host: "127.0.0.1", port: 9464, isChosen: false });
  expect(parseConfig({ HOST: "0.0.0.0" }).metrics?.host).toBe("127.0.0.1");
  expect(parseConfig({ METRICS_PORT: "9100", METRICS_HOST: "10.0.0.7" }).metrics).toEqual({
    ...{ host: "10.0.0.7", port: 9100, isChosen: true },
  });
  expect(parseConfig({ METRICS_PORT: "off" }).metrics).toBeNull();
  for (const bad of ["-1", "65536", "yes", "80.5"]) {
    expect(() => parseConfig({ METRICS_PORT: bad })).toThrow(/METRICS_PORT/);
  }
});
