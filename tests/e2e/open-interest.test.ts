/** Open interest by strike and over time, as a trader has it: by pointer and by keys, on every tab, at an address that says it all. */
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoFaults } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import { fromElsewhere } from "./support/sign-in.ts";

const instants = (page: Page): Locator => page.getByTestId("oi-instants");
const handle = (page: Page, name: "from" | "to"): Locator => page.getByTestId(`oi-handle-${name}`);
const tab = (page: Page, name: string): Locator => page.getByTestId(`tab-${name}`);
const legs = (page: Page): Locator => page.getByTestId("oi-legs").getByRole("listitem");

/** A cell of the table of both instants, as it is read. */
const cell = (page: Page, row: string, column: number): Locator =>
  instants(page)
    .getByRole("row", { name: new RegExp(`^${row}`) })
    .getByRole("cell")
    .nth(column);

async function openShown(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByTestId("oi-origin")).toBeVisible({ timeout: 60_000 });
}

/** The day's minutes are there: the handles no longer wait for them. */
async function openDay(page: Page): Promise<void> {
  const told = page.waitForResponse((response) => response.url().endsWith("/oi_minutes") && response.ok());
  await page.getByTestId("oi-time-bar").hover();
  await told;
}

test.describe("a trader", () => {
  test.use({ as: "trader" });

  test("[OI-1] [OI-2] each tab has an address; arrows go through them, the way back leads back, an unknown one is the first", async ({
    page,
    shared,
    context,
  }) => {
    test.slow();
    const faults = watchFaults(context);
    await openShown(page, `${shared.origin}/open-interest/oi-vs-moon?strikes=10&expiry=1999-01-01`);
    await expect(page).toHaveURL(/\/open-interest\/oi-change-vs-strike\?.*strikes=10/);
    await expect(page.getByTestId("oi-strikes")).toHaveValue("10");
    await expect(page).toHaveTitle("NIFTY · OI change by strike · Strikewise");
    await expect(page.getByTestId("oi-left-out")).toContainText("expiry 1 Jan 1999 (not listed, or over)");

    await tab(page, "oi-change-vs-strike").focus();
    await page.keyboard.press("ArrowRight");
    await expect(tab(page, "oi-vs-strike")).toBeFocused();
    await expect(page).toHaveURL(/\/oi-vs-strike\?.*strikes=10/);
    await expect(cell(page, "Call OI", 1)).toHaveText(/\d/);
    await page.keyboard.press("End");
    await expect(tab(page, "fut-oi-vs-time")).toHaveAttribute("aria-selected", "true");
    await expect(page.getByTestId("oi-futures").getByRole("row")).toHaveCount(5);
    await expect(page.getByTestId("oi-futures")).toContainText(/build-up|covering|unwinding/i);

    await tab(page, "oi-vs-time").click();
    await expect(page.getByTestId("oi-origin")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/fut-oi-vs-time/);
    await page.goBack();
    await expect(page).toHaveURL(/\/oi-vs-strike/);
    expect(faults).toEqual([]);
  });

  test("[OI-5] [OI-6] the day is gone through by keys and by hand, played with the space bar, and its address opens it anew", async ({
    page,
    shared,
    browser,
  }) => {
    test.slow();
    await openShown(page, `${shared.origin}/open-interest/oi-vs-strike`);
    await expect(handle(page, "from")).toHaveAttribute("aria-valuetext", "the close of the session before");
    await openDay(page);

    await handle(page, "to").focus();
    const newest = Number(await handle(page, "to").getAttribute("aria-valuenow"));
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Shift+ArrowLeft");
    await expect(handle(page, "to")).toHaveAttribute("aria-valuenow", String(newest - 16));
    await expect(page).toHaveURL(/to=\d\d%3A\d\d/);
    const shown = await cell(page, "Call OI", 1).textContent();
    expect(shown).toMatch(/\d/);

    const fresh = await browser.newContext({ storageState: await page.context().storageState() });
    await fromElsewhere(fresh);
    const other = await fresh.newPage();
    await openShown(other, page.url());
    await expect(cell(other, "Call OI", 1)).toHaveText(shown!);
    await fresh.close();

    // By hand: the left end of the bar is the close before, and a little to its right a minute of the session.
    const bar = (await page.getByTestId("oi-time-bar").boundingBox())!;
    await page.mouse.move(bar.x + 14, bar.y + 17);
    await page.mouse.down();
    await page.mouse.move(bar.x + 14 + bar.width * 0.06, bar.y + 17, { steps: 5 });
    await page.mouse.up();
    await expect(handle(page, "from")).not.toHaveAttribute("aria-valuenow", "-1");
    await expect(page).toHaveURL(/from=\d\d%3A\d\d/);

    await page.getByTestId("oi-whole-day").click();
    await expect(page).not.toHaveURL(/from=|to=/);
    await page.locator("h1").click();
    await page.keyboard.press(" ");
    await expect(page.getByTestId("oi-play")).toHaveAttribute("aria-pressed", "true");
    await expect(handle(page, "to")).toHaveAttribute("aria-valuenow", /^\d$/);
    await page.keyboard.press(" ");
    await expect(page.getByTestId("oi-play")).toHaveAttribute("aria-pressed", "false");
    await expect(page).toHaveURL(/to=/);
  });

  test("[OI-4] [OI-7] expiries add up, one stays; lots are refused where expiries differ, and say what one is where they do not", async ({
    page,
    shared,
  }) => {
    await openShown(page, `${shared.origin}/open-interest/oi-vs-strike`);
    const chips = page.getByRole("group", { name: "Expiries" }).getByRole("button");
    const alone = await cell(page, "Call OI", 1).textContent();
    await chips.nth(1).click();
    await expect(page).toHaveURL(/expiry=\d{4}-\d\d-\d\d\.\d{4}-\d\d-\d\d/);
    await expect(cell(page, "Call OI", 1)).not.toHaveText(alone!);
    await chips.nth(1).click();
    await chips.nth(0).click();
    await expect(chips.nth(0)).toHaveAttribute("aria-pressed", "true");
    await page.getByText("Lots", { exact: true }).click();
    await expect(page).toHaveURL(/unit=lots/);
    await expect(page.getByTestId("oi-origin")).toContainText(/1 lot = \d+ units/);
  });

  test("[OI-8] a strike that is chosen by keys opens its day, and the window gives the focus back", async ({
    page,
    shared,
  }) => {
    test.slow();
    await openShown(page, `${shared.origin}/open-interest`);
    const chart = page.getByRole("group", { name: /^Change in open interest of NIFTY/ });
    await chart.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const window = page.getByTestId("window-oi-strike");
    await expect(window).toBeVisible();
    await expect(window.getByTestId("oi-strike-now")).toContainText(/Call.*OI.*Put.*OI/s, {
      timeout: 60_000,
    });
    await page.keyboard.press("Escape");
    await page.getByTestId("window-oi-strike").getByRole("button", { name: /close/i }).click();
    await expect(window).toBeHidden();
  });

  test("[OI-9] contracts that stand out are drawn, then a choice of one's own, which the address holds", async ({
    page,
    shared,
  }) => {
    test.slow();
    await openShown(page, `${shared.origin}/open-interest/multistrike-oi`);
    await expect(legs(page)).toHaveCount(6);
    await page.getByTestId("oi-add-type").selectOption("FUT");
    await page.getByTestId("oi-add").click();
    await expect(legs(page)).toHaveCount(7);
    await expect(page).toHaveURL(/legs=\w+FUT|legs=.*FUT/);
    await legs(page).last().getByRole("button").click();
    await expect(legs(page)).toHaveCount(6);
    await page.goBack();
    await expect(legs(page)).toHaveCount(7);
    await page.getByTestId("oi-rank-volume").click();
    await expect(page).toHaveURL(/rank=volume/);
    await expect(page).not.toHaveURL(/legs=/);
    await expect(legs(page)).toHaveCount(6);

    await page.goto(`${shared.origin}/open-interest/multistrike-oi?legs=NIFTY99DEC1CE`);
    await expect(page.getByText("Not listed, left out: NIFTY99DEC1CE")).toBeVisible();
  });

  test("[OI-1] the mirrored page and the older one show the same; another underlying stays on the page", async ({
    page,
    shared,
  }) => {
    test.slow();
    await openShown(page, `${shared.origin}/spider-open-interest/oi-vs-strike`);
    await expect(handle(page, "to")).toBeVisible();
    await openShown(page, `${shared.origin}/open-interest-old?date=2026-11-12`);
    await expect(page.getByTestId("oi-time-bar")).toHaveCount(0);
    const chips = page.getByRole("group", { name: "Expiry" }).getByRole("button");
    await chips.nth(1).click();
    await expect(chips.nth(0)).toHaveAttribute("aria-pressed", "false");

    await page.getByTestId("oi-underlying").click();
    await page.keyboard.type("banknifty");
    await page
      .getByRole("option", { name: /BANKNIFTY/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/open-interest-old\?.*tradingsymbol=BANKNIFTY/);
    await expect(page).not.toHaveURL(/expiry=/);
    await page.goto(`${shared.origin}/open-interest?tradingsymbol=ACME`);
    await expect(page.getByRole("alert")).toContainText("This page cannot be shown");
  });

  test("[OI-14] a server that is away leaves the last good figures, says so, and is asked again", async ({
    page,
    shared,
  }) => {
    await openShown(page, `${shared.origin}/open-interest/oi-vs-strike`);
    const chips = page.getByRole("group", { name: "Expiries" }).getByRole("button");
    const away = { error: { code: "server.unavailable", message: "The server is away.", details: {} } };
    await page.route("**/oi_graphs/**", (route) => route.fulfill({ status: 503, json: away }));
    await chips.nth(1).click();
    await expect(page.getByTestId("oi-failed")).toContainText("Figures are older");
    await expect(cell(page, "Call OI", 1)).toHaveText(/\d/);
    await page.unroute("**/oi_graphs/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByTestId("oi-failed")).toHaveCount(0);
  });

  test("[OI-12] on a phone there is one chart, and what is shown is chosen in a sheet; axe finds nothing on any tab", async ({
    page,
    shared,
  }) => {
    test.slow();
    for (const name of ["oi-change-vs-strike", "multistrike-oi", "oi-vs-time", "fut-oi-vs-time"]) {
      await page.setViewportSize({ width: 1366, height: 900 });
      await openShown(page, `${shared.origin}/open-interest/${name}`);
      await expectNoFaults(page, name);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await openShown(page, `${shared.origin}/open-interest/oi-vs-strike`);
    await expectNoFaults(page, "a phone");
    const size = (await handle(page, "to").boundingBox())!;
    expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(44);
    await page.getByTestId("oi-controls").click();
    const sheet = page.getByRole("dialog", { name: "What is shown" });
    await sheet
      .getByRole("button", { name: /weekly|monthly/ })
      .nth(1)
      .click();
    await sheet.getByTestId("oi-strikes").selectOption("10");
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(page.getByTestId("oi-controls")).toContainText("±10");
  });
});
