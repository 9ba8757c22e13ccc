import { type BrowserContext, expect, type Page } from "@playwright/test";
import { figure, sized } from "../support/http/form.ts";
import { expectLive, expectTicking } from "./support/chain-page.ts";
import { test } from "./support/journey.ts";
import type { RunningServer } from "./support/server.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const connections = () => server.metric("strikewise_relay_clients");
const watched = () => server.metric("strikewise_relay_chain_subscriptions");

async function openTabs(context: BrowserContext, symbols: readonly string[]): Promise<Page[]> {
  const pages: Page[] = [];
  for (const symbol of symbols) {
    const page = await context.newPage();
    await page.goto(`${server.origin}/option-chain?tradingsymbol=${symbol}`);
    await page.bringToFront();
    await expectLive(page);
    pages.push(page);
  }
  return pages;
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const FIVE = ["NIFTY", "BANKNIFTY", "FINNIFTY", "SENSEX", "RELIANCE"];

test("five tabs share one websocket, and closing tabs frees what only they watched", async ({ context }) => {
  const pages = await openTabs(context, FIVE);
  await expect.poll(connections).toBe(1);
  await expect.poll(watched).toBe(5);
  for (const page of pages.slice(2)) await page.close();
  await expect.poll(watched).toBe(2);
  await pages[0]!.bringToFront();
  await expectTicking(pages[0]!);
  await expect.poll(connections).toBe(1);
  await pages[0]!.close();
  await pages[1]!.close();
  await expect.poll(connections).toBe(0);
});

test("two tabs on one chain are one subscription", async ({ context }) => {
  const [first, second] = await openTabs(context, ["NIFTY", "NIFTY"]);
  await expect.poll(watched).toBe(1);
  await first!.close();
  await expectTicking(second!);
  await expect.poll(watched).toBe(1);
});

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  void page.goto("chrome://crash").catch(() => {});
  await crashed;
}

test("a crashed tab's subscriptions are gone within five seconds and the others stay live", async ({
  context,
}) => {
  const [first, second] = await openTabs(context, ["NIFTY", "BANKNIFTY"]);
  await expect.poll(watched).toBe(2);
  await crash(second!);
  const crashedAt = performance.now();
  await expect.poll(watched, { timeout: sized(60_000, 5_000) }).toBe(1);
  figure(`crashed tab: its subscription was gone after ${seconds(crashedAt)}`);
  await first!.bringToFront();
  await expectTicking(first!);
  await expect.poll(connections).toBe(1);
});

test("when the first tab crashes, and the engine it hosts with it, the survivors live again on one socket", async ({
  context,
}) => {
  const pages = await openTabs(context, ["NIFTY", "BANKNIFTY", "SENSEX"]);
  const closed = await server.metric("strikewise_relay_closes_total");
  await crash(pages[0]!);
  const crashedAt = performance.now();
  await expect.poll(() => server.metric("strikewise_relay_closes_total")).toBe(closed + 1);
  for (const page of pages.slice(1)) {
    await page.bringToFront();
    await expectLive(page);
    await expectTicking(page);
  }
  figure(`crash of the tab that created the engine: both survivors ticked after ${seconds(crashedAt)}`);
  expect(performance.now() - crashedAt).toBeLessThan(sized(120_000, 5_000));
  await expect.poll(connections).toBe(1);
  await expect.poll(watched).toBe(2);
});

test("without SharedWorker every tab runs the same engine of its own", async ({ context }) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "SharedWorker");
  });
  const [first, second] = await openTabs(context, ["NIFTY", "BANKNIFTY"]);
  // An engine that a busy machine kept from listening connects anew; the socket it left is counted until its end is heard.
  await expect.poll(connections).toBe(2);
  await expectTicking(second!);
  await first!.bringToFront();
  await expectTicking(first!);
});
