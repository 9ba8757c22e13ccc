/** The analysis beside the chain: a window that is opened, moved, drawn larger, put away and remembered. */
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoFaults, expectNoFaultsIn, expectNothingBeside, ZOOMED } from "./support/axe.ts";
import { mirror } from "./support/chain-page.ts";
import { nextExpiry, openChain, point } from "./support/chain-trades.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";

test.use({ as: "trader" });

const WINDOW = '[data-testid="window-analyze"]';
const analysis = (page: Page): Locator => page.locator(WINDOW);
const inside = (page: Page, name: string): Locator => analysis(page).getByTestId(name);
const boxOf = async (of: Locator) => (await of.boundingBox())!;

async function buyOne(page: Page): Promise<void> {
  await point(page);
  await page.getByTestId("BUY-CE").click();
  await expect(page.getByTestId("strip-analyze")).toBeVisible();
}

async function openAnalysis(page: Page): Promise<void> {
  await page.getByTestId("strip-analyze").click();
  await expect(analysis(page)).toBeVisible();
}

/** Another underlying by the search, so that the page stays. */
async function goTo(page: Page, symbol: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Type stock name: SBIN, TCS etc.").fill(symbol);
  await expect(page.locator('[role="option"]').first()).toContainText(symbol);
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).searchParams.get("tradingsymbol")).toBe(symbol);
  await nextExpiry(page);
}

