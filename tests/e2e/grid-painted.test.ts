/** What the painter calls painted is on the screen: nothing is painted after its first log entry, and a picture of the grid shows figures. */
import { expect, type Page, test } from "@playwright/test";
import type { PaintedFrame } from "#workers/painter/api.ts";
import { type RunningServer, startServer } from "./support/server.ts";

declare global {
  var firstFrame: PaintedFrame | undefined;
}

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ MARKET_UNIVERSE: "NIFTY" });
});
test.afterAll(async () => {
  await server.stop();
});

/** Ends every worker at the painter's first entry: whatever a canvas shows from then on, it showed by then. */
function stopAtFirstFrame(): void {
  const workers: Worker[] = [];
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      workers.push(this);
    }
  };
  addEventListener("strikewise:frames", (event) => {
    const [first] = (event as CustomEvent<PaintedFrame[]>).detail.filter(({ cells }) => cells > 0);
    if (first === undefined || globalThis.firstFrame !== undefined) return;
    for (const worker of workers) worker.terminate();
    globalThis.firstFrame = first;
  });
  const ask = (): void => {
    if (globalThis.firstFrame !== undefined) return;
    dispatchEvent(new Event("strikewise:frame-log"));
    setTimeout(ask, 2);
  };
  ask();
}

/** A busy display: its next picture is long in coming, and the painter's first one is there before it. */
function showSeldom(): void {
  globalThis.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), 500));
}

/** Rows of the grid on screen, and of how many the picture shows something drawn over the row's own ground left and right of its middle. */
interface Drawn {
  readonly rows: number;
  readonly left: number;
  readonly right: number;
}

async function drawnRows(page: Page, rowHeight: number): Promise<Drawn> {
  const boxes = await page.locator("[data-testid=chain-grid] canvas").evaluateAll((canvases) => {
    const bottoms = [...document.querySelectorAll("[data-testid=chain-grid] [role=columnheader]")].map(
      (heading) => heading.getBoundingClientRect().bottom,
    );
    return canvases.map((canvas) => {
      let scroller = canvas.parentElement!;
      while (!/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement!;
      const seen = scroller.getBoundingClientRect();
      const { left, top, width, height } = canvas.getBoundingClientRect();
      return { left, top, width, height, from: Math.max(seen.top, ...bottoms), to: seen.bottom };
    });
  });
  const picture = (await page.screenshot()).toString("base64");
  const reader = await page.context().newPage();
  const drawn = await reader.evaluate(
    async ({ picture, boxes, rowHeight }) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
      context.drawImage(bitmap, 0, 0);
      /** Whether a part of the picture has pixels that stand out from most of it. */
      const isDrawn = (x: number, y: number, width: number, height: number): boolean => {
        const { data } = context.getImageData(x, y, width, height);
        const greens: number[] = [];
        for (let i = 1; i < data.length; i += 4) greens.push(data[i]!);
        const ground = greens.toSorted((a, b) => a - b)[greens.length >> 1]!;
        return greens.filter((green) => Math.abs(green - ground) > 80).length > 20;
      };
      const found = { rows: 0, left: 0, right: 0 };
      for (const box of boxes) {
        for (let y = box.top; y + rowHeight <= box.top + box.height; y += rowHeight) {
          if (y < box.from || y + rowHeight > box.to) continue;
          const [top, half] = [Math.round(y) + 2, Math.floor(box.width / 2) - 60];
          found.rows += 1;
          if (isDrawn(Math.round(box.left), top, half, rowHeight - 4)) found.left += 1;
          if (isDrawn(Math.round(box.left + box.width) - half, top, half, rowHeight - 4)) found.right += 1;
        }
      }
      return found;
    },
    { picture, boxes, rowHeight },
  );
  await reader.close();
  return drawn;
}

test("when the painter's log has its first frame of figures, the screen shows figures", async ({ page }) => {
  await page.addInitScript(stopAtFirstFrame);
  await page.addInitScript(showSeldom);
  await page.goto(`${server.origin}/option-chain`);
  await page.waitForFunction(() => globalThis.firstFrame !== undefined);
  // The rows' text comes after the first picture: a strip of twelve rows tells their height.
  const rowHeight = await page
    .locator("[data-testid=chain-grid] [data-slot]")
    .first()
    .evaluate((strip) => Math.round(strip.getBoundingClientRect().height / 12));
  // What was painted is what the reader is scrolled to, not what stood there before.
  const money = page.locator("[data-testid=chain-grid] > div").first();
  await expect.poll(() => money.evaluate((scroller) => scroller.scrollTop)).toBeGreaterThan(0);
  // No worker lives any more, so a picture that a busy display shows late was painted by then as well.
  let drawn: Drawn = { rows: 0, left: 0, right: 0 };
  await expect(async () => {
    drawn = await drawnRows(page, rowHeight);
    expect(drawn.rows).toBeGreaterThan(10);
    expect(drawn.left).toBeGreaterThan(drawn.rows * 0.8);
    expect(drawn.right).toBeGreaterThan(drawn.rows * 0.8);
  }).toPass({ timeout: 60_000 });
  // What was counted is on the canvases: without them nothing is left of it.
  await page.addStyleTag({ content: "[data-testid=chain-grid] canvas { visibility: hidden }" });
  const without = await drawnRows(page, rowHeight);
  expect(without.left).toBeLessThan(drawn.rows * 0.1);
});
