import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { mirror } from "./support/chain-page.ts";
import { test } from "./support/journey.ts";
import type { RunningServer } from "./support/server.ts";
import { asTrader } from "./support/trader.ts";

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const TOUCH = { hasTouch: true, isMobile: true } as const;

/** The chain, once all that stands around its rows is there. */
async function openChain(
  browser: Browser,
  who: "trader" | "visitor",
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext(options);
  if (who === "trader") await asTrader(context, server);
  const page = await context.newPage();
  await page.goto(`${server.origin}/option-chain`);
  await expect(mirror(page).getByRole("row").first()).toBeAttached({ timeout: 30_000 });
  await expect(page.getByTestId("market-state")).toBeAttached();
  await expect(page.getByTestId("chain-settings")).toBeAttached();
  return page;
}

const gridOf = async (page: Page) => (await page.getByTestId("chain-grid").boundingBox())!;

for (const who of ["trader", "visitor"] as const) {
  test(`at 768 px of height 200 px at most are not chain, ${who}`, async ({ browser }) => {
    const page = await openChain(browser, who, { viewport: { width: 1366, height: 768 } });
    expect(768 - (await gridOf(page)).height).toBeLessThanOrEqual(200);
    await page.context().close();
  });

  test(`a phone on its side shows ten rows, ${who}`, async ({ browser }) => {
    const page = await openChain(browser, who, { viewport: { width: 844, height: 390 }, ...TOUCH });
    const grid = await gridOf(page);
    const head = (await page.getByRole("columnheader").first().boundingBox())!;
    const row = (await mirror(page).getByRole("row").first().boundingBox())!;
    expect((grid.y + grid.height - head.y - head.height) / row.height).toBeGreaterThanOrEqual(10);
    await page.context().close();
  });

  test(`what turns a phone's pages covers no row, ${who}`, async ({ browser }) => {
    const page = await openChain(browser, who, { viewport: { width: 390, height: 844 }, ...TOUCH });
    const grid = await gridOf(page);
    const pager = (await page.getByRole("group", { name: "Columns shown" }).boundingBox())!;
    expect(pager.y).toBeGreaterThanOrEqual(grid.y + grid.height);
    expect(pager.height).toBe(44);
    expect(pager.x + pager.width).toBeLessThanOrEqual(390);
    const badge = (await page.getByText("Simulated market").boundingBox())!;
    expect(badge.x + badge.width).toBeLessThanOrEqual(pager.x);
    await expect(page.getByTitle("Day's low and high")).toBeVisible();
    const pcr = (await page.getByRole("button", { name: /^PCR/ }).boundingBox())!;
    expect(pcr.x + pcr.width).toBeLessThanOrEqual(390);
    await expect(page.getByRole("button", { name: "Login" })).toHaveCount(who === "visitor" ? 1 : 0);
    await page.context().close();
  });
}
