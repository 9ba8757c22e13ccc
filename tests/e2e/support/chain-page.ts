import { expect, type Page } from "@playwright/test";
import type { PaintedFrame } from "#workers/painter/api.ts";

export const feedState = (page: Page) => page.getByTestId("feed-state");
/** Stands in place of the feed's state while the market is late and nothing else is to be said of it. */
export const delayBadge = (page: Page) => page.getByTestId("status-line").getByTestId("delay-badge");
export const mirror = (page: Page) => page.getByTestId("chain-mirror");

/** Waits until figures are on screen and the feed is live. */
export async function expectLive(page: Page, timeout = 60_000): Promise<void> {
  await expect(feedState(page)).toHaveText("Live", { timeout });
  await expect(mirror(page).getByRole("row").first()).toBeAttached();
}

/** What the painter painted, newest last: read from its own log, not from the page. */
export async function paintedFrames(page: Page): Promise<PaintedFrame[]> {
  return page.evaluate(
    () =>
      new Promise<PaintedFrame[]>((resolve) => {
        const take = (event: Event): void => resolve((event as CustomEvent<PaintedFrame[]>).detail);
        window.addEventListener("strikewise:frames", take, { once: true });
        window.dispatchEvent(new Event("strikewise:frame-log"));
      }),
  );
}

/** Waits until the painter has painted more frames than it has now. */
export async function expectTicking(page: Page): Promise<void> {
  const before = (await paintedFrames(page)).at(-1)?.frame ?? 0;
  await expect.poll(async () => (await paintedFrames(page)).at(-1)?.frame ?? 0).not.toBe(before);
}

/** Chooses in the settings what draws chains. */
export async function drawAs(page: Page, draw: "Canvas" | "Plain table"): Promise<void> {
  await page.getByTestId("chain-settings").click();
  const panel = page.getByTestId("chain-settings-panel");
  await panel.getByText(draw, { exact: true }).click();
  await expect(panel.getByRole("radio", { name: draw })).toBeChecked();
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toBeHidden();
}

export const cellStory = (page: Page) => page.getByTestId("cell-story");

/** Opens the story of the focused cell by Enter, pressed again while the code that hears it is not loaded yet. */
export async function openCellStory(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(cellStory(page)).toBeFocused({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

/** Strikes the page mirrors, as numbers. */
export async function strikes(page: Page): Promise<number[]> {
  const texts = await mirror(page).getByRole("rowheader").allTextContents();
  return texts.map((text) => Number(text.replaceAll(",", "")));
}
