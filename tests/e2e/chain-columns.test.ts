import { expect, type Page } from "@playwright/test";
import { cellStory, drawAs, expectLive, mirror, openCellStory } from "./support/chain-page.ts";
import { test } from "./support/journey.ts";

test.use({ as: "trader", viewport: { width: 1024, height: 768 } });

interface Sight {
  readonly from: number;
  readonly to: number;
}

/** Left and right edge of what is seen of an element's first match. */
async function sightOf(page: Page, selector: string): Promise<Sight> {
  return page.evaluate((wanted) => {
    const { left, right } = document.querySelector(wanted)!.getBoundingClientRect();
    return { from: Math.round(left), to: Math.round(right) };
  }, selector);
}

const GRID = "[data-testid=chain-grid]";
const HEAD = `${GRID} [role=columnheader][data-column=strike]`;
const FOCUSED = "#chain-focused-cell";

test("[CHAIN-40] more columns than the screen has room for: the strikes stay in sight under wheel and keys, drawn and as a table", async ({
  page,
  shared,
}) => {
  await page.goto(`${shared.origin}/option-chain?view=all`);
  await expectLive(page);
  const grid = page.getByTestId("chain-grid");
  const scroller = grid.locator("> div").first();

  for (const [draw, strikes] of [
    ["Canvas", `${GRID} [data-testid=chain-pins]`],
    ["Plain table", `${GRID} .dom-rows [role=rowheader]`],
  ] as const) {
    await drawAs(page, draw);
    await expect(page.locator(strikes).first()).toBeAttached();
    const { from, to } = await sightOf(page, `${GRID} > div`);
    const whole = await scroller.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(whole).toBeGreaterThan(200);
    await scroller.hover();

    // To the outermost calls, then to the outermost puts.
    for (const turn of [-5_000, 5_000]) {
      await page.mouse.wheel(turn, 0);
      const end = turn < 0 ? 0 : whole;
      await expect.poll(() => scroller.evaluate((element) => Math.round(element.scrollLeft))).toBe(end);
      for (const held of [HEAD, strikes]) {
        const seen = await sightOf(page, held);
        expect(seen.from, `${held}, ${draw}`).toBeGreaterThanOrEqual(from - 1);
        expect(seen.to, `${held}, ${draw}`).toBeLessThanOrEqual(to + 1);
      }
    }

    // Keys go to every column, and none of them ends up under the strikes.
    await page.locator(`${GRID} [role=grid]`).focus();
    await page.keyboard.press("Home");
    await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBe(0);
    const columns = Number(await page.locator(`${GRID} [role=grid]`).getAttribute("aria-colcount"));
    for (let column = 1; column <= columns; column++) {
      await expect(page.locator(FOCUSED)).toHaveAttribute("aria-colindex", String(column));
      const [cell, strike] = [await sightOf(page, FOCUSED), await sightOf(page, HEAD)];
      expect(cell.from, `column ${column}, ${draw}`).toBeGreaterThanOrEqual(from - 1);
      expect(cell.to, `column ${column}, ${draw}`).toBeLessThanOrEqual(to + 1);
      const isStrike = (await page.locator(FOCUSED).getAttribute("role")) === "rowheader";
      if (!isStrike) expect(cell.to <= strike.from + 1 || cell.from >= strike.to - 1).toBe(true);
      await page.keyboard.press("ArrowRight");
    }
  }
});

test("[CHAIN-42] ? begins with what the marks mean", async ({ page, shared }) => {
  await page.goto(`${shared.origin}/option-chain`);
  await expectLive(page);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { level: 3 }).first()).toHaveText("Marks in the chain");
  await expect(dialog.getByText("Crossed: the bid is above the ask")).toBeVisible();
});

test("[CHAIN-54] straddles: by key from the other views, by the address again, drawn and as a table; breakevens around the strike", async ({
  page,
  shared,
}) => {
  await page.goto(`${shared.origin}/option-chain`);
  await expectLive(page);
  await page.getByRole("radio", { name: "LTP" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: "Straddle" })).toBeChecked();
  await expect(page).toHaveURL(/view=straddle/);
  const heads = page.locator(`${GRID} [role=columnheader]`);
  await expect(heads.nth(5)).toHaveText("Lower B/E");
  await page.reload();
  await expectLive(page);
  await expect(heads.first()).toHaveText("Strike");
  await expect(page.getByRole("grid", { name: /call and put of a strike together/ })).toBeVisible();

  for (const draw of ["Canvas", "Plain table"] as const) {
    await drawAs(page, draw);
    const rows =
      draw === "Plain table" ? page.locator(`${GRID} .dom-rows [role=row]`) : mirror(page).getByRole("row");
    const atMoney = rows.filter({ has: page.locator('[role=rowheader][title*="At the money"]') });
    await expect(atMoney.getByRole("gridcell").first()).toHaveText(/\d/);
    if (draw === "Plain table") await expect(atMoney).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    // All of a row are of one moment: strike less and plus premium are the breakevens.
    const figures = await atMoney.evaluate((row) =>
      [...row.children].slice(0, 7).map((cell) => Number((cell.textContent ?? "").replaceAll(",", ""))),
    );
    const [strike, premium, , , , lower, upper] = figures as number[];
    expect(premium).toBeGreaterThan(0);
    expect(lower!).toBeCloseTo(strike! - premium!, 1);
    expect(upper!).toBeCloseTo(strike! + premium!, 1);
  }

  // A cell of both tells of both.
  await page.locator(`${GRID} [role=grid]`).focus();
  await page.keyboard.press("End");
  const told = cellStory(page);
  // Going to the last column scrolls, and scrolling that is not over yet ends a story.
  await expect(async () => {
    await openCellStory(page);
    await expect(told).toContainText("Vega of one call and one put held together", { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(told).toContainText("Put quote, trade");
});
