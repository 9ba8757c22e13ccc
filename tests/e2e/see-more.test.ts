/** What a trader sees beside the payoff: snapshots to compare with and go back to, the heat table, pinned prices, why a P&L is what it is. */
import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "./support/axe.ts";
import { legs, loadPreset, openBuilder, strikeOf, summaryFigure } from "./support/builder-page.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import type { RunningServer } from "./support/server.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const strikes = (page: Page) =>
  strikeOf(legs(page)).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

test("a snapshot is taken, the strategy changed, both compared, and one press goes back, which one undo takes back", async ({
  page,
  context,
}) => {
  const faults = watchFaults(context);
  await openBuilder(page, server.origin);
  await loadPreset(page, "BETWEEN", "SHORT_IRON_CONDOR");
  const first = await strikes(page);
  await page.getByTestId("take-snapshot").click();
  await expect(page.getByTestId("snapshot-name")).toHaveValue("A");
  await page.getByTestId("shift-up").click();
  await expect.poll(() => strikes(page)).not.toEqual(first);
  const changed = await strikes(page);
  const breakevens = page.getByTestId("compare-breakevens").getByRole("cell");
  await expect(breakevens.nth(1)).not.toHaveText("--");
  await expect.poll(() => breakevens.nth(0).textContent()).not.toBe(await breakevens.nth(1).textContent());

  await page.getByTestId("snapshot-name").fill("Lower");
  await page.getByTestId("snapshot-name").press("Enter");
  await page.getByRole("button", { name: "Go back to snapshot Lower" }).click();
  await expect.poll(() => strikes(page)).toEqual(first);
  await page.getByTestId("undo").click();
  await expect.poll(() => strikes(page)).toEqual(changed);

  await page.reload();
  await expect(page.getByTestId("snapshot-name")).toHaveValue("Lower");
  await expect(page.getByTestId("compare-maxLoss").getByRole("cell").nth(1)).toHaveText(/₹/);
  await page.getByRole("button", { name: "Remove snapshot Lower" }).click();
  await expect(page.getByTestId("compare-table")).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("a cell of the heat table is the target, by keys and by one step; why, and pinned prices, follow it", async ({
  page,
}) => {
  await openBuilder(page, server.origin);
  await loadPreset(page, "BETWEEN", "SHORT_IRON_CONDOR");
  await page.getByTestId("pin-marks").click();
  const pins = page.getByTestId("pin-table").locator("tbody tr");
  await expect(pins).toHaveCount(4);
  await expect(pins.first().getByRole("cell").first()).toContainText(/[+−]?[\d,.]+/);
  await page
    .getByRole("button", { name: /^Unpin/ })
    .first()
    .click();
  await expect(pins).toHaveCount(3);

  await page.getByTestId("tab-payoffTable").click();
  const heat = page.getByTestId("heat-table");
  const spotRow = heat.locator("tr[data-spot]");
  await expect(spotRow.getByRole("button").first()).toHaveAttribute("aria-pressed", "true");
  await spotRow.getByRole("button").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  const cell = page.locator("*:focus");
  const said = (await cell.getAttribute("aria-label"))!;
  await cell.press("Enter");
  await expect(cell).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByTestId("target-price")).toHaveValue(said.split(", ")[0]!);

  await page.getByTestId("tab-why").click();
  const total = page.getByTestId("why-atTarget");
  await expect(total).toHaveText(/\d/);
  // The table's own total is the summary's P&L at the target, and what is written adds up to it.
  await expect(async () => {
    const figure = async (name: string) =>
      Number((await page.getByTestId(`why-${name}`).textContent())!.replace("−", "-").replaceAll(",", ""));
    const parts = ["soFar", "delta", "gamma", "theta", "vega", "rest"].map(figure);
    const sum = (await Promise.all(parts)).reduce((all, each) => all + each, 0);
    expect(Math.abs(sum - (await figure("atTarget")))).toBeLessThan(0.005);
    const shown = (await summaryFigure(page, "projected").textContent())!.replace(/[^\d]/g, "");
    const own = (await total.textContent())!.replace(/\.\d+$/, "").replace(/[^\d]/g, "");
    expect(Math.abs(Number(shown) - Number(own))).toBeLessThanOrEqual(1);
  }).toPass({ timeout: 60_000 });
  await expectNoFaults(page, "see more");

  await page.getByTestId("undo").click();
  await expect(spotRow.getByRole("button").first()).toHaveAttribute("aria-pressed", "true");
});
