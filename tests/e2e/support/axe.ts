import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** axe finds nothing on the page as it is now, and nothing of it lies beside the screen. @param of what is looked at */
export async function expectNoFaults(page: Page, of: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" ")}`,
  );
  expect(told, of).toEqual([]);
  const beside = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(beside, of).toBeLessThanOrEqual(0);
}

/** What a zoom of 200 % leaves of a laptop's screen, CSS pixels. */
export const ZOOMED = { width: 683, height: 384 };
