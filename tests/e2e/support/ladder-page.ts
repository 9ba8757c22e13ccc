/** The books of options that are open over a chain. */
import { expect, type Page } from "@playwright/test";
import { mirror } from "./chain-page.ts";

export const grid = (page: Page) => page.getByRole("grid");
export const focused = (page: Page) => mirror(page).locator('[aria-selected="true"]');
export const ladder = (page: Page, name: RegExp) => page.getByRole("dialog", { name });
export const quantity = (page: Page, of: RegExp) =>
  ladder(page, of).getByTestId("ladder-book").locator('tbody td[data-part="quantity"]');

/** Puts keys into a row at the money, on the call's side. */
export async function focusCell(page: Page): Promise<void> {
  await grid(page).focus();
  // Between two chains there are no rows that keys could be in.
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    await expect(focused(page)).toBeAttached({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

/** D, pressed again while the code that hears it is not loaded yet. */
export async function openByKey(page: Page, name: RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("d");
    await expect(ladder(page, name)).toBeFocused({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}
