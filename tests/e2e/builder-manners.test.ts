/** How the builder is used: by keyboard alone, on a phone, with assistive technology, and by who types nonsense. */
import { expect, type Locator } from "@playwright/test";
import {
  expectNoFaultsIn,
  expectNoFaultsInSchemes,
  expectNoSeriousFaults,
  inSchemes,
} from "./support/axe.ts";
import {
  handle,
  legs,
  loadPreset,
  numberIn,
  openBuilder,
  preset,
  strikeOf,
  summaryFigure,
} from "./support/builder-page.ts";
import { test } from "./support/journey.ts";
import type { RunningServer } from "./support/server.ts";
import { asTrader } from "./support/trader.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

test("[SES-4] while the server cannot say who asks no gate is shown, and then the page is there with its draft", async ({
  page,
}) => {
  await openBuilder(page, server.origin);
  await loadPreset(page, "AROUND", "SHORT_STRADDLE");
  // As a server answers that has just started, whose storage is still opening.
  let refusals = 0;
  await page.route(/\/v1\/users\/me\b/, async (route) => {
    if (refusals >= 2) return route.continue();
    refusals++;
    const error = { code: "storage.unavailable", message: "Storage is not available. Try again shortly" };
    await route.fulfill({ status: 503, json: { error } });
  });
  await page.addInitScript(() => {
    const heads: string[] = [];
    Object.assign(window, { heads });
    new MutationObserver(() => {
      const head = document.querySelector("h1")?.textContent;
      if (typeof head === "string" && head !== heads.at(-1)) heads.push(head);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The server cannot say yet who you are");
  await expect(page.getByText("Login with your broker for real-time prices")).toHaveCount(0);
  await expect(legs(page)).toHaveCount(2);
  expect(refusals).toBe(2);
  const heads = await page.evaluate(() => (window as unknown as { heads: string[] }).heads);
  expect(heads.filter((head) => /Log in|is part of/.test(head))).toEqual([]);
});

test("by keyboard alone: legs are picked, stepped, moved, flipped, taken back and cleared", async ({
  page,
}) => {
  await openBuilder(page, server.origin);
  await page.keyboard.press("a");
  const grid = page.getByTestId("picker-grid");
  await expect(grid.locator("button:focus")).toHaveCount(1);
  await expect(grid.locator('[data-atm="true"] button:focus')).toHaveCount(1);
  await page.keyboard.press("b");
  await expect(legs(page)).toHaveCount(1);
  await page.keyboard.press("b");
  await expect(legs(page).first().getByTestId("leg-quantity")).toHaveValue("2");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("s");
  await expect(legs(page)).toHaveCount(2);
  await expect(legs(page).nth(1)).toHaveAttribute("aria-label", /^Sell .* PE$/);
  await page.keyboard.press("Escape");
  await expect(grid).toHaveCount(0);
  await expect(page.getByTestId("add-legs")).toBeFocused();

  const strike = strikeOf(legs(page).first());
  const before = await numberIn(strike);
  await strike.focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => numberIn(strike)).toBeGreaterThan(before);
  await page.keyboard.press("Alt+ArrowDown");
  await expect(legs(page).first()).toHaveAttribute("aria-label", /^Sell .* PE$/);
  await expect(strikeOf(legs(page).nth(1))).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(legs(page).first()).toHaveAttribute("aria-label", /^Buy .* CE$/);

  // On the payoff's own axes: a strike, all of them, the target price, the date.
  const onAxis = handle(page, "Buy CE, strike");
  const struck = await numberIn(strike);
  await onAxis.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => numberIn(strike)).toBeGreaterThan(struck);
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => numberIn(strike)).toBe(struck);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  const chart = page.getByTestId("payoff-chart");
  const target = chart.getByRole("slider", { name: "Target price" });
  const spot = await target.getAttribute("aria-valuenow");
  await target.focus();
  await page.keyboard.press("ArrowRight");
  await expect(target).not.toHaveAttribute("aria-valuenow", spot!);
  await page.keyboard.press("Delete");
  const date = page.getByTestId("date-slider").getByRole("slider");
  await expect(date).toHaveValue("0");
  await date.focus();
  await page.keyboard.press("ArrowRight");
  await expect(date).not.toHaveValue("0");
  await page.getByTestId("reset-target-time").focus();
  await page.keyboard.press("Enter");
  await expect(date).toHaveValue("0");

  const side = legs(page).first().getByTestId("leg-side");
  await side.focus();
  await page.keyboard.press("Space");
  await expect(legs(page).first()).toHaveAttribute("aria-label", /^Sell .* CE$/);
  await page.getByTestId("tab-payoffChart").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByTestId("tab-pnlTable")).toBeFocused();
  await expect(page.getByTestId("pnl-table")).toBeVisible();
  await page.getByTestId("clear-legs").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("no-legs")).toBeVisible();
  await expect(page.getByTestId("add-legs")).toBeFocused();
});

async function expectRefused(field: Locator, typed: string, reason: string): Promise<void> {
  const before = await field.inputValue();
  await field.fill(typed);
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(reason);
  await field.press("Escape");
  await expect(field).toHaveValue(before);
  await expect(field).toHaveAttribute("aria-invalid", "false");
}