test("[CHAIN-25][CHAIN-26][SHELL-23][SHELL-24] three variants, dragged by the mouse, sized by keys, and where they were left", async ({
  page,
  shared,
  context,
}) => {
  const faults = watchFaults(context);
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await openChain(page, shared.origin);
  await buyOne(page);
  const isOfModal = (url: string): boolean => /AnalyzeModal-.*\.js$/.test(url);
  await page.mouse.move(5, 5);
  expect(loaded.filter(isOfModal)).toEqual([]);

  await openAnalysis(page);
  expect(loaded.filter(isOfModal)).toHaveLength(1);
  await expect(inside(page, "payoff-chart")).toBeVisible();
  const { width, height } = page.viewportSize()!;
  const first = await boxOf(analysis(page));
  expect(first).toMatchObject({ width: 900, height: Math.min(600, height - 100) });
  expect(first.x).toBe(width - 72 - 900);
  // The strip stays in sight.
  expect(first.y + first.height).toBeLessThanOrEqual((await boxOf(page.getByTestId("chain-strip"))).y + 1);

  const header = await boxOf(inside(page, "window-header"));
  await page.mouse.move(header.x + 300, header.y + 18);
  await page.mouse.down();
  await page.mouse.move(header.x + 200, header.y + 8, { steps: 4 });
  await page.mouse.up();
  const dragged = await boxOf(analysis(page));
  expect(dragged).toEqual({ ...first, x: first.x - 100, y: first.y - 10 });
  // Beyond the screen is at its edge, and Escape puts it back.
  await page.mouse.move(dragged.x + 300, dragged.y + 18);
  await page.mouse.down();
  await page.mouse.move(3_000, 3_000, { steps: 4 });
  await expect.poll(() => boxOf(analysis(page))).toMatchObject({ x: width - 900, y: height - first.height });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect.poll(() => boxOf(analysis(page))).toEqual(dragged);

  const edge = { x: dragged.x + 1, y: dragged.y + 300 };
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x + 60, edge.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => boxOf(analysis(page))).toEqual({ ...dragged, x: dragged.x + 60, width: 840 });

  await inside(page, "window-handle").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(analysis(page).getByRole("status").last()).toHaveText(/^856 by \d+ pixels$/);
  const sized = await boxOf(analysis(page));
  expect(sized).toMatchObject({ width: 856, height: dragged.height - 16 });

  await inside(page, "modal-form").click();
  await expect(inside(page, "payoff-chart")).toHaveCount(0);
  await expect(inside(page, "figure-maxLoss")).toBeVisible();
  await expect.poll(() => boxOf(analysis(page))).toMatchObject({ width: 450, height: 450 });
  await inside(page, "window-minimize").click();
  await expect.poll(() => boxOf(analysis(page))).toMatchObject({ width: 350, height: 36 });
  await expect(analysis(page)).toContainText("1 leg");
  await inside(page, "window-close").click();
  await expect(analysis(page)).toHaveCount(0);

  // The last of the two larger forms, and after it the other where it was left.
  await page.reload();
  await expect(page.getByTestId("strip-analyze")).toBeVisible();
  await openAnalysis(page);
  await expect.poll(() => boxOf(analysis(page))).toMatchObject({ width: 450, height: 450 });
  await inside(page, "modal-form").click();
  await expect.poll(() => boxOf(analysis(page))).toEqual(sized);
  await page.keyboard.press("Escape");
  await expect(inside(page, "analyze-modal")).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("[CHAIN-36][SHELL-26] by keys alone it is opened, drawn larger, put away and brought back, and the focus goes where it came from", async ({
  page,
  shared,
}) => {
  await openChain(page, shared.origin);
  await buyOne(page);
  await page.mouse.move(5, 5);
  const grid = page.getByRole("grid");
  await grid.focus();
  await page.keyboard.press("a");
  await expect(analysis(page)).toBeFocused();
  await expect.poll(() => boxOf(analysis(page))).toMatchObject({ width: 900 });
  await page.keyboard.press("e");
  await expect.poll(() => boxOf(analysis(page))).toMatchObject({ width: 450, height: 450 });
  await inside(page, "leg-lots-up").focus();
  await page.keyboard.press("m");
  await expect(inside(page, "analyze-modal")).toHaveCount(0);
  await expect(grid).toBeFocused();
  await page.keyboard.press("m");
  await expect(analysis(page)).toBeFocused();
  await page.keyboard.press("e");
  await expect.poll(() => boxOf(analysis(page))).toMatchObject({ width: 900 });
  await inside(page, "window-close").focus();
  await page.keyboard.press("Enter");
  await expect(analysis(page)).toHaveCount(0);
  await expect(grid).toBeFocused();

  // What is typed is no key of the window.
  await page.keyboard.press("a");
  await expect(analysis(page)).toBeFocused();
  await inside(page, "leg-strike").focus();
  await page.keyboard.press("m");
  await expect(inside(page, "analyze-modal")).toBeVisible();
  await grid.focus();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toContainText("Minimise the analysis, or bring it back");
  await page.keyboard.press("m");
  await expect(inside(page, "analyze-modal")).toBeVisible();
});

test("[CHAIN-27][CHAIN-28][CHAIN-32] what is done to a leg in the window is done on the chain", async ({
  page,
  shared,
}) => {
  await openChain(page, shared.origin);
  await buyOne(page);
  await openAnalysis(page);
  const chip = page.getByTestId("strip-leg");
  await inside(page, "leg-lots-up").click();
  await expect(chip).toContainText("B 2");
  await inside(page, "leg-side").click();
  await expect(chip).toContainText("S 2");
  const before = await inside(page, "leg-strike").inputValue();
  await inside(page, "leg-strike-up").click();
  await expect(inside(page, "leg-strike")).not.toHaveValue(before);
  await expect(chip).toContainText(await inside(page, "leg-strike").inputValue());
  await expect.poll(() => new URL(page.url()).searchParams.get("legs")).toMatch(/^-2C/);

  for (const [tab, shows] of [
    ["pnlTable", "table"],
    ["greeksTable", "table"],
  ] as const) {
    await inside(page, `tab-${tab}`).click();
    await expect(inside(page, `tab-${tab}`)).toHaveAttribute("aria-selected", "true");
    const table = analysis(page).getByRole(shows).first();
    // The first of them waits for its code, which is tried twice, and for an answer of its own.
    await expect(table).toBeVisible();
    await expect(table.locator("tbody td").last()).toHaveText(/\d/);
    // All columns are in sight at the size that the window has.
    expect(await table.evaluate((of) => of.parentElement!.scrollWidth - of.parentElement!.clientWidth)).toBe(
      0,
    );
    // The strip draws the payoff whatever is looked at.
    await expect(page.getByTestId("strip-sketch").locator("path").first()).toBeAttached();
  }
  await inside(page, "tab-strategyChart").click();
  await expect(inside(page, "tab-strategyChart")).toHaveAttribute("aria-selected", "true");
  await expect(analysis(page).getByRole("tab")).toHaveCount(4);

  await inside(page, "leg-delete").click();
  await expect(page.getByTestId("chain-strip")).toHaveCount(0);
  await expect(inside(page, "modal-empty")).toBeVisible();
});

test("[ANZ-58] opens in the builder with every leg, lots and side as they are in the window", async ({
  page,
  shared,
}) => {
  await openChain(page, shared.origin);
  await buyOne(page);
  await openAnalysis(page);
  await inside(page, "leg-lots-up").click();
  await expect(page.getByTestId("strip-leg")).toContainText("B 2");
  const strike = await inside(page, "leg-strike").inputValue();
  await inside(page, "modal-builder").click();
  await page.waitForURL(/\/option-strategy-builder/);
  await expect(page.getByTestId("leg-strike")).toHaveValue(strike);
  await expect(page.getByTestId("leg")).toHaveCount(1);
  await expect(page.getByTestId("leg").getByRole("textbox", { name: /lots/i })).toHaveValue("2");
});

for (const [what, viewport] of [
  ["on a laptop", { width: 1366, height: 768 }],
  ["at 200 %", ZOOMED],
] as const) {
  test.describe(what, () => {
    test.use({ viewport });

    test("axe finds nothing in the strip and in the three variants of the window", async ({
      page,
      shared,
    }) => {
      test.slow();
      await openChain(page, shared.origin);
      await buyOne(page);
      await expect(page.getByTestId("strip-pop").locator("dd")).not.toHaveText("--");
      await page.mouse.move(5, 5);
      await expectNoFaults(page, "strip");
      await openAnalysis(page);
      await expect(inside(page, "payoff-chart")).toBeVisible();
      await expectNoFaultsIn(page, WINDOW);
      await expectNothingBeside(page, "expanded");
      await inside(page, "modal-form").click();
      await expectNoFaultsIn(page, WINDOW);
      await expectNothingBeside(page, "intermediate");
      await inside(page, "window-minimize").click();
      await expectNoFaultsIn(page, WINDOW);
      await expectNothingBeside(page, "minimised");
    });
  });
}

test("[CHAIN-29] five underlyings keep their strategies; the sixth takes the place of the one used longest ago", async ({
  page,
  shared,
}) => {
  test.slow();
  await openChain(page, shared.origin);
  await buyOne(page);
  for (const symbol of ["BANKNIFTY", "FINNIFTY", "RELIANCE", "SBIN"]) {
    await goTo(page, symbol);
    await buyOne(page);
  }
  await openAnalysis(page);
  const listed = () =>
    inside(page, "modal-instance").evaluateAll((all) => all.map((each) => each.firstChild?.textContent));
  await expect.poll(listed).toEqual(["BANKNIFTY", "FINNIFTY", "NIFTY", "RELIANCE", "SBIN"]);
  await inside(page, "modal-instance").filter({ hasText: "BANKNIFTY" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("tradingsymbol")).toBe("BANKNIFTY");
  await expect(page.getByTestId("strip-leg")).toHaveCount(1);
  await expect(analysis(page)).toHaveAccessibleName("BANKNIFTY analysis");
  await inside(page, "window-close").click();

  await goTo(page, "INFY");
  await buyOne(page);
  await openAnalysis(page);
  await expect.poll(listed).toEqual(["BANKNIFTY", "FINNIFTY", "INFY", "RELIANCE", "SBIN"]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("[SHELL-28] it is a sheet, which is drawn down and comes up again", async ({ page, shared }) => {
    await openChain(page, shared.origin);
    const strike = await mirror(page).getByRole("rowheader").nth(4).textContent();
    const { searchParams } = new URL(page.url());
    const day = searchParams.get("expiry")!.slice(2).replaceAll("-", "");
    searchParams.set("legs", `-1C${strike!.replaceAll(",", "")}-${day}`);
    await page.goto(`${shared.origin}/option-chain?${searchParams}`);
    await page.getByTestId("strip-analyze").tap();
    await expect(analysis(page)).toBeVisible();
    const sheet = await boxOf(analysis(page));
    expect(sheet).toMatchObject({ x: 0, width: 390 });
    expect(Math.round(sheet.y + sheet.height)).toBe(844);
    expect(sheet.height).toBeCloseTo(0.85 * 844, -1);
    await expect(inside(page, "window-handle")).toHaveCount(0);

    const header = await boxOf(inside(page, "window-header"));
    await page.mouse.move(header.x + 150, header.y + 20);
    await page.mouse.down();
    await page.mouse.move(header.x + 150, header.y + 200, { steps: 5 });
    await page.mouse.up();
    await expect(inside(page, "analyze-modal")).toHaveCount(0);
    await inside(page, "window-minimize").tap();
    await expect(inside(page, "analyze-modal")).toBeVisible();
    await inside(page, "modal-form").tap();
    await expect
      .poll(async () => Math.round((await boxOf(analysis(page))).height))
      .toBe(Math.round(0.55 * 844));
  });
});
