/** The menu of a chain's row, by keys and by the right button. */
import { expect, type Page } from "@playwright/test";
import { expectNoFaultsIn } from "./support/axe.ts";
import { legs, numberIn, quantityOf, strikeOf } from "./support/builder-page.ts";
import { cellStory, mirror, openCellStory } from "./support/chain-page.ts";
import { openChain } from "./support/chain-trades.ts";
import { test } from "./support/journey.ts";

const grid = (page: Page) => page.getByRole("grid");
const menu = (page: Page) => page.getByRole("menu", { name: /^Strike / });
const storyMore = (page: Page) => cellStory(page).getByRole("button", { name: /^More of strike / });
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
    }).toPass({ timeout: 60_000 });
    await expectNoFaultsIn(page, '[role="menu"]');
    await expect(menu(page).getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu(page)).toHaveCount(0);
    await expect(grid(page)).toBeFocused();

    const items = menu(page).getByRole("menuitem");
    await page.keyboard.press("Shift+F10");
    await expect(items.first()).toBeFocused();
    const names = await items.allTextContents();
    const copies = names.findIndex((each) => /^Copy the symbol of .* CE$/.test(each));
    for (let i = 0; i < copies; i++) await page.keyboard.press("ArrowDown");
    await expect(items.nth(copies)).toBeFocused();
    const strike = names[copies]!.replace(/\D/g, "");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
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

  test("[CHAIN-61] opens a row's put in the builder, a lot of it bought, from its story and by keys", async ({
    page,
    shared,
  }) => {
    await openChain(page, shared.origin);
    await grid(page).focus();
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      await expect(focused(page)).toBeAttached({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await openCellStory(page);
    await page.keyboard.press("Tab");
    await expect(storyMore(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(cellStory(page)).toHaveCount(0);
    const entry = menu(page).getByRole("menuitem", { name: /PE in builder$/ });
    const strike = (await entry.textContent())!.replace(/\D/g, "");
    await entry.press("Enter");
    await expect(page).toHaveURL(/option-strategy-builder\?instrument_symbol=NIFTY$/);
    await expect(legs(page)).toHaveCount(1);
    await expect(legs(page).first()).toContainText("PE");
    expect(await numberIn(strikeOf(legs(page).first()))).toBe(Number(strike));
    expect(await numberIn(quantityOf(page, 0))).toBe(1);
  });
});

test.describe("a visitor with a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("[CHAIN-61] reaches a row's menu from the story of a cell, and is offered no builder", async ({
    page,
    shared,
  }) => {
    await openChain(page, shared.origin);
    const at = (await page.getByTestId("chain-grid").boundingBox())!;
    // The columns of what a visitor may see come after the built-in ones, and a story ends with its column.
    await expect(async () => {
      await page.touchscreen.tap(at.x + 40, at.y + at.height / 2);
      await expect(cellStory(page)).toBeVisible({ timeout: 5_000 });
      await storyMore(page).tap({ timeout: 5_000 });
      await expect(menu(page)).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect(cellStory(page)).toHaveCount(0);
    const items = menu(page).getByRole("menuitem");
    await expect(items).toHaveText([
      /^Why this figure$/,
      ...Array(3).fill([/ CE$/, / PE$/]).flat(),
      /^NIFTY info$/,
    ]);
    for (const { height } of await items.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect()),
    ))
      expect(height).toBeGreaterThanOrEqual(44);
    await items.first().tap();
    await expect(cellStory(page)).toBeVisible();
    const button = (await storyMore(page).boundingBox())!;
    expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(44);
    await expectNoFaultsIn(page, '[data-testid="cell-story"]');
  });
});