test("what is no figure is refused in place with its reason, and the last good one stays", async ({
  page,
}) => {
  await openBuilder(page, server.origin);
  await loadPreset(page, "ABOVE", "BUY_CALL_SPREAD");
  const leg = legs(page).first();
  await expectRefused(leg.getByTestId("leg-price"), "-5", "A price cannot be below 0");
  await expectRefused(leg.getByTestId("leg-price"), "cheap", "Type a number, such as 118.50");
  await expectRefused(leg.getByTestId("leg-price"), "1e308", "Type a number, such as 118.50");
  await expectRefused(leg.getByTestId("leg-quantity"), "0", "At least 1");
  await expectRefused(leg.getByTestId("leg-iv"), "-1", "IV cannot be below 0");
  const strike = strikeOf(leg);
  const listed = await strike.inputValue();
  await expectRefused(
    strike,
    `${(await numberIn(strike)) + 1}`,
    `${listed.slice(0, -1)}1 is not listed; the nearest is ${listed}`,
  );
  await expectRefused(
    strike,
    await strikeOf(legs(page).nth(1)).inputValue(),
    "Another leg has this contract",
  );
  // Left by Tab it goes back too, and the reason is still read.
  const price = leg.getByTestId("leg-price");
  await price.fill("-5");
  await price.press("Tab");
  await expect(price).toHaveValue("");
  await expect(page.getByRole("alert").filter({ hasText: "A price cannot be below 0" })).toBeVisible();
  await expect(summaryFigure(page, "maxLoss")).not.toHaveText("--");

  await price.fill("100");
  await price.press("Enter");
  await expect(price).toHaveValue("100.00");
  await page.getByTestId("reset-prices").click();
  await expect(price).toHaveValue("");
});

test("the palette leads from the builder to the builder of another underlying", async ({ page }) => {
  await openBuilder(page, server.origin);
  await page.getByTestId("underlying").click();
  await page.getByRole("combobox", { name: "Search instruments" }).fill("BANKNIFTY");
  await page
    .getByRole("option", { name: /^BANKNIFTY/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/option-strategy-builder\?instrument_symbol=BANKNIFTY$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("BANKNIFTY strategy builder");
  await expect(page.getByTestId("add-legs")).toBeVisible();
  await openBuilder(page, server.origin, "?instrument_symbol=%3Cscript%3E");
  await expect(page.getByTestId("underlying")).toContainText("NIFTY");
});

const TABS = [
  ["payoffTable", "payoff-table"],
  ["pnlTable", "pnl-table"],
  ["greeksTable", "greeks-table"],
  ["strategyChart", "strategy-chart"],
  ["multiStrikeOiChart", "oi-chart"],
  ["payoffChart", "payoff-chart"],
] as const;

test("axe finds nothing serious with legs, strikes and settings open, light and dark", async ({ page }) => {
  await openBuilder(page, server.origin);
  await expect(preset(page, "BUY_CALL").locator("svg")).toBeVisible();
  await inSchemes(page, () => expectNoSeriousFaults(page));
  await loadPreset(page, "BETWEEN", "SHORT_IRON_CONDOR");
  for (const [tab, shown] of TABS) {
    await page.getByTestId(`tab-${tab}`).click();
    await expect(page.getByTestId(shown)).toBeVisible();
    // All are of the same parts: what another scheme can spoil is their colours, and these two have them all.
    if (tab === "pnlTable" || tab === "payoffChart") await expectNoFaultsInSchemes(page, '[role="tabpanel"]');
    else await expectNoFaultsIn(page, '[role="tabpanel"]');
  }
  await page.getByTestId("add-legs").click();
  await expect(page.getByTestId("picker-row").first()).toBeVisible();
  await inSchemes(page, () => expectNoSeriousFaults(page));
  await page.getByTestId("builder-settings").click();
  await expect(page.getByRole("dialog", { name: "Builder settings" })).toBeVisible();
  await expectNoFaultsInSchemes(page, '[role="dialog"]');
});

test("on a phone legs are cards, strikes are a sheet, and what is touched is 44 px", async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await asTrader(context, server);
  const page = await context.newPage();
  await openBuilder(page, server.origin);
  await expect(preset(page, "BUY_CALL_SPREAD").locator("svg")).toBeVisible();
  await preset(page, "BUY_CALL_SPREAD").tap();
  await expect(legs(page)).toHaveCount(2);
  await expect(preset(page, "BUY_CALL_SPREAD")).toHaveCount(0);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  const small = await legs(page)
    .first()
    .locator("button, input:not([type=checkbox]), select")
    .evaluateAll((all) =>
      all
        .filter((each) => each.getBoundingClientRect().height < 43.5)
        .map((each) => each.getAttribute("aria-label")),
    );
  expect(small).toEqual([]);
  const low = await page
    .getByTestId("summary")
    .locator("button")
    .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().height < 43.5).length);
  expect(low).toBe(0);

  await page.getByTestId("add-legs").tap();
  const sheet = page.getByRole("dialog", { name: "Add legs" });
  await expect(sheet.getByTestId("picker-row").first()).toBeVisible();
  const row = sheet.locator('[data-atm="true"]');
  await expect(row).toBeVisible();
  // On the second line, under the price.
  const delta = row.locator('[data-figure="call.delta"]');
  await expect(delta).toHaveText(/^0\.\d\d$/);
  const [price, below] = [
    await row.locator('[data-figure="call.ltp"]').boundingBox(),
    await delta.boundingBox(),
  ];
  expect(below!.y).toBeGreaterThanOrEqual(price!.y + price!.height - 1);
  expect(below!.width).toBeGreaterThan(28);
  await row.getByRole("button", { name: /^Sell .* PE/ }).tap();
  await expect(legs(page)).toHaveCount(3);
  await expectNoSeriousFaults(page);
  await context.close();
});
