import { expect, type Page } from "@playwright/test";
import { mirror } from "./chain-page.ts";

/** The next expiry: it trades for days yet, whatever the hour. */
export async function nextExpiry(page: Page): Promise<void> {
  await expect(mirror(page).getByRole("row").first()).toBeAttached();
  // The rows of the chain before may still be there: then the key is for them, and pressed again.
  await expect(async () => {
    await page.keyboard.press("]");
    await expect
      .poll(() => new URL(page.url()).searchParams.get("expiry"), { timeout: 5_000 })
      .not.toBeNull();
  }).toPass({ timeout: 60_000 });
}

/** The chain of an expiry that trades for days yet, whatever the hour. */
export async function openChain(page: Page, origin: string, symbol = "NIFTY"): Promise<void> {
  await page.goto(`${origin}/option-chain?tradingsymbol=${symbol}`);
  await expect(mirror(page).getByRole("row").first()).toBeAttached();
  await page.keyboard.press("Escape");
  await nextExpiry(page);
}

/** Brings the pointer over a row, so many pixels below the middle of the grid. */
export async function point(page: Page, below = 0): Promise<void> {
  await expect(async () => {
    const box = (await page.getByTestId("chain-grid").boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + below];
    await page.mouse.move(x - 5, y);
    await page.mouse.move(x, y);
    await expect(page.getByTestId("BUY-CE")).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}
