/** A relay that dies or is replaced under many clients; each client reconnects by the engine's own connection and policy. */
import { expect, test } from "@playwright/test";
import { type Fleet, startFleet } from "../e2e/support/fleet.ts";
import { type NetworkProxy, startProxy } from "../e2e/support/proxy.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { figure, pause, quantile } from "../support/http/form.ts";

test.setTimeout(180_000);

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const running: { stop(): unknown }[] = [];
test.afterEach(async () => {
  for (const part of running.splice(0).reverse()) await part.stop();
});

function keep<T extends { stop(): unknown }>(part: T): T {
  running.push(part);
  return part;
}

const fed = (fleet: Fleet, timeout: number) =>
  expect.poll(() => fleet.areFed(), { timeout, intervals: [50] }).toBe(true);

test("all clients of a relay that was killed are back within 45 s, and its event loop keeps turning", async () => {
  const count = 2_000;
  const server = keep(await startServer({ CONNECTIONS_PER_ADDRESS: "5000" }));
  const openedAt = performance.now();
  const fleet = keep(await startFleet(server.origin, count));
  await fed(fleet, 45_000);
  const openedMs = Math.max(...fleet.clients.map(({ firstFedAt }) => firstFedAt)) - openedAt;
  expect(await server.metric("strikewise_relay_clients")).toBe(count);

  const killedAt = performance.now();
  await server.kill();
  await expect.poll(() => fleet.clients.some(({ firstFedAt }) => !Number.isNaN(firstFedAt))).toBe(false);
  await server.start();
  // Reading it begins a new measurement.
  await server.metric("strikewise_nodejs_eventloop_lag_p99_seconds");
  await fed(fleet, 45_000);
  const back = fleet.clients.map(({ firstFedAt }) => firstFedAt - killedAt);
  const p99 = await server.metric("strikewise_nodejs_eventloop_lag_p99_seconds");
  expect(Math.max(...back)).toBeLessThan(45_000);
  expect(await server.metric("strikewise_relay_clients")).toBe(count);
  expect(p99).toBeLessThan(0.1);
  for (const { connection } of fleet.clients) expect(connection.problem).toBe(null);
  figure(
    `herd of ${count}: first connects fed within ${seconds(openedMs)}; after a kill back in median ${seconds(quantile(back, 0.5))}, ` +
      `worst ${seconds(quantile(back, 1))}; event loop p99 ${(p99 * 1000).toFixed(0)} ms`,
  );
});

/** Asks the API all the while, as pages do. @returns the statuses that came */
function askAllTheWhile(proxy: NetworkProxy): {
  readonly statuses: Map<number | string, number>;
  stop(): Promise<void>;
} {
  const statuses = new Map<number | string, number>();
  let isStopped = false;
  const asking = (async () => {
    while (!isStopped) {
      const status = await fetch(`${proxy.origin}/v1/compute/cache/quotes_v2?i=NIFTY`).then(
        (response) => response.status,
        () => "no answer",
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await pause(20);
    }
  })();
  return {
    statuses,
    async stop() {
      isStopped = true;
      await asking;
    },
  };
}

test("a rolling restart closes with a spread, keeps no client silent for more than 5 s, and fails no call", async () => {
  const count = 1_000;
  const proxy = keep(await startProxy());
  const old: RunningServer = keep(await startServer({ PUBLIC_ORIGIN: proxy.origin }));
  proxy.aim(old.port);
  const fleet = keep(await startFleet(proxy.origin, count));
  await fed(fleet, 45_000);
  const next = keep(await startServer({ PUBLIC_ORIGIN: proxy.origin }));
  const calls = askAllTheWhile(proxy);
  await pause(1_000);
  for (const client of fleet.clients) client.longestSilence = 0;

  const closedAt: number[] = [];
  const watch = setInterval(() => {
    const now = performance.now();
    const closed = fleet.clients.filter(({ closes }) => closes.length > 0).length;
    while (closedAt.length < closed) closedAt.push(now);
  }, 25);
  proxy.aim(next.port);
  await old.stop();
  await expect.poll(() => closedAt.length, { timeout: 10_000 }).toBe(count);
  clearInterval(watch);
  await fed(fleet, 30_000);
  await pause(1_000);
  await calls.stop();

  const spread = closedAt.at(-1)! - closedAt[0]!;
  const silences = fleet.clients.map(({ longestSilence }) => longestSilence);
  for (const { closes } of fleet.clients) expect(closes).toEqual([4012]);
  expect(spread).toBeGreaterThan(1_000);
  expect(Math.max(...silences)).toBeLessThan(5_000);
  expect([...calls.statuses.keys()]).toEqual([200]);
  expect(await next.metric("strikewise_relay_clients")).toBe(count);
  figure(
    `rolling restart under ${count}: closed with 4012 over ${seconds(spread)}; longest silence median ${seconds(quantile(silences, 0.5))}, ` +
      `worst ${seconds(quantile(silences, 1))}; ${calls.statuses.get(200)} of ${calls.statuses.get(200)} HTTP calls answered 200`,
  );
});
