/** The menu of a chain's row, by keys and by the right button. */
import { expect, type Page } from "@playwright/test";
import { expectNoFaultsIn } from "./support/axe.ts";
import { cellStory, mirror } from "./support/chain-page.ts";
import { openChain } from "./support/chain-trades.ts";
import { test } from "./support/journey.ts";

const grid = (page: Page) => page.getByRole("grid");
const menu = (page: Page) => page.getByRole("menu", { name: /^Strike / });
const focused = (page: Page) => mirror(page).locator('[aria-selected="true"]');

test.describe("a trader", () => {
  test.use({ as: "trader", permissions: ["clipboard-read", "clipboard-write"] });

  test("[CHAIN-61] opens a row's menu by keys, copies a symbol, and by the right button asks for a story", async ({
    page,
    shared,
  }) => {
    await openChain(page, shared.origin);
    await grid(page).focus();
    // Between two chains there are no rows that keys could be in, and the menu's code comes after the figures.
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      await expect(focused(page)).toBeAttached({ timeout: 5_000 });
      await page.keyboard.press("Shift+F10");
      await expect(menu(page)).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 30_000 });
    await expectNoFaultsIn(page, '[role="menu"]');
    await expect(menu(page).getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu(page)).toHaveCount(0);
    await expect(grid(page)).toBeFocused();

    const items = menu(page).getByRole("menuitem");
    await page.keyboard.press("Shift+F10");
    await expect(items.first()).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(items.nth(1)).toBeFocused();
    const name = await items.nth(1).textContent();
    const strike = name!.replace(/\D/g, "");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: 15_000 })
      .toMatch(new RegExp(`^NIFTY\\w+${strike}CE$`));
    await expect(grid(page)).toBeFocused();

    const iv = (await page.getByRole("columnheader", { name: "Implied volatility" }).boundingBox())!;
    const rows = (await page.getByTestId("chain-grid").boundingBox())!;
    await page.mouse.click(iv.x + iv.width / 2, rows.y + rows.height / 2, { button: "right" });
    await menu(page).getByRole("menuitem", { name: "Why this figure" }).click();
    await expect(cellStory(page)).toContainText("Black-76");
    await expect(cellStory(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(grid(page)).toBeFocused();
  });
});
