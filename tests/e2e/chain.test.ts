import { expect } from "@playwright/test";
import { expectNoSeriousFaults, inSchemes } from "./support/axe.ts";
import {
  drawAs,
  expectLive,
  expectTicking,
  feedState,
  mirror,
  paintedFrames,
  strikes,
} from "./support/chain-page.ts";
import { test } from "./support/journey.ts";
import type { RunningServer } from "./support/server.ts";
import { asTrader } from "./support/trader.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

test("a first visit goes from nothing to a live NIFTY chain, without errors", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(`${server.origin}/`);
  await expect(page).toHaveURL(/\/home$/);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Option chain/i })
    .click();
  await expect(page).toHaveURL(/\/option-chain/);
  await expectLive(page);
  await expectTicking(page);
  await expect(page).toHaveTitle(/Live NSE NIFTY Option Chain/);
  await expect(page.getByText("Simulated market")).toBeVisible();
  const shown = await strikes(page);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
  expect(errors).toEqual([]);
});

test("the at-the-money row stands in the middle of the screen on load", async ({ page }) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  const scroller = page.getByTestId("chain-grid").locator("> div").first();
  await expect
    .poll(async () =>
      scroller.evaluate((element) => {
        const row = [...element.querySelectorAll('[role="row"]')].length;
        return row > 0 && element.scrollTop > 0 ? element.scrollTop + element.clientHeight / 2 : 0;
      }),
    )
    .toBeGreaterThan(0);
  const middle = (): Promise<number[]> =>
    scroller.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const centre = box.top + box.height / 2;
      const rows = [...element.querySelectorAll<HTMLElement>('[data-testid="chain-mirror"] [role="row"]')];
      const near = rows.filter((row) => Math.abs(row.getBoundingClientRect().top - centre) < 80);
      return near.map((row) =>
        Number(row.querySelector('[role="rowheader"]')?.textContent?.replaceAll(",", "")),
      );
    });
  const spot = Number(
    (await page.getByTestId("spot").locator("span").first().textContent())?.replaceAll(",", ""),
  );
  // The text follows once the scrolling has come to rest.
  await expect
    .poll(async () => Math.min(...(await middle()).map((strike) => Math.abs(strike - spot))))
    .toBeLessThanOrEqual(100);
});

test("an expiry and an underlying are one press away, and the address follows", async ({ page }) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  const tabs = page.getByRole("tab");
  expect(await tabs.count()).toBeGreaterThan(5);
  const second = tabs.nth(1);
  await second.click();
  await expect(second).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(/expiry=\d{4}-\d{2}-\d{2}/);
  await expectLive(page);
  await expectTicking(page);
  await page.keyboard.press("[");
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true");

  await page.keyboard.press("/");
  await page.getByPlaceholder("Type stock name: SBIN, TCS etc.").fill("bank nif");
  // What was listed before is still there for a blink after the last key.
  const results = page.getByRole("group", { name: "Results" });
  await results.getByRole("option", { name: /BANKNIFTY/ }).click();
  await expect(page).toHaveURL(/tradingsymbol=BANKNIFTY/);
  await expect(page.getByTestId("underlying")).toContainText("BANKNIFTY");
  await expectLive(page);
  await expect.poll(async () => (await strikes(page)).at(0) ?? 0).toBeGreaterThan(30_000);
  await expect(page).toHaveTitle(/BANKNIFTY/);
});

for (const symbol of ["RELIANCE", "GOLD", "USDINR", "SENSEX"]) {
  test(`${symbol} has a live chain too`, async ({ page }) => {
    await page.goto(`${server.origin}/option-chain?tradingsymbol=${symbol}`);
    await expectLive(page);
    await expect(page.getByTestId("underlying")).toContainText(symbol);
    // Rows are written a few a frame.
    await expect.poll(async () => (await strikes(page)).length).toBeGreaterThan(8);
  });
}

test("the sparkline beside the spot grows from chart quotes", async ({ page }) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  const spark = page.getByTestId("sparkline");
  await expect.poll(async () => Number(await spark.getAttribute("data-points"))).toBeGreaterThan(3);
  await expect(spark.locator("canvas")).toBeVisible();
  expect(await server.metric("strikewise_relay_subscribes_total", 'source="quote-chart"')).toBeGreaterThan(0);
});

