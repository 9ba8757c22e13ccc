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
  await expect(mirror(page).getByRole("row").first()).toBeAttached();
  await expect(page.getByTestId("market-state")).toBeAttached();
  await expect(page.getByTestId("chain-settings")).toBeAttached();
  return page;
}

/** How many things can be pressed, and which of them a finger hits by less than 44 px across or down. */
async function reached(page: Page): Promise<{ readonly seen: number; readonly small: readonly string[] }> {
  return page.evaluate(() => {
    const LEAST = 44;
    const small: string[] = [];
    let seen = 0;
    for (const each of document.querySelectorAll<HTMLElement>(
      "button, a[href], select, input, [role=columnheader]",
    )) {
      const target = each.closest("label") ?? each;
      const { left, right, top, bottom } = target.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const hits = (dx: number, dy: number): boolean => {
        const under = document.elementFromPoint(x + dx, y + dy);
        return under !== null && target.contains(under);
      };
      // Out of sight, or half of it is: what scrolls brings it.
      if (!hits(0, 0) || !hits((left - right) / 2 + 1, 0) || !hits((right - left) / 2 - 1, 0)) continue;
      seen++;
      const reach = (dx: number, dy: number): number => {
        let far = 0;
        while (far < LEAST && hits(dx * (far + 1), dy * (far + 1))) far++;
        return far;
      };
      const [across, down] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
      if (Math.min(across, down) < LEAST - 0.5)
        small.push(`${target.getAttribute("aria-label") ?? target.textContent}: ${across} × ${down}`);
    }
    return { seen, small };
  });
}

const gridOf = async (page: Page) => (await page.getByTestId("chain-grid").boundingBox())!;

async function rowsSeen(page: Page): Promise<number> {
  const grid = await gridOf(page);
  const head = (await page.getByRole("columnheader").first().boundingBox())!;
  const row = (await mirror(page).getByRole("row").first().boundingBox())!;
  return (grid.y + grid.height - head.y - head.height) / row.height;
}

for (const who of ["trader", "visitor"] as const) {
  test(`at 768 px of height 200 px at most are not chain, ${who}`, async ({ browser }) => {
    const page = await openChain(browser, who, { viewport: { width: 1366, height: 768 } });
    expect(768 - (await gridOf(page)).height).toBeLessThanOrEqual(200);
    await page.context().close();
  });

  for (const [held, viewport] of [
    ["upright", { width: 390, height: 844 }],
    ["on its side", { width: 844, height: 390 }],
    ["a tablet's", { width: 820, height: 1180 }],
  ] as const) {
    const shows = held === "on its side" ? ", which shows ten rows" : "";
    test(`what can be pressed is hit by 44 px each way, ${held}${shows}, ${who}`, async ({ browser }) => {
      const page = await openChain(browser, who, { viewport, ...TOUCH });
      await expect(page.getByRole("button", { name: "Take the chain along" })).toBeAttached();
      // What comes after the figures: names of the headings, the views, the badge of a late market.
      await expect(page.getByLabel("Rows")).toBeAttached();
      await expect(page.getByRole("columnheader").first()).toHaveAttribute("tabindex", "0");
      if (who === "visitor") await expect(page.getByTestId("delay-badge")).toBeVisible();
      const { seen, small } = await reached(page);
      expect(seen).toBeGreaterThan(15);
      expect(small).toEqual([]);
      if (held === "on its side") expect(await rowsSeen(page)).toBeGreaterThanOrEqual(10);
      await page.context().close();
    });
  }

  test(`what turns a phone's pages covers no row, ${who}`, async ({ browser }) => {
    const page = await openChain(browser, who, { viewport: { width: 390, height: 844 }, ...TOUCH });
    const grid = await gridOf(page);
    const pager = (await page.getByRole("group", { name: "Columns shown" }).boundingBox())!;
    expect(pager.y).toBeGreaterThanOrEqual(grid.y + grid.height);
    expect(pager.height).toBe(44);
    await expect(page.getByRole("columnheader")).toHaveText(["OI (L)", "LTP", "Strike", "LTP", "OI (L)"]);
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

test("on a phone nothing of the chain moves when what comes after the figures is there", async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, ...TOUCH });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { shift: 0, largest: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as PerformanceEntry & { value: number };
        seen.shift += value;
        seen.largest = Math.max(seen.largest, value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${server.origin}/option-chain`);
  await expect(mirror(page).getByRole("row").first()).toBeAttached();
  await expect(page.getByTestId("chart-open")).toBeVisible();
  await expect(page.getByTestId("delay-badge")).toBeVisible();
  await expect(page.getByTestId("market-state")).toBeVisible();
  const { shift, largest } = await page.evaluate(
    () => (globalThis as unknown as { seen: { shift: number; largest: number } }).seen,
  );
  // Figures get their places in a line of their own; the grid under a head that grows by a line would be 0.14.
  expect(largest).toBeLessThan(0.05);
  expect(shift).toBeLessThan(0.1);
  await context.close();
});
