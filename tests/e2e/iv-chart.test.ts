/** The IV chart as a visitor has it: figures that are the call's, at an address that says what is shown. */
import { expect, type Page } from "@playwright/test";
import { formatIv } from "#domain/format/number.ts";
import type { IvHistoryResponse } from "#protocol/http/iv-history.ts";
import { expectNoFaults } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";

const figure = (page: Page, id: string) => page.getByTestId(`iv-${id}`).getByRole("definition");

test("[IV-1] [IV-5] a visitor sees the figures that the call answers, in the range that the address says", async ({
  page,
  shared,
  context,
}) => {
  test.slow();
  const faults = watchFaults(context);
  await page.goto(`${shared.origin}/implied-volatility-chart?range=all`);
  await expect(page.getByTestId("iv-origin")).toBeVisible({ timeout: 60_000 });
  // A server brings its closes together behind its start; the page asks again until they are there.
  await expect(figure(page, "percentile")).toContainText("250 sessions", { timeout: 60_000 });
  const answer = await page.request.get(`${shared.origin}/v1/compute/charts/iv_history/NIFTY`);
  const { payload } = (await answer.json()) as IvHistoryResponse;
  await expect(figure(page, "high")).toContainText(formatIv(payload.range.high!.iv, 2));
  await expect(figure(page, "low")).toContainText(formatIv(payload.range.low!.iv, 2));
  await expect(figure(page, "mean")).toContainText(formatIv(payload.range.mean, 2));
  await expect(figure(page, "percentile")).toContainText(`${payload.now.closes} sessions`);
  await expect(figure(page, "now")).toHaveText(/^\d+\.\d\d/);

  await page.getByTestId("iv-range").getByText("3M").click();
  await expect(page).toHaveURL(/range=3m/);
  await page.getByTestId("iv-hv-20").click();
  await expect(page).toHaveURL(/hv=none/);
  await page.goBack();
  await expect(page.getByTestId("iv-hv-20")).toHaveAttribute("aria-pressed", "true");
  await expectNoFaults(page, "the IV chart");
  expect(faults).toEqual([]);
});

test("[IV-1] [IV-9] the second tab has expiries beside a kept close, at an address of its own", async ({
  page,
  shared,
}) => {
  test.slow();
  await page.goto(`${shared.origin}/implied-volatility-chart?tradingsymbol=RELIANCE`);
  await page.getByTestId("tab-day").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/tab=term/);
  const rows = page.getByTestId("iv-term").getByRole("row");
  await expect(rows.nth(1)).toHaveText(/\d+\.\d\d.*\d+\.\d\d/, { timeout: 60_000 });
  await page.getByTestId("iv-close").selectOption({ index: 5 });
  await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/);
  await expect(page.getByTestId("iv-term-origin")).toContainText("made up by the simulation");
  await expect(page.getByTestId("iv-term-chart-readout")).toContainText(/^Expiry/);
  await expectNoFaults(page, "the IV chart");
});
