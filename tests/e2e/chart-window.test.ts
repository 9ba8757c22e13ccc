/** The chart in a window over the chain: by key and by menu, traded from into the plan, its settings kept; several charts on one page. */
import { expect, type Page } from "@playwright/test";
import { expectNoFaultsIn } from "./support/axe.ts";
import { openChain } from "./support/chain-trades.ts";
import { test } from "./support/journey.ts";
import { focusCell } from "./support/ladder-page.ts";
import { watchFaults } from "./support/page-faults.ts";

const chart = (page: Page) => page.getByTestId("window-chart");

/** What keys of the chain open once their code is there. */
async function openByKey(page: Page, title: RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("c");
    await expect(page.getByRole("dialog", { name: title })).toBeFocused({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

test.describe("a trader", () => {
  test.use({ as: "trader" });

  test("[CHART-15] [CHART-17] [CHART-18] opens the chart of an option by C and by its menu, plans a lot at the crosshair, and finds settings kept", async ({
    page,
    shared,
    context,
  }) => {
    test.slow();
    const faults = watchFaults(context);
    await openChain(page, shared.origin);
    await focusCell(page);
    await openByKey(page, /^NIFTY\w+ chart$/);
    await expect(chart(page).getByTestId("chart-origin")).toBeVisible();
    const box = (await chart(page).boundingBox())!;
    expect([box.width, box.height]).toEqual([900, 600]);

    await chart(page).getByTestId("chart-trading").click();
    await chart(page).getByTestId("chart-always-full").check();
    const plot = (await chart(page).locator(".u-over").boundingBox())!;
    await page.mouse.move(plot.x + plot.width / 2, plot.y + 60);
    await page.mouse.move(plot.x + plot.width / 2, plot.y + 64);
    const crosshair = chart(page).getByTestId("chart-crosshair");
    const at = /[\d,]+\.\d\d/.exec(await crosshair.innerText())![0];
    await crosshair.getByTestId("chart-buy").click();
    // In the strategy of the chain, at that price: nothing was placed.
    await expect(page).toHaveURL(new RegExp(`legs=[^&]*${at.replaceAll(",", "").replace(/\.?0+$/, "")}`));
    await expect(page.getByTestId("chain-strip")).toBeVisible();

    await chart(page)
      .getByTestId("window-header")
      .click({ position: { x: 200, y: 12 } });
    await page.keyboard.press("Escape");
    await expect(chart(page)).toHaveCount(0);

    const rows = (await page.getByTestId("chain-grid").boundingBox())!;
    await page.mouse.click(rows.x + rows.width / 2, rows.y + 120, { button: "right" });
    await page.getByRole("menuitem", { name: /^Chart of .* PE$/ }).click();
    await expect(chart(page).getByTestId("chart-origin")).toBeVisible();
    expect((await chart(page).boundingBox())!.width).toBe(page.viewportSize()!.width);
    await expect(chart(page).getByTestId("chart-trading")).toHaveAttribute("aria-pressed", "true");
    await expectNoFaultsIn(page, '[data-window="chart"]');
    expect(faults).toEqual([]);
  });
});

test.describe("a visitor", () => {
  test.use({ as: "visitor" });

  test("[CHART-15] [CHART-16] the search opens a chart over any page; what is closed asks the relay for nothing, and fifty leave none behind", async ({
    page,
    shared,
  }) => {
    test.slow();
    const groups = () => shared.metric("strikewise_relay_chart_groups");
    await page.goto(`${shared.origin}/support`);
    await expect.poll(groups).toBe(0);
    await expect(async () => {
      await page.keyboard.press("/");
      await expect(page.getByRole("combobox")).toBeFocused({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await page.getByRole("combobox").fill("banknifty chart");
    await page.getByRole("option", { name: /^BANKNIFTY chart/ }).click();
    await expect(chart(page).getByTestId("chart-origin")).toBeVisible();
    await expect.poll(groups).toBe(1);
    await chart(page).getByTestId("window-close").click();
    await expect.poll(groups).toBe(0);

    await page.goto(`${shared.origin}/option-chain?tradingsymbol=NIFTY`);
    const open = page.getByTestId("chart-open");
    await open.click();
    await expect(chart(page).getByTestId("chart-origin")).toBeVisible();
    // The chain has a small chart of its own.
    const plots = page.locator(".u-over");
    const others = (await plots.count()) - 1;
    for (let i = 0; i < 50; i++) {
      await chart(page).getByTestId("window-close").click();
      await expect(plots).toHaveCount(others);
      await open.click();
      await expect(plots).toHaveCount(others + 1);
    }
  });

  test("[CHART-20] two charts stand beside each other with one cursor, and the address holds them", async ({
    page,
    shared,
  }) => {
    test.slow();
    await page.goto(`${shared.origin}/chart?tradingSymbol=NIFTY&interval=5&beside=RELIANCE_15`);
    const panes = page.getByTestId("chart-pane");
    await expect(panes).toHaveCount(2);
    for (const at of [0, 1]) await expect(panes.nth(at).getByTestId("chart-origin")).toBeVisible();
    const plot = (await panes.nth(0).locator(".u-over").boundingBox())!;
    const time = async (at: number) =>
      /\d\d:\d\d/.exec((await panes.nth(at).getByTestId("chart-readout").textContent())!)?.[0];
    await page.mouse.move(plot.x + plot.width / 3, plot.y + 80);
    await expect
      .poll(async () => {
        const [five, fifteen] = [await time(0), await time(1)];
        return five === undefined || fifteen === undefined
          ? null
          : Math.floor((Number(five.slice(3)) - Number(fifteen.slice(3))) / 15);
      })
      .toBe(0);
    await panes.nth(1).getByTestId("chart-symbol").click();
    await page.getByRole("combobox").fill("BANKNIFTY");
    await page
      .getByRole("option", { name: /^BANKNIFTY/ })
      .first()
      .click();
    await expect(page).toHaveURL(/beside=BANKNIFTY_15$/);
    await page.keyboard.press("3");
    await expect(page).toHaveURL(/beside=BANKNIFTY_(?:15|3)$/);
    await panes.nth(1).getByTestId("chart-close").click();
    await expect(page).toHaveURL(/interval=5$/);
    await expect(panes).toHaveCount(0);
  });
});
