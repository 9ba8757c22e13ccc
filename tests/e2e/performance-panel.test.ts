import { expect, type Page } from "@playwright/test";
import { STAGES } from "#workers/engine/measure/performance-report.ts";
import { expectNoFaultsIn } from "./support/axe.ts";
import { expectLive } from "./support/chain-page.ts";
import { test } from "./support/journey.ts";
import type { RunningServer } from "./support/server.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const KEYS = "Control+Alt+KeyP";
const panel = (page: Page) => page.getByTestId("performance-panel");
const cells = (page: Page, stage: string) => panel(page).locator(`tr[data-stage="${stage}"] td`);
const p50 = async (page: Page, stage: string): Promise<number> =>
  Number((await cells(page, stage).nth(1).textContent())?.replace("<", ""));

async function openChain(page: Page, symbol = "NIFTY"): Promise<void> {
  await page.goto(`${server.origin}/option-chain?tradingsymbol=${symbol}`);
  await page.bringToFront();
  await expectLive(page);
}

test("the panel opens by its key, shows live figures of every stage, and closes with Escape", async ({
  page,
}) => {
  await openChain(page);
  await expect(panel(page)).toHaveCount(0);
  const grid = page.getByRole("grid");
  await grid.focus();
  await page.keyboard.press(KEYS);
  await expect(panel(page)).toBeFocused();
  // The network is measured from the fourth ping on.
  for (const stage of STAGES)
    await expect.poll(() => p50(page, stage), { message: stage }).toBeGreaterThan(0);
  expect(await p50(page, "total")).toBeLessThan(10_000);
  await expectNoFaultsIn(page, '[data-testid="performance-panel"]');

  await panel(page).getByRole("button", { name: "Wait" }).click();
  await expect(panel(page).getByText("at most ten frames a second")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(grid).toBeFocused();
});

test("the panel opens from the connection's menu, stays over a reload of this tab and in no other", async ({
  context,
  page,
}) => {
  await openChain(page);
  await page.getByTestId("health").click();
  await page.getByRole("button", { name: /^Performance/ }).click();
  await expect(panel(page)).toBeVisible();
  await expect(page.locator("#health-panel")).toHaveCount(0);
  await page.reload();
  await expectLive(page);
  await expect(panel(page)).toBeVisible();

  const other = await context.newPage();
  await openChain(other, "BANKNIFTY");
  await expect(panel(other)).toHaveCount(0);
  await page.bringToFront();
  const tabs = panel(page).getByTestId("performance-tab");
  await expect(tabs).toHaveCount(2);
  await expect(tabs.filter({ hasText: "this" })).toContainText("NIFTY");
  await expect(tabs.nth(1)).toContainText("BANKNIFTY");
  await other.close();
  await expect(tabs).toHaveCount(1);
  await panel(page).getByRole("button", { name: "Close performance panel" }).click();
  await expect(page.getByTestId("health")).toBeVisible();
  await page.reload();
  await expectLive(page);
  await expect(panel(page)).toHaveCount(0);
});

test("the figures are copied as JSON, and reset begins anew", async ({ context, page }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openChain(page);
  await page.keyboard.press(KEYS);
  await expect.poll(() => p50(page, "total")).toBeGreaterThan(0);
  await panel(page).getByRole("button", { name: "Copy as JSON" }).click();
  await expect(panel(page).getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(Object.keys(copied.stages)).toEqual([...STAGES]);
  expect(copied.stages.total.p50Ms).toBeGreaterThan(0);
  expect(copied.stages.total.p99Ms).toBeGreaterThanOrEqual(copied.stages.total.p50Ms);
  expect(copied.rates.quotes).toBeGreaterThan(0);
  expect(copied.wasmBytes).toBeGreaterThan(0);
  expect(copied.tabs[0]).toMatchObject({ id: copied.tab, visible: true });
  expect(copied.tabs[0].views[0]).toMatch(/^NIFTY \d{4}-\d{2}-\d{2}$/);
  expect(copied.health).toMatchObject({ measuring: true, tabs: 1 });

  await panel(page).getByRole("button", { name: "Reset" }).click();
  await expect(panel(page)).toContainText(/measured for [0-3] s/);
});

test("an engine that dies is measured again by its successor", async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await openChain(first);
  await openChain(second, "BANKNIFTY");
  await second.keyboard.press(KEYS);
  await expect(panel(second).getByTestId("performance-tab")).toHaveCount(2);
  const crashed = first.waitForEvent("crash");
  void first.goto("chrome://crash").catch(() => {});
  await crashed;
  await expectLive(second);
  await expect(panel(second).getByTestId("performance-tab")).toHaveCount(1);
  await expect.poll(() => p50(second, "paint")).toBeGreaterThan(0);
});
