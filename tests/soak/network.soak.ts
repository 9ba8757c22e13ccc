/** The network goes and comes back, and the whole machine sleeps. */
import { expect, type Page, test } from "@playwright/test";
import { expectLive, expectTicking, feedState } from "../e2e/support/chain-page.ts";
import { watchFaults } from "../e2e/support/page-faults.ts";
import { type NetworkProxy, startProxy } from "../e2e/support/proxy.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { asTrader } from "../e2e/support/trader.ts";
import { figure, pause } from "../support/http/form.ts";

const BANNER = "Prices might be off (Websocket is Disconnected)";

let proxy: NetworkProxy;
let server: RunningServer;
test.beforeAll(async () => {
  proxy = await startProxy();
  server = await startServer({ PUBLIC_ORIGIN: proxy.origin });
  proxy.aim(server.port);
});
test.afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

const connections = () => server.metric("strikewise_relay_clients");
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

async function openChain(page: Page): Promise<readonly string[]> {
  const faults = watchFaults(page.context());
  await asTrader(page.context(), server);
  await page.goto(`${proxy.origin}/option-chain`);
  await expectLive(page);
  await expectTicking(page);
  // The connection proves itself with more than four pings; failures before that count for the next wait.
  await pause(11_000);
  return faults;
}

async function timed(what: Promise<void>): Promise<number> {
  const since = performance.now();
  await what;
  return performance.now() - since;
}

const stale = (page: Page) => expect(page.getByText(BANNER)).toBeVisible({ timeout: 15_000 });

async function fresh(page: Page): Promise<void> {
  await expectLive(page);
  await expectTicking(page);
}

test("a network that swallows everything is seen within 5 s, and its return within 3 s", async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const faults = await openChain(page);
  proxy.swallow();
  const staleMs = await timed(stale(page));
  await expect(feedState(page)).toHaveText(/Stale|Offline/);
  await context.setOffline(true);
  await pause(20_000);
  proxy.mend();
  await context.setOffline(false);
  const freshMs = await timed(fresh(page));
  figure(
    `network swallowed for 20 s: banner after ${seconds(staleMs)}, fresh quotes ${seconds(freshMs)} after its return`,
  );
  expect(staleMs).toBeLessThan(5_000);
  expect(freshMs).toBeLessThan(3_000);
  await expect.poll(connections, { timeout: 20_000 }).toBe(1);
  expect(faults).toEqual([]);
});

test("a cut connection with the tab told offline: nothing is tried, and the first attempt after online is immediate", async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const faults = await openChain(page);
  await context.setOffline(true);
  proxy.cut();
  const staleMs = await timed(stale(page));
  await expect(feedState(page)).toHaveText("Offline");
  await pause(20_000);
  proxy.mend();
  await context.setOffline(false);
  const freshMs = await timed(fresh(page));
  figure(
    `cut and offline for 20 s: banner after ${seconds(staleMs)}, fresh quotes ${seconds(freshMs)} after online`,
  );
  expect(staleMs).toBeLessThan(5_000);
  expect(freshMs).toBeLessThan(3_000);
  expect(faults).toEqual([]);
});

test("a machine that sleeps for 30 s has fresh quotes within 3 s of waking", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const faults = await openChain(page);
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const ids = processInfo.map(({ id }) => id).filter((id) => id > 0);
  expect(ids.length).toBeGreaterThan(2);
  // Every process of this browser stands still, as in sleep; the server meanwhile drops a peer that is silent.
  for (const id of ids) process.kill(id, "SIGSTOP");
  await pause(30_000);
  const left = await connections();
  for (const id of ids) process.kill(id, "SIGCONT");
  const freshMs = await timed(fresh(page));
  figure(`a machine that slept for 30 s: fresh quotes ${seconds(freshMs)} after waking`);
  expect(left).toBe(0);
  expect(freshMs).toBeLessThan(3_000);
  await expect.poll(connections, { timeout: 20_000 }).toBe(1);
  expect(faults).toEqual([]);
});
