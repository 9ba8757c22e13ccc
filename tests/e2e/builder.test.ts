/** What a trader does with a strategy: loads it, drags it, types it, and goes on when the server does not. */
import { expect } from "@playwright/test";
import {
  grab,
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
import { watchFaults } from "./support/page-faults.ts";
import type { RunningServer } from "./support/server.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

test("a preset is loaded, its strike dragged along the axis with the figures following, and one undo takes the drag back", async ({
  page,
  context,
}) => {
  const faults = watchFaults(context);
  await openBuilder(page, server.origin);
  await expect(page.getByTestId("no-legs")).toBeVisible();
  await loadPreset(page, "ABOVE", "BUY_CALL_SPREAD");
  await expect(legs(page)).toHaveCount(2);
  await expect(page.getByTestId("data-source")).toHaveText("Ready-Made Strategy · Buy Call Spread");
  await expect(preset(page, "BUY_CALL_SPREAD")).toHaveAttribute("aria-pressed", "true");

  const sold = strikeOf(legs(page).nth(1));
  const before = await numberIn(sold);
  const profit = await summaryFigure(page, "maxProfit").textContent();
  await grab(page, handle(page, "Sell CE, strike"), handle(page, "Buy CE, strike"));
  await expect.poll(() => numberIn(sold)).toBeGreaterThan(before);
  // The figures follow the hand; nothing waits for it to let go.
  await expect(summaryFigure(page, "maxProfit")).not.toHaveText(profit!);
  await page.mouse.up();
  const dragged = await numberIn(sold);
  await page.keyboard.press("Control+z");
  await expect.poll(() => numberIn(sold)).toBe(before);
  await expect(legs(page)).toHaveCount(2);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => numberIn(sold)).toBe(dragged);
  await page.getByTestId("undo").click();
  await page.getByTestId("undo").click();
  await expect(legs(page)).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("trades are typed: what is not known is marked and refused, what is known is seen at once and is one step of undo", async ({
  page,
}) => {
  await openBuilder(page, server.origin);
  const field = page.getByTestId("quick-entry");
  await expect(field).toBeVisible();
  await page.keyboard.press(":");
  await expect(field).toBeFocused();
  await page.keyboard.type("sell atm xe");
  await expect(page.getByTestId("quick-problem")).toContainText("“xe” is not known");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(legs(page)).toHaveCount(0);

  await field.fill("sell atm straddle 2 lots");
  await expect(page.getByTestId("quick-preview").locator("li")).toHaveCount(2);
  await expect(page.getByTestId("quick-problem")).toHaveText("Enter adds 2 legs");
  await page.keyboard.press("Enter");
  await expect(legs(page)).toHaveCount(2);
  await expect(legs(page).first().getByTestId("leg-quantity")).toHaveValue("2");
  await expect(field).toHaveValue("");

  await field.fill("buy 20d pe");
  await expect(page.getByTestId("quick-problem")).toHaveText("Enter adds 1 leg");
  await page.keyboard.press("Enter");
  await expect(legs(page)).toHaveCount(3);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await expect(legs(page)).toHaveCount(2);
  await page.keyboard.press("Control+z");
  await expect(legs(page)).toHaveCount(0);
});

test("a calendar has two expiries, ends that are known, and says on which day its curve is", async ({
  page,
}) => {
  await openBuilder(page, server.origin);
  await loadPreset(page, "AROUND", "LONG_CALENDAR_WITH_CALLS");
  const expiries = legs(page).getByTestId("leg-expiry");
  const [near, far] = [await expiries.nth(0).inputValue(), await expiries.nth(1).inputValue()];
  expect(near < far).toBe(true);
  await expect(summaryFigure(page, "maxProfit")).toHaveText(/^₹[\d,]+$/);
  await expect(summaryFigure(page, "maxLoss")).toHaveText(/^−₹[\d,]+$/);
  await expect(summaryFigure(page, "breakevens")).toHaveText(/\d.+·.+\d/);
  await summaryFigure(page, "breakevens").getByRole("button").click();
  const told = page.getByTestId("provenance");
  await expect(told).toContainText("Curve of");
  await expect(told).toContainText("Breakeven 2");
  await expect(told).toContainText("Computed by");
  await page.keyboard.press("Escape");
  await page.getByTestId("shift-next-expiry").click();
  await expect.poll(() => expiries.nth(0).inputValue()).toBe(far);
});

test("while the server's analyses do not come, a drag goes on by the tab's own, which is said, with a way back", async ({
  page,
}) => {
  await openBuilder(page, server.origin);
  await loadPreset(page, "ABOVE", "BUY_CALL_SPREAD");
  let isPressed = false;
  await page.exposeFunction("pressed", () => {
    isPressed = true;
  });
  // They come again when the button is pressed, no sooner: the builder asks by itself, too, and would take it away.
  await page.route(/\/builder_v3$/, (route) => (isPressed ? route.continue() : route.abort()));
  const sold = strikeOf(legs(page).nth(1));
  const before = await numberIn(sold);
  const profit = await summaryFigure(page, "maxProfit").textContent();
  await grab(page, handle(page, "Sell CE, strike"), handle(page, "Buy CE, strike"));
  await expect.poll(() => numberIn(sold)).toBeGreaterThan(before);
  await expect(summaryFigure(page, "maxProfit")).not.toHaveText(profit!);
  await page.mouse.up();
  const standing = page.getByTestId("standing");
  await expect(standing).toContainText("Oops! Something went wrong");
  await expect(standing).toContainText("computed in your browser");
  await page.evaluate(() => {
    const { pressed } = window as unknown as { pressed(): void };
    document.addEventListener("mousedown", () => pressed(), { capture: true });
  });
  await standing.getByRole("button", { name: "Retry" }).click();
  await expect(standing).toHaveCount(0);
  await expect(summaryFigure(page, "maxProfit")).not.toHaveText("--");
});

test("two tabs have a draft each, and a reload brings each its own", async ({ page, context }) => {
  await openBuilder(page, server.origin);
  await loadPreset(page, "AROUND", "SHORT_STRADDLE");
  const other = await context.newPage();
  await openBuilder(other, server.origin);
  await expect(legs(other)).toHaveCount(0);
  await loadPreset(other, "BETWEEN", "SHORT_IRON_CONDOR");
  const strikes = await strikeOf(legs(other).first()).inputValue();
  await page.reload();
  await expect(legs(page)).toHaveCount(2);
  await other.reload();
  await expect(legs(other)).toHaveCount(4);
  await expect(strikeOf(legs(other).first())).toHaveValue(strikes);
  await expect(other.getByTestId("data-source")).toHaveText("Ready-Made Strategy · Short Iron Condor");
});

test("a setting that the server does not keep goes back, and the trader is told", async ({ page }) => {
  await openBuilder(page, server.origin);
  await loadPreset(page, "ABOVE", "BUY_CALL");
  const quantity = legs(page).first().getByTestId("leg-quantity");
  await expect(quantity).toHaveValue("1");
  await page.getByTestId("builder-settings").click();
  const settings = page.getByRole("dialog", { name: "Builder settings" });
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/v1\/builder_settings$/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await held;
    await route.abort();
  });
  await settings.getByText("Units", { exact: true }).click();
  // At once, before the server has said anything.
  await expect(quantity).not.toHaveValue("1");
  release();
  await expect(quantity).toHaveValue("1");
  await expect(page.getByText("The settings were not saved")).toBeVisible();
});
