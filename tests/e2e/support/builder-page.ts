import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { sessionCookie, signInToSandbox } from "../../../bench/lib/sandbox-session.ts";

export const legs = (page: Page): Locator => page.getByTestId("leg");
export const strikeOf = (leg: Locator): Locator => leg.getByTestId("leg-strike");
export const quantityOf = (page: Page, i: number): Locator => legs(page).nth(i).getByTestId("leg-quantity");
export const preset = (page: Page, name: string): Locator => page.locator(`[data-preset="${name}"]`);
export const summaryFigure = (page: Page, name: string): Locator =>
  page.getByTestId(`figure-${name}`).locator("dd");
/** Handles of the legs under the payoff's axis. */
export const handle = (page: Page, name: string): Locator =>
  page.getByTestId("payoff-chart").getByRole("slider", { name });

export const numberIn = async (field: Locator): Promise<number> =>
  Number((await field.inputValue()).replaceAll(",", ""));

export async function enterQuantity(page: Page, i: number, quantity: string): Promise<void> {
  await quantityOf(page, i).fill(quantity);
  await quantityOf(page, i).press("Enter");
}

/** A page of another browser, signed in to nothing or to an account that is new. */
export async function freshPage(
  context: BrowserContext,
  { origin }: { readonly origin: string },
  as: "stranger" | "account",
): Promise<Page> {
  const made = await context.browser()!.newContext();
  if (as === "account") await made.addCookies([sessionCookie(origin, await signInToSandbox(origin))]);
  return made.newPage();
}

/** Opens the builder and waits until legs can be added. */
export async function openBuilder(page: Page, origin: string, query = ""): Promise<void> {
  await page.goto(`${origin}/option-strategy-builder${query}`);
  await expect(page.getByTestId("add-legs")).toBeVisible();
}

/** Loads a ready-made strategy of a view and waits for its figures. */
export async function loadPreset(page: Page, view: string, name: string): Promise<void> {
  await page.locator(`[data-view="${view}"]`).click();
  await expect(preset(page, name).locator("svg")).toBeVisible();
  await preset(page, name).click();
  await expect(summaryFigure(page, "maxLoss")).not.toHaveText("--");
  // The table's code comes when there are legs.
  await expect(legs(page).first()).toBeVisible();
}

const middleOf = async (of: Locator): Promise<{ readonly x: number; readonly y: number }> => {
  await of.scrollIntoViewIfNeeded();
  const box = (await of.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/**
 * Takes a handle and moves it as far beyond another as it was from it, and so over a strike at least, however wide the market of
 * this hour makes the axis; what is in the hand stays there until the mouse is let go.
 */
export async function grab(page: Page, of: Locator, other: Locator): Promise<void> {
  const from = await middleOf(other);
  const { x, y } = await middleOf(of);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (x - from.x), y, { steps: 12 });
}

/** Presses the switch of charges and waits until the account has it: other journeys have the same account. */
export async function netOfCharges(page: Page, isNet: boolean): Promise<void> {
  const kept = page.waitForResponse(
    (response) => response.url().endsWith("/v1/builder_settings") && response.request().method() === "POST",
  );
  await page.getByTestId("net-of-charges").setChecked(isNet);
  expect((await kept).ok()).toBe(true);
}
