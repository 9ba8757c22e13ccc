/** The option price calculator, as a visitor has it: filled in from the late market, kept by its address, never without an answer. */
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoFaults, ZOOMED } from "./support/axe.ts";
import { numberIn } from "./support/builder-page.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";

test.use({ as: "visitor" });

const field = (page: Page, name: string): Locator => page.getByTestId(`calculator-${name}`);
const price = (page: Page, side: "call" | "put"): Locator => field(page, `${side}-price`);

async function figures(page: Page): Promise<string[]> {
  return field(page, "result").locator("td").allTextContents();
}

async function openFilled(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(price(page, "call")).toHaveText(/\d/);
}

test("[CALC-1] [CALC-3] the market fills it in, and its address opens the same figures in a fresh browser", async ({
  page,
  shared,
  browser,
  context,
}) => {
  const faults = watchFaults(context);
  await openFilled(page, `${shared.origin}/option-price-calculator`);
  await expect(page).toHaveURL(/tradingsymbol=NIFTY\w+CE&.*at=/);
  await expect(page.getByTestId("calculator-live").getByTestId("delay-badge")).toBeVisible();
  // The strike nearest the forward: the call has half the delta or so, whatever the hour.
  const delta = Number(await field(page, "call-delta").textContent());
  expect(delta).toBeGreaterThan(0.2);
  expect(delta).toBeLessThan(0.8);

  await field(page, "iv").fill("20");
  await field(page, "rate").fill("6.5");
  await field(page, "basis").getByRole("radio", { name: "Spot" }).click();
  await field(page, "side").getByRole("radio", { name: "Put" }).click();
  await expect(page).toHaveURL(/basis=spot&side=PE&.*iv=20&rate=6\.5/);
  await expect(page.getByText("Greeks to the spot")).toBeVisible();
  const shown = await figures(page);
  expect(shown.join(" ")).not.toMatch(/NaN|--/);

  const fresh = await browser.newContext();
  const other = await fresh.newPage();
  await openFilled(other, page.url());
  await expect.poll(() => figures(other)).toEqual(shown);
  expect(other.url()).toBe(page.url());
  await fresh.close();

  await field(page, "reset").click();
  await expect(field(page, "iv")).not.toHaveValue("20.00");
  await expect(field(page, "basis").getByRole("radio", { name: "Future" })).toBeChecked();
  expect(faults).toEqual([]);
});

test("[CALC-2] [CALC-7] what is no figure is refused where it stands; a price has its volatility, or its reason", async ({
  page,
  shared,
}) => {
  test.slow();
  const option =
    "basis=future&side=CE&price=24000&strike=24000&iv=12&rate=0&expiry=2026-11-30T15:30&at=2026-11-23T15:30";
  await openFilled(page, `${shared.origin}/option-price-calculator?${option}`);
  await expect(price(page, "call")).toHaveText("159.11");
  await expect(field(page, "call-vega")).toHaveText("13.26");

  const strike = field(page, "strike");
  await strike.fill("24x");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText(/Type a number/);
  await expect(price(page, "call")).toHaveText("159.11");
  await strike.blur();
  await expect(strike).toHaveValue("24,000.00");
  await field(page, "iv").fill("5000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").getByText("Between 0 and 1,000 %")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(field(page, "iv")).toHaveValue("12.00");

  // Each key is answered, without Enter.
  await field(page, "premium").fill("200");
  const implied = field(page, "implied");
  await expect(implied).toContainText(/IV 15\.\d\d %/);
  await implied.getByRole("button", { name: "Use this IV" }).click();
  await expect(price(page, "call")).toHaveText("200.00");
  await field(page, "premium").fill("0");
  await expect(implied.locator("[data-reason]")).toHaveAttribute("data-reason", "BELOW_INTRINSIC");
  await field(page, "premium").fill("24000");
  await expect(implied.locator("[data-reason]")).toHaveAttribute("data-reason", "ABOVE_BOUND");
  await field(page, "expiry").fill("2026-11-23T15:00");
  await expect(implied.locator("[data-reason]")).toHaveAttribute("data-reason", "EXPIRED");
  await expect(price(page, "call")).toHaveText("0.00");
  await expect(page.getByRole("main")).not.toContainText("NaN");
  await expectNoFaults(page, "calculator");
  await page.setViewportSize(ZOOMED);
  await expectNoFaults(page, "calculator at 200 %");
});

test("[CALC-3] [CALC-4] a contract is found by its words; one that is not listed leaves the fields to be typed", async ({
  page,
  shared,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${shared.origin}/option-price-calculator?tradingsymbol=ACME26DEC100CE`);
  await expect(page.getByTestId("calculator-live")).toContainText("ACME26DEC100CE is not listed");
  await expect(price(page, "call")).toHaveText("--");
  await expect(field(page, "reset")).toBeDisabled();

  await field(page, "contract").fill("banknifty pe");
  const options = page.getByRole("listbox", { name: "Contracts found" }).getByRole("option");
  await expect(options.first()).toContainText(/BANKNIFTY .* PE/);
  const name = (await options.first().locator("span").first().textContent())!;
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tradingsymbol=BANKNIFTY\w+PE&.*strike=/);
  expect(await numberIn(field(page, "strike"))).toBe(Number(name.split(" ")[1]!.replaceAll(",", "")));
  await expect(price(page, "put")).toHaveText(/\d/);
  await page.goBack();
  await expect(page.getByTestId("calculator-live")).toContainText("ACME26DEC100CE is not listed");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
