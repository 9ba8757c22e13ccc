/** How a cell of the chain came to be, by keys and by pointer. */
import { expect, type Page } from "@playwright/test";
import { expectNoFaultsIn } from "./support/axe.ts";
import { cellStory, mirror, openCellStory } from "./support/chain-page.ts";
import { openChain } from "./support/chain-trades.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";

const grid = (page: Page) => page.getByRole("grid");
const headStory = (page: Page) => page.getByTestId("head-story");
const focused = (page: Page) => mirror(page).locator('[aria-selected="true"]');

test.describe("a trader", () => {
  test.use({ as: "trader" });

  test("[CHAIN-48][CHAIN-50] reads by keys how a cell came to be and is back at it, then by the pointer", async ({
    page,
    shared,
    context,
  }) => {
    const faults = watchFaults(context);
    await openChain(page, shared.origin);
    await grid(page).focus();
    // Between two chains there are no rows that keys could be in.
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("End");
      await expect(focused(page)).toBeAttached({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    const cell = await focused(page).getAttribute("aria-colindex");
    await openCellStory(page);
    await expect(cellStory(page)).toHaveAttribute("aria-label", /PE change in open interest$/);
    await expect(cellStory(page)).toContainText("OI at the previous close");
    await expect(cellStory(page)).toContainText(/Quote, trade\d+ (s|min|h) ago/);
    await page.keyboard.press("Escape");
    await expect(cellStory(page)).toHaveCount(0);
    await expect(grid(page)).toBeFocused();
    await expect(focused(page)).toHaveAttribute("aria-colindex", cell!);

    const iv = (await page.getByRole("columnheader", { name: "Implied volatility" }).boundingBox())!;
    const rows = (await page.getByTestId("chain-grid").boundingBox())!;
    await page.mouse.click(iv.x + iv.width / 2, rows.y + rows.height / 2);
    await expect(cellStory(page)).toContainText("Black-76");
    await expect(grid(page)).toBeFocused();
    await expect(cellStory(page).getByTestId("provenance")).toContainText(/T[\d.]+ days/);
    await page.keyboard.press("ArrowUp");
    await expect(cellStory(page)).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  test("[CHAIN-60] reads what a column is by the pointer that rests, by keys and by a press on its heading", async ({
    page,
    shared,
  }) => {
    await openChain(page, shared.origin);
    const iv = page.getByRole("columnheader", { name: "Implied volatility" });
    await expect(iv).toHaveAccessibleDescription(/^One volatility for call and put.*Black-76/);
    await iv.hover();
    await expect(headStory(page)).toContainText("C = e^(−rT) [F N(d₁)");
    await page.keyboard.press("Escape");
    await expect(headStory(page)).toHaveCount(0);

    await grid(page).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    const oi = page.getByRole("columnheader").nth(1);
    await expect(oi).toBeFocused();
    await expect(headStory(page)).toContainText("Shown in lakh");
    await expectNoFaultsIn(page, '[data-testid="head-story"]');
    await page.keyboard.press("ArrowDown");
    await expect(headStory(page)).toHaveCount(0);
    await expect(grid(page)).toBeFocused();

    await page.getByRole("columnheader", { name: "Strike" }).click();
    await expect(headStory(page)).toContainText("nearest the forward");
  });
});

test.describe("a trader with a phone", () => {
  test.use({ as: "trader", hasTouch: true, viewport: { width: 390, height: 844 } });

  test("[CHAIN-60] a tap on a heading tells what its column is, another ends it", async ({
    page,
    shared,
  }) => {
    await openChain(page, shared.origin);
    const ltp = page.getByRole("columnheader", { name: /Call last traded price/ });
    await expect(ltp).toHaveAccessibleDescription(/^Price of the last trade/);
    await ltp.tap();
    await expect(headStory(page)).toContainText("previous close");
    await ltp.tap();
    await expect(headStory(page)).toHaveCount(0);
  });
});
