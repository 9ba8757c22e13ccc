/** A reload begins with the chain as it was last seen, before any code is there; none but its own reader sees it, and none takes it for now. */
import { expect, type Locator, type Page } from "@playwright/test";
import { expectLive } from "./support/chain-page.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import type { RunningServer } from "./support/server.ts";

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const picture = (page: Page): Locator => page.locator("[data-last-picture]");

/** When the picture that this browser has was taken, epoch ms. */
const keptAt = (page: Page): Promise<number> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem("strikewise.last_picture")!) as { at: number }).at);

/** A chain with its figures, of which a picture is taken when it goes out of sight: what takes it comes after them. */
async function openChain(page: Page): Promise<void> {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  const keeper = () => performance.getEntriesByType("resource").some(({ name }) => /\/keep-/.test(name));
  await expect.poll(() => page.evaluate(keeper)).toBe(true);
}

/** The app's code does not come until it is let: what is on screen then stands in the document alone. */
async function holdCode(page: Page): Promise<() => void> {
  let letGo: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const code = /\/assets\/(index|frame)-[\w-]+\.js$/;
  await page.route(code, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/** How much of the rows' place is not the page's ground. */
async function inkOf(page: Page): Promise<number> {
  const { width, height } = page.viewportSize()!;
  const shot = await page.screenshot({ clip: { x: 0, y: 240, width, height: height - 300 } });
  const blank = await page.context().newPage();
  const share = await blank.evaluate(async (png) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
    const counts = new Map<number, number>();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    return 1 - Math.max(...counts.values()) / pixels.length;
  }, shot.toString("base64"));
  await blank.close();
  return share;
}

test.describe("of a trader", () => {
  test.use({ as: "trader" });

  test("a reload has the rows before the app's code, faded, out of reach and with their time, and the live chain then", async ({
    page,
    context,
  }) => {
    const faults = watchFaults(context);
    await openChain(page);
    const letGo = await holdCode(page);
    await page.reload({ waitUntil: "commit" });
    await expect(picture(page)).toBeAttached();
    expect(await inkOf(page)).toBeGreaterThan(0.05);

    // Of the figures' time by the market's clock, and nothing that says that they are of now.
    const text = await page.evaluate(() => {
      const { html } = JSON.parse(localStorage.getItem("strikewise.last_picture")!) as { html: string };
      const line = new DOMParser().parseFromString(html, "text/html").querySelector("footer")!;
      return [line.dataset.state, line.textContent];
    });
    expect(text[0]).toBe("stale");
    expect(text[1]).toMatch(/Last seen.*\d+ \w{3}, \d\d:\d\d/);
    expect(text[1]).not.toMatch(/Live|Market open/);
    // Neither pressed nor read aloud, and no script of the page finds what is in it.
    await expect(picture(page)).toHaveAttribute("aria-hidden", "true");
    expect(
      await picture(page).evaluate((host: HTMLElement) => [
        host.inert,
        host.shadowRoot,
        getComputedStyle(host).pointerEvents,
      ]),
    ).toEqual([true, null, "none"]);

    letGo();
    await expectLive(page);
    await expect(picture(page)).toHaveCount(0);

    // A tab that is closed keeps its picture while it goes, and asks for nothing. The browser gives it a moment for that, which
    // a busy machine may use up: then it takes another tab.
    const before = await keptAt(page);
    await expect(async () => {
      const other = await context.newPage();
      await openChain(other);
      await other.close();
      await expect.poll(() => keptAt(page), { timeout: 5_000 }).toBeGreaterThan(before);
    }).toPass({ timeout: 60_000 });
    expect(faults).toEqual([]);
  });

  test("another address, another window and a touch have none of it", async ({ page }) => {
    await openChain(page);
    const letGo = await holdCode(page);
    await page.reload({ waitUntil: "commit" });
    await expect(picture(page)).toBeAttached();
    await page.mouse.down();
    await page.mouse.up();
    await expect(picture(page)).toHaveCount(0);

    await page.setViewportSize({ width: 1200, height: 700 });
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator(".early-bar")).toBeVisible();
    await expect(picture(page)).toHaveCount(0);
    letGo();
  });
});

test("a picture of another account's page goes as soon as it is known who is there", async ({ page }) => {
  await page.goto(`${server.origin}/about`);
  await page.evaluate(() =>
    localStorage.setItem("strikewise.last_picture", JSON.stringify({ account: "7" })),
  );
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("strikewise.last_picture") !== null))
    .toBe(false);
});
