/** Live charts as a day trader has them: figures as they were answered, live, at an address that says it all. */
import { expect, type Locator, type Page } from "@playwright/test";
import { formatClock } from "#domain/format/date.ts";
import { formatFixed } from "#domain/format/number.ts";
import type { ChartMeasuresResponse } from "#protocol/http/chart-measures.ts";
import { expectNoFaults } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";

const readout = (page: Page): Locator => page.getByTestId("time-chart-readout");
const chart = (page: Page): Locator => page.getByRole("group", { name: /^Live charts of/ });
const list = (page: Page): Locator => page.getByTestId("live-charts-list").getByRole("listitem");

/** A figure of the readout, by its name. */
const figure = (page: Page, name: string): Locator =>
  readout(page)
    .locator("div")
    .filter({ has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) })
    .locator("dd");

async function openShown(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByTestId("oi-origin")).toBeVisible({ timeout: 60_000 });
}

test.describe("a trader", () => {
  test.use({ as: "trader" });

  test("[LCHART-1] [LCHART-8] three charts open with the figures that were answered, and go on by themselves", async ({
    page,
    shared,
    context,
  }) => {
    test.slow();
    const faults = watchFaults(context);
    const answered = page.waitForResponse((response) => response.url().endsWith("/charts/measures"));
    await openShown(page, `${shared.origin}/live-options-charts`);
    const { payload } = (await (await answered).json()) as ChartMeasuresResponse;
    await expect(page).toHaveTitle("NIFTY · Live charts · Strikewise");
    await expect(list(page)).toHaveText(["ATM straddle", "PCR", "Open interest"]);

    await chart(page).focus();
    for (let bar = 0; bar < 6; bar++) await page.keyboard.press("ArrowLeft");
    const clock = /\d\d:\d\d/.exec((await readout(page).textContent()) ?? "")![0];
    const at = payload.times.findLastIndex((time) => formatClock(time) === clock);
    const [own] = payload.expiries;
    await expect(figure(page, "Straddle")).toHaveText(formatFixed(own!.straddle![at], 2));
    await expect(figure(page, "PCR")).toHaveText(formatFixed(own!.pcr![at], 3));

    await page.keyboard.press("Escape");
    const spot = await figure(page, "NIFTY").textContent();
    await expect(figure(page, "NIFTY")).not.toHaveText(spot!);
    await expect(readout(page)).toContainText("still running");
    expect(faults).toEqual([]);
  });

  test("[LCHART-2] [LCHART-5] charts are added, moved and left out by keys; the address opens them anew, without what is none", async ({
    page,
    shared,
  }) => {
    test.slow();
    await openShown(page, `${shared.origin}/live-options-charts?charts=straddle.moon.pcr`);
    await expect(page.getByTestId("live-left-out")).toContainText("moon");
    await page.getByTestId("live-add").selectOption("volume");
    await expect(list(page)).toHaveText(["ATM straddle", "PCR", "Options volume"]);
    await expect(figure(page, "Calls traded")).toHaveText(/\d/);
    const name = (kind: string): Locator => list(page).getByRole("button", { name: kind, exact: true });
    await name("Options volume").focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(list(page)).toHaveText(["ATM straddle", "Options volume", "PCR"]);
    await expect(name("Options volume")).toBeFocused();
    await name("ATM straddle").focus();
    await page.keyboard.press("Delete");
    await expect(page).toHaveURL(/charts=volume\.pcr/);
    await page.reload();
    await expect(list(page)).toHaveText(["Options volume", "PCR"]);
    await page.goBack();
    await expect(list(page)).toHaveText(["ATM straddle", "Options volume", "PCR"]);
    await page.keyboard.press("/");
    await page.keyboard.type("banknifty");
    await page
      .getByRole("option", { name: /BANKNIFTY/ })
      .first()
      .click();
    await expect(page).toHaveURL(/live-options-charts\?.*tradingsymbol=BANKNIFTY/);
  });
});

test("[LCHART-12] [IV-10] charts of strikes around the money say which they are of, and a smile stands beside that of a close", async ({
  page,
  shared,
}) => {
  test.slow();
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith("/charts/measures") &&
      (response.request().postData() ?? "").includes('"around":3'),
  );
  await openShown(page, `${shared.origin}/live-options-charts?charts=pcr.atm-iv&around=3`);
  const { payload } = (await (await answered).json()) as ChartMeasuresResponse;
  const strikes = payload.expiries[0]!.strikes!.at(-1)!;
  expect(strikes).toHaveLength(7);
  const whole = (strike: number): string => formatFixed(strike, 0);
  await expect(page.getByText(`ATM ± 3 (${whole(strikes[0]!)} to ${whole(strikes[6]!)})`)).toBeVisible();
  await chart(page).focus();
  for (let bar = 0; bar < 6; bar++) await page.keyboard.press("ArrowLeft");
  const clock = /\d\d:\d\d/.exec((await readout(page).textContent()) ?? "")![0];
  const at = payload.times.findLastIndex((time) => formatClock(time) === clock);
  await expect(figure(page, "PCR")).toHaveText(formatFixed(payload.expiries[0]!.pcr![at], 3));
  await page.getByTestId("live-strikes").selectOption("chosen");
  await expect(page).toHaveURL(/strikes=\d+/);
  await expect(figure(page, "IV [\\d,]+")).toHaveText(/\d/);

  await page.goto(`${shared.origin}/implied-volatility-chart?tab=term`);
  await expect(page.getByTestId("iv-smile-origin")).toContainText("made up by the simulation");
  const first = page.getByTestId("iv-smile-table").getByRole("row").nth(1);
  await expect(first).toHaveText(/\d+\.\d\d.*\d+\.\d\d.*pts/);
});

test("[LCHART-10] [LCHART-11] a visitor sees it a minute late; on a phone one chart at a time, and axe finds nothing", async ({
  page,
  shared,
}) => {
  test.slow();
  await openShown(page, `${shared.origin}/live-options-charts?charts=pcr.max-pain.atm-iv&span=5`);
  await expect(page.getByTestId("oi-standing")).toContainText(/delayed/i);
  await expect(figure(page, "PCR")).toHaveText(/\d/);
  await expectNoFaults(page, "wide");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(figure(page, "Max pain")).toHaveCount(0);
  await page.getByTestId("live-pane").getByRole("button", { name: "Max pain" }).click();
  await expect(figure(page, "Max pain")).toHaveText(/\d/);
  await expect(page).toHaveURL(/pane=max-pain/);
  await expectNoFaults(page, "a phone");
});
