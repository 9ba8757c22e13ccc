/** What a strategy costs, seen before it is traded: charges taken off the payoff, leg by leg, and what its margin hangs on. */
import { expect } from "@playwright/test";
import { expectNoFaults, ZOOMED } from "./support/axe.ts";
import { legs, loadPreset, netOfCharges, openBuilder, summaryFigure } from "./support/builder-page.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";

test.use({ as: "trader" });

/** "−₹4,763" with or without the note behind it. */
const rupees = (text: string): number => {
  const [, sign, digits] = /(−?)₹([\d,]+)/.exec(text)!;
  return Number(digits!.replaceAll(",", "")) * (sign === "" ? 1 : -1);
};

test("[STRAT-32] [STRAT-36] net of charges the curve and the figures are others, and the charges of the legs add up", async ({
  page,
  context,
  shared,
}) => {
  test.slow();
  const faults = watchFaults(context);
  await openBuilder(page, shared.origin);
  await loadPreset(page, "ABOVE", "BUY_CALL_SPREAD");
  await expect(legs(page)).toHaveCount(2);
  const loss = summaryFigure(page, "maxLoss");
  const gross = rupees(await loss.innerText());
  await netOfCharges(page, true);
  await expect(loss).toContainText("net");
  const net = rupees(await loss.innerText());
  expect(net).toBeLessThan(gross - 40);

  await page.getByTestId("entry-mode").selectOption("touch");
  await page.getByTestId("slippage").fill("20");
  await page.getByTestId("slippage").press("Enter");
  await expect.poll(async () => rupees(await loss.innerText())).toBeLessThan(net);
  await page.keyboard.press("Control+z");
  await expect(page.getByTestId("slippage")).toHaveValue("0");

  await page.getByRole("tab", { name: "Costs & margin" }).click();
  await expect(page.getByTestId("charges-leg")).toHaveCount(2);
  // Read at one moment: prices go on.
  const totals = await page
    .getByTestId("leg-charges")
    .evaluateAll((cells) => cells.map((cell) => Number(cell.textContent!.replaceAll(",", ""))));
  expect(totals[0]! + totals[1]!).toBeCloseTo(totals[2]!, 1);
  await expect(page.getByTestId("exits-table").locator("tbody tr")).toHaveCount(2);
  await expect(page.getByTestId("placing-table").locator("[data-most]")).toHaveCount(1);
  await expect(page.getByTestId("margin-whose")).toContainText("our estimate");
  expect(await page.getByTestId("scenarios-table").locator("tbody tr").count()).toBeGreaterThanOrEqual(16);

  const { width, height } = page.viewportSize()!;
  // Every part of the charges is in sight on a laptop.
  await page.setViewportSize({ width: 1366, height: 768 });
  const hidden = (room: HTMLElement): number => room.scrollWidth - room.clientWidth;
  await expect.poll(() => page.getByRole("region", { name: "Charges" }).evaluate(hidden)).toBe(0);
  await expectNoFaults(page, "costs and margin");
  await page.setViewportSize(ZOOMED);
  await expectNoFaults(page, "costs and margin at 200 %");
  await page.setViewportSize({ width, height });

  // What stands beside the payoff is net with it, and says so.
  await page.getByTestId("pin-target").click();
  await page.getByTestId("tab-why").click();
  await expect(page.getByTestId("why-charges")).toHaveText(/^−/);
  const tags = page.getByTestId("net-tag");
  await expect(tags).toHaveText(["net of charges", "net of charges"]);

  await netOfCharges(page, false);
  await expect(loss).not.toContainText("net");
  await expect(tags).toHaveText(["before charges", "before charges"]);
  await expect(page.getByTestId("why-charges")).toHaveCount(0);
  expect(faults).toEqual([]);
});