test("an unknown underlying says so and offers the way out", async ({ page }) => {
  await page.goto(`${server.origin}/option-chain?tradingsymbol=NOSUCH`);
  await expect(page.getByRole("heading", { name: "This chain cannot be shown" })).toBeVisible();
  await expect(page.getByText(/Could not find underlying/).first()).toBeVisible();
  await page.getByRole("button", { name: "Choose another underlying", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Search instruments" })).toBeFocused();
});

test("the chain keeps ticking while the page's main thread is blocked for two seconds", async ({ page }) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  await expectTicking(page);
  const { from, to } = await page.evaluate(() => {
    const from = performance.timeOrigin + performance.now();
    while (performance.timeOrigin + performance.now() < from + 2000) {
      // Busy on purpose.
    }
    return { from, to: performance.timeOrigin + performance.now() };
  });
  const painted = (await paintedFrames(page)).filter(
    (f) => f.paintedAt > from + 100 && f.paintedAt < to - 100,
  );
  expect(painted.length).toBeGreaterThanOrEqual(6);
});

test("the keyboard alone moves through the grid", async ({ page }) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  const grid = page.getByRole("grid");
  await grid.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  const selected = mirror(page).locator('[aria-selected="true"]');
  await expect(selected).toHaveAttribute("aria-colindex", (await grid.getAttribute("aria-colcount")) ?? "");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await expect(selected).toHaveAttribute("aria-colindex", "1");
  await expect(selected.locator("..")).toHaveAttribute("aria-rowindex", "3");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the undrawn text is read by screen readers and found in the page, and what is found shows", async ({
  page,
}) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  await expect(mirror(page)).toHaveCSS("opacity", "0");
  // A focused grid's text is where its cells are, scrolled to the money or not.
  await page.getByRole("grid").focus();
  await page.keyboard.press("Control+Home");
  const strike = mirror(page).locator('[aria-selected="true"]').locator("..").getByRole("rowheader");
  await expect(strike).toHaveText(/\d/);
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as {
    nodes: { role?: { value: string }; name?: { value: string }; ignored: boolean }[];
  };
  const read = nodes.filter(({ ignored, role }) => !ignored && role?.value === "rowheader");
  expect(read.map(({ name }) => name?.value)).toContain(await strike.textContent());
  expect(nodes.filter(({ ignored, role }) => !ignored && role?.value === "gridcell").length).toBeGreaterThan(
    100,
  );
  const find = (text: string | null): Promise<boolean> =>
    page.evaluate((words) => (window as unknown as { find(text: string): boolean }).find(words ?? ""), text);
  expect(await find(await strike.textContent())).toBe(true);
  await expect(mirror(page)).toHaveCSS("opacity", "1");
  await page.evaluate(() => window.getSelection()?.removeAllRanges());
  await expect(mirror(page)).toHaveCSS("opacity", "0");
});

test("the plain table shows the same figures behind the same interface", async ({ page }) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  await drawAs(page, "Plain table");
  const rows = page.locator(".dom-rows [role=row]");
  await expect.poll(async () => rows.count()).toBeGreaterThan(20);
  await expect(rows.nth(10).getByRole("rowheader")).toHaveText(/[\d,]{5,}/);
  const cell = rows.nth(30).locator('[data-column="ltp"]').first();
  const before = await cell.textContent();
  await expect.poll(async () => cell.textContent()).not.toBe(before);
});

test("axe finds nothing serious on the chain, light and dark", async ({ page }) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  await inSchemes(page, () => expectNoSeriousFaults(page));
});

test("a phone gets strike, LTP and OI, and the rest by its pages", async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await asTrader(context, server);
  const page = await context.newPage();
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  await expect(page.getByRole("columnheader")).toHaveText(["OI (L)", "LTP", "Strike", "LTP", "OI (L)"]);
  await page.getByRole("button", { name: "Columns 2 of 3" }).click();
  await expect(page.getByRole("columnheader")).toHaveText([
    "OI chg (L)",
    "Volume (L)",
    "Strike",
    "Volume (L)",
    "OI chg (L)",
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // [CHAIN-56] That the market never closes is said at the hours of an exchange too, and takes no line of its own: it shares that of the day's range.
  const chip = page.getByTestId("market-state");
  await expect(chip).toHaveText("Open around the clock");
  const said = (await chip.boundingBox())!;
  const range = (await page.getByTitle("Day's low and high").boundingBox())!;
  expect(said.x + said.width).toBeLessThanOrEqual(390);
  expect(Math.abs(said.y + said.height / 2 - range.y - range.height / 2)).toBeLessThan(4);
  await context.close();
});

test("an address that leads nowhere says so", async ({ page }) => {
  await page.goto(`${server.origin}/option-chian`);
  await expect(page.getByRole("heading", { name: "There is no page at this address" })).toBeVisible();
  await page.getByRole("link", { name: "Open the option chain" }).click();
  await expect(feedState(page)).toBeVisible();
});
