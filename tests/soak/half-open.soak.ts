/** A cable is pulled: neither side is told, and both find out. */
import { expect, test } from "@playwright/test";
import { type Fleet, startFleet } from "../e2e/support/fleet.ts";
import { type NetworkProxy, startProxy } from "../e2e/support/proxy.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { figure, pause } from "../support/http/form.ts";

/** Peers that have answered pings are missed sooner than those that have not had one yet. */
const KNOWN = 20;
const NEW = 10;
const PINGS_MS = 7_000;

let proxy: NetworkProxy;
let server: RunningServer;
const fleets: Fleet[] = [];
test.beforeAll(async () => {
  proxy = await startProxy();
  server = await startServer({ PUBLIC_ORIGIN: proxy.origin });
  proxy.aim(server.port);
});
test.afterAll(async () => {
  for (const fleet of fleets) fleet.stop();
  await proxy.stop();
  await server.stop();
});

const areFed = (): boolean => fleets.every((fleet) => fleet.areFed());
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

test("the server drops half-open peers within 75 s, the client notices within 75 s", async () => {
  test.setTimeout(240_000);
  for (const [count, waitMs] of [
    [KNOWN, PINGS_MS],
    [NEW, 0],
  ] as const) {
    fleets.push(await startFleet(proxy.origin, count));
    await expect.poll(areFed, { timeout: 20_000, intervals: [50] }).toBe(true);
    await pause(waitMs);
  }
  const clients = fleets.flatMap((fleet) => fleet.clients);
  const attempts = clients.map(({ connection }) => connection.counters.connections);
  proxy.swallow();
  const pulledAt = performance.now();
  const found = { known: 0, all: 0, stale: 0, client: 0 };
  while ((found.all === 0 || found.client === 0) && performance.now() - pulledAt < 90_000) {
    await pause(250);
    const now = performance.now() - pulledAt;
    const left = await server.metric("strikewise_relay_clients");
    if (found.known === 0 && left <= NEW) found.known = now;
    if (found.all === 0 && left === 0) found.all = now;
    const states = clients.map(({ connection }) => connection.state);
    if (found.stale === 0 && !states.includes("live")) found.stale = now;
    const gaveUp = clients.every(
      ({ connection }, i) => connection.counters.connections > attempts[i]! || connection.state === "backoff",
    );
    if (found.client === 0 && gaveUp) found.client = now;
  }
  proxy.mend();
  await expect.poll(areFed, { timeout: 45_000 }).toBe(true);
  figure(
    `half-open: the server dropped peers after ${seconds(found.known)}, those without a ping yet after ${seconds(found.all)}; ` +
      `clients showed stale after ${seconds(found.stale)} and gave up after ${seconds(found.client)}`,
  );
  expect(found.all).toBeGreaterThan(0);
  expect(found.all).toBeLessThan(75_000);
  expect(found.stale).toBeLessThan(5_000);
  expect(found.client).toBeGreaterThan(0);
  expect(found.client).toBeLessThan(76_000);
});
