/** What a trader builds on the chain: by pointer, by key, by address. */
import { expect, type Page } from "@playwright/test";
import { expectNoFaultsIn } from "./support/axe.ts";
import { mirror } from "./support/chain-page.ts";
import { openChain, point } from "./support/chain-trades.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import { asTrader } from "./support/trader.ts";

const strip = (page: Page) => page.getByTestId("chain-strip");
const trades = (page: Page) => page.getByTestId("strip-leg");
const figure = (page: Page, name: string) => page.getByTestId(`strip-${name}`).locator("dd");
const grid = (page: Page) => page.getByRole("grid");
/** Among a row's cells of figures: five of the call and the IV stand before it. */
const PUT_LTP = 6;
const legsIn = (page: Page) => new URL(page.url()).searchParams.get("legs");

test.describe("a trader", () => {
  test.use({ as: "trader" });

  test("[CHAIN-16][CHAIN-20][CHAIN-22] builds a spread with the pointer, finds it again by its address, and takes it apart", async ({
    page,
    shared,
    context,
  }) => {
    const faults = watchFaults(context);
    await openChain(page, shared.origin);
    await point(page);
    await page.getByTestId("BUY-CE").click();
    await expect(trades(page)).toHaveCount(1);
    await page.getByTestId("BUY-CE").click();
    await expect(page.getByTestId("trade-feedback")).toHaveText(/^2 lots \(\d+\)$/);
    await expect(trades(page).first()).toContainText("B 2");
    await point(page, 110);
    await page.getByTestId("SELL-CE").click();
    await expect(trades(page)).toHaveCount(2);
    await expect(trades(page).nth(1)).toContainText("S 1");
    for (const name of ["maxLoss", "pop", "delta", "charges", "margin"])
      await expect(figure(page, name)).not.toHaveText("--");
    // Two bought and one sold further out win without end.
    await expect(figure(page, "maxProfit")).toHaveText("Unlimited");
    await expect.poll(() => legsIn(page)).toMatch(/^2C[\d.]+-\d{6}\*[\d.]+_-1C[\d.]+-\d{6}\*[\d.]+$/);

    const [address, bought] = [page.url(), await trades(page).first().textContent()];
    await page.getByTestId("SELL-CE").hover();
    await page.goto("about:blank");
    await page.goto(address);
    await expect(trades(page)).toHaveCount(2);
    await expect(trades(page).first()).toHaveText(bought!);
    await expect(figure(page, "maxProfit")).toHaveText("Unlimited");

    await trades(page).first().getByRole("button").click();
    await expect(trades(page)).toHaveCount(1);
    await trades(page).first().getByRole("button").click();
    await expect(strip(page)).toHaveCount(0);
    await expect.poll(() => legsIn(page)).toBeNull();
    expect(faults).toEqual([]);
  });

  test("[CHAIN-14][CHAIN-16][CHAIN-19] deals with B and S on the focused cell, and the mirror says so", async ({
    page,
    shared,
  }) => {
    await openChain(page, shared.origin, "CRUDEOIL");
    await point(page);
    await grid(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("End");
    // What is dealt in before its price has come is dealt in at the market's, and no price is said of it.
    const focused = mirror(page)
      .getByRole("row")
      .filter({ has: page.locator("[aria-selected=true]") });
    await expect(focused.getByRole("gridcell").nth(PUT_LTP)).toHaveText(/^[\d,]+\.\d\d /);
    await page.keyboard.press("b");
    await expect(trades(page)).toHaveCount(1);
    await expect(trades(page).first()).toContainText("PE");
    await expect(mirror(page).getByText(/buy 1 lot at [\d.,]+$/)).toBeAttached();
    await page.keyboard.press("s");
    await expect(trades(page).first()).toContainText("S 1");
    await expect(trades(page)).toHaveCount(1);
    await expect(mirror(page).getByText(/sell 1 lot at [\d.,]+$/)).toBeAttached();
    // The strike is of both: which one is asked.
    for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Home");
    await page.keyboard.press("s");
    await expect(trades(page)).toHaveCount(2);
    await expect(trades(page).nth(1)).toContainText("CE");
  });
});

test.describe("a trader's address", () => {
  test.use({ as: "trader" });

  test("[CHAIN-22] shows the same trades in a browser that has never been there", async ({
    page,
    shared,
    browser,
  }) => {
    await openChain(page, shared.origin);
    await point(page);
    await page.getByTestId("BUY-CE").click();
    await expect(trades(page)).toHaveCount(1);
    await page.getByTestId("SELL-PE").click();
    await expect(trades(page)).toHaveCount(2);
    await expect.poll(() => legsIn(page)).toMatch(/_/);
    const built = await trades(page).allTextContents();
    const fresh = await browser.newContext();
    await asTrader(fresh, shared);
    const other = await fresh.newPage();
    await other.goto(page.url());
    await expect(trades(other)).toHaveCount(2);
    expect(await trades(other).allTextContents()).toEqual(built);
    await expect(figure(other, "maxProfit")).toHaveText(/\d|Unlimited/);
    await fresh.close();
  });
});

test.describe("a finger", () => {
  test.use({ as: "trader", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("[CHAIN-17] that is held on a row is asked what to trade, one that scrolls is not, and all figures are in sight", async ({
    page,
    shared,
  }) => {
    await openChain(page, shared.origin);
    const hand = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number) =>
      hand.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: box.x + box.width / 2, y }],
      });
    const box = (await page.getByTestId("chain-grid").boundingBox())!;
    const at = box.y + box.height / 2;
    const choice = page.getByTestId("trade-choice");

    await touch("touchStart", at);
    await touch("touchMove", at - 40);
    await page.waitForTimeout(600);
    await touch("touchEnd", at - 40);
    await expect(choice).toHaveCount(0);

    await expect(async () => {
      await touch("touchStart", at);
      await expect(choice).toHaveCount(2, { timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await touch("touchEnd", at);
    await choice.first().getByRole("button", { name: "Buy a lot of the call" }).tap();
    await expect(trades(page)).toHaveCount(1);
    await expect(trades(page).first()).toContainText("B 1");
    await expect(figure(page, "margin")).not.toHaveText("--");
    for (const name of ["maxProfit", "breakevens", "pop", "vega", "margin", "charges"])
      await expect(page.getByTestId(`strip-${name}`)).toBeInViewport({ ratio: 0.99 });
    await expectNoFaultsIn(page, '[data-testid="chain-strip"]');
  });
});

test.describe("a part of it that cannot be fetched", () => {
  test.use({ as: "trader" });

  for (const [what, part] of [
    ["strip", "AnalyzeDesk"],
    ["marks", "tagging"],
  ] as const) {
    test(`[CHAIN-35] is asked for twice, then told of, and nothing that was pressed is lost: the ${what}`, async ({
      page,
      shared,
      context,
    }) => {
      const isPart = new RegExp(`/assets/${part}-[^/]+\\.js$`);
      let asked = 0;
      await context.route(isPart, (route) => {
        asked++;
        return route.abort("connectionfailed");
      });
      await openChain(page, shared.origin);
      await point(page);
      await page.getByTestId("BUY-CE").click();
      await page.getByTestId("SELL-PE").click();
      const notice = page.getByTestId("foot-notice");
      await expect(notice).toBeVisible();
      expect(asked).toBeGreaterThanOrEqual(2);
      await context.unroute(isPart);
      await notice.getByRole("button", { name: "Try again" }).click();
      await expect(notice).toHaveCount(0);
      await expect(trades(page)).toHaveCount(2);
      await expect(mirror(page).getByText(/buy 1 lot at [\d.,]+$/)).toBeAttached();
      await expect(mirror(page).getByText(/sell 1 lot at [\d.,]+$/)).toBeAttached();
    });
  }

  test("[CHAIN-35] is asked for twice, then told of: the buttons", async ({ page, shared, context }) => {
    const isPart = /\/assets\/AnalyzeLayer-[^/]+\.js$/;
    await context.route(isPart, (route) => route.abort("connectionfailed"));
    await openChain(page, shared.origin);
    const notice = page.getByRole("alert").filter({ hasText: "A part of this page could not be fetched" });
    await expect(notice).toBeVisible();
    await notice.getByRole("button", { name: "Try again" }).click();
    await expect(notice).toHaveCount(0);
    await expect(notice).toBeVisible();
    await context.unroute(isPart);
    await notice.getByRole("button", { name: "Try again" }).click();
    await point(page);
    await page.getByTestId("BUY-CE").click();
    await expect(trades(page)).toHaveCount(1);
  });

  test("[CHAIN-35] is had by loading the page anew as well, under an address that names what was pressed", async ({
    page,
    shared,
    context,
  }) => {
    const isPart = /\/assets\/AnalyzeDesk-[^/]+\.js$/;
    await context.route(isPart, (route) => route.abort("connectionfailed"));
    await openChain(page, shared.origin);
    await point(page);
    await page.getByTestId("BUY-CE").click();
    const reload = page.getByTestId("foot-notice").getByRole("button", { name: "Reload with the trades" });
    await expect(reload).toBeVisible();
    await context.unroute(isPart);
    await reload.click();
    await expect(trades(page)).toHaveCount(1);
    await expect(trades(page).first()).toContainText("B 1");
  });
});

test("[CHAIN-24] a visitor's strip asks to log in; trades, marks and chain go on", async ({
  page,
  shared,
}) => {
  await openChain(page, shared.origin);
  await point(page);
  await page.getByTestId("SELL-PE").click();
  await expect(page.getByTestId("strip-gate")).toContainText("Log in");
  await expect(trades(page)).toHaveCount(1);
  await expect(figure(page, "pop")).toHaveCount(0);
  await point(page, 110);
  await page.getByTestId("BUY-PE").click();
  await expect(trades(page)).toHaveCount(2);
});
