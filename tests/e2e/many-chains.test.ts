/** Several chains in one tab, one in a window of its own, and the price in the tab's title. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { PaintedFrame } from "#workers/painter/api.ts";
import { expectNoFaultsIn } from "./support/axe.ts";
import { expectLive } from "./support/chain-page.ts";
import { attachEngine } from "./support/engine-worker.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import { controlShown, show } from "./support/shown.ts";

const panes = (page: Page) => page.getByTestId("chain-pane");
const address = (page: Page) => new URL(page.url()).searchParams;
const spot = (page: Page, at: number) => panes(page).nth(at).getByTestId("pane-spot").locator("b");
const rows = (page: Page, at: number) => panes(page).nth(at).getByTestId("chain-mirror").getByRole("row");
const strip = (page: Page) => page.getByTestId("chain-strip");

/** Frames that each grid of the page has painted, by underlying. */
async function framesOf(page: Page): Promise<Record<string, number>> {
  const logs = await page.evaluate(
    () =>
      new Promise<PaintedFrame[][]>((resolve) => {
        const all: PaintedFrame[][] = [];
        window.addEventListener("strikewise:frames", (event) =>
          all.push((event as CustomEvent<PaintedFrame[]>).detail),
        );
        window.dispatchEvent(new Event("strikewise:frame-log"));
        setTimeout(() => resolve(all), 1_000);
      }),
  );
  return Object.fromEntries(logs.flatMap((log) => (log[0] ? [[log[0].underlying, log.at(-1)!.frame]] : [])));
}

