/** Straddles and strangles as a trader has them: figures as they are answered, strategies by keys, and lines that go on. */
import { expect, type Page } from "@playwright/test";
import type { ChartPremiumResponse, PremiumExpiriesResponse } from "#protocol/http/chart-premium.ts";
import { expectNoFaults } from "./support/axe.ts";
import { test } from "./support/journey.ts";

const PAGE = "/multi-straddle-strangle-charts";
const row = (page: Page, place: number) => page.getByTestId(`straddle-${place}`);

/** Opens the page and waits for figures of its first strategy. */
async function openShown(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(row(page, 1).getByRole("cell").first()).toHaveText(/\d/, { timeout: 60_000 });
}

test("[STRADDLE-1] [STRADDLE-7] opens with the straddle at the money, rolling and fixed, with the figures of the call, and the fixed one goes on by itself", async ({
  page,
  shared,
}) => {
  test.slow();
  const answered = page.waitForResponse((response) => response.url().endsWith("/charts/premium"), {
    timeout: 60_000,
  });
  await openShown(page, shared.origin + PAGE);
  const { payload } = (await (await answered).json()) as ChartPremiumResponse;
  await expect(row(page, 1)).toContainText("ATM straddle, rolling");
  await expect(row(page, 2)).toContainText(/[\d,]+ Straddle \d+ \w+/);
  const [rolling, fixed] = payload.strategies;
  expect(rolling!.legs).toEqual([]);
  expect(fixed!.legs.map(({ trade_action, ratio }) => [trade_action, ratio])).toEqual([
    ["SELL", 1],
    ["SELL", 1],
  ]);
  const first = fixed!.premium.find((value) => value !== null)!;
  const cells = row(page, 2).getByRole("cell");
  const text = async (at: number): Promise<number> =>
    Number((await cells.nth(at).innerText()).replaceAll(",", "").replace("−", "-").replace("+", ""));
  // Last less its change is what the session began with.
  await expect.poll(async () => Math.abs((await text(0)) - (await text(1)) - first)).toBeLessThan(0.02);
  const shown = await cells.first().innerText();
  await expect(cells.first()).not.toHaveText(shown, { timeout: 60_000 });
  await expect(page.getByTestId("straddle-said")).toContainText("nobody's profit");
  await expectNoFaults(page, "straddles");
});

test("[STRADDLE-2] [STRADDLE-3] [STRADDLE-5] a straddle is added, hidden and taken away by keys, and its address opens it anew and names what it cannot", async ({
  page,
  shared,
}) => {
  test.slow();
  await openShown(page, shared.origin + PAGE);
  await expect(page.getByTestId("straddle-quick").first()).toBeVisible();
  await page.locator("h1").click();
  await page.keyboard.press("a");
  await expect(page.getByTestId("straddle-quick").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row(page, 3)).toContainText("Straddle");
  await expect(page).toHaveURL(/s=atm\*S1_.*\*S1_/);
  await page.locator("h1").click();
  await page.keyboard.press("2");
  await expect(page.getByTestId("straddle-see-2")).toHaveAttribute("aria-pressed", "false");
  await expect(page).toHaveURL(/hide=2/);
  await page.getByTestId("straddle-remove-1").focus();
  await page.keyboard.press("Enter");
  await expect(row(page, 3)).toBeHidden();
  await expect(page).toHaveURL(/hide=1/);

  const address = new URL(page.url());
  address.searchParams.set("s", `${address.searchParams.get("s")}*S1_NIFTY*moon`);
  await openShown(page, address.href);
  await expect(page.getByTestId("straddle-see-1")).toHaveAttribute("aria-pressed", "false");
  await expect(row(page, 2)).toContainText("Straddle");
  await expect(row(page, 3)).toBeHidden();
  const left = page.getByTestId("straddle-left");
  await expect(left).toContainText("NIFTY is no contract");
  await expect(left).toContainText('"moon" cannot be read');

  await page.getByTestId("straddle-detail-2").click();
  await expect(page).toHaveURL(/detail=2/);
  await expect(page.getByTestId("straddle-legs").getByRole("row")).toHaveCount(4);
  await page.getByTestId("straddle-back").click();
  await expect(row(page, 2)).toBeVisible();
});

test("[STRADDLE-11] [STRADDLE-12] in the detail lie indicators that the address keeps, and past expiries beside today with how many they are", async ({
  page,
  shared,
}) => {
  test.slow();
  await page.goto(`${shared.origin}${PAGE}?detail=1&interval=5M&ind=ema-10,moon-3`);
  const readout = page.getByTestId("time-chart-readout");
  await expect(readout).toContainText("EMA 10");
  await expect(page.getByTestId("straddle-indicators-left")).toContainText("moon-3");
  await page.getByTestId("straddle-indicators").click();
  await page.getByTestId("add-atr").click();
  await page.getByTestId("indicator-atr-14").getByRole("spinbutton").fill("2");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/ind=ema-10%2Catr-2/);
  await page.keyboard.press("Escape");
  await expect(readout).toContainText("ATR 2");
  await expect(readout).toContainText(/ATR 2\s*\d/);
  await expect(page.getByTestId("straddle-detail-said")).toContainText("highest and the lowest premium");

  const answered = page.waitForResponse((response) => response.url().endsWith("/charts/premium_expiries"), {
    timeout: 60_000,
  });
  await page.getByTestId("tab-expiries").click();
  await expect(page).toHaveURL(/tab=expiries/);
  const { payload } = (await (await answered).json()) as PremiumExpiriesResponse;
  const { compared } = payload;
  expect(compared.length).toBeGreaterThanOrEqual(3);
  await expect(page.getByTestId("past-count")).toContainText(`n = ${compared.length}`);
  await expect(readout).toContainText(/Median\s*\d/);
  await expect(readout).toContainText("min to expiry");
  const { expiry } = compared[0]!;
  await page.getByTestId(`past-${expiry}`).click();
  await expect(page).toHaveURL(new RegExp(`past=${expiry}`));
  await expect(readout).toContainText(/Expiry \d+ \w+\s*\d/);
  await expectNoFaults(page, "straddles, past expiries");
  await page.getByTestId("straddle-back").click();
  await expect(page).not.toHaveURL(/tab=|past=/);
  await expect(page).toHaveURL(/ind=ema-10%2Catr-2/);
});
