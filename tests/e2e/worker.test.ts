/** The engine's worker is killed, a tab is frozen: what the browser may do to us at any moment. */
import { type Browser, expect, type Page } from "@playwright/test";
import { figure, pause, sized } from "../support/http/form.ts";
import { expectLive, expectTicking, paintedFrames } from "./support/chain-page.ts";
import { attachEngine } from "./support/engine-worker.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import type { RunningServer } from "./support/server.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

async function openTab(page: Page, symbol: string): Promise<void> {
  await page.goto(`${server.origin}/option-chain?tradingsymbol=${symbol}`);
  await expectLive(page);
}

const closes = () => server.metric("strikewise_relay_closes_total");
const connections = () => server.metric("strikewise_relay_clients");

test("a killed worker is replaced: every tab is live again within 5 s, on one socket", async ({
  context,
  browser,
}) => {
  const faults = watchFaults(context);
  const pages = [await context.newPage(), await context.newPage()];
  await openTab(pages[0]!, "NIFTY");
  await openTab(pages[1]!, "BANKNIFTY");
  for (let round = 1; round <= sized(1, 5); round++) {
    const before = await closes();
    const painted = await Promise.all(pages.map(async (page) => (await paintedFrames(page)).length));
    expect(painted.every((count) => count > 0)).toBe(true);
    const engine = await attachEngine(browser, server.origin);
    await engine.kill();
    const killedAt = performance.now();
    await expect.poll(closes).toBe(before + 1);
    // The tab in front is the one that is seen; the other comes when it is shown.
    await expectLive(pages[1]!);
    await expectTicking(pages[1]!);
    const tookMs = performance.now() - killedAt;
    expect(tookMs).toBeLessThan(sized(60_000, 5_000));
    figure(
      `killed worker, round ${round}: the tab in front ticks again after ${(tookMs / 1000).toFixed(1)} s`,
    );
    await expect.poll(connections).toBe(1);
  }
  await pages[0]!.bringToFront();
  await expectLive(pages[0]!);
  await expectTicking(pages[0]!);
  const engine = await attachEngine(browser, server.origin);
  expect([...faults, ...engine.faults]).toEqual([]);
  await engine.detach();
});

const FROZEN_MS = sized(3_000, 20_000);

/** The process that runs a page: the one that worked while the page did. */
async function processOf(page: Page, browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const renderers = async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return processInfo.filter(({ type }) => type === "renderer");
  };
  const before = new Map((await renderers()).map(({ id, cpuTime }) => [id, cpuTime]));
  await page.evaluate(() => {
    const end = performance.now() + 2_500;
    while (performance.now() < end);
  });
  const worked = (await renderers()).map(({ id, cpuTime }) => ({ id, by: cpuTime - (before.get(id) ?? 0) }));
  await session.detach();
  return worked.sort((a, b) => b.by - a.by)[0]!.id;
}

/** Headless browsers freeze no tab when asked to; a process that stands still is the same from inside and from outside. */
test("a frozen tab leaves the others alone and ticks again within 3 s of thawing", async ({
  context,
  browser,
}) => {
  const faults = watchFaults(context);
  // The first tab hosts the engine.
  const [host, tab] = [await context.newPage(), await context.newPage()];
  await openTab(host, "BANKNIFTY");
  await openTab(tab, "NIFTY");
  const [hostId, id] = [await processOf(host, browser), await processOf(tab, browser)];
  expect(id).not.toBe(hostId);
  process.kill(id, "SIGSTOP");
  try {
    await pause(FROZEN_MS / 2);
    await expectLive(host);
    await expectTicking(host);
    await pause(FROZEN_MS / 2);
  } finally {
    process.kill(id, "SIGCONT");
  }
  const thawedAt = performance.now();
  await expectTicking(tab);
  await expectLive(tab);
  const tookMs = performance.now() - thawedAt;
  const times = (await paintedFrames(tab)).map(({ paintedAt }) => paintedAt);
  // It did stand still: nothing was painted meanwhile.
  expect(Math.max(...times.slice(1).map((at, i) => at - times[i]!))).toBeGreaterThan(FROZEN_MS - 1_000);
  expect(tookMs).toBeLessThan(sized(60_000, 3_000));
  figure(`frozen tab: live and ticking ${(tookMs / 1000).toFixed(1)} s after thawing`);
  expect(await connections()).toBe(1);
  expect(faults).toEqual([]);
});
