import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

/** axe's code, of the version that its builder brings along. */
const { source } = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"))(
  "axe-core",
) as { readonly source: string };
/** The builder loads axe twice at every look, which takes longer than the look itself: this in its place loads nothing. */
const NOTHING = ";";

/** Rows that are one component many times over, which takes axe ten seconds: the first ones stand for all. */
const ALIKE = [
  '[data-testid="chain-mirror"] [role="row"]:nth-child(n + 8)',
  '[data-testid="picker-row"]:nth-child(n + 8)',
];

/** A selector, or that of a frame and one within it. */
type Part = string | [frame: string, part: string];

/** Once a document: what has looked before is warm. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
}

/** What axe finds on the page as it is now. @param part what is looked at, by default all of it */
async function faultsOf(page: Page, part?: Part) {
  const isAlone = page.frames().length === 1;
  if (isAlone) await loadAxe(page);
  // What is in order need not be told.
  const axe = new AxeBuilder({ page, ...(isAlone && { axeSource: NOTHING }) }).options({
    resultTypes: ["violations"],
    selectors: false,
  });
  // For the sake of frames what was found is otherwise put together in another page, which takes as long again.
  if (isAlone) axe.setLegacyMode();
  for (const rows of ALIKE) axe.exclude(rows);
  if (part !== undefined) axe.include(part);
  const { violations } = await axe.analyze();
  return violations.map(({ id, impact, nodes }) => ({
    isSerious: impact === "serious" || impact === "critical",
    text: `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`,
  }));
}

/** axe finds nothing serious on the page. */
export async function expectNoSeriousFaults(page: Page): Promise<void> {
  const faults = await faultsOf(page);
  expect(faults.filter(({ isSerious }) => isSerious).map(({ text }) => text)).toEqual([]);
}

/** axe finds nothing at all in a part of the page. */
export async function expectNoFaultsIn(page: Page, part: Part): Promise<void> {
  expect(await faultsOf(page, part), String(part)).toEqual([]);
}

/** In both colour schemes of one page, dark and light. */
export async function inSchemes(page: Page, check: () => Promise<void>): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await test.step(colorScheme, async () => {
      await page.emulateMedia({ colorScheme });
      await check();
    });
  }
}

/** axe finds nothing at all in a part of the page, dark and light. */
export async function expectNoFaultsInSchemes(page: Page, part: Part): Promise<void> {
  await inSchemes(page, () => expectNoFaultsIn(page, part));
}

/** axe finds nothing at all on the page, and nothing lies beside the screen. @param of what is looked at */
export async function expectNoFaults(page: Page, of: string): Promise<void> {
  expect(await faultsOf(page), of).toEqual([]);
  await expectNothingBeside(page, of);
}

/** Nothing of the page lies beside the screen. @param of what is looked at */
export async function expectNothingBeside(page: Page, of: string): Promise<void> {
  const beside = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(beside, of).toBeLessThanOrEqual(0);
}

/** What a zoom of 200 % leaves of a laptop's screen, CSS pixels. */
export const ZOOMED = { width: 683, height: 384 };
