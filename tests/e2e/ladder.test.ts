/** The book of an option beside the chain: by keys, by mouse and by touch; late. What the header says of ban and settlement. */
import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInSchemes, expectNothingBeside } from "./support/axe.ts";
import { cellStory, mirror } from "./support/chain-page.ts";
import { openChain } from "./support/chain-trades.ts";
import { attachEngine } from "./support/engine-worker.ts";
import { test } from "./support/journey.ts";
import { focusCell, focused, grid, ladder, openByKey, quantity } from "./support/ladder-page.ts";
import { watchFaults } from "./support/page-faults.ts";

const ladders = (page: Page) => page.getByRole("dialog").filter({ has: page.getByTestId("ladder") });
/** Books that the relay sends, summed over all connections. */
const BOOKS = "strikewise_relay_books";

/** Brings the menu of the row at the middle of the grid. */
async function openMenu(page: Page, below: number): Promise<void> {
  const rows = (await page.getByTestId("chain-grid").boundingBox())!;
  await expect(async () => {
    await page.mouse.click(rows.x + rows.width / 2, rows.y + 120 + below, { button: "right" });
    await expect(page.getByRole("menu", { name: /^Strike / })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

test.describe("a trader", () => {
  test.use({ as: "trader" });

  test("[CHAIN-65][CHAIN-66] opens a book by D, reads it live, is back in the grid by Escape; the relay sends it no longer", async ({
    page,
    shared,
    context,
    browser,
  }) => {
    const faults = watchFaults(context);
    await openChain(page, shared.origin);
    await focusCell(page);
    const cell = await focused(page).getAttribute("aria-colindex");
    expect(await shared.metric(BOOKS)).toBe(0);
    const CALL = /^NIFTY [\d,]+ CE · \d+ \w+$/;
    await openByKey(page, CALL);
    await expect.poll(() => shared.metric(BOOKS)).toBe(1);
    await expect(quantity(page, CALL)).toHaveText(Array(10).fill(/^[\d,]+$/));
    const book = ladder(page, CALL).getByRole("table", { name: /^Bids and offers of NIFTY/ });
    await expect(book.getByRole("columnheader")).toHaveText([
      "Orders of bids",
      "Qty of bids",
      "Bid",
      "Offer",
      "Qty of offers",
      "Orders of offers",
    ]);
    await expect(ladder(page, CALL).getByTestId("ladder-spread")).toHaveText(
      /Spread[\d.]+ · [\d.]+ % of the mid/,
    );
    await expect(ladder(page, CALL)).toContainText(/Last trade\d\d:\d\d:\d\d, \d/);
    await expect(ladder(page, CALL)).toContainText(/OI today[\d,]+ to [\d,]+/);
    const before = await book.textContent();
    await expect.poll(() => book.textContent(), { timeout: 60_000 }).not.toBe(before);
    // The engine may die: its successor is asked for the book as well.
    await (await attachEngine(browser, shared.origin)).kill();
    const atDeath = await book.textContent();
    await expect.poll(() => book.textContent(), { timeout: 60_000 }).not.toBe(atDeath);
    await expect(ladder(page, CALL).getByTestId("ladder")).not.toHaveAttribute("data-stale");
    await expectNoFaultsInSchemes(page, '[data-window="ladder-0"]');
    await page.keyboard.press("Escape");
    await expect(ladders(page)).toHaveCount(0);
    await expect(grid(page)).toBeFocused();
    await expect(focused(page)).toHaveAttribute("aria-colindex", cell!);
    await expect.poll(() => shared.metric(BOOKS)).toBe(0);

    await page.keyboard.press("End");
    await openByKey(page, /PE · /);
    await page.keyboard.press("Escape");
    await expect(grid(page)).toBeFocused();
    expect(faults).toEqual([]);
  });

  test("[CHAIN-35][CHAIN-65] whose code of the book cannot be had is told so by the press, and the next one asks again", async ({
    page,
    shared,
  }) => {
    await openChain(page, shared.origin);
    await page.route("**/LadderLayer-*.js", (route) => route.abort());
    await focusCell(page);
    const missing = page.getByText("The code of the depth could not be loaded");
    await expect(async () => {
      await page.keyboard.press("d");
      await expect(missing.first()).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect(ladders(page)).toHaveCount(0);
    await page.unroute("**/LadderLayer-*.js");
    await openByKey(page, /^NIFTY [\d,]+ CE · /);
    await page.keyboard.press("Escape");
    await expect(grid(page)).toBeFocused();
    await expect.poll(() => shared.metric(BOOKS)).toBe(0);
  });

  test("[CHAIN-65] opens four books by the mouse, is told why there is no fifth, and closes them by their buttons", async ({
    page,
    shared,
  }) => {
    await openChain(page, shared.origin);
    for (const [at, side] of ["CE", "PE", "CE", "PE"].entries()) {
      await openMenu(page, at < 2 ? 0 : 60);
      await page.getByRole("menuitem", { name: new RegExp(`^Depth of .* ${side}$`) }).click();
      await expect(ladders(page)).toHaveCount(at + 1);
    }
    await expect.poll(() => shared.metric(BOOKS)).toBe(4);
    await openMenu(page, 90);
    await page.getByRole("menuitem", { name: /^Depth of .* CE$/ }).click();
    await expect(page.getByText("4 books are open already")).toBeVisible();
    await expect(ladders(page)).toHaveCount(4);
    for (const left of [3, 2, 1, 0]) {
      await ladders(page).last().getByRole("button", { name: "Close" }).click();
      await expect(ladders(page)).toHaveCount(left);
    }
    await expect.poll(() => shared.metric(BOOKS)).toBe(0);
  });
});

test.describe("a visitor with a phone", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("[CHAIN-65][CHAIN-67] taps a figure, opens the book by the menu of its story as a sheet, and reads that it is late", async ({
    page,
    shared,
  }) => {
    await page.goto(`${shared.origin}/option-chain?tradingsymbol=NIFTY`);
    await expect(mirror(page).getByRole("row").first()).toBeAttached();
    const rows = (await page.getByTestId("chain-grid").boundingBox())!;
    await expect(async () => {
      await page.touchscreen.tap(rows.x + 40, rows.y + 200);
      await expect(cellStory(page)).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await cellStory(page)
      .getByRole("button", { name: /^More of strike / })
      .tap();
    await page.getByRole("menuitem", { name: /^Depth of .* CE$/ }).tap();
    const sheet = ladders(page);
    await expect(sheet).toHaveAttribute("data-sheet", "tall");
    await expect(sheet.getByTestId("delay-badge")).toHaveText("Delayed 1 min");
    await expect(sheet.locator('tbody td[data-part="quantity"]').first()).toHaveText(/^[\d,]+$/);
    await expectNothingBeside(page, "a book on a phone");
    await expectNoFaultsInSchemes(page, '[data-window="ladder-0"]');
    await sheet.getByRole("button", { name: "Close" }).tap();
    await expect(sheet).toHaveCount(0);
  });
});

test.describe("a trader of shares and commodities", () => {
  test.use({ as: "trader" });

  test("[CHAIN-68] reads in the header what a share in ban and a commodity ask to be known, by keys", async ({
    page,
    shared,
  }) => {
    await page.route("**/v1/compute/fno_ban_list", async (route) => {
      const response = await route.fetch();
      const { payload } = await response.json();
      const lists = payload.lists.map((list: object) => ({ ...list, trading_symbols: ["RELIANCE"] }));
      await route.fulfill({ response, json: { payload: { ...payload, lists, is_sample: false } } });
    });
    await page.goto(`${shared.origin}/option-chain?tradingsymbol=RELIANCE`);
    const ban = page.getByTestId("flag-ban");
    await expect(ban).toHaveText("In F&O ban");
    await expectNoFaultsInSchemes(page, '[role="group"][aria-label="To be known before trading"]');
    await ban.focus();
    await expect(page.getByRole("tooltip")).toContainText("no new positions");
    await page.keyboard.press("Tab");
    await expect(page.getByTestId("flag-settlement")).toBeFocused();
    await expect(page.getByRole("tooltip")).toContainText("becomes shares");

    await page.goto(`${shared.origin}/option-chain?tradingsymbol=CRUDEOIL`);
    await page.getByTestId("flag-settlement").focus();
    await expect(page.getByRole("tooltip")).toContainText(
      /^Devolves into the future that expires on \d+ \w+: /,
    );
    await expect(ban).toHaveCount(0);
  });

  test("[CHAIN-68] a list that cannot be had is not known", async ({ page, shared }) => {
    await page.route("**/v1/compute/fno_ban_list", (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(`${shared.origin}/option-chain?tradingsymbol=RELIANCE`);
    await expect(page.getByTestId("flag-ban")).toHaveText("F&O ban not known", { timeout: 60_000 });
  });
});
