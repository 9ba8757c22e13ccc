/** What a trader does to a strategy that went wrong: rolls a leg, takes a suggestion, and takes both back. */
import { expect } from "@playwright/test";
import { expectNoFaultsIn, expectNothingBeside } from "./support/axe.ts";
import { legs, netOfCharges, openBuilder } from "./support/builder-page.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import type { RunningServer } from "./support/server.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

test("a sold call is rolled by the keyboard and a suggestion is applied, each seen before it is done and one step of undo", async ({
  page,
  context,
}) => {
  const faults = watchFaults(context);
  await openBuilder(page, server.origin);
  const field = page.getByTestId("quick-entry");
  await field.fill("sell atm+2 ce next month 2 lots, sell atm-2 pe next month 2 lots");
  await expect(page.getByTestId("quick-preview").locator("li")).toHaveCount(2);
  await page.keyboard.press("Enter");
  await expect(legs(page)).toHaveCount(2);
  await page.getByTestId("tab-adjust").click();
  const panel = page.getByTestId("adjust-panel");
  await panel.scrollIntoViewIfNeeded();
  const figure = (name: string) => panel.locator(`[data-figure="${name}"] td`);
  await expect(figure("margin").first()).toHaveText(/^₹[\d,]+$/);
  // Nothing is chosen: there is nothing to say of after.
  await expect(figure("margin")).toHaveCount(1);
  await expect(panel.getByRole("columnheader")).toHaveText(["Figure", "Now"]);
  await expect(page.getByTestId("adjust-drawn")).toHaveCount(0);

  /** Strike, expiry and lots of every leg. */
  const terms = () =>
    legs(page).evaluateAll((all) =>
      all.map((leg) =>
        ["strike", "expiry", "quantity"].map(
          (field) => leg.querySelector<HTMLInputElement>(`[data-testid="leg-${field}"]`)?.value,
        ),
      ),
    );
  const before = await terms();
  await page.getByTestId("roll-leg").selectOption({ index: 1 });
  const up = page.getByTestId("roll-up");
  await up.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("roll-strikes")).toHaveText("+2 listed");
  // What it takes is said before anything is changed.
  await expect(figure("delta").nth(1)).not.toHaveText("--");
  await expect(panel.getByRole("columnheader")).toHaveText(["Figure", "Now", "After roll", "Change"]);
  await expect(page.getByTestId("adjust-drawn")).toContainText("After roll");
  await expect(page.getByTestId("adjust-cost").locator("li")).toHaveCount(2);
  await expectNoFaultsIn(page, '[data-testid="adjust-panel"]');
  // Profit, loss and the chance of it are net where the page is, before and after alike.
  const tags = panel.getByTestId("net-tag");
  await expect(tags).toHaveText(Array(3).fill("before charges"));
  const grossProfit = await figure("maxProfit").first().textContent();
  await netOfCharges(page, true);
  await expect(tags).toHaveText(Array(3).fill("net of charges"));
  await expect(figure("maxProfit").first()).not.toHaveText(grossProfit!);
  await expect(figure("maxProfit").nth(1)).toHaveText(/^₹[\d,]+$/);
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingBeside(page, "adjust on a phone");
  await page.setViewportSize({ width, height });
  await netOfCharges(page, false);
  await expect(tags).toHaveText(Array(3).fill("before charges"));
  expect(await terms()).toEqual(before);
  const roll = page.getByTestId("roll-apply");
  await expect(roll).toBeEnabled();
  await roll.press("Enter");
  await expect.poll(terms).not.toEqual(before);
  await expect(legs(page)).toHaveCount(2);
  await expect(page.getByTestId("adjust-drawn")).toHaveCount(0);
  await page.getByTestId("undo").click();
  await expect.poll(terms).toEqual(before);

  await page.getByTestId("adjust-goal-margin").check();
  const first = page.getByTestId("adjust-suggestion").first();
  await expect(first).toContainText(/lost to spread and charges/);
  await first.getByRole("button", { name: /^Preview/ }).click();
  await expect(panel.getByRole("columnheader", { name: "After suggestion" })).toBeVisible();
  await expect(page.getByTestId("adjust-drawn")).toContainText("After suggestion");
  await expect(figure("margin").nth(2)).toHaveText(/^−₹[\d,]+$/);
  const apply = page
    .getByTestId("adjust-suggestion")
    .first()
    .getByRole("button", { name: /^Apply/ });
  await expect(apply).toBeEnabled();
  await apply.click();
  await expect.poll(terms).not.toEqual(before);
  await page.getByTestId("undo").click();
  await expect.poll(terms).toEqual(before);
  await expect(page.getByTestId("adjust-neutral")).toContainText("Delta neutral");
  expect(faults).toEqual([]);
});