/** Waits until each of four grids has painted more frames. */
async function allGoOn(page: Page): Promise<void> {
  const before = await framesOf(page);
  expect(Object.keys(before)).toHaveLength(4);
  await expect
    .poll(
      async () => {
        const now = await framesOf(page);
        return Object.entries(before).every(([underlying, frame]) => (now[underlying] ?? frame) !== frame);
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

async function pick(page: Page, name: string): Promise<void> {
  await page.getByRole("combobox", { name: "Search instruments" }).fill(name);
  await expect(page.getByRole("dialog").getByRole("option").first()).toContainText(name);
  await page.keyboard.press("Enter");
}

async function openWindow(page: Page, context: BrowserContext, press: () => Promise<void>): Promise<Page> {
  const [opened] = await Promise.all([context.waitForEvent("page"), press()]);
  await expect(page).not.toHaveURL(opened.url());
  return opened;
}

test.describe("a trader", () => {
  test.use({ as: "trader" });

  test("[CHAIN-62][CHAIN-63] puts chains beside each other, works with one of them, and finds them again by the address", async ({
    page,
    shared,
    context,
  }) => {
    const faults = watchFaults(context);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`${shared.origin}/option-chain`);
    await expectLive(page);
    const beside = page.getByRole("button", { name: "Another chain beside this one" });
    await beside.click();
    await pick(page, "BANKNIFTY");
    await expect(panes(page)).toHaveCount(2);
    await expect(spot(page, 1)).toHaveText(/^[\d,]+\.\d+$/);
    await expect(rows(page, 0).first()).toBeAttached();
    await expect(rows(page, 1).first()).toBeAttached();
    // The one that is gone into is worked with; keys are its own.
    await expect(panes(page).nth(0)).toHaveAttribute("data-active", "true");
    await panes(page).nth(1).getByRole("combobox", { name: "Expiry of BANKNIFTY" }).focus();
    await panes(page).nth(1).getByRole("grid").focus();
    await expect(panes(page).nth(1)).toHaveAttribute("data-active", "true");
    await expect.poll(() => address(page).get("at")).toBe("1");
    await expect(async () => {
      await page.keyboard.press("]");
      await expect.poll(() => address(page).get("beside"), { timeout: 5_000 }).toMatch(/^BANKNIFTY_\d{4}-/);
    }).toPass({ timeout: 60_000 });
    expect(address(page).get("expiry")).toBeNull();

    // What is asked of the page is of that one too.
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search instruments" }).fill("info");
    await expect(
      page
        .getByRole("dialog")
        .getByRole("option", { name: / info Action$/ })
        .first(),
    ).toContainText("BANKNIFTY info");
    await page.keyboard.press("Escape");

    // B in the first makes it the one that is worked with, and its trades the address's.
    const box = (await panes(page).nth(0).getByTestId("chain-grid").boundingBox())!;
    await expect(async () => {
      await page.mouse.move(box.x + box.width / 2 - 5, box.y + box.height / 2);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await expect(page.getByTestId("BUY-CE")).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await page.getByTestId("BUY-CE").click();
    await expect(page.getByTestId("strip-leg")).toHaveCount(1);
    await expect(strip(page)).toContainText("NIFTY");
    await expect.poll(() => address(page).get("at")).toBeNull();
    await expect.poll(() => address(page).get("legs")).toMatch(/^1C/);

    const link = page.url();
    await page.goto("about:blank");
    await page.goto(link);
    await expect(panes(page)).toHaveCount(2);
    await expect(spot(page, 1)).toHaveText(/^[\d,]+\.\d+$/);
    await expect(page.getByTestId("strip-leg")).toHaveCount(1);
    await expectNoFaultsIn(page, "main");

    // The other one has no trades, and the first's are there again when it is gone back to.
    await panes(page).nth(1).getByRole("combobox", { name: "Expiry of BANKNIFTY" }).focus();
    await expect(strip(page)).toHaveCount(0);
    await panes(page).nth(0).getByRole("combobox", { name: "Expiry of NIFTY" }).focus();
    await expect(page.getByTestId("strip-leg")).toHaveCount(1);

    // Trades outlive the chains beside their own.
    await panes(page).nth(1).getByRole("button", { name: "Close the chain of BANKNIFTY" }).click();
    await expect(panes(page)).toHaveCount(0);
    await expect(page.getByTestId("underlying")).toContainText("NIFTY");
    await expect(page.getByTestId("strip-leg")).toHaveCount(1);
    await expect.poll(() => address(page).get("legs")).toMatch(/^1C/);
    expect(address(page).get("beside")).toBeNull();
    expect(faults).toEqual([]);
  });

  test("[CHAIN-62][CHAIN-63] four are painted by one worker and told by one connection, none less often than another; a fifth is refused", async ({
    page,
    shared,
    browser,
  }) => {
    await page.goto(
      `${shared.origin}/option-chain?tradingsymbol=NIFTY&beside=BANKNIFTY*CRUDEOIL*RELIANCE*USDINR`,
    );
    await expect(panes(page)).toHaveCount(4);
    await expect(page.getByText(/more chains than a tab shows: the first 4 are here/)).toBeVisible();
    for (let i = 0; i < 4; i++) await expect(rows(page, i).first()).toBeAttached();
    await expect.poll(() => shared.metric("strikewise_relay_clients")).toBe(1);
    await expect.poll(() => shared.metric("strikewise_relay_chain_subscriptions")).toBe(4);
    expect(page.workers().filter((worker) => worker.url().includes("painter"))).toHaveLength(1);

    // All four go on: what one takes is taken from none.
    await allGoOn(page);
    // And go on with another engine.
    const engine = await attachEngine(browser, shared.origin);
    await engine.kill();
    await expect
      .poll(() => shared.metric("strikewise_relay_chain_subscriptions"), { timeout: 60_000 })
      .toBe(4);
    await allGoOn(page);

    await page.getByRole("button", { name: "Another chain beside this one" }).click();
    await pick(page, "SENSEX");
    await expect(page.getByText("A tab shows 4 chains at most")).toBeVisible();
    await expect(panes(page)).toHaveCount(4);
  });

  test("[CHAIN-64] a chain in a window of its own shares the engine, and its tab has the price in its title, seen or not", async ({
    page,
    shared,
    context,
    browser,
  }) => {
    await controlShown(context);
    await page.goto(`${shared.origin}/option-chain?tradingsymbol=CRUDEOIL`);
    await expectLive(page);
    const menu = page.getByRole("button", { name: "Take the chain along" });
    await menu.click();
    const opened = await openWindow(page, context, () =>
      page.getByRole("menuitem", { name: "Open in a window of its own" }).click(),
    );
    await expectLive(opened);
    await expect(opened.getByRole("banner")).toHaveCount(0);
    await expect(opened.getByTestId("underlying")).toContainText("CRUDEOIL");
    await expect.poll(() => shared.metric("strikewise_relay_clients")).toBe(1);
    await opened.close();

    await menu.click();
    await page.getByRole("menuitem", { name: "Price in the tab's title" }).click();
    const priced = /^[\d,]+\.\d\d [+−]?\d+\.\d\d % · CRUDEOIL$/;
    await expect(page).toHaveTitle(priced);
    await show(page, false);
    const title = await page.title();
    await expect.poll(() => page.title(), { timeout: 60_000 }).not.toBe(title);
    expect(await page.title()).toMatch(priced);
    // Another engine takes it up.
    const engine = await attachEngine(browser, shared.origin);
    await engine.kill();
    const last = await page.title();
    await expect
      .poll(async () => priced.test(await page.title()) && (await page.title()) !== last, { timeout: 60_000 })
      .toBe(true);
    await show(page, true);
    await menu.click();
    await page.getByRole("menuitem", { name: "No price in the tab's title" }).click();
    await expect(page).toHaveTitle(/Live MCX CRUDEOIL Option Chain/);
  });
});

test("[CHAIN-62] in forced colours both are tables that keys go through, one of another day beside one of today", async ({
  page,
  shared,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`${shared.origin}/option-chain?tradingsymbol=NIFTY&beside=NIFTY_2026-12-01_greeks`);
  const table = (at: number) => panes(page).nth(at).locator(".dom-rows").getByRole("row");
  for (const at of [0, 1]) await expect(table(at).nth(8)).toBeAttached();
  await expect(panes(page).nth(1).getByRole("columnheader", { name: "Call delta" })).toBeAttached();
  await panes(page).nth(1).getByRole("grid").focus();
  await page.keyboard.press("ArrowDown");
  await expect(panes(page).nth(1).locator('[aria-selected="true"]').first()).toBeAttached();
  await expect(panes(page).nth(0).locator('.dom-rows [aria-selected="true"]')).toHaveCount(0);
  await expectNoFaultsIn(page, "main");
});

test.describe("a visitor with a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("[CHAIN-62] has one chain at a time, and goes to the other by a tap", async ({ page, shared }) => {
    await page.goto(`${shared.origin}/option-chain?tradingsymbol=NIFTY&beside=BANKNIFTY`);
    const chains = page.getByRole("tablist", { name: "Chains" });
    await expect(chains.getByRole("tab", { name: "NIFTY", exact: true })).toHaveAttribute(
      "aria-selected",
      "true",
      { timeout: 60_000 },
    );
    await expect(rows(page, 0).first()).toBeAttached();
    await expect(panes(page)).toHaveCount(1);
    await chains.getByRole("tab", { name: "BANKNIFTY" }).tap();
    await expect(panes(page)).toHaveAttribute("aria-label", "BANKNIFTY, chain 2 of 2");
    await expect.poll(() => address(page).get("at")).toBe("1");
    await expect(rows(page, 0).first()).toBeAttached();
    await expect(spot(page, 0)).toHaveText(/^[\d,]+\.\d+$/);
    await expectNoFaultsIn(page, "main");
  });
});
