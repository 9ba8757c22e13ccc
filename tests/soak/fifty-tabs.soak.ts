/** Fifty tabs in one browser share one socket; close any 49 and the last one is fed. */
import { expect, type Page, test } from "@playwright/test";
import { expectLive, expectTicking } from "../e2e/support/chain-page.ts";
import { attachEngine } from "../e2e/support/engine-worker.ts";
import { watchFaults } from "../e2e/support/page-faults.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { controlShown, show } from "../e2e/support/shown.ts";
import { asTrader } from "../e2e/support/trader.ts";
import { figure } from "../support/http/form.ts";

const TABS = 50;
const SYMBOLS = ["NIFTY", "BANKNIFTY", "FINNIFTY", "SENSEX", "RELIANCE"];

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

const connections = () => server.metric("strikewise_relay_clients");
const chains = () => server.metric("strikewise_relay_chain_subscriptions");

test("fifty tabs are one connection, and the last one of them keeps being fed", async ({
  context,
  browser,
}) => {
  test.setTimeout(600_000);
  await asTrader(context, server);
  await controlShown(context);
  const faults = watchFaults(context);
  const pages: Page[] = [];
  for (let i = 0; i < TABS; i++) {
    const page = await context.newPage();
    await page.goto(`${server.origin}/option-chain?tradingsymbol=${SYMBOLS[i % SYMBOLS.length]}`);
    await expectLive(page);
    // As in a window: only the newest tab is in front.
    await show(page, false);
    pages.push(page);
  }
  expect(await connections()).toBe(1);
  await expect.poll(chains).toBe(SYMBOLS.length);
  // Neither the first, which hosts the engine, nor the newest.
  const [last] = pages.splice(23, 1) as [Page];
  for (const page of pages) await page.close();
  await show(last, true);
  const closedAt = performance.now();
  await expectLive(last);
  await expectTicking(last);
  const tookMs = performance.now() - closedAt;
  await expect.poll(chains, { timeout: 10_000 }).toBe(1);
  expect(await connections()).toBe(1);
  const engine = await attachEngine(browser, server.origin);
  expect([...faults, ...engine.faults]).toEqual([]);
  await engine.detach();
  figure(
    `${TABS} tabs: 1 websocket; 49 closed, the last ticks ${(tookMs / 1000).toFixed(1)} s later, 0 faults`,
  );
});
