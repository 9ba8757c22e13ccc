import type { BrowserContext, Page } from "@playwright/test";

declare global {
  /** Set by `controlShown`. */
  var showTab: (shown: boolean) => void;
}

/** A headless browser takes every tab for shown; from now on `show` says which are, to the pages' own code. */
export async function controlShown(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let shown = true;
    Object.defineProperty(document, "visibilityState", { get: () => (shown ? "visible" : "hidden") });
    Object.defineProperty(document, "hidden", { get: () => !shown });
    globalThis.showTab = (next) => {
      shown = next;
      document.dispatchEvent(new Event("visibilitychange"));
    };
  });
}

export async function show(page: Page, shown: boolean): Promise<void> {
  await page.evaluate((next) => globalThis.showTab(next), shown);
}
